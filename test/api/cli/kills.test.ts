import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableContents } from '../../../warehouse/contents.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { currentManifest, type PointedManifest } from '../../../warehouse/manifest.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import { pendingRuns } from '../../../warehouse/runs.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { gtinOf } from '../../pipelines/snapshot/numbered_gtin.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';

/** `KILLS=100 npx vitest run test/api/cli/kills.test.ts` takes some minutes. */
const KILLS_WANTED = Number(process.env['KILLS'] ?? 10);
const MOST_KILLS_A_STEP = 3;
const SELLERS = ['alpha', 'beta', 'gamma'];
const LISTINGS = 200;
/** The files that are there before a step, and what is done then. `start` goes on until it is killed. */
const STEPS = [
  { days: [1, 2, 3], command: ['start'], end: ['ingest'] },
  { days: [], command: ['rebuild'], end: ['rebuild'] },
  { days: [], command: ['gc', '--keep', '1', '--hours', '0'], end: ['gc', '--keep', '1', '--hours', '0'] },
  { days: [4, 5], command: ['ingest'], end: ['ingest'] },
  { days: [6], command: ['start'], end: ['ingest'] },
  { days: [], command: ['gc', '--keep', '1', '--hours', '0'], end: ['gc', '--keep', '1', '--hours', '0'] },
] as const;

const cli = fileURLToPath(new URL('../../../api/cli/main.ts', import.meta.url));
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'commerce-index-kills-'));
  const sellers = SELLERS.map(
    (seller) => `  - { id: ${seller}, name: ${seller}, kind: retailer, access: merchant_feed, feeds: [
      { name: catalogue, url: "./feeds/${seller}_*.csv", format: google, as_of: "${seller}_{YYYY-MM-DD}" }] }`,
  );
  await writeFile(
    join(root, 'commerce-index.yaml'),
    `market: { country: US, currency: USD }\nsellers:\n${sellers.join('\n')}\n`,
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A day's files: sellers share GTINs, prices move, listings come and go. */
async function writeDay(feeds: string, day: number): Promise<void> {
  await mkdir(feeds, { recursive: true });
  for (const [number, seller] of SELLERS.entries()) {
    const rows = Array.from({ length: LISTINGS }, (_, item) => item)
      .filter((item) => (item + day + number) % 17 !== 0)
      .map(
        (item) =>
          `S${item},Thing number ${item},Maker,${gtinOf(item * (number + 1))},${10 + ((item * day + number) % 7)}.50`,
      );
    await writeFile(
      join(feeds, `${seller}_2026-01-0${day}.csv`),
      `id,title,brand,gtin,price\n${rows.join('\n')}\n`,
    );
  }
}

/** One index on its way through the steps. */
class Trial {
  readonly folder: string;

  constructor(name: string) {
    this.folder = join(root, name);
  }

  async begin(days: readonly number[]): Promise<void> {
    for (const day of days) await writeDay(join(this.folder, 'feeds'), day);
    await cp(join(root, 'commerce-index.yaml'), join(this.folder, 'commerce-index.yaml'));
  }

  /** Runs a command, to its end or until it is killed; resolves to true when the kill hit it running. */
  async run(command: readonly string[], killAfterMs?: number): Promise<boolean> {
    const child = spawn(process.execPath, [cli, ...command], {
      cwd: this.folder,
      env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const kill = () => child.kill('SIGKILL');
    const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    clearTimeout(timer);
    if (signal === 'SIGKILL') return true;
    expect([command, code, said]).toEqual([command, 0, said]);
    return false;
  }

  async outcome() {
    const store = new FolderStore(join(this.folder, 'data'));
    const { manifest } = (await currentManifest(store)) as PointedManifest;
    const spill = join(this.folder, 'spill');
    const events = await Promise.all((manifest.tables.events ?? []).map((part) => store.local(part.key)));
    await using database = await Database.open({ memoryLimit: '256MiB', spill });
    return {
      contents: await tableContents(manifest, store, spill),
      counts: manifest.counts,
      gaps: manifest.feeds.map((feed) => feed.gaps),
      repeated: await database.count(
        'repeated events',
        `select count(*) - count(distinct event_key) from read_parquet(${fileList(events)})`,
      ),
      runs: (await publishedRuns(store, manifest)).map((run) => run.run_id).sort(),
      waiting: (await pendingRuns(store, new RunLog(store, manifest))).length,
      damaged: await store.list('damaged'),
    };
  }
}

test(`killed ${KILLS_WANTED} times during ingest, start, gc and rebuild, an index ends in the same tables`, async () => {
  const undisturbed = new Trial('undisturbed');
  const milliseconds: number[] = [];
  for (const { days, end } of STEPS) {
    await undisturbed.begin(days);
    const started = performance.now();
    await undisturbed.run(end);
    milliseconds.push(performance.now() - started);
  }
  const expected = await undisturbed.outcome();
  expect(expected).toMatchObject({ repeated: 0, waiting: 0, damaged: [] });
  expect(expected.runs).toHaveLength(6 * SELLERS.length);
  expect(expected.contents.events.rows).toBeGreaterThan(300);

  const kills: Record<string, number> = {};
  const killed = () => Object.values(kills).reduce((sum, times) => sum + times, 0);
  for (let number = 0; killed() < KILLS_WANTED; number++) {
    const trial = new Trial(`trial-${number}`);
    for (const [at, { days, command, end }] of STEPS.entries()) {
      await trial.begin(days);
      const most = Math.ceil(Math.random() * MOST_KILLS_A_STEP);
      for (let attempt = 0; attempt < most; attempt++) {
        const moment = (0.1 + Math.random()) * (milliseconds[at] as number);
        if (!(await trial.run(command, moment))) break;
        kills[command[0]] = (kills[command[0]] ?? 0) + 1;
      }
      await trial.run(end);
    }
    expect(await trial.outcome(), `trial ${number}`).toEqual(expected);
    await rm(trial.folder, { recursive: true, force: true });
  }
  console.log(`${killed()} kills: ${JSON.stringify(kills)}`);
}, 3_600_000);
