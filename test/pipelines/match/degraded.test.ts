import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingKey } from '../../../pipelines/domain/key.ts';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import type { MatchDecision } from '../../../pipelines/domain/match_decision.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { Reviews } from '../../../warehouse/reads/reviews.ts';
import { ALPHA, BETA, doubtfulMarket } from '../snapshot/doubtful_market.ts';
import type { TestMarket } from '../snapshot/market.ts';

/** Learned once; each test goes on with a copy. */
let published: TestMarket;
beforeAll(async () => {
  published = await doubtfulMarket();
});
afterAll(() => published[Symbol.asyncDispose]());

interface Told {
  event_key: string;
  seller: string;
  created_at: string;
  payload: { listing: string; previous: { method: string }; current: { method: string } };
}

async function degraded(market: TestMarket): Promise<Told[]> {
  const parts = (await market.manifest()).tables.events ?? [];
  const paths = await Promise.all(parts.map((part) => market.store.local(part.key)));
  if (paths.length === 0) return [];
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(market.root, 'spill') });
  const rows = await database.rows<Omit<Told, 'payload'> & { payload: string }>(
    'events',
    `select event_key, seller, created_at, payload from read_parquet(${fileList(paths)})
     where type = 'match.degraded' order by created_at, event_key`,
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as Told['payload'] }));
}

const listingOf = async (market: TestMarket, seller: string, sku: string): Promise<Listing> =>
  (await market.product(`${seller}:${sku}`))?.listings.find(
    (listing) => listing.seller === seller && listing.sku === sku,
  ) as Listing;

/** A sku whose listings at both sellers are a variant of their own, matched by their titles. */
async function matchedSku(market: TestMarket): Promise<string> {
  for (let item = 300; item < 420; item++) {
    const alpha = await listingOf(market, 'alpha', `s${item}`);
    const beta = await listingOf(market, 'beta', `s${item}`);
    const product = await market.product(`alpha:s${item}`);
    if (
      alpha.method === 'title_fuzzy' &&
      alpha.variant_id === beta.variant_id &&
      product?.listings.length === 2
    )
      return `s${item}`;
  }
  throw new Error('nothing was matched by its title');
}

test('a match by title that is no more is told once, for each listing it was about', async () => {
  await using market = await published.copy();
  expect(await degraded(market)).toEqual([]);
  const sku = await matchedSku(market);
  const before = await listingOf(market, 'alpha', sku);
  await market.observe(
    'beta',
    '2026-01-02',
    BETA.map((row) => (row.sku === sku ? { ...row, title: 'Wholly other words' } : row)),
  );
  await market.publish();
  const told = await degraded(market);
  expect(told.map(({ seller }) => seller).sort()).toEqual(['alpha', 'beta']);
  for (const { payload, created_at } of told) {
    expect(payload).toMatchObject({ previous: { method: 'title_fuzzy' }, current: { method: 'none' } });
    expect(created_at).toMatch(/^2026-01-02 00:00:00/);
  }
  expect(told.find(({ seller }) => seller === 'alpha')?.payload).toEqual({
    listing: before.offer_id,
    previous: { method: 'title_fuzzy', confidence: before.confidence },
    current: { method: 'none', confidence: 1 },
  });
  await market.publish({ rebuild: true });
  await market.observe('beta', '2026-01-03', BETA);
  await market.publish();
  expect(await degraded(market)).toEqual(told);
});

test('a listing that loses its code falls from that; prices and what others do are no fall', async () => {
  await using market = await published.copy();
  await market.observe(
    'alpha',
    '2026-01-02',
    ALPHA.map(({ gtin, ...row }) => ({
      ...row,
      ...(gtin && row.sku !== 's50' && { gtin }),
      ...(row.sku === 's51' && { price: '9.99' }),
    })),
  );
  await market.publish();
  const told = await degraded(market);
  expect((await listingOf(market, 'alpha', 's51')).price_minor).toBe(999);
  const own = await listingOf(market, 'alpha', 's50');
  expect(own.method).not.toBe('gtin_exact');
  expect(told.map(({ payload }) => payload.listing)).toEqual([own.offer_id]);
  expect(told[0]?.payload).toMatchObject({
    previous: { method: 'gtin_exact' },
    current: { method: own.method },
  });
});

test('a match that a person undid happened when the person said so, also when published twice over', async () => {
  await using market = await published.copy();
  const sku = await matchedSku(market);
  const decision = await market.read(async (snapshot): Promise<MatchDecision> => {
    const reviews = new Reviews(snapshot, [], { memoryLimit: '256MiB', spill: join(market.root, 'spill') });
    const pair = await reviews.ofPair(listingKey('alpha', sku), listingKey('beta', sku));
    if (!pair) throw new Error(`no pair ${sku}`);
    return {
      left: pair.pair[0],
      right: pair.pair[1],
      verdict: 'different',
      left_content: pair.contents[0],
      right_content: pair.contents[1],
      decided_by: 'ada',
      decided_at: '2026-03-04T05:06:07.000Z',
    };
  });
  const pointer = await market.store.pointer();
  await market.publish({ matchDecisions: [decision] });
  const told = await degraded(market);
  expect(told.map(({ seller }) => seller).sort()).toEqual(['alpha', 'beta']);
  expect(told.every(({ created_at }) => created_at.startsWith('2026-03-04 05:06:07'))).toBe(true);
  // As if the process had died before the pointer moved.
  await market.store.swapPointer(await market.store.pointer(), pointer ?? '');
  await market.publish({ matchDecisions: [decision], now: () => new Date('2026-07-01T00:00:00Z') });
  expect(await degraded(market)).toEqual(told);
});
