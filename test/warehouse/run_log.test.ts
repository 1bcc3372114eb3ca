import { existsSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type LoggedRun, THE_PROGRAM } from '../../warehouse/run.ts';
import { FULL_ROWS, RunLog } from '../../warehouse/run_log.ts';
import type { RunPart } from '../../warehouse/run_part.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { loggedRuns } from './logged_runs.ts';

/** A store that remembers what was opened. */
class WatchedStore extends FolderStore {
  readonly opened: string[] = [];
  override local(key: string): Promise<string> {
    this.opened.push(key);
    return super.local(key);
  }
}

async function storeOf(): Promise<WatchedStore> {
  const root = await mkdtemp(join(tmpdir(), 'commerce-index-log-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return new WatchedStore(root);
}

const hour = (number: number) => new Date(Date.UTC(2026, 0, 1, number)).toISOString();

/** A run of a feed for an hour; `version` tells what was written when. */
function runOf(seller: string, number: number, version = 0, failed = false): LoggedRun {
  const name = {
    run_id: `run_${seller}${number}`,
    seller,
    feed: 'all',
    as_of: hour(number),
    seconds: { land: 0, stage: 0 },
  };
  const outcome = { reason: `version ${version}`, by: THE_PROGRAM, at: hour(number) };
  if (failed) return { ...name, source: null, tries: 1, outcome: { ...outcome, state: 'failed' } };
  return {
    ...name,
    stage_id: `stage${number}`,
    by_as_of: false,
    rows_read: 3,
    accepted: 2,
    rejected: 1,
    rejected_by: { price_missing: 1 },
    notes_by: {},
    gtin: { valid: 2, missing: 0, malformed: 0, checksum: 0, restricted: 0 },
    source: { name: 'a.csv', sha256: 'ff', bytes: 10 },
    staged_at: hour(number),
    outcome: { ...outcome, state: 'accepted' },
  };
}

async function append(store: FolderStore, parts: RunPart[], runs: LoggedRun[], name: number) {
  const log = new RunLog(store, { run_log: parts });
  return log.append(runs, { key: `facts/runs/p${name}`, draft: join(store.root, 'draft') });
}

const aRun = fc.record({
  seller: fc.constantFrom('alpha', 'beta', 'gamma'),
  hour: fc.nat({ max: 60 }),
  failed: fc.boolean(),
});

test('whatever is added in whatever batches, every question is answered as by a plain list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(aRun, { maxLength: 20 }), { minLength: 1, maxLength: 12 }),
      async (batches) => {
        const store = await storeOf();
        const model = new Map<string, LoggedRun>();
        let parts: RunPart[] = [];
        for (const [number, batch] of batches.entries()) {
          const runs = batch.map((one) => runOf(one.seller, one.hour, number, one.failed));
          for (const run of runs) model.set(run.run_id, run);
          parts = await append(store, parts, runs, number);
        }
        const log = new RunLog(store, { run_log: parts });
        const sorted = [...model.values()].sort((a, b) => (a.as_of < b.as_of ? -1 : 1));
        const listed = await loggedRuns(store, { run_log: parts });
        expect(listed.map((run) => run.as_of)).toEqual(sorted.map((run) => run.as_of));
        expect(new Map(listed.map((run) => [run.run_id, run]))).toEqual(model);
        for (const seller of ['alpha', 'beta', 'gamma']) {
          const feed = { seller, feed: 'all' };
          expect(await log.all(feed)).toEqual(sorted.filter((run) => run.seller === seller));
          for (const number of [0, 7, 30, 60]) {
            const expected = model.get(`run_${seller}${number}`);
            const staged = expected && expected.outcome.state !== 'failed' ? [expected] : [];
            expect(await log.at(feed, hour(number))).toEqual(staged);
            expect(await log.byId(`run_${seller}${number}`)).toEqual(expected ?? null);
          }
        }
        expect(await log.without([...model.keys(), 'run_none'])).toEqual(new Set(['run_none']));
        const sellers = new Set((await log.feeds()).map((feed) => feed.seller));
        expect(sellers).toEqual(new Set(sorted.map((run) => run.seller)));
      },
    ),
    { numRuns: 25 },
  );
});

describe('what it costs', () => {
  test('parts stay few, whatever the number of publications', async () => {
    const store = await storeOf();
    let parts: RunPart[] = [];
    for (let number = 0; number < 600; number++)
      parts = await append(store, parts, [runOf('alpha', 2 * number), runOf('beta', 2 * number)], number);
    expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(1200);
    expect(parts.length).toBeLessThanOrEqual(4);
    expect(JSON.stringify(parts).length).toBeLessThan(700);
  });

  test('a full part is never written again, and is not opened for what is newer', async () => {
    const store = await storeOf();
    const old = Array.from({ length: FULL_ROWS }, (_, number) => runOf('alpha', number));
    const [full] = await append(store, [], old, 0);
    store.opened.length = 0;
    const parts = await append(store, full ? [full] : [], [runOf('alpha', FULL_ROWS)], 1);
    expect(parts[0]).toEqual(full);
    const log = new RunLog(store, { run_log: parts });
    expect(await log.at({ seller: 'alpha', feed: 'all' }, hour(FULL_ROWS))).toHaveLength(1);
    expect(await log.at({ seller: 'alpha', feed: 'all' }, hour(FULL_ROWS + 1))).toEqual([]);
    expect(store.opened).not.toContain(full?.key);
    const first = await log.newestFirst().next();
    expect(first.value).toMatchObject({ as_of: hour(FULL_ROWS) });
  });
});

test('a part that is cut off is named', async () => {
  const store = await storeOf();
  const [part] = await append(store, [], [runOf('alpha', 1)], 0);
  await truncate(join(store.root, part?.key ?? ''), 20);
  const log = new RunLog(store, { run_log: part ? [part] : [] });
  await expect(log.all({ seller: 'alpha', feed: 'all' })).rejects.toThrow(/facts\/runs\/p0\.runs is damaged/);
});

describe('runs as an earlier program left them', () => {
  const listed = ({ run_id, seller, feed, as_of }: LoggedRun) => ({
    run_id,
    seller,
    feed,
    as_of,
    stage_id: 'stage9',
    by_as_of: false,
    staging: 2,
  });

  async function oldFolder(count: number) {
    const store = await storeOf();
    const runs = Array.from({ length: count }, (_, number) => runOf('alpha', number));
    for (const { outcome: _, ...run } of runs)
      await store.writeText(`runs/${run.run_id}.json`, JSON.stringify(run));
    return { store, manifest: { runs: runs.map(listed) } };
  }

  test('are found as they lie, and taken into the log with the rows they stand on', async () => {
    const { store, manifest } = await oldFolder(200);
    const before = await loggedRuns(store, manifest);
    expect(before[7]).toMatchObject({
      ...runOf('alpha', 7),
      ...manifest.runs[7],
      outcome: { state: 'accepted' },
    });
    const log = new RunLog(store, manifest);
    const place = { key: 'facts/runs/p0', draft: join(store.root, 'draft') };
    const parts = await log.append([runOf('alpha', 500)], place);
    expect(await loggedRuns(store, { run_log: parts })).toEqual([...before, runOf('alpha', 500)]);
  });

  test('one whose record is damaged is made again from its stage', async () => {
    const { store, manifest } = await oldFolder(2);
    await writeFile(join(store.root, 'runs/run_alpha1.json'), '');
    await store.writeText(
      'staged/stage9/stage.json',
      JSON.stringify({ outcomes: [{ rows_read: 9, accepted: 9 }] }),
    );
    const [, made] = await loggedRuns(store, manifest);
    expect(made).toMatchObject({ run_id: 'run_alpha1', rows_read: 9, outcome: { state: 'accepted' } });
    expect(existsSync(join(store.root, 'damaged/runs/run_alpha1.json'))).toBe(true);
  });
});
