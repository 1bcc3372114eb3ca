import { expect, test } from 'vitest';
import { TestMarket } from '../pipelines/snapshot/market.ts';
import { indexServer } from './index_server.ts';

const GTIN = '4006381333931';
const GTIN_14 = '04006381333931';

test('what was published is what is served', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const marker = { sku: 'a1', gtin: GTIN, title: 'Boss marker', brand: 'Stabilo', mpn: 'BOSS 70' };
  for (const [day, price] of [
    ['2026-01-01', '12.00'],
    ['2026-01-02', '12.00'],
    ['2026-01-03', '10.00'],
    ['2026-01-04', '10.00'],
  ] as const)
    await market.observe('alpha', day, [{ ...marker, price, url: 'https://alpha.example/p?id=1' }]);
  await market.observe('beta', '2026-01-04', [
    { sku: 'b1', title: 'Marker', brand: 'STABILO', mpn: 'boss-70', price: '11.00' },
    { sku: 'b2', title: 'Gouda', gtin: '2000101000006' },
  ]);
  await market.publish();
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot);
    const { body: product } = await server.get(`/v1/products/${GTIN}`);
    expect(product).toMatchObject({ gtin: GTIN_14, brand: 'Stabilo', sellers: 2, variants: 1 });
    for (const ref of ['alpha:a1', 'beta:b1', 'http://www.alpha.example/p/?id=1&utm_source=mail', GTIN_14])
      expect((await server.post('/v1/resolve', { ref })).body).toMatchObject({
        product_id: product['product_id'],
        listings: [
          { seller: 'alpha', price: 1000 },
          { seller: 'beta', price: 1100 },
        ],
      });
    expect((await server.post('/v1/resolve', { ref: 'beta:2000101000006' })).body).toMatchObject({
      title: 'Gouda',
      gtin: null,
    });
    const rows = [{ id: 'x', brand: 'Stabilo', mpn: 'BOSS-70' }];
    expect((await server.post('/v1/match', { rows })).body).toMatchObject({
      matched: [{ id: 'x', product_id: product['product_id'], method: 'brand_mpn' }],
    });
    expect((await server.get(`/v1/products/${GTIN}/context`)).body).toMatchObject({
      seller: 'alpha',
      current: '$10.00',
      high: '$12.00',
      verdict: 'good',
      covered_days: 3,
      percentile: 16.67,
    });
    expect((await server.get(`/v1/products/${GTIN}/history?seller=alpha`)).body).toMatchObject({
      observations: [
        { price_minor: 1200, from: '2026-01-01T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z', days: 2 },
        { price_minor: 1000, to: null, days: 1 },
      ],
    });
    expect((await server.post('/v1/compare', { ref: 'beta:b1' })).body).toMatchObject({
      best: { seller: 'alpha' },
      spread: '$1.00',
    });
    expect((await server.get('/v1/sellers')).body).toMatchObject({
      sellers: [
        { id: 'alpha', products: 1, identity: 'gtin' },
        { id: 'beta', products: 2, identity: 'brand+title' },
      ],
    });
  });
});

test('an id from before two things turned out to be one answers with what they became', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1', gtin: GTIN }]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b1' }]);
  await market.publish();
  const old = await market.product('beta:b1');
  await market.observe('beta', '2026-01-02', [{ sku: 'b1', gtin: GTIN }]);
  await market.publish();
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`/v1/products/${GTIN}`);
    expect(body['product_id']).not.toBe(old?.product_id);
    expect((await server.get(`/v1/products/${old?.product_id}`)).body).toMatchObject({
      product_id: body['product_id'],
      sellers: 2,
    });
  });
});

test('an id that a product inherited leads to it, though a GTIN or a listing of another product has the same digits', async () => {
  const OTHER = '5901234123457';
  await using market = await TestMarket.open('alpha', 'beta', 'gamma');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1', gtin: GTIN, title: 'Kettle' }]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b1', gtin: GTIN, title: 'Kettle' }]);
  await market.publish();
  // Both had the wrong GTIN; it is another thing's.
  await market.observe('alpha', '2026-01-02', [{ sku: 'a1', gtin: OTHER, title: 'Kettle' }]);
  await market.observe('beta', '2026-01-02', [{ sku: 'b1', gtin: OTHER, title: 'Kettle' }]);
  await market.observe('gamma', '2026-01-02', [{ sku: 'c1', gtin: GTIN, title: 'Marker' }]);
  await market.publish();
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot);
    const titleOf = async (ref: string) => (await server.post('/v1/resolve', { ref })).body['title'];
    expect(await titleOf(GTIN)).toBe('Marker');
    expect(await titleOf(OTHER)).toBe('Kettle');
    for (const [reference, title] of [
      ['alpha:a1', 'Kettle'],
      ['gamma:c1', 'Marker'],
    ] as const) {
      const { body } = await server.get(`/v1/products/${reference}`);
      expect(await titleOf(String(body['product_id']))).toBe(title);
      const offers = await server.get(`/v1/products/${String(body['product_id'])}/offers`);
      const all = offers.body['offers'] as { id: string; variant_id: string }[];
      for (const { id, variant_id } of all) {
        expect(await titleOf(id)).toBe(title);
        expect(await titleOf(variant_id)).toBe(title);
      }
    }
  });
});

test('a sku that names another article now leads to the new offer, and the old one keeps its history', async () => {
  const OTHER = '5901234123457';
  await using market = await TestMarket.open('alpha');
  const kettle = { sku: 'a1', gtin: GTIN, title: 'Kettle 1.7 l', brand: 'Ardentis', price: '40.00' };
  const lamp = { sku: 'a1', gtin: OTHER, title: 'Desk lamp oak', brand: 'Nordlicht', price: '15.00' };
  await market.observe('alpha', '2026-01-01', [kettle]);
  await market.publish();
  await market.observe('alpha', '2026-01-02', [lamp]);
  expect(await market.publish()).toMatchObject({ reused_skus: 1 });
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot);
    const { body: now } = await server.get('/v1/products/alpha:a1');
    expect(now).toMatchObject({ title: 'Desk lamp oak', gtin: `0${OTHER}` });
    const { body: history } = await server.get('/v1/products/alpha:a1/history');
    expect(history).toMatchObject({ observations: [{ price_minor: 1500, to: null }] });
    const { body: before } = await server.get(`/v1/products/${GTIN}/history`);
    expect(before).toMatchObject({
      observations: [{ price_minor: 4000 }, { price_minor: 4000, availability: 'gone' }],
    });
  });
});
