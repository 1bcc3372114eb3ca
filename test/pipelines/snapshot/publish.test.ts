import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseId } from '../../../pipelines/domain/key.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { type Row, TestMarket } from './market.ts';

const GTIN = '4006381333931';
const GTIN_14 = '04006381333931';
const OTHER_GTIN = '9780306406157';

const skusOf = (product: { listings: { seller: string; sku: string }[] } | null) =>
  product?.listings.map((listing) => `${listing.seller}:${listing.sku}`).sort();

async function eventsOf(market: TestMarket) {
  const manifest = await market.manifest();
  const paths = await Promise.all((manifest.tables.events ?? []).map((part) => market.store.local(part.key)));
  if (paths.length === 0) return [];
  await using database = await Database.open({ memoryLimit: '256MiB', spill: '/nonexistent' });
  return await database.rows<{ type: string; seller: string; payload: string }>(
    'events',
    `select type, seller, payload from read_parquet(${fileList(paths)}) order by created_at, event_key`,
  );
}

test('listings with the same GTIN are one product, whatever their sellers call them', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [
    { sku: 'a1', gtin: GTIN, title: 'Stabilo Boss highlighter yellow', brand: 'Stabilo' },
  ]);
  await market.observe('beta', '2026-01-01', [
    { sku: 'b1', gtin: GTIN, title: 'Highlighter BOSS, yellow', brand: 'STABILO' },
    { sku: 'b2' },
  ]);
  await market.publish();
  const product = await market.product('alpha:a1');
  expect(skusOf(product)).toEqual(['alpha:a1', 'beta:b1']);
  expect(product?.gtin).toBe(GTIN_14);
  expect(product?.title).toBe(product?.listings[0]?.title);
  expect(
    product?.listings.every((listing) => listing.method === 'gtin_exact' && !listing.gtin_conflict),
  ).toBe(true);
  expect(await market.product(GTIN_14)).toEqual(product);
  expect(skusOf(await market.product('beta:b2'))).toEqual(['beta:b2']);
});

test('one GTIN claimed by different things joins none of them', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [
    { sku: 'a1', gtin: GTIN, title: 'Kettle 1.7 l steel', brand: 'Boilo' },
  ]);
  await market.observe('beta', '2026-01-01', [
    { sku: 'b1', gtin: GTIN, title: 'Running shoe, size 42', brand: 'Fleet' },
  ]);
  const summary = await market.publish();
  expect(summary.match?.gtin_conflicts).toBe(2);
  for (const reference of ['alpha:a1', 'beta:b1']) {
    const product = await market.product(reference);
    expect(skusOf(product)).toEqual([reference]);
    expect(product?.listings[0]?.gtin_conflict).toBe(true);
  }
});

test('a stranger on a shared GTIN is left out, the others stay together', async () => {
  await using market = await TestMarket.open('alpha', 'beta', 'gamma');
  await market.observe('alpha', '2026-01-01', [
    { sku: 'a1', gtin: GTIN, title: 'Kettle 1.7 l steel', brand: 'Boilo' },
  ]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b1', gtin: GTIN, title: 'Steel kettle, 1.7 litres' }]);
  await market.observe('gamma', '2026-01-01', [
    { sku: 'c1', gtin: GTIN, title: 'Running shoe', brand: 'Fleet' },
  ]);
  await market.publish();
  expect(skusOf(await market.product('alpha:a1'))).toEqual(['alpha:a1', 'beta:b1']);
  expect(skusOf(await market.product('gamma:c1'))).toEqual(['gamma:c1']);
  expect(skusOf(await market.product(GTIN_14))).toEqual(['alpha:a1', 'beta:b1']);
});

test('brand and part number join listings without GTIN, unless the number names a family or a style', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [
    { sku: 'joined', gtin: GTIN, brand: 'Sonique', mpn: 'WH-1000' },
    { sku: 'family1', gtin: OTHER_GTIN, brand: 'Sonique', mpn: 'FAM-1' },
    { sku: 'family2', gtin: '036000291452', brand: 'Sonique', mpn: 'FAM-1' },
    { sku: 'plain', brand: 'Sonique', mpn: 'PL-77' },
    { sku: 'style', brand: 'Sonique', mpn: 'STYLE-9' },
  ]);
  await market.observe('beta', '2026-01-01', [
    { sku: 'joined', brand: 'SONIQUE', mpn: 'wh1000' },
    { sku: 'family', brand: 'Sonique', mpn: 'FAM 1' },
    { sku: 'plain', brand: 'sonique', mpn: 'pl77' },
    { sku: 'style40', brand: 'Sonique', mpn: 'STYLE-9' },
    { sku: 'style41', brand: 'Sonique', mpn: 'STYLE-9' },
  ]);
  await market.publish();
  expect(skusOf(await market.product('beta:joined'))).toEqual(['alpha:joined', 'beta:joined']);
  expect(skusOf(await market.product('beta:plain'))).toEqual(['alpha:plain', 'beta:plain']);
  expect(skusOf(await market.product('beta:family'))).toEqual(['beta:family']);
  expect(skusOf(await market.product('beta:style40'))).toEqual(['beta:style40']);
  expect(skusOf(await market.product('alpha:style'))).toEqual(['alpha:style']);
});

test('item groups tie variants into one product, across sellers', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const shoe = (sku: string, gtin: string, group: string, color: string): Row => ({
    sku,
    gtin,
    item_group_id: group,
    color,
    title: `Trail shoe ${color}`,
  });
  await market.observe('alpha', '2026-01-01', [
    shoe('a-red', GTIN, 'g1', 'red'),
    shoe('a-blue', OTHER_GTIN, 'g1', 'blue'),
  ]);
  await market.observe('beta', '2026-01-01', [
    shoe('b-blue', OTHER_GTIN, 'x', 'blue'),
    shoe('b-green', '036000291452', 'x', 'green'),
  ]);
  await market.publish();
  const product = await market.product('alpha:a-red');
  expect(skusOf(product)).toEqual(['alpha:a-blue', 'alpha:a-red', 'beta:b-blue', 'beta:b-green']);
  expect(product?.variants.map((variant) => variant.attributes['general.color']).sort()).toEqual([
    'blue',
    'green',
    'red',
  ]);
});

test('a listing that gains its GTIN joins the others, and its old ids lead there', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1', gtin: GTIN, title: 'Blue kettle' }]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b1', title: 'Blue kettle' }]);
  await market.publish();
  const alone = await market.product('beta:b1');
  const kept = await market.product('alpha:a1');
  await market.observe('beta', '2026-01-02', [{ sku: 'b1', gtin: GTIN, title: 'Blue kettle' }]);
  await market.publish();
  const joined = await market.product('beta:b1');
  expect(skusOf(joined)).toEqual(['alpha:a1', 'beta:b1']);
  expect(joined?.product_id).toBe(kept?.product_id);
  await market.read((snapshot) => {
    for (const id of [alone?.product_id, alone?.variants[0]?.variant_id])
      expect(snapshot.find(parseId(id ?? '')?.key ?? 0n)?.product_id).toBe(joined?.product_id);
  });
});

test('a product keeps its id when it gains a variant or loses the listing that named it', async () => {
  await using market = await TestMarket.open('alpha');
  const rows: Row[] = [
    { sku: 's1', gtin: GTIN, item_group_id: 'g' },
    { sku: 's2', gtin: OTHER_GTIN, item_group_id: 'g' },
  ];
  await market.observe('alpha', '2026-01-01', rows.slice(0, 1));
  await market.publish();
  const first = await market.product('alpha:s1');
  await market.observe('alpha', '2026-01-02', rows);
  await market.publish();
  await market.observe('alpha', '2026-01-03', rows.slice(1));
  await market.publish();
  expect((await market.product('alpha:s2'))?.product_id).toBe(first?.product_id);
});

test('a series is a list of change points; unseen listings go, come back and are told', async () => {
  await using market = await TestMarket.open('alpha');
  const day = async (date: string, rows: Row[]) => {
    await market.observe('alpha', date, rows);
    await market.publish();
  };
  await day('2026-01-01', [{ sku: 'x', price: '10.00' }, { sku: 'y' }]);
  await day('2026-01-02', [{ sku: 'x', price: '10.00' }, { sku: 'y' }]);
  await day('2026-01-03', [{ sku: 'x', price: '12.00' }, { sku: 'y' }]);
  await day('2026-01-04', [{ sku: 'y', availability: 'out of stock' }]);
  await day('2026-01-05', [{ sku: 'x', price: '9.00' }, { sku: 'y' }]);
  const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  const x = (await market.product('alpha:x'))?.listings[0];
  expect(x?.changes.map(({ from, price_minor, availability }) => [from, price_minor, availability])).toEqual([
    [at('2026-01-01'), 1000, 'in_stock'],
    [at('2026-01-03'), 1200, 'in_stock'],
    [at('2026-01-04'), 1200, 'gone'],
    [at('2026-01-05'), 900, 'in_stock'],
  ]);
  const events = (await eventsOf(market)).map((event) => [event.type, JSON.parse(event.payload)]);
  const told = (...pairs: unknown[][]) => pairs.map((pair) => JSON.stringify(pair)).sort();
  expect(told(...events)).toEqual(
    told(
      [
        'price.changed',
        {
          previous: { price_minor: 1000, currency: 'USD' },
          current: { price_minor: 1200, currency: 'USD' },
          currency: 'USD',
        },
      ],
      ['seller.changed', { change: 'removed' }],
      ['availability.changed', { previous: { state: 'in_stock' }, current: { state: 'out_of_stock' } }],
      ['seller.changed', { change: 'added' }],
      ['availability.changed', { previous: { state: 'out_of_stock' }, current: { state: 'in_stock' } }],
    ),
  );
});

test('an unchanged feed moves last_seen and nothing else', async () => {
  await using market = await TestMarket.open('alpha');
  const rows = [{ sku: 'x' }, { sku: 'y', gtin: GTIN }];
  await market.observe('alpha', '2026-01-01', rows);
  await market.publish();
  const before = await market.manifest();
  await market.observe('alpha', '2026-01-02', rows);
  const summary = await market.publish();
  const after = await market.manifest();
  expect(summary).toMatchObject({ new_changes: 0, new_events: 0, documents_written: 0 });
  expect(after.tables).toEqual(before.tables);
  expect(after.snapshot_id).not.toBe(before.snapshot_id);
  expect((await market.product('alpha:x'))?.listings[0]?.last_seen).toBe('2026-01-02T00:00:00.000Z');
});

test('with nothing staged nothing is published', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'x' }]);
  await market.publish();
  const before = await market.manifest();
  expect((await market.publish()).snapshot_id).toBeNull();
  expect(await market.manifest()).toEqual(before);
});

const manyRows = (price: (index: number) => string, count = 20): Row[] =>
  Array.from({ length: count }, (_, index) => ({ sku: `s${index}`, price: price(index) }));

test('a feed-wide price jump waits for a person while the last good offers stay live', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe(
    'alpha',
    '2026-01-01',
    manyRows(() => '10.00'),
  );
  await market.observe('beta', '2026-01-01', [{ sku: 'b' }]);
  await market.publish();
  await market.observe(
    'alpha',
    '2026-01-02',
    manyRows(() => '1000.00'),
  );
  await market.observe('beta', '2026-01-02', [{ sku: 'b', price: '11.00' }]);
  const stopped = await market.publish();
  expect(stopped.suspect.map(({ run, reason }) => [run.seller, reason])).toEqual([
    ['alpha', expect.stringContaining('20 of 20 prices are more than three times')],
  ]);
  expect((await market.product('alpha:s0'))?.listings[0]?.price_minor).toBe(1000);
  expect((await market.product('beta:b'))?.listings[0]?.price_minor).toBe(1100);
  const accepted = await market.publish({
    acceptedByHand: new Set(stopped.suspect.map(({ run }) => run.run_id)),
  });
  expect(accepted.accepted).toHaveLength(1);
  expect((await market.product('alpha:s0'))?.listings[0]?.price_minor).toBe(100_000);
});

test('a run that lost more than half of its listings is suspect; the next good one goes on from the last good', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe(
    'alpha',
    '2026-01-01',
    manyRows(() => '10.00'),
  );
  await market.publish();
  await market.observe(
    'alpha',
    '2026-01-02',
    manyRows(() => '10.00', 9),
  );
  expect((await market.publish()).suspect).toHaveLength(1);
  await market.observe(
    'alpha',
    '2026-01-03',
    manyRows(() => '11.00'),
  );
  const summary = await market.publish();
  expect(summary.accepted.map((run) => run.as_of)).toEqual(['2026-01-03T00:00:00.000Z']);
  expect((await market.product('alpha:s15'))?.listings[0]?.changes.map((point) => point.price_minor)).toEqual(
    [1000, 1100],
  );
});

test('a late run is refused, and with backfill the series is what it would have been in order', async () => {
  const days: [string, Row[]][] = [
    ['2026-01-01', [{ sku: 'x', price: '10.00' }, { sku: 'y' }]],
    ['2026-01-02', [{ sku: 'x', price: '8.00' }, { sku: 'z' }]],
    ['2026-01-03', [{ sku: 'x', price: '10.00' }, { sku: 'y' }]],
  ];
  await using ordered = await TestMarket.open('alpha', 'beta');
  await using late = await TestMarket.open('alpha', 'beta');
  for (const market of [ordered, late]) await market.observe('beta', '2026-01-01', [{ sku: 'b' }]);
  for (const [date, rows] of days) {
    await ordered.observe('alpha', date, rows);
    await ordered.publish();
  }
  for (const index of [0, 2]) {
    await late.observe('alpha', ...(days[index] as [string, Row[]]));
    await late.publish();
  }
  await late.observe('alpha', ...(days[1] as [string, Row[]]));
  const refused = await late.publish();
  expect(refused).toMatchObject({ snapshot_id: null, accepted: [] });
  expect(refused.late.map((run) => run.as_of)).toEqual(['2026-01-02T00:00:00.000Z']);
  await late.publish({ backfill: true });
  for (const reference of ['alpha:x', 'alpha:y', 'alpha:z', 'beta:b'])
    expect((await late.product(reference))?.listings).toEqual((await ordered.product(reference))?.listings);
  expect((await late.contents())['changes']).toEqual((await ordered.contents())['changes']);
});

test('a backfill that needs collected rows says so, and the index stays as it is', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'x' }]);
  await market.publish();
  await market.observe('alpha', '2026-01-03', [{ sku: 'x', price: '11.00' }]);
  await market.publish();
  const before = await market.manifest();
  const [first] = await publishedRuns(market.store, before);
  await rm(market.folder.staged(first?.stage_id ?? ''), { recursive: true });
  await market.observe('alpha', '2026-01-02', [{ sku: 'x', price: '12.00' }]);
  await expect(market.publish({ backfill: true })).rejects.toThrow('alpha/catalogue cannot be rebuilt');
  expect(await market.manifest()).toEqual(before);
});

test('two files for the same moment are one observation: the later one staged', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'x', price: '10.00' }]);
  await market.observe('alpha', '2026-01-01', [{ sku: 'x', price: '11.00' }]);
  const summary = await market.publish();
  expect(summary.accepted).toHaveLength(1);
  // Nobody is asked about the other one: it waits no more.
  expect([summary.late.length, summary.suspect.length, summary.passed.length]).toEqual([0, 0, 1]);
  expect((await market.product('alpha:x'))?.listings[0]?.changes.map((point) => point.price_minor)).toEqual([
    1100,
  ]);
});

test('a sku in two feeds of one seller stops the feed that came later, and nobody else', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  market.addFeed('alpha', 'extra');
  await market.observe('alpha', '2026-01-01', [{ sku: 'x' }, { sku: 'y' }]);
  await market.observe('alpha', '2026-01-01', [{ sku: 'z' }, { sku: 'y', price: '99.00' }], 'extra');
  await market.observe('beta', '2026-01-01', [{ sku: 'b' }]);
  const first = await market.publish();
  expect(first.suspect.map(({ run, reason }) => [run.feed, reason])).toEqual([
    ['extra', expect.stringContaining('sku y is also in another feed of alpha')],
  ]);
  expect((await market.product('alpha:y'))?.listings[0]?.price_minor).toBe(1000);
  expect(await market.product('beta:b')).not.toBeNull();
  expect(await market.product('alpha:z')).toBeNull();
  await market.observe('alpha', '2026-01-02', [{ sku: 'z' }], 'extra');
  await market.publish();
  expect(await market.product('alpha:z')).not.toBeNull();
});

test('silence longer than three intervals is a gap', async () => {
  await using market = await TestMarket.open('alpha');
  for (const date of ['2026-01-01', '2026-01-02', '2026-01-10'])
    await market.observe('alpha', date, [{ sku: 'x' }]);
  await market.publish();
  const gaps = await market.read((snapshot) => snapshot.gaps('alpha', 'catalogue'));
  expect(gaps).toEqual([
    { from: Date.parse('2026-01-03T00:00:00Z') / 1000, to: Date.parse('2026-01-10T00:00:00Z') / 1000 },
  ]);
});

test('many runs published at once leave the same tables as one by one', async () => {
  await using once = await TestMarket.open('alpha', 'beta');
  await using stepwise = await TestMarket.open('alpha', 'beta');
  const prices = ['10.00', '12.00', '12.00', '9.50'];
  for (const market of [once, stepwise]) {
    for (const [index, price] of prices.entries()) {
      const date = `2026-01-0${index + 1}`;
      await market.observe('alpha', date, [
        { sku: 'x', price, gtin: GTIN },
        ...(index % 2 ? [{ sku: 'y' }] : []),
      ]);
      await market.observe('beta', date, [{ sku: 'b', gtin: GTIN, price: '11.00' }]);
      if (market === stepwise) await market.publish();
    }
    await market.publish();
  }
  const [a, b] = [await once.contents(), await stepwise.contents()];
  for (const table of [
    'changes',
    'events',
    'vanished',
    'identities',
    'keys',
    'members',
    'products',
    'documents',
  ])
    expect([table, a[table]]).toEqual([table, b[table]]);
});

test('a rebuild clusters as before and keeps every id', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [
    { sku: 'x', gtin: GTIN, item_group_id: 'g' },
    { sku: 'y', item_group_id: 'g' },
    { sku: 'z' },
  ]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b', gtin: GTIN }]);
  await market.publish();
  const before = await market.contents();
  await market.publish({ rebuild: true });
  expect(await market.contents()).toEqual(before);
});

test('a seller that leaves the configuration leaves the index', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [{ sku: 'x', gtin: GTIN }]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b', gtin: GTIN }]);
  await market.publish();
  market.sellers = market.sellers.slice(0, 1);
  await market.publish();
  expect(skusOf(await market.product('alpha:x'))).toEqual(['alpha:x']);
  expect((await market.manifest()).sellers.map((seller) => seller.id)).toEqual(['alpha']);
});
