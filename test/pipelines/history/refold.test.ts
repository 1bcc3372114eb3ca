import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refoldsOf } from '../../../pipelines/history/refold.ts';
import type { Publication, SaidFactor } from '../../../pipelines/publication.ts';
import type { PublishSummary } from '../../../pipelines/snapshot/publish.ts';
import type { TableContent } from '../../../warehouse/contents.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import type { FeedState } from '../../../warehouse/manifest.ts';
import { type Row, TestMarket } from '../snapshot/market.ts';

/** A day's listings, `a 10.00`, and what their prices are multiplied by in the file. */
type Day = [lines: string[], times?: number];

const FIRST = ['a 10.00', 'b 20.00', 'c 30.00', 'd 40.00'];
const SECOND = ['a 11.00', 'b 20.00 out_of_stock', 'd 40.00', 'e 50.00'];
const THIRD = ['a 11.00', 'b 21.00', 'c 30.00', 'd 40.00', 'e 50.00'];
const MANY = Array.from({ length: 30 }, (_, at) => `s${at} ${10 + at}.00`);

/** By seller, the days of its feed and by day what a person says of its prices. */
const SHOPS: Record<string, { days: Day[]; factors: Record<number, string> }> = {
  live: { days: [[FIRST], [SECOND, 100]], factors: { 2: '0.01' } },
  later: { days: [[FIRST], [SECOND, 100], [THIRD, 100]], factors: { 2: '0.01' } },
  ending: { days: [[FIRST], [SECOND, 100], [THIRD]], factors: { 2: '0.01', 3: '1' } },
  always: {
    days: [
      [FIRST, 0.1],
      [SECOND, 0.1],
    ],
    factors: { 1: '10' },
  },
  returning: { days: [[FIRST], [['a 10.00'], 10], [FIRST, 10]], factors: { 2: '0.1' } },
  leaving: { days: [[FIRST], [['a 10.00']], [FIRST, 10], [['a 10.00'], 10]], factors: { 3: '0.1' } },
  still: { days: [[FIRST], [FIRST, 100], [FIRST, 100]], factors: { 2: '0.01' } },
};
const TIERED: Day[] = [[['a 1000.00', 'b 9000.00']]];

const rows = ([lines, times = 1]: Day): Row[] =>
  lines.map((line) => {
    const [sku = '', price = '', availability = 'in stock'] = line.split(' ');
    return { sku, price: (Number(price) * times).toFixed(2), availability: availability.replace('_', ' ') };
  });

const dayOf = (index: number) => `2026-01-0${index + 1}`;

function factor(seller: string, day: number, text: string): SaidFactor {
  return {
    seller,
    feed: 'catalogue',
    from: `${dayOf(day - 1)}T00:00:00.000Z`,
    factor: text,
    at: '2026-02-01T00:00:00.000Z',
  };
}

const SAID: SaidFactor[] = [
  ...Object.entries(SHOPS).flatMap(([seller, { factors }]) =>
    Object.entries(factors).map(([day, text]) => factor(seller, Number(day), text)),
  ),
  factor('tiered', 1, '0.01'),
  factor('held', 2, '0.01'),
];

async function query<T>(of: TestMarket, table: 'changes' | 'events', select: string): Promise<T[]> {
  await using database = await Database.open({ memoryLimit: '128MiB', spill: `${of.root}/spill-query` });
  const parts = (await of.manifest()).tables[table] ?? [];
  const paths = await Promise.all(parts.map(({ key }) => of.store.local(key)));
  return await database.rows<T>(
    'query',
    `select ${select} from read_parquet(${fileList(paths)}, union_by_name = true)`,
  );
}

/** The change points of each seller. */
async function pointsOf(market: TestMarket): Promise<Record<string, string[]>> {
  const found = await query<{ feed_no: number; line: string }>(
    market,
    'changes',
    "feed_no, strftime(from_at, '%d') || ' ' || price_minor || ' ' || availability || ' ' || listing_key as line",
  );
  const { feeds } = await market.manifest();
  return Object.fromEntries(
    feeds.map(({ feed_no, seller }) => [
      seller,
      found.flatMap((one) => (one.feed_no === feed_no ? [one.line] : [])).sort(),
    ]),
  );
}

async function marketOf(shops: Record<string, Day[]>): Promise<TestMarket> {
  const market = await TestMarket.open(...Object.keys(shops));
  for (const [seller, days] of Object.entries(shops))
    for (const [index, day] of days.entries()) await market.observe(seller, dayOf(index), rows(day));
  return market;
}

let market: TestMarket;
let before: Record<string, string[]>;
let after: Record<string, string[]>;
let right: Record<string, string[]>;
let suspect: PublishSummary;
let summary: PublishSummary;
let contents: Record<string, TableContent>;

beforeAll(async () => {
  const days = Object.entries(SHOPS).map(([seller, shop]) => [seller, shop.days] as const);
  market = await marketOf({ ...Object.fromEntries(days), held: [[MANY]] });
  const [first] = market.sellers;
  if (!first) throw new Error('no seller');
  const feeds = first.feeds.map((feed) => ({ ...feed, url: feed.url.replace('live', 'tiered') }));
  market.sellers.push({ ...first, id: 'tiered', feeds, shipping: { cost: '4.99', free_over: '50' } });
  for (const day of TIERED) await market.observe('tiered', dayOf(0), rows(day));
  await market.publish();
  before = await pointsOf(market);
  await market.observe('held', dayOf(1), rows([['s0 9.00', ...MANY.slice(1)], 100]));
  suspect = await market.publish();
  summary = await market.publish({ priceFactors: SAID });
  after = await pointsOf(market);
  contents = await market.contents();
  await using other = await marketOf(
    Object.fromEntries(days.map(([seller, all]) => [seller, all.map(([lines]): Day => [lines])])),
  );
  await other.publish();
  right = await pointsOf(other);
});
afterAll(() => market[Symbol.asyncDispose]());

describe('a price factor', () => {
  test.each(Object.keys(SHOPS))('leaves the history as if the feed had always said so: %s', (seller) => {
    expect(before[seller]).not.toEqual(right[seller]);
    expect(after[seller]).toEqual(right[seller]);
  });

  test('is what is served and delivered at', async () => {
    const [a] = (await market.product('tiered:a'))?.listings ?? [];
    expect(a).toMatchObject({ price_minor: 1000, delivery_minor: 499, landed_minor: 1499 });
    const [b] = (await market.product('tiered:b'))?.listings ?? [];
    expect(b).toMatchObject({ price_minor: 9000, delivery_minor: 0, landed_minor: 9000 });
  });

  test('lets a run go on that was held for its prices, which tells what really changed', () => {
    expect(suspect.suspect.map(({ run }) => run.seller)).toEqual(['held']);
    expect(summary.suspect).toEqual([]);
    expect(summary.accepted.map(({ seller }) => seller)).toEqual(['held']);
    expect(summary.new_events).toBe(1);
  });

  test('corrects the events that told prices nobody asked', async () => {
    interface Told {
      id: string;
      seller: string;
      payload: string;
    }
    const told = await query<Told>(market, 'events', "id64('evt_', event_key) as id, seller, payload");
    const events = told.map(({ payload, ...event }) => ({
      ...event,
      ...(JSON.parse(payload) as Record<string, unknown>),
    }));
    const wrong = events.filter((event) => event.seller === 'live' && 'retracted_by' in event);
    const steps = wrong.map((event) => {
      const { retracted_by } = event as { retracted_by?: string };
      const correction = events.find(({ id }) => id === retracted_by) as Record<string, unknown>;
      expect(correction['corrects']).toBe(event.id);
      return [correction['previous'], correction['current']].map(
        (price) => (price as { price_minor: number }).price_minor,
      );
    });
    // a, b and d were told a hundredfold; that c went and e came was true.
    expect(steps.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [110_000, 1_100],
      [200_000, 2_000],
      [400_000, 4_000],
    ]);
  });

  test('outlives a rebuild, and is nothing new when said again', async () => {
    await market.publish({ priceFactors: SAID, rebuild: true });
    const again = await market.contents();
    for (const table of ['changes', 'events']) expect(again[table]).toEqual(contents[table]);
    expect((await market.publish({ priceFactors: SAID })).snapshot_id).toBeNull();
  });

  test('taken back leaves what there was before it', async () => {
    await market.publish({ priceFactors: SAID.map((said) => ({ ...said, factor: '1.0' })) });
    const back = await pointsOf(market);
    for (const seller of [...Object.keys(SHOPS), 'tiered']) expect(back[seller]).toEqual(before[seller]);
  });

  test('needs the rows from its day on, and says where they are gone', async () => {
    const state = (await market.manifest()).feeds.find(({ seller }) => seller === 'still');
    await rm(market.folder.staged(state?.current?.stage_id ?? ''), { recursive: true });
    await expect(market.publish({ priceFactors: [factor('still', 3, '10')] })).rejects.toThrow(
      /still\/catalogue cannot be rebuilt from 2026-01-03T00:00:00.000Z on: the staged rows of 2026-01-0\dT00:00:00.000Z \(run_\w+\) have been collected; let the price factor begin later, behind them/,
    );
  });
});

test('feeds that listings moved between are folded again together, from the earliest moment', () => {
  const state = (feed_no: number, moved_with: number[], from: string | null): FeedState => ({
    feed_no,
    configured: true,
    seller: 'shop',
    feed: `f${feed_no}`,
    current: { run_id: 'r', stage_id: 's', as_of: '2026-03-01', by_as_of: false, listings: 1 },
    interval_minutes: 1440,
    gaps: [],
    moved_with,
    ...(from !== null && { prices: { factors: [{ from, factor: '10' }] } }),
  });
  const feeds = [
    state(0, [1], '2026-02-01'),
    state(1, [0, 2], null),
    state(2, [1], '2026-01-01'),
    state(3, [], null),
  ];
  const unfactored = { feeds: feeds.map((feed) => ({ ...feed, prices: { factors: [] } })) };
  const refolds = refoldsOf({ feeds, before: unfactored } as unknown as Publication, []);
  expect(refolds).toEqual(
    new Map([
      ['shop/f0', '2026-01-01'],
      ['shop/f2', '2026-01-01'],
      ['shop/f1', '2026-01-01'],
    ]),
  );
});
