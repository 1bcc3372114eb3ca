import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TabledKind } from '../../../pipelines/domain/inputs/kinds.ts';
import { POLICIES, type Policy } from '../../../pipelines/domain/policy.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { RunReads } from '../../../warehouse/run_reads.ts';
import { indexServer } from '../../api/index_server.ts';
import { TestMarket } from '../snapshot/market.ts';

const GTIN = '4006381333931';
const kettle = { gtin: GTIN, title: 'Kettle 1.7 l', brand: 'Ardentis', mpn: 'K-17' };

/** Events of the market so far: `beta minimum_price 2026-01-02`. */
async function told(market: TestMarket): Promise<string[]> {
  const parts = (await market.manifest()).tables.events ?? [];
  const paths = await Promise.all(parts.map((part) => market.store.local(part.key)));
  if (paths.length === 0) return [];
  await using database = await Database.open({ memoryLimit: '256MiB', spill: '' });
  const rows = await database.rows<{ told: string }>(
    'read events',
    `select concat_ws(' ', seller, payload ->> 'policy', left(payload ->> 'since', 10)) as told
     from read_parquet(${fileList(paths)}) where type = 'policy.violated' order by told`,
  );
  return rows.map((row) => row.told);
}

/** Alpha and beta sell a kettle, of which a brand says who may and for how much. */
async function openMarket(...kinds: TabledKind[]): Promise<TestMarket> {
  const market = await TestMarket.open('alpha', 'beta');
  market.sellers.push({
    ...(market.sellers[0] as (typeof market.sellers)[0]),
    id: 'brand.ardentis',
    name: 'Ardentis',
    feeds: [],
  });
  for (const kind of kinds) market.addInput('brand.ardentis', kind);
  return market;
}

test('a price below a brand’s least one is told once, from the day that it is, and again when it comes back', async () => {
  await using market = await openMarket('minimum_prices');
  const prices = async (day: string, alpha: string, beta: string) => {
    await market.observe('alpha', day, [{ sku: 'a1', ...kettle, price: alpha }]);
    await market.observe('beta', day, [
      { sku: 'b1', ...kettle, price: beta },
      { sku: 'b2', ...kettle, price: '20.00', condition: 'used' },
      { sku: 'b3', ...kettle, gtin: '', price: '38.00' },
      { sku: 'b4', title: 'Lamp', price: '1.00' },
    ]);
    await market.publish();
  };
  await market.observeInput('brand.ardentis', 'minimum_prices', '2026-01-01', [
    'gtin,price',
    `${GTIN},40.00`,
  ]);
  await prices('2026-01-01', '45.00', '41.00');
  // b3 states no GTIN; brand and part number make it the same item.
  expect(await told(market)).toEqual(['beta minimum_price 2026-01-01']);
  await prices('2026-01-02', '40.00', '39.99');
  const both = ['beta minimum_price 2026-01-01', 'beta minimum_price 2026-01-02'];
  expect(await told(market)).toEqual(both);
  await prices('2026-01-03', '40.00', '39.00');
  await market.publish({ rebuild: true });
  expect(await told(market)).toEqual(both);
  await prices('2026-01-04', '40.00', '42.00');
  await prices('2026-01-05', '40.00', '39.00');
  expect(await told(market)).toEqual([...both, 'beta minimum_price 2026-01-05']);
});

test('a list tells of sellers that it does not name, since it is there, and of nobody once it is gone', async () => {
  await using market = await openMarket('authorisations');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1', ...kettle }]);
  // Beta states no brand; its product has one.
  await market.observe('beta', '2026-01-01', [{ sku: 'b1', gtin: GTIN, title: kettle.title }]);
  await market.publish();
  expect(await told(market)).toEqual([]);
  await market.observeInput('brand.ardentis', 'authorisations', '2026-01-02', [
    'seller,status',
    'alpha,authorised',
  ]);
  await market.publish();
  expect(await told(market)).toEqual(['beta unauthorised_seller 2026-01-02']);
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot, {}, { runs: new RunReads(market.store, market.folder) });
    expect((await server.get('/v1/sellers/beta/trust')).body).toMatchObject({
      brand_authorisation: [
        { brand: 'Ardentis', status: 'unauthorised', note: 'The brand’s list does not name it.' },
      ],
      flags: [{ code: 'unauthorised_brand' }],
    });
    expect((await server.get('/v1/sellers/alpha/trust')).body).toMatchObject({
      brand_authorisation: [{ brand: 'Ardentis', status: 'authorised' }],
      flags: [],
    });
    expect((await server.get('/v1/offers/beta:b1/risk')).body).toMatchObject({
      risk: 'elevated',
      flags: [
        {
          code: 'unauthorised_seller',
          detail: 'Ardentis publishes who may sell it. The brand’s list does not name it.',
        },
      ],
    });
  });
  await market.observeInput('brand.ardentis', 'authorisations', '2026-01-03', [
    'seller,status',
    'alpha,',
    'beta,',
  ]);
  await market.publish();
  expect((await market.manifest()).tables.violations?.[0]?.rows).toBe(0);
  expect(await told(market)).toHaveLength(1);
});

test('an inflated reference price is told where the configuration asks for it', async () => {
  await using market = await openMarket();
  const feed = market.sellers[0]?.feeds[0];
  if (feed?.mapping) feed.mapping['sale_price'] = 'net_content';
  const policies: Policy[] = [...POLICIES];
  for (const [day, price, sale] of [
    ['2026-01-01', '10.00', ''],
    ['2026-01-04', '10.00', ''],
    ['2026-01-07', '10.00', ''],
    ['2026-01-10', '15.00', '9.00'],
  ] as const)
    await market.observe('alpha', day, [{ sku: 'a1', ...kettle, price, net_content: sale }]);
  await market.publish();
  expect(await told(market)).toEqual([]);
  await market.publish({ policies });
  expect(await told(market)).toEqual(['alpha reference_price_inflated 2026-01-10']);
  await market.publish({ policies, rebuild: true });
  expect(await told(market)).toHaveLength(1);
});

test('stock accuracy is that of the deliveries of 90 days, from 20 orders on', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.observe('alpha', '2026-06-01', [{ sku: 'a1' }]);
  market.addInput('alpha', 'deliveries');
  const header = 'order_id,sku,ordered_at,status,cancel_reason';
  const order = (id: number, status: string, day = '2026-05-01') => `o${id},a1,${day},${status}`;
  // By hand: 19 delivered, one cancelled for want of stock in two rows, one by the customer; one long ago: 1 - 1/21.
  const lines = [
    ...Array.from({ length: 19 }, (_, id) => order(id, 'delivered,')),
    order(19, 'cancelled,out_of_stock'),
    'o19,a2,2026-05-01,delivered,',
    order(20, 'cancelled,customer'),
    order(21, 'cancelled,out_of_stock', '2026-01-01'),
  ];
  await market.observeInput('alpha', 'deliveries', '2026-06-01', [header, ...lines.slice(0, 19)]);
  await market.publish();
  const accuracy = async () =>
    market.read(async (snapshot) => {
      const server = await indexServer(snapshot, {}, { runs: new RunReads(market.store, market.folder) });
      const { body } = await server.get<{ signals: { stock_accuracy: number | null } }>(
        '/v1/sellers/alpha/trust',
      );
      return body.signals.stock_accuracy;
    });
  expect(await accuracy()).toBeNull();
  await market.observeInput('alpha', 'deliveries', '2026-06-02', [header, ...lines]);
  await market.publish();
  expect(await accuracy()).toBe(0.9524);
  // A file of the same moment corrects the one before: two more were cancelled for want of stock.
  const corrected = lines.map((line) =>
    line.replace(/^(o1[78],.*),delivered,$/, '$1,cancelled,out_of_stock'),
  );
  await market.observeInput('alpha', 'deliveries', '2026-06-02', [header, ...corrected]);
  await market.publish();
  expect(await accuracy()).toBe(0.8571);
});

test('below a least price stands what costs less now, since it last came down to that or the list came', async () => {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: '', threads: 1 });
  const statement = readFileSync(
    new URL('../../../pipelines/policy/sql/below_minimum.sql', import.meta.url),
    'utf8',
  );
  const dayOf = (day: number) => `timestamp '2026-01-01' + interval ${day} day`;
  const point = fc.record({
    day: fc.nat(60),
    price: fc.constantFrom(900, 950, 1000, 1100),
    isGone: fc.constantFrom(false, false, false, true),
  });
  const history = fc
    .array(point, { minLength: 1, maxLength: 8 })
    .map((all) => [...new Map(all.map((one) => [one.day, one])).values()].sort((a, b) => a.day - b.day));
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.nat(25),
      fc.constantFrom(false, false, false, true),
      async (points, listed, isUsed) => {
        const last = points.at(-1) as (typeof points)[0];
        await database.script(
          'define offers',
          `create or replace temp table standing (policy varchar, listing_key ubigint, brand varchar, since timestamp, detail varchar);
         create or replace temp table minimum_prices as select 'g' as gtin, null::varchar as mpn, 'Ardentis' as brand, 1000 as price_minor, 'USD' as currency, 'brand.ardentis' as publisher, ${dayOf(listed)} as as_of, null::date as "from", null::date as "to";
         create or replace temp table catalogue_rows as select 1::ubigint as listing_key, 'g' as gtin, null::varchar as mpn, ${last.price} as price_minor, 'USD' as currency, '${isUsed ? 'used' : 'new'}' as condition, 'in_stock' as availability, ${last.isGone ? 'now()' : 'null'}::timestamp as gone_since;
         create or replace temp table assignments as select 1::ubigint as listing_key, 1::ubigint as variant_key, false as gtin_conflict;
         create or replace temp table branded as select 1::ubigint as listing_key, 'Ardentis' as brand;
         create or replace temp table all_changes as from (values ${points
           .map(
             ({ day, price, isGone }) =>
               `(1::ubigint, ${dayOf(day)}, ${price}, '${isGone ? 'gone' : 'in_stock'}')`,
           )
           .join(', ')}) as t(listing_key, from_at, price_minor, availability);`,
        );
        await database.run('find prices below', statement, { today: '2026-04-01' });
        const rows = await database.rows<{ day: number }>(
          'read standing',
          "select datediff('day', timestamp '2026-01-01', since)::integer as day from standing",
        );
        const stands = !last.isGone && !isUsed && last.price < 1000;
        const begun = points.findLastIndex(({ price, isGone }) => isGone || price >= 1000) + 1;
        expect(rows).toEqual(stands ? [{ day: Math.max(points[begun]?.day ?? 0, listed) }] : []);
      },
    ),
    { numRuns: 100 },
  );
});
