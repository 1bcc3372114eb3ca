import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedRow } from '../../../exports/feeds/facts.ts';
import { feedOffers } from '../../../exports/feeds/feed_offers.ts';
import { keepRelations } from '../../../exports/warehouse_relations.ts';
import { Database } from '../../../warehouse/database.ts';
import { keptTables, type SnapshotTables } from '../../../warehouse/reads/snapshot_tables.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';

let market: TestMarket;
let database: Database;
let snapshot: SnapshotTables;

/** Thirty articles in groups of one to three, every fourth told by both sellers, every seventh sold out. */
beforeAll(async () => {
  market = await TestMarket.open('alpha', 'beta');
  for (const seller of ['alpha', 'beta'])
    await market.observe(
      seller,
      '2026-01-01',
      Array.from({ length: 30 }, (_, nth) => ({
        sku: `${seller}${nth}`,
        title: `Kettle ${nth}`,
        brand: 'Sonique',
        mpn: nth % 4 === 0 ? `SK-${nth}00` : `${seller}-${nth}00`,
        price: `${10 + nth}.00`,
        ...(nth % 3 > 0 && {
          item_group_id: `g${Math.floor(nth / 6)}`,
          color: nth % 3 === 1 ? 'red' : 'blue',
        }),
        ...(nth % 7 === 0 && { availability: 'out of stock' }),
      })),
    );
  await market.publish();
  const { snapshot_id } = await market.manifest();
  database = await Database.open({ memoryLimit: '256MiB', spill: `${market.root}/spill-feed` });
  snapshot = (await keptTables(snapshot_id, market.store)) as SnapshotTables;
  keepRelations(database, snapshot);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await market[Symbol.asyncDispose]();
});

type Asked = { seller: string | null; after?: string; most?: number };

async function rowsOf({ seller, after, most }: Asked, sizes?: { listings: number; groups: number }) {
  const query = { seller, category: null, after: after ?? null };
  const page = { currency: 'USD', most: most ?? Number.POSITIVE_INFINITY, snapshot };
  const rows: FeedRow[] = [];
  for await (const batch of feedOffers(database, query, page, sizes)) rows.push(...batch);
  return rows;
}

describe.each([null, 'beta'])('a feed of %s', (seller) => {
  test('put together in parts is the same, in the order of its groups', async () => {
    const whole = await rowsOf({ seller });
    expect(whole.length).toBeGreaterThan(20);
    expect(whole.map(({ group_id }) => group_id)).toEqual(whole.map(({ group_id }) => group_id).sort());
    expect(Math.max(...whole.map(({ group_rows }) => group_rows))).toBeGreaterThan(1);
    // a few parts, and so many that some are written together first
    for (const listings of [9, 1])
      expect(await rowsOf({ seller }, { listings, groups: 1000 })).toEqual(whole);
  });

  test('goes on behind a group, however few are looked at at a time', async () => {
    const whole = await rowsOf({ seller });
    const { group_id } = whole[12] as FeedRow;
    const rest = whole.filter((row) => row.group_id > group_id);
    expect(await rowsOf({ seller, after: group_id, most: 1 }, { listings: 1000, groups: 4 })).toEqual(rest);
  });
});

test('of a seller that has nothing there is nothing', async () => {
  expect(await rowsOf({ seller: 'gamma' })).toEqual([]);
});
