import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Command } from 'commander';
import { publishersOf } from '../../pipelines/domain/settings/publisher_settings.ts';
import { DAMAGED_FOLDER, damagedFiles, parseJson } from '../../warehouse/damage.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { givenFolderId } from '../../warehouse/folder_id.ts';
import { currentManifest, type Manifest, REPAIR, WarehouseFormatError } from '../../warehouse/manifest.ts';
import { brokenParts, partsOf, repairPointer } from '../../warehouse/pointer_repair.ts';
import { illFeeds } from '../../warehouse/run_list.ts';
import { type SchemaVersion, schemaVersion } from '../../warehouse/state/migrations.ts';
import { stateFiles } from '../../warehouse/state/owner_only.ts';
import { PostgresStateDatabase } from '../../warehouse/state/postgres_database.ts';
import { FolderStore, POINTER_KEY } from '../../warehouse/store.ts';
import { columnText } from './column_text.ts';
import type { Config } from './config.ts';
import { FAILED, HELD } from './exit_code.ts';
import { configOf } from './opened_index.ts';
import { bytes, count, counted, json, type Terminal } from './terminal.ts';

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
    .option('--repair', 'where the pointer to the newest snapshot is damaged, make it again')
    .option('--json', 'as JSON')
    .action(async ({ repair = false, json: asJson = false }: DoctorOptions, command: Command) => {
      const findings: Finding[] = [];
      const look = async (name: string, check: Check) => {
        const finding = await looked(name, check);
        findings.push(finding);
        if (!asJson) terminal.out(spelled(finding));
      };
      let places: Pick<Config, 'data' | 'databaseUrl'> | undefined;
      const configuration = () => {
        const config = configOf(terminal, command);
        places = config;
        const feeds = publishersOf(config.configuration).flatMap((publisher) => publisher.feeds).length;
        return `${config.file}: ${config.configuration.sellers.length} sellers, ${feeds} feeds`;
      };
      await look('node', nodeVersion);
      await look('configuration', configuration);
      if (places !== undefined) {
        const { data, databaseUrl } = places;
        if (repair) await look('repair', () => mended(data));
        const checks = { ...dataChecks(data), ...stateChecks(data, databaseUrl) };
        for (const [name, check] of Object.entries(checks)) await look(name, check);
      }
      if (asJson) terminal.out(json({ checks: findings }));
      const has = (wanted: Finding['result']) => findings.some(({ result }) => result === wanted);
      terminal.exitCode = has('failed') ? FAILED : has('held') ? HELD : 0;
    });
}

interface DoctorOptions {
  repair?: boolean;
  json?: boolean;
}

/** What became of a check: nothing to do, something for a person to decide, something to mend. */
interface Finding {
  check: string;
  result: 'ok' | 'held' | 'failed';
  message: string;
}

/** Thrown by a check that finds everything whole, and something that waits for a person. */
class WaitsForPerson extends Error {}

async function looked(check: string, look: Check): Promise<Finding> {
  try {
    return { check, result: 'ok', message: await look() };
  } catch (error) {
    const result = error instanceof WaitsForPerson ? 'held' : 'failed';
    return { check, result, message: error instanceof Error ? error.message : String(error) };
  }
}

const SHOWN = { ok: 'ok  ', held: 'HELD', failed: 'FAIL' } as const;

function spelled({ check, result, message }: Finding): string {
  return `${SHOWN[result]}  ${check}: ${message}\n`;
}

function nodeVersion(): string {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return process.version;
  throw new Error(
    `${process.version} is too old; Node ${LEAST_NODE} or newer is needed (npm scripts bring their own)`,
  );
}

async function columnKeys(store: FolderStore): Promise<string> {
  const current = await currentManifest(store).catch((error: unknown) => {
    // The check of the snapshot says so.
    if (error instanceof WarehouseFormatError) return null;
    throw error;
  });
  const columns = current?.manifest.columns ?? [];
  if (columns.length === 0) return 'every attribute goes by the name that its feed has for it';
  return `${columns.map(columnText).join('; ')}; attribute_keys of a feed sets them by hand`;
}

function dataChecks(root: string): Record<string, Check> {
  const folder = new DataFolder(root);
  const store = new FolderStore(root);
  return {
    'data folder': async () => {
      await folder.make();
      await access(root, constants.W_OK | constants.R_OK);
      const id = await givenFolderId(store);
      const open = await openTo(root, 0o077);
      return `${root} can be written${id === null ? '' : `, its id is ${id}`}${open && `; others can enter it (${open}): chmod 700 ${root} keeps it to its owner`}`;
    },
    'free disk': async () => {
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize < LEAST_FREE_BYTES)
        throw new Error(`${bytes(bavail * bsize)} left on the disk of ${root}; free some, or run \`gc\``);
      return `${bytes(bavail * bsize)} left`;
    },
    snapshot: async () => snapshotFiles(folder, store, (await currentManifest(store))?.manifest),
    columns: () => columnKeys(store),
    'damaged files': async () => setAsideFiles(folder, await damagedFiles(store)),
    runs: () => runsHealth(store),
    clock: async () => clock(await store.pointer()),
  };
}

/** Where the state lies, whether it is whole, and whether this program knows its schema. */
function stateChecks(root: string, databaseUrl: string | null): Record<string, Check> {
  if (databaseUrl !== null) return { state: () => sharedState(databaseUrl) };
  const file = new DataFolder(root).stateFile();
  return { state: () => stateIntegrity(file), 'state files': () => stateRights(file) };
}

async function sharedState(url: string): Promise<string> {
  const { place, ...schema } = await PostgresStateDatabase.look(url);
  return `PostgreSQL at ${place}, ${schemaShown(schema)}`;
}

function schemaShown({ version, newest }: SchemaVersion): string {
  if (version > newest)
    throw new Error(`it has schema version ${version}, this program knows ${newest}; use a newer program`);
  return version === newest
    ? `schema version ${version}`
    : `schema version ${version}; the next start brings it to ${newest}`;
}

/** Every file that the pointer leads to is there, with the size it was written with. */
async function snapshotFiles(
  folder: DataFolder,
  store: FolderStore,
  manifest: Manifest | undefined,
): Promise<string> {
  if (!manifest) return 'nothing is published yet; run `start` or `ingest`';
  const wrong = await brokenParts(store, manifest);
  for (const feed of manifest.feeds)
    if (feed.configured && feed.current && !existsSync(folder.stagedRows(feed.current.stage_id)))
      wrong.push({ fault: `the staged rows of ${feed.seller}/${feed.feed} are missing`, isRebuilt: false });
  if (wrong.length > 0) {
    const advice = wrong.every(({ isRebuilt }) => isRebuilt)
      ? 'run `commerce-index rebuild`, which writes that anew'
      : 'restore the data folder, or remove it and ingest anew';
    const faults = wrong.map(({ fault }) => fault).join('; ');
    throw new Error(`snapshot ${manifest.snapshot_id}: ${faults}; ${advice}`);
  }
  return `${manifest.snapshot_id}, ${count(partsOf(manifest).length)} files whole, ${count(manifest.counts.products)} products`;
}

/** Feeds whose last try failed since the last publication, and runs that wait for a person. */
async function runsHealth(store: FolderStore): Promise<string> {
  const { failing, waiting } = await illFeeds(store);
  const names = (runs: readonly { seller: string; feed: string }[]) =>
    [...new Set(runs.map(({ seller, feed }) => `${seller}/${feed}`))].join(', ');
  if (failing.length > 0)
    throw new Error(`${names(failing)} could not be read when last tried; \`runs\` says why`);
  if (waiting.length > 0)
    throw new WaitsForPerson(
      `${counted(waiting.length, 'run')} of ${names(waiting)} ${waiting.length === 1 ? 'waits' : 'wait'} for a person; \`runs\` says why`,
    );
  return 'none waits for a person, no feed fails';
}

/** What was damaged and set aside stays told until a person removes it: a disk that loses files needs a look. */
function setAsideFiles(folder: DataFolder, keys: readonly string[]): string {
  if (keys.length === 0) return 'none';
  throw new Error(
    `${keys.join(', ')}: set aside in ${folder.path(DAMAGED_FOLDER)}; what could be made again was, or is at the next ingest; look after the disk, then remove that folder`,
  );
}

/** Makes the pointer again where it is damaged. */
async function mended(root: string): Promise<string> {
  const { snapshot_id, set_aside } = await repairPointer(new DataFolder(root), new FolderStore(root));
  if (set_aside.length === 0) return `nothing to do, the pointer leads to ${snapshot_id ?? 'nothing yet'}`;
  const points =
    snapshot_id === null
      ? 'no snapshot is whole: restore the data folder from a backup, or run `ingest`'
      : `the pointer leads to ${snapshot_id} now; run \`ingest\` to take in what was staged later`;
  return `set aside ${set_aside.join(', ')}; ${points}`;
}

function stateIntegrity(path: string): string {
  if (!existsSync(path)) return 'none yet';
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    if (problems.length > 0)
      throw new Error(`${path} is damaged: ${problems.slice(0, 3).join('; ')}; restore it from a backup`);
    return `SQLite in ${path}, whole, ${schemaShown(schemaVersion(database))}`;
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
  const { published_at } = parseJson<{ published_at?: string }>(pointer ?? '{}', POINTER_KEY, REPAIR);
  if (published_at !== undefined && Date.parse(published_at) > now.getTime() + CLOCK_SLACK_MS)
    throw new Error(
      `it is ${now.toISOString()}, before the last publication (${published_at}); set the clock right`,
    );
  return now.toISOString();
}
