import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TabledKind } from '../../../pipelines/domain/inputs/kinds.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { TestMarket } from '../snapshot/market.ts';

async function rowsOf(market: TestMarket, kind: TabledKind, columns: string): Promise<unknown[]> {
  const parts = (await market.manifest()).tables[`input_${kind}`] ?? [];
  const paths = await Promise.all(parts.map((part) => market.store.local(part.key)));
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(market.root, 'spill') });
  return await database.rows(
    'read back',
    `select ${columns} from read_parquet(${fileList(paths)}) order by publisher, ${columns}`,
  );
}

const STORES = 'store_code,name';
const REVIEWS = 'review_id,sku,rating,created_at';
const many = (count: number, name = 'Shop') =>
  Array.from({ length: count }, (_, index) => `S${index},${name} ${index}`);

test('the newest list counts alone, file by file, and what another seller publishes stays', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  for (const seller of ['alpha', 'beta']) {
    await market.observe(seller, '2026-01-01', [{ sku: 'a1' }]);
    market.addInput(seller, 'stores');
    await market.observeInput(seller, 'stores', '2026-01-01', [STORES, 'S1,First', 'S2,Second']);
  }
  const first = await market.publish();
  expect(first.accepted.map(({ seller, kind = 'offers' }) => `${seller} ${kind}`).toSorted()).toEqual([
    'alpha offers',
    'alpha stores',
    'beta offers',
    'beta stores',
  ]);
  const before = await market.contents();

  await market.observeInput('alpha', 'stores', '2026-01-02', [STORES, 'S2,Second', 'S3,Third']);
  await market.publish();
  expect(await rowsOf(market, 'stores', 'publisher, store_code')).toEqual([
    { publisher: 'alpha', store_code: 'S2' },
    { publisher: 'alpha', store_code: 'S3' },
    { publisher: 'beta', store_code: 'S1' },
    { publisher: 'beta', store_code: 'S2' },
  ]);
  expect((await market.manifest()).inputs).toMatchObject([
    { seller: 'alpha', feed: 'stores', kind: 'stores', current: { rows: 2 } },
    { seller: 'beta', feed: 'stores', kind: 'stores', current: { rows: 2 } },
  ]);
  const { input_stores: _, ...others } = await market.contents();
  const { input_stores: __, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);

  await market.observeInput('alpha', 'stores', '2026-01-01', [STORES, 'S9,Old']);
  expect((await market.publish()).late).toHaveLength(1);
});

test('reviews add up, a corrected one counts once, and an older file adds what it has', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  market.addInput('alpha', 'reviews');
  await market.observeInput('alpha', 'reviews', '2026-01-02', [
    REVIEWS,
    'r1,a1,5,2026-01-01',
    'r2,a1,4,2026-01-01',
  ]);
  await market.publish();
  await market.observeInput('alpha', 'reviews', '2026-01-03', [REVIEWS, 'r2,a1,1,2026-01-01']);
  await market.observeInput('alpha', 'reviews', '2026-01-01', [
    REVIEWS,
    'r2,a1,3,2026-01-01',
    'r0,a1,2,2025-12-31',
  ]);
  const summary = await market.publish();
  expect([summary.late, summary.accepted.length]).toEqual([[], 2]);
  const expected = [
    { review_id: 'r0', rating: 2 },
    { review_id: 'r1', rating: 5 },
    { review_id: 'r2', rating: 1 },
  ];
  expect(await rowsOf(market, 'reviews', 'review_id, rating')).toEqual(expected);
  await market.publish({ rebuild: true });
  expect(await rowsOf(market, 'reviews', 'review_id, rating')).toEqual(expected);
});

test('a list that lost half of its rows is held until a person lets it pass', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  market.addInput('alpha', 'stores');
  await market.observeInput('alpha', 'stores', '2026-01-01', [STORES, ...many(40)]);
  await market.publish();
  await market.observeInput('alpha', 'stores', '2026-01-02', [STORES, ...many(19)]);
  const held = await market.publish();
  expect(held.suspect.map(({ reason }) => reason)).toEqual([
    'the list has 19 rows, the one before it had 40',
  ]);
  expect(await rowsOf(market, 'stores', 'publisher, store_code')).toHaveLength(40);
  const runId = held.suspect[0]?.run.run_id ?? '';
  await market.publish({ acceptedByHand: new Set([runId]) });
  expect(await rowsOf(market, 'stores', 'publisher, store_code')).toHaveLength(19);
});

test('a file of which most rows are refused is held, and what the configuration lost is dropped', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  market.addInput('alpha', 'stores');
  await market.observeInput('alpha', 'stores', '2026-01-01', [
    STORES,
    ...many(9),
    ...Array.from({ length: 11 }, () => ',Without code'),
  ]);
  expect((await market.publish()).suspect.map(({ reason }) => reason)).toEqual([
    '11 of 20 rows were refused',
  ]);
  await market.observeInput('alpha', 'stores', '2026-01-02', [STORES, ...many(30)]);
  const taken = await market.publish();
  expect([taken.accepted.length, taken.passed.length]).toEqual([1, 1]);
  for (const seller of market.sellers) seller.feeds = seller.feeds.filter(({ kind }) => kind === undefined);
  await market.publish();
  expect(await rowsOf(market, 'stores', 'publisher, store_code')).toEqual([]);
  expect((await market.manifest()).inputs).toBeUndefined();
});
