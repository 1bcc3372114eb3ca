import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  FAILURES_KEPT,
  type Failure,
  noteFailure,
  ONE_FAILURE_MS,
  openFailures,
  surplusFailures,
} from '../../warehouse/failed_runs.ts';
import { FolderStore } from '../../warehouse/store.ts';

const START = Date.UTC(2026, 0, 1);
const failure = (afterMs: number, more: Partial<Failure> = {}): Failure => ({
  seller: 'alpha',
  feed: 'all',
  reason: 'http 503',
  source: null,
  at: new Date(START + afterMs).toISOString(),
  seconds: { land: 1 },
  ...more,
});

async function noted(...failures: Failure[]) {
  const root = await mkdtemp(join(tmpdir(), 'commerce-index-failed-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const store = new FolderStore(root);
  for (const one of failures) await noteFailure(store, one);
  return { store, runs: [...(await openFailures(store)).values()] };
}

test('the retries of one failure are one record, with the time of all of them', async () => {
  const { runs } = await noted(failure(0), failure(5_000), failure(25_000), failure(105_000));
  expect(runs).toMatchObject([{ tries: 4, as_of: new Date(START).toISOString(), seconds: { land: 4 } }]);
  expect(runs[0]?.outcome).toMatchObject({ state: 'failed', reason: 'http 503' });
});

test('what fails of something else, of another file, of another feed or another day is another record', async () => {
  const { runs } = await noted(
    failure(0),
    failure(1, { reason: 'http 404' }),
    failure(2, { reason: 'http 404', source: { name: 'b.csv' } }),
    failure(3, { feed: 'other' }),
    failure(ONE_FAILURE_MS + 3),
  );
  expect(runs.map((run) => run.tries)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(runs.map((run) => run.run_id)).size).toBe(5);
});

test('while nothing is published the newest of each feed are kept', async () => {
  const many = Array.from({ length: FAILURES_KEPT + 3 }, (_, number) => failure(number * ONE_FAILURE_MS));
  const { store } = await noted(...many, failure(0, { seller: 'beta' }));
  const surplus = await surplusFailures(store);
  expect(surplus).toHaveLength(3);
  for (const key of surplus) expect(key).toMatch(/^failed\/alpha\/all\/20260101T00[012]000000Z-/);
});
