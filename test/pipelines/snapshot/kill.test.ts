import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableContents } from '../../../warehouse/contents.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { currentManifest } from '../../../warehouse/manifest.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { Program } from '../../api/cli/program.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { writeConfiguration, writeDay } from './killed_shops.ts';

const KILLS_WANTED = 30;
const KILLS_PER_PHASE = 4;
/** The days whose files are there in each phase. */
const PHASES = { first: [1, 2], second: [3] } as const;
type Phase = keyof typeof PHASES;

/** Until then a process starts and writes nothing, so a kill disturbs nothing. */
const STARTING_SHARE = 0.2;

/**
 * Moments of an ingest as shares of its time, each far from those before it, so that no part of it goes without a kill:
 * as many at random leave out a third of its thirtieths.
 */
function* spreadMoments(): Generator<number, never> {
  for (let share = Math.random(); ; share = (share + GOLDEN_SECTION) % 1)
    yield STARTING_SHARE + share * (1 - STARTING_SHARE);
}
const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

class Trial {
  readonly program = new Program();
  readonly folder = this.program.cwd;

  async open(phase: Phase): Promise<void> {
    for (const day of PHASES[phase]) await writeDay(join(this.folder, 'feeds'), day);
    await writeConfiguration(this.folder);
  }

  /** Begins an ingest in a process, which is killed after so long; resolves to false when it was done before. */
  async disturbed(afterMs: number): Promise<boolean> {
    const ended = await this.program.begin(['ingest']).killed(afterMs);
    if (ended !== null) expect([ended.code, ended.err], 'ingest ends well').toEqual([0, ended.err]);
    return ended === null;
  }

  /** Ingests to the end, in this process, whatever killed ones left. */
  async ingest(): Promise<void> {
    const { code, err } = await this.program.run(['ingest']);
    expect([code, err], 'ingest ends well').toEqual([0, err]);
  }

  async outcome() {
    const store = new FolderStore(join(this.folder, 'data'));
    const current = await currentManifest(store);
    if (!current) throw new Error('nothing is published');
    const { manifest } = current;
    const contents = await tableContents(manifest, store, join(this.folder, 'spill'));
    const events = await Promise.all((manifest.tables.events ?? []).map((part) => store.local(part.key)));
    await using database = await Database.open({ memoryLimit: '256MiB', spill: join(this.folder, 'spill') });
    const repeated = await database.count(
      'repeated events',
      `select count(*) - count(distinct event_key) from read_parquet(${fileList(events)})`,
    );
    return {
      contents,
      repeated,
      counts: manifest.counts,
      runs: (await publishedRuns(store, manifest)).map((run) => run.run_id).sort(),
    };
  }
}

test(`killed ${KILLS_WANTED} times at moments spread over it, an ingest ends in the same tables as undisturbed`, async () => {
  const undisturbed = new Trial();
  const milliseconds: Record<string, number> = {};
  for (const phase of Object.keys(PHASES) as Phase[]) {
    await undisturbed.open(phase);
    const started = performance.now();
    expect((await undisturbed.program.process(['ingest'])).code).toBe(0);
    milliseconds[phase] = performance.now() - started;
  }
  const expected = await undisturbed.outcome();
  expect(expected.repeated).toBe(0);
  expect(expected.contents.events.rows).toBeGreaterThan(500);

  const moments = spreadMoments();
  let kills = 0;
  for (let number = 0; kills < KILLS_WANTED; number++) {
    const trial = new Trial();
    for (const phase of Object.keys(PHASES) as Phase[]) {
      await trial.open(phase);
      for (let attempt = 0; attempt < KILLS_PER_PHASE; attempt++) {
        const started = performance.now();
        const moment = moments.next().value * (milliseconds[phase] as number);
        if (await trial.disturbed(moment)) kills++;
        else {
          // Done before the kill: nothing is left to disturb. A whole ingest also tells how fast the machine is now.
          if (attempt === 0) milliseconds[phase] = performance.now() - started;
          break;
        }
      }
      await trial.ingest();
    }
    expect(await trial.outcome(), `trial ${number}`).toEqual(expected);
    await rm(trial.folder, { recursive: true, force: true });
  }
  console.log(`${kills} kills`);
}, 900_000);
