import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableContents } from '../../../warehouse/contents.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { currentManifest, type PointedManifest } from '../../../warehouse/manifest.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import { pendingRuns } from '../../../warehouse/runs.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { SHOPS, writeConfiguration, writeDay } from '../../pipelines/snapshot/killed_shops.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { Program } from './program.ts';

/** `KILLS=100 npx vitest run test/api/cli/kills.test.ts` takes some minutes. */
const KILLS_WANTED = Number(process.env['KILLS'] ?? 10);
const MOST_KILLS_A_STEP = 3;
/** The files that are there before a step, and what is done then. `start` goes on until it is killed. */
const STEPS = [
  { days: [1, 2, 3], command: ['start'], end: ['ingest'] },
  { days: [], command: ['rebuild'], end: ['rebuild'] },
  { days: [], command: ['gc', '--keep', '1', '--hours', '0'], end: ['gc', '--keep', '1', '--hours', '0'] },
  { days: [4, 5], command: ['ingest'], end: ['ingest'] },
  { days: [6], command: ['start'], end: ['ingest'] },
  { days: [], command: ['gc', '--keep', '1', '--hours', '0'], end: ['gc', '--keep', '1', '--hours', '0'] },
] as const;

/** One index on its way through the steps. */
class Trial {
  readonly program = new Program();
  readonly folder = this.program.cwd;

  async begin(days: readonly number[]): Promise<void> {
    for (const day of days) await writeDay(join(this.folder, 'feeds'), day);
    await writeConfiguration(this.folder);
  }

  /** Begins a command in a process, which is killed after so long; resolves to false when it was done before. */
  async disturbed(command: readonly string[], afterMs: number): Promise<boolean> {
    const ended = await this.program.begin(command, { PORT: '0' }).killed(afterMs);
    if (ended !== null) expect([command, ended]).toEqual([command, { ...ended, code: 0 }]);
    return ended === null;
  }

  /** Runs a command to its end, in this process. */
  async run(command: readonly string[]): Promise<void> {
    const ended = await this.program.run(command);
    expect([command, ended]).toEqual([command, { ...ended, code: 0 }]);
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
  const undisturbed = new Trial();
  const milliseconds: number[] = [];
  for (const { days, end } of STEPS) {
    await undisturbed.begin(days);
    const started = performance.now();
    expect([end, await undisturbed.program.process(end)]).toMatchObject([end, { code: 0 }]);
    milliseconds.push(performance.now() - started);
  }
  const expected = await undisturbed.outcome();
  expect(expected).toMatchObject({ repeated: 0, waiting: 0, damaged: [] });
  expect(expected.runs).toHaveLength(6 * SHOPS.length);
  expect(expected.contents.events.rows).toBeGreaterThan(300);

  const kills: Record<string, number> = {};
  const killed = () => Object.values(kills).reduce((sum, times) => sum + times, 0);
  for (let number = 0; killed() < KILLS_WANTED; number++) {
    const trial = new Trial();
    for (const [at, { days, command, end }] of STEPS.entries()) {
      await trial.begin(days);
      const most = Math.ceil(Math.random() * MOST_KILLS_A_STEP);
      for (let attempt = 0; attempt < most; attempt++) {
        const moment = (0.1 + Math.random()) * (milliseconds[at] as number);
        if (!(await trial.disturbed(command, moment))) break;
        kills[command[0]] = (kills[command[0]] ?? 0) + 1;
      }
      await trial.run(end);
    }
    expect(await trial.outcome(), `trial ${number}`).toEqual(expected);
    await rm(trial.folder, { recursive: true, force: true });
  }
  console.log(`${killed()} kills: ${JSON.stringify(kills)}`);
}, 3_600_000);
