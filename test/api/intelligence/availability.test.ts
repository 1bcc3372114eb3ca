import { describe, expect, test } from 'vitest';
import type { Availability, ChangePoint } from '../../../pipelines/domain/listing.ts';
import { AS_OF, listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`) / 1000;
const point = (day: string, availability: Availability): ChangePoint => ({
  from: at(day),
  currency: 'USD',
  price_minor: 1000,
  landed_minor: null,
  availability,
});
const GTIN = '04006381333931';
const POOL = 'aa';
// Three sellers of one item; beta has it in green too, which costs the same.
const steady = listing('alpha', 'a1', { gtin: GTIN, pool_key: POOL, changes: [point('01-01', 'in_stock')] });
const red = listing('beta', 'b1', {
  gtin: GTIN,
  pool_key: POOL,
  changes: [point('01-01', 'in_stock'), point('06-20', 'out_of_stock')],
});
const green = listing('beta', 'b2', {
  product_id: steady.product_id,
  pool_key: POOL,
  title: 'Thing in green',
  changes: [
    point('01-01', 'in_stock'),
    point('05-01', 'out_of_stock'),
    point('05-11', 'in_stock'),
    point('06-25', 'out_of_stock'),
  ],
});
const left = listing('gamma', 'c1', {
  gtin: GTIN,
  pool_key: POOL,
  changes: [point('01-01', 'in_stock'), point('02-01', 'gone')],
});
const snapshot = listedSnapshot([steady, red, green, left], {
  gaps: { 'alpha/catalogue': [{ from: at('06-01'), to: at('06-11') }] },
});
const path = `/v1/products/${steady.product_id}/availability`;

describe('GET /v1/products/:id/availability', () => {
  test('every seller of the pool, with what was sold out and how often', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(path);
    expect(body).toMatchObject({
      state: 'in_stock',
      in_stock_sellers: 1,
      days: 90,
      sellers: [
        {
          seller: 'alpha',
          state: 'in_stock',
          since: '2026-01-01T00:00:00.000Z',
          quantity_band: null,
          stockouts: 0,
          stockout_share: 0,
        },
        {
          seller: 'beta',
          state: 'out_of_stock',
          since: '2026-06-25T00:00:00.000Z',
          // Red was there while green was out, so the only outage is the one that began on 06-25: 5 of 90 days.
          stockouts: 1,
          stockout_share: 0.0556,
          median_outage_days: null,
          last_seen: AS_OF,
        },
      ],
      variants_out: [{ variant_id: green.variant_id, title: 'Thing in green', state: 'out_of_stock' }],
    });
  });

  test('how many a seller has is the band of what it has most of, and nothing of what it dropped', async () => {
    const counted = [
      { ...steady, stock_band: '3-5' },
      { ...red, stock_band: '0' },
      { ...green, stock_band: '11-20' },
      { ...left, stock_band: '21+' },
    ];
    const server = await indexServer(listedSnapshot(counted));
    const { body } = await server.get(`${path}?days=170`);
    const bands = (body['sellers'] as { seller: string; quantity_band: string | null }[]).map(
      ({ seller, quantity_band }) => [seller, quantity_band],
    );
    expect(Object.fromEntries(bands)).toEqual({ alpha: '3-5', beta: '11-20', gamma: null });
  });

  test('one variant', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?variant_id=${green.variant_id}`);
    expect(body).toMatchObject({
      state: 'out_of_stock',
      in_stock_sellers: 0,
      sellers: [{ seller: 'beta', stockouts: 2, stockout_share: 0.1667, median_outage_days: 10 }],
    });
  });

  test('a longer window has those who left in it', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?days=170&seller=gamma`);
    expect(body).toMatchObject({
      state: 'gone',
      sellers: [{ seller: 'gamma', state: 'gone', stockouts: 0 }],
    });
  });

  test.each([
    ['days=0', 400, 'days'],
    ['seller=nobody', 404, 'seller'],
    ['variant_id=var_0000000000000001', 404, 'variant_id'],
  ])('refuses %s', async (query, status, param) => {
    const server = await indexServer(snapshot);
    expect(await server.get(`${path}?${query}`)).toMatchObject({ status, body: { param } });
  });
});
