import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Command } from 'commander';
import { DataFolder } from '../../warehouse/folder.ts';
import { currentManifest, type Manifest } from '../../warehouse/manifest.ts';
import { stateFiles } from '../../warehouse/state/owner_only.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { configOf } from './opened_index.ts';
import { bytes, count, type Terminal } from './terminal.ts';

/** What a check found; a failed one throws. */
type Check = () => Promise<string> | string;

const LEAST_NODE = 24;
const LEAST_FREE_BYTES = 1_000_000_000;
/** A clock may differ from that of another machine by so much. */
const CLOCK_SLACK_MS = 60_000;

/** Looks whether everything is in its place; says what is not, and how to mend it. */
export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('check this machine, the configuration, the data folder and the published snapshot')
    .action(async (_: object, command: Command) => {
      let data: string | undefined;
      const configuration = () => {
        const config = configOf(terminal, command);
        data = config.data;
        const feeds = config.configuration.sellers.flatMap((seller) => seller.feeds).length;
        return `${config.file}: ${config.configuration.sellers.length} sellers, ${feeds} feeds`;
      };
      const results = [
        await result(terminal, 'node', nodeVersion),
        await result(terminal, 'configuration', configuration),
      ];
      if (data !== undefined)
        for (const [name, check] of Object.entries(dataChecks(data)))
          results.push(await result(terminal, name, check));
      if (results.includes(false)) process.exitCode = 1;
    });
}

async function result(terminal: Terminal, name: string, check: Check): Promise<boolean> {
  try {
    terminal.out(`ok    ${name}: ${await check()}\n`);
    return true;
  } catch (error) {
    terminal.out(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

function nodeVersion(): string {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return process.version;
  throw new Error(
    `${process.version} is too old; Node ${LEAST_NODE} or newer is needed (npm scripts bring their own)`,
  );
}

function dataChecks(root: string): Record<string, Check> {
  const folder = new DataFolder(root);
  const store = new FolderStore(root);
  return {
    'data folder': async () => {
      await folder.make();
      await access(root, constants.W_OK | constants.R_OK);
      const open = await openTo(root, 0o077);
      return `${root} can be written${open && `; others can enter it (${open}): chmod 700 ${root} keeps it to its owner`}`;
    },
    'free disk': async () => {
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize < LEAST_FREE_BYTES)
        throw new Error(`${bytes(bavail * bsize)} left on the disk of ${root}; free some, or run \`gc\``);
      return `${bytes(bavail * bsize)} left`;
    },
    snapshot: async () => snapshotFiles(folder, (await currentManifest(store))?.manifest),
    state: () => stateIntegrity(folder.stateFile()),
    'state files': () => stateRights(folder.stateFile()),
    clock: async () => clock(await store.pointer()),
  };
}

/** Every file that the pointer leads to is there, with the size it was written with. */
async function snapshotFiles(folder: DataFolder, manifest: Manifest | undefined): Promise<string> {
  if (!manifest) return 'nothing is published yet; run `start` or `ingest`';
  const parts = Object.values(manifest.tables).flat();
  const wrong: string[] = [];
  for (const { key, bytes: expected } of parts) {
    const path = folder.path(key);
    if (!existsSync(path)) wrong.push(`${key} is missing`);
    else {
      const { size } = await stat(path);
      if (size !== expected) wrong.push(`${key} has ${count(size)} bytes instead of ${count(expected)}`);
    }
  }
  for (const feed of manifest.feeds)
    if (feed.configured && feed.current && !existsSync(folder.stagedRows(feed.current.stage_id)))
      wrong.push(`the staged rows of ${feed.seller}/${feed.feed} are missing`);
  if (wrong.length > 0)
    throw new Error(
      `snapshot ${manifest.snapshot_id}: ${wrong.join('; ')}; restore the data folder, or remove it and ingest anew`,
    );
  return `${manifest.snapshot_id}, ${count(parts.length)} files whole, ${count(manifest.counts.products)} products`;
}

function stateIntegrity(path: string): string {
  if (!existsSync(path)) return 'none yet';
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    if (problems.length > 0)
      throw new Error(`${path} is damaged: ${problems.slice(0, 3).join('; ')}; restore it from a backup`);
    return `${path} is whole`;
  } finally {
    database.close();
  }
}

/** The keys' hashes and the secrets of cursors are in them. */
async function stateRights(path: string): Promise<string> {
  const files = stateFiles(path).filter(existsSync);
  const open: string[] = [];
  for (const file of files) if (await openTo(file, 0o077)) open.push(file);
  if (open.length > 0)
    throw new Error(`${open.join(', ')} can be read by others; chmod 600 ${open.join(' ')}`);
  return files.length === 0 ? 'none yet' : 'for their owner alone';
}

/** The rights of a file, as chmod takes them, where they hold one of `bits`; else ''. Windows has no such rights. */
async function openTo(path: string, bits: number): Promise<string> {
  const { mode } = await stat(path);
  return process.platform !== 'win32' && (mode & bits) !== 0 ? (mode & 0o777).toString(8) : '';
}

function clock(pointer: string | null): string {
  const now = new Date();
  const { published_at } = JSON.parse(pointer ?? '{}') as { published_at?: string };
  if (published_at !== undefined && Date.parse(published_at) > now.getTime() + CLOCK_SLACK_MS)
    throw new Error(
      `it is ${now.toISOString()}, before the last publication (${published_at}); set the clock right`,
    );
  return now.toISOString();
}
