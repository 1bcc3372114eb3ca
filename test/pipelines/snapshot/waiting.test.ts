import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readHeldRuns, writeHeldRuns } from '../../../warehouse/runs.ts';
import { TestMarket } from './market.ts';

const PRICES = Array.from({ length: 20 }, (_, index) => index);
const rowsAt = (price: string) => PRICES.map((index) => ({ sku: `s${index}`, price }));

/** Does the work while another process publishes, which lets go after `holdMs` when that is given. */
async function whileAnotherPublishes<T>(
  market: TestMarket,
  work: () => Promise<T>,
  holdMs?: number,
): Promise<T> {
  const other = new DatabaseSync(market.folder.path('publish.lock'));
  other.exec('begin exclusive');
  const timer = holdMs === undefined ? undefined : setTimeout(() => other.close(), holdMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (other.isOpen) other.close();
  }
}

test('where nothing is new the lock is not asked for; where a run waits it is', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.publish();
  const idle = await whileAnotherPublishes(market, () => market.publish());
  expect(idle.snapshot_id).toBeNull();
  await market.observe('alpha', '2026-01-02', [{ sku: 'a1', price: '9.00' }]);
  const taken = await whileAnotherPublishes(market, () => market.publish(), 300);
  expect(taken.accepted).toHaveLength(1);
});

test('a run that is held is told again without the lock, until a person lets it pass', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', rowsAt('10.00'));
  await market.publish();
  await market.observe('alpha', '2026-01-02', rowsAt('1000.00'));
  const judged = await market.publish();
  const [suspect] = judged.suspect;
  expect(suspect?.reason).toContain('20 of 20 prices');
  const runId = suspect?.run.run_id ?? '';
  await writeHeldRuns(market.store, [
    { run_id: runId, why: 'suspect', reason: suspect?.reason ?? '', symptoms: suspect?.symptoms ?? [] },
  ]);

  const idle = await whileAnotherPublishes(market, () => market.publish());
  expect(idle).toEqual({ ...judged, match: null });
  expect(await readHeldRuns(market.store)).toHaveLength(1);

  const passed = await whileAnotherPublishes(
    market,
    () => market.publish({ acceptedByHand: new Set([runId]) }),
    300,
  );
  expect(passed.accepted.map((run) => run.run_id)).toEqual([runId]);
});

test('a late run is told again without the lock, and taken in by a backfill', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-02', [{ sku: 'a1' }]);
  await market.publish();
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1', price: '9.00' }]);
  const [late] = (await market.publish()).late;
  await writeHeldRuns(market.store, [{ run_id: late?.run_id ?? '', why: 'late', reason: 'late' }]);
  const idle = await whileAnotherPublishes(market, () => market.publish());
  expect(idle.late.map((run) => run.run_id)).toEqual([late?.run_id]);
  const taken = await whileAnotherPublishes(market, () => market.publish({ backfill: true }), 300);
  expect(taken.accepted.map((run) => run.run_id)).toContain(late?.run_id);
});

test('another configuration is something new', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.publish();
  market.sellers = market.sellers.filter(({ id }) => id === 'alpha');
  const taken = await whileAnotherPublishes(market, () => market.publish(), 300);
  expect(taken.snapshot_id).toMatch(/^snp_/);
});
