import { afterEach, describe, expect, test } from 'vitest';
import type { Retraction } from '../../../pipelines/history/retract.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { type ClosedRun, isStaged } from '../../../warehouse/run.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import { type Row, TestMarket } from '../snapshot/market.ts';

let market: TestMarket;
afterEach(() => market[Symbol.asyncDispose]());

const FIRST: Row[] = ['a', 'b', 'c'].map((sku, at) => ({ sku, price: `${(at + 1) * 10}.00` }));
const HEAD = 'id,availability,sale_price,sale_price_effective_date,gtin,image_link,price,title';

async function shops(sellers: string[], ...supplements: string[]): Promise<void> {
  market = await TestMarket.open(...sellers);
  for (const seller of sellers) for (const name of supplements) market.addSupplement(seller, name);
}

const shop = (...supplements: string[]) => shops(['shop'], ...supplements);

/** Lines of a supplement: `a,out of stock,8.00`. */
function lay(name: string, at: string, lines: string[], seller = 'shop'): Promise<void> {
  const whole = lines.map((line) => line + ','.repeat(HEAD.split(',').length - line.split(',').length));
  return market.observeSupplement(seller, name, at, [HEAD, ...whole]);
}

async function query<T>(table: 'changes' | 'events', select: string): Promise<T[]> {
  await using database = await Database.open({ memoryLimit: '128MiB', spill: `${market.root}/spill-query` });
  const parts = (await market.manifest()).tables[table] ?? [];
  const paths = await Promise.all(parts.map(({ key }) => market.store.local(key)));
  if (paths.length === 0) return [];
  return await database.rows<T>(
    'query',
    `select ${select} from read_parquet(${fileList(paths)}, union_by_name = true)`,
  );
}

/** The change points, `01 1000 in_stock`, by sku. */
async function points(seller = 'shop'): Promise<Record<string, string[]>> {
  const rows = await query<{ listing_key: string; line: string }>(
    'changes',
    "listing_key, strftime(from_at, '%d') || ' ' || price_minor || ' ' || availability as line",
  );
  const { listings } = await live(seller);
  const found: Record<string, string[]> = {};
  for (const [sku, key] of Object.entries(listings))
    found[sku] = rows
      .filter((row) => row.listing_key === key)
      .map(({ line }) => line)
      .sort();
  return found;
}

interface Live {
  sku: string;
  listing_key: string;
  price_minor: string;
  list_price_minor: string | null;
  availability: string;
  gtin: string | null;
  title: string;
  image_url: string | null;
}

/** The rows that the feed stands on. */
async function live(seller = 'shop'): Promise<{ rows: Live[]; listings: Record<string, string> }> {
  const { feeds } = await market.manifest();
  await using database = await Database.open({ memoryLimit: '128MiB', spill: `${market.root}/spill-query` });
  const path = market.folder.stagedRows(
    feeds.find((feed) => feed.seller === seller)?.current?.stage_id ?? '',
  );
  const rows = await database.rows<Live>(
    'live',
    `select sku, listing_key::varchar as listing_key, price_minor, list_price_minor, availability, gtin, title, image_url from read_parquet('${path}')`,
  );
  return { rows, listings: Object.fromEntries(rows.map((row) => [row.sku, row.listing_key])) };
}

/** What an offer of the shop costs as it is served. */
const offered = async (sku: string) =>
  (await market.product(`shop:${sku}`))?.listings.find((one) => one.sku === sku)?.price_minor;

const row = async (sku: string) => (await live()).rows.find((one) => one.sku === sku);

async function runOf(feed: string, day: string, seller = 'shop'): Promise<ClosedRun> {
  const log = new RunLog(market.store, await market.manifest());
  const runs = (await log.all({ seller, feed })).filter((one) => isStaged(one));
  return runs.find(({ as_of }) => as_of.startsWith(day)) as ClosedRun;
}

async function retraction(feed: string, day: string, seller = 'shop'): Promise<Retraction> {
  return { run: await runOf(feed, day, seller), by: 'ada', reason: null, at: '2026-02-01T00:00:00.000Z' };
}

test('adds sale price, stock, GTIN and picture at its own time, and tells the changes as events', async () => {
  await shop('stock');
  await market.observe('shop', '2026-01-01', FIRST);
  await market.publish();
  await lay('stock', '2026-01-02', [
    'a,out of stock,8.00,,4006381333931,https://img.example/a.jpg',
    'b,,,,,,,Bee',
  ]);
  const summary = await market.publish();
  expect([summary.accepted.map(({ feed }) => feed), summary.suspect, summary.moves]).toEqual([
    ['stock'],
    [],
    { new: 0, changed: 1, vanished: 0, unchanged: 2 },
  ]);
  expect(await row('a')).toMatchObject({
    price_minor: '800',
    list_price_minor: '1000',
    availability: 'out_of_stock',
    gtin: '04006381333931',
    image_url: 'https://img.example/a.jpg',
  });
  expect(await row('b')).toMatchObject({ price_minor: '2000', title: 'Bee', availability: 'in_stock' });
  expect(await points()).toEqual({
    a: ['01 1000 in_stock', '02 800 out_of_stock'],
    b: ['01 2000 in_stock'],
    c: ['01 3000 in_stock'],
  });
  const told = await query<{ type: string }>('events', "type || ' ' || strftime(created_at, '%d') as type");
  expect(told.map(({ type }) => type).sort()).toEqual(['availability.changed 02', 'price.changed 02']);
  expect(await offered('a')).toBe(800);
  // Later files of the feed keep what is laid over them, and a rebuild is the same.
  await market.observe(
    'shop',
    '2026-01-03',
    FIRST.map((one) => (one.sku === 'a' ? { ...one, price: '7.00' } : one)),
  );
  await market.publish();
  expect(await row('a')).toMatchObject({
    price_minor: '700',
    list_price_minor: null,
    gtin: '04006381333931',
  });
  const before = await market.contents();
  await market.publish({ rebuild: true });
  expect(await market.contents()).toEqual(before);
});

test('a row or value that is gone from the supplement lays nothing more, and an empty cell never erased', async () => {
  await shop('stock');
  await market.observe('shop', '2026-01-01', FIRST);
  await lay('stock', '2026-01-02', ['a,out of stock', 'b,out of stock']);
  await lay('stock', '2026-01-03', ['b,,15.00']);
  await market.publish();
  expect(await points()).toEqual({
    a: ['01 1000 in_stock', '02 1000 out_of_stock', '03 1000 in_stock'],
    b: ['01 2000 in_stock', '02 2000 out_of_stock', '03 1500 in_stock'],
    c: ['01 3000 in_stock'],
  });
});

test.each([
  [
    'begins and ends at the observations between them',
    '2026-01-03T00:00Z/2026-01-04T12:00Z',
    ['01', '03', '05'],
  ],
  ['of a past period is none', '2025-01-01/2025-01-02', ['01']],
])('a sale %s', async (_, period, days) => {
  await shop('sales');
  await market.observe('shop', '2026-01-01', FIRST);
  for (const day of [2, 3, 4, 5]) await lay('sales', `2026-01-0${day}`, [`a,,8.00,${period}`]);
  await market.publish();
  expect((await points())['a']?.map((line) => line.slice(0, 2))).toEqual(days);
});

test('a sale whose dates cannot be read and a row without listing are rejects with line and reason', async () => {
  await shop('stock');
  await market.observe('shop', '2026-01-01', FIRST);
  await lay('stock', '2026-01-02', ['a,,8.00,soon', 'zz,out of stock', 'b,perhaps', 'c,out of stock']);
  const { accepted, warned } = await market.publish();
  expect(warned.flatMap(({ symptoms }) => symptoms.map(({ message }) => message))).toContain(
    '1 of 4 rows name no listing of shop/catalogue (`rejects` lists them)',
  );
  const run = accepted.find(({ feed }) => feed === 'stock');
  expect(run).toMatchObject({
    rows_read: 4,
    accepted: 2,
    rejected: 2,
    rejected_by: { sale_price_effective_date_invalid: 1, missing_primary: 1 },
    notes_by: { availability_invalid: 1 },
  });
  await using database = await Database.open({ memoryLimit: '128MiB', spill: `${market.root}/spill-query` });
  const rejects = await database.rows(
    'rejects',
    `select severity, line::int as line, field, code, value, detail from read_parquet('${market.folder.stagedRejects(run?.laid?.stage_id ?? '')}')`,
  );
  expect(rejects).toContainEqual({
    severity: 'reject',
    line: 3,
    field: 'sku',
    code: 'missing_primary',
    value: 'zz',
    detail: 'no listing of shop/catalogue has this sku',
  });
  expect(rejects).toHaveLength(3);
});

test('of two supplements the first in the configuration counts, field by field, and the other is told', async () => {
  await shop('first', 'second');
  await market.observe('shop', '2026-01-01', FIRST);
  await lay('first', '2026-01-02', ['a,out of stock']);
  await lay('second', '2026-01-02', ['a,in stock,8.00']);
  const { accepted } = await market.publish();
  expect(await row('a')).toMatchObject({ availability: 'out_of_stock', price_minor: '800' });
  expect(accepted.find(({ feed }) => feed === 'second')?.notes_by).toEqual({ said_before: 1 });
});

describe('the order in which files come', () => {
  const days: [string, () => Promise<void>][] = [
    ['stock 02', () => lay('stock', '2026-01-02', ['a,out of stock,8.00'])],
    ['catalogue 01', () => market.observe('shop', '2026-01-01', FIRST)],
    ['catalogue 03', () => market.observe('shop', '2026-01-03', FIRST.slice(0, 2))],
    ['stock 04', () => lay('stock', '2026-01-04', ['a,in stock,8.00', 'b,out of stock'])],
  ];
  const expected = {
    a: ['01 1000 in_stock', '02 800 out_of_stock', '04 800 in_stock'],
    b: ['01 2000 in_stock', '04 2000 out_of_stock'],
  };
  test('makes no difference: a supplement before its feed waits, and one out of turn is laid where it belongs', async () => {
    await shop('stock');
    const [early, ...others] = days;
    await early?.[1]();
    const waiting = await market.publish();
    expect(waiting.suspect.map(({ reason }) => reason)).toEqual([
      'it supplements a feed of shop of which no file was taken yet',
    ]);
    for (const [, observe] of others.slice(0, 1)) await observe();
    expect((await market.publish()).accepted.map(({ feed }) => feed)).toEqual(['catalogue', 'stock']);
    await days[3]?.[1]();
    await market.publish();
    await days[2]?.[1]();
    expect((await market.publish()).accepted.map(({ feed }) => feed)).toEqual(['catalogue']);
    expect(await points()).toEqual(expected);
    expect((await market.manifest()).audits.every(({ violations }) => violations === 0)).toBe(true);
  });
  test('nor does it whether they come one by one or all at once', async () => {
    await shop('stock');
    for (const [, observe] of days) await observe();
    await market.publish();
    expect(await points()).toEqual(expected);
  });
});

test('files of one moment are laid a second apart, each with its place in the series', async () => {
  await shop('stock');
  await market.observe('shop', '2026-01-01', FIRST);
  await lay('stock', '2026-01-01', ['a,out of stock']);
  await market.publish();
  expect((await points())['a']).toEqual(['01 1000 in_stock', '01 1000 out_of_stock']);
  expect((await market.manifest()).feeds[0]?.current?.as_of).toBe('2026-01-01T00:00:01.000Z');
});

const MANY: Row[] = Array.from({ length: 40 }, (_, at) => ({ sku: `s${at}`, price: `${10 + at}.00` }));

describe('a supplement that strays', () => {
  const FAULTS: Record<string, [lines: string[], reason: RegExp]> = {
    sold_out: [MANY.map(({ sku }) => `${sku},out of stock`), /in stock/],
    hundredfold: [MANY.map(({ sku }, at) => `${sku},,,,,,${10 + at}00.00`), /more than three times/],
    strange: [MANY.map(({ sku }) => `x${sku},in stock`), /no listing of strange\/catalogue has their sku/],
    halved: [MANY.slice(0, 15).map(({ sku }) => `${sku},in stock`), /the one before it had 40/],
  };
  test('is held, its feed goes on, and a person can take it', async () => {
    await shops(Object.keys(FAULTS), 'stock');
    for (const [seller, [lines]] of Object.entries(FAULTS)) {
      await market.observe(seller, '2026-01-01', MANY);
      await lay(
        'stock',
        '2026-01-02',
        MANY.map(({ sku }) => `${sku},in stock`),
        seller,
      );
      await lay('stock', '2026-01-03', lines, seller);
    }
    const held = await market.publish();
    expect(held.accepted).toHaveLength(8);
    const reasons = new Map(held.suspect.map(({ run, reason }) => [`${run.seller}/${run.feed}`, reason]));
    for (const [seller, [, reason]] of Object.entries(FAULTS)) {
      expect(reasons.get(`${seller}/stock`)).toMatch(reason);
      await market.observe(seller, '2026-01-04', MANY);
    }
    const before = await points('sold_out');
    expect((await market.publish()).accepted.map(({ feed }) => feed)).toEqual(Array(4).fill('catalogue'));
    expect(await points('sold_out')).toEqual(before);
    const ids = held.suspect.map(({ run }) => run.run_id);
    const taken = await market.publish({ acceptedByHand: new Set(ids) });
    expect(taken.accepted.map(({ run_id }) => run_id).toSorted()).toEqual(ids.toSorted());
    expect((await points('sold_out'))['s0']).toEqual(['01 1000 in_stock', '03 1000 out_of_stock']);
  });
});

describe('taken back', () => {
  const observe = async (seller: string, skip?: string) => {
    const all: [string, () => Promise<void>][] = [
      ['catalogue 01', () => market.observe(seller, '2026-01-01', FIRST)],
      ['stock 02', () => lay('stock', '2026-01-02', ['a,out of stock', 'b,,15.00'], seller)],
      [
        'catalogue 03',
        () =>
          market.observe(
            seller,
            '2026-01-03',
            FIRST.map((one) => ({ ...one, price: '5.00' })),
          ),
      ],
      ['stock 04', () => lay('stock', '2026-01-04', ['a,out of stock', 'c,,4.00'], seller)],
    ];
    for (const [name, stage] of all) if (name !== skip) await stage();
  };
  test('a run of either leaves history as if it had never been, and stays so', async () => {
    const cases = { first: 'stock 02', last: 'stock 04', primary: 'catalogue 03' };
    const sellers = Object.keys(cases);
    await shops([...sellers, ...sellers.map((name) => `${name}-never`)], 'stock');
    for (const [seller, skipped] of Object.entries(cases)) {
      await observe(seller);
      await observe(`${seller}-never`, skipped);
    }
    await market.publish();
    const retract: Retraction[] = [];
    for (const [seller, run] of Object.entries(cases)) {
      const [feed = '', day] = run.split(' ');
      retract.push(await retraction(feed, `2026-01-${day}`, seller));
    }
    await market.publish({ retract });
    const check = async () => {
      for (const seller of sellers) {
        expect([seller, await points(seller)]).toEqual([seller, await points(`${seller}-never`)]);
        const plain = async (of: string) => (await live(of)).rows.map((one) => ({ ...one, listing_key: '' }));
        expect(await plain(seller)).toEqual(await plain(`${seller}-never`));
      }
    };
    await check();
    await market.publish({ rebuild: true });
    await check();
  });

  test('the events that it told stay, marked, with their opposite behind them', async () => {
    await shop('stock');
    await market.observe('shop', '2026-01-01', FIRST);
    await market.publish();
    await lay('stock', '2026-01-02', ['a,out of stock']);
    await lay('stock', '2026-01-03', ['a,out of stock', 'b,out of stock']);
    await market.publish();
    const { corrected_events } = await market.publish({ retract: [await retraction('stock', '2026-01-03')] });
    expect(corrected_events).toBe(1);
    const told = await query<{ line: string }>(
      'events',
      "type || ' ' || ((payload::json ->> 'retracted_by') is not null) || ' ' || ((payload::json ->> 'corrects') is not null) as line",
    );
    expect(told.map(({ line }) => line).sort()).toEqual([
      'availability.changed false false',
      'availability.changed false true',
      'availability.changed true false',
    ]);
  });
});

test('a price factor is of the feed’s own prices, not of what is laid over them', async () => {
  await shop('sales');
  await market.observe(
    'shop',
    '2026-01-01',
    FIRST.map((one) => ({ ...one, price: `${Number(one.price) * 100}` })),
  );
  await lay('sales', '2026-01-02', ['a,,8.00']);
  await market.publish();
  expect(await row('a')).toMatchObject({ price_minor: '800' });
  const factor = {
    seller: 'shop',
    feed: 'catalogue',
    from: '2026-01-01T00:00:00.000Z',
    factor: '0.01',
    at: '2026-02-01T00:00:00.000Z',
  };
  await market.publish({ priceFactors: [factor] });
  expect(await points()).toEqual({
    a: ['01 1000 in_stock', '02 800 in_stock'],
    b: ['01 2000 in_stock'],
    c: ['01 3000 in_stock'],
  });
  expect(await offered('a')).toBe(800);
});

test('a supplement that the configuration lost lays nothing over the next file of its feed', async () => {
  await shop('stock');
  await market.observe('shop', '2026-01-01', FIRST);
  await lay('stock', '2026-01-02', ['a,out of stock']);
  await market.publish();
  for (const seller of market.sellers)
    seller.feeds = seller.feeds.filter(({ supplements }) => supplements === undefined);
  await market.observe('shop', '2026-01-03', FIRST);
  await market.publish();
  expect((await points())['a']).toEqual(['01 1000 in_stock', '02 1000 out_of_stock', '03 1000 in_stock']);
  expect((await market.manifest()).inputs).toBeUndefined();
});

test('a sku that another feed of the seller lists is no overlap of a supplement', async () => {
  await shop('stock');
  market.addFeed('shop', 'more');
  await market.observe('shop', '2026-01-01', FIRST);
  await market.observe('shop', '2026-01-01', [{ sku: 'z' }], 'more');
  await lay('stock', '2026-01-02', ['a,out of stock']);
  expect((await market.publish()).suspect).toEqual([]);
});
