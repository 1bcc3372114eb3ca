import { expect, test } from 'vitest';
import { RunReads } from '../../../warehouse/run_reads.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { listedSnapshot } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const thing = (sku: string, price: string, parts = {}) => ({ sku, price, brand: 'Ardentis', ...parts });

test('GET /v1/sellers/:id/trust tells signals from prices, listings and runs', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  // By hand: alpha asks 10 for two days and 20 for two; beta asks 10 throughout, and drops one of four listings.
  for (const [day, price] of [
    ['2026-01-01', '10.00'],
    ['2026-01-02', '10.00'],
    ['2026-01-03', '20.00'],
    ['2026-01-04', '20.00'],
    ['2026-01-05', '20.00'],
  ] as const)
    await market.observe('alpha', day, [thing('a1', price)]);
  const four = ['b1', 'b2', 'b3', 'b4'].map((sku) => thing(sku, '10.00'));
  await market.observe('beta', '2026-01-03', four);
  await market.observe('beta', '2026-01-05', [
    ...four.slice(0, 2),
    thing('b3', '10.00', { brand: 'ARDENTIS' }),
  ]);
  // No file of offers: the health of its feeds does not count it.
  market.addInput('alpha', 'stores');
  await market.observeInput('alpha', 'stores', '2026-01-05', ['store_code,name', 'S1,First']);
  await market.publish();
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot, {}, { runs: new RunReads(market.store, market.folder) });
    expect((await server.get('/v1/sellers/alpha/trust')).body).toMatchObject({
      seller: 'alpha',
      kind: 'retailer',
      first_seen: '2026-01-01',
      signals: {
        listings_tracked: 1,
        price_volatility_percentile: 75,
        delist_rate_90d: 0,
        stock_accuracy: null,
        feed_health: { read: 5, missed: 0, failed: 0, held: 0, share: 1 },
      },
      brand_authorisation: [{ brand: 'Ardentis', status: 'unknown' }],
      flags: [],
    });
    expect((await server.get('/v1/sellers/beta/trust')).body).toMatchObject({
      first_seen: '2026-01-03',
      signals: {
        listings_tracked: 3,
        price_volatility_percentile: 25,
        delist_rate_90d: 0.25,
        feed_health: { read: 2 },
      },
      brand_authorisation: [{ brand: 'Ardentis' }],
    });
    expect(await server.get('/v1/sellers/nobody/trust')).toMatchObject({
      status: 404,
      body: { param: 'id' },
    });
  });
});

test('of a seller that was never read nothing is known', async () => {
  await using market = await TestMarket.open();
  const snapshot = listedSnapshot([], { sellers: [{ id: 'idle', feeds: [] }] });
  const server = await indexServer(snapshot, {}, { runs: new RunReads(market.store, market.folder) });
  expect((await server.get('/v1/sellers/idle/trust')).body).toMatchObject({
    first_seen: null,
    signals: { listings_tracked: 0, price_volatility_percentile: null, delist_rate_90d: null },
    brand_authorisation: [],
    flags: [],
  });
});
