import { describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const near = listing('alpha', 'a1', { gtin: GTIN, price_minor: 1000, landed_minor: 1600 });
const far = listing('beta', 'b1', { gtin: GTIN, price_minor: 1200, landed_minor: 1200 });
const out = listing('gamma', 'g1', { gtin: GTIN, price_minor: 10, availability: 'out_of_stock' });
const euro = listing('gamma', 'g2', { gtin: GTIN, price_minor: 20, currency: 'EUR' });
const green = listing('gamma', 'g3', { product_id: near.product_id, price_minor: 500 });
const snapshot = listedSnapshot([
  near,
  far,
  out,
  euro,
  green,
  listing('beta', 'b9', { availability: 'out_of_stock' }),
]);

describe('POST /v1/compare', () => {
  test('best and spread are of what can be bought in the market’s currency; offers are all, by landed cost', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.post('/v1/compare', { ref: GTIN });
    expect(body).toMatchObject({
      product_id: near.product_id,
      variant_id: near.variant_id,
      best: { seller: 'beta', price: '$12.00', price_minor: 1200, currency: 'USD' },
      spread: '$2.00',
      spread_minor: 200,
      offers: [
        { id: far.offer_id, comparable: true, source: { channel: 'listing_view', confidence: 0.94 } },
        { id: near.offer_id },
        { id: out.offer_id, purchasable: false },
        { id: euro.offer_id, price: '€0.20', comparable: false },
      ],
    });
  });

  test('a product reference compares the pool that most sellers carry, never variants that may cost differently', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.post('/v1/compare', { ref: near.product_id });
    expect(body).toMatchObject({
      variant_id: near.variant_id,
      pooled_variants: [near.variant_id],
      condition: 'new',
      best: { seller: 'beta', price: '$12.00' },
      spread: '$2.00',
    });
  });

  test('with nothing to buy there is no best', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.post<{ offers: unknown[] }>('/v1/compare', { ref: 'beta:b9' });
    expect(body).toMatchObject({ best: null, spread: null, spread_minor: null });
    expect(body.offers).toHaveLength(1);
  });

  test('names what is wrong', async () => {
    const server = await indexServer(snapshot);
    expect(await server.post('/v1/compare', { ref: '4006381333932' })).toMatchObject({ status: 422 });
    expect(await server.post('/v1/compare', {})).toMatchObject({ status: 400, body: { param: 'ref' } });
  });
});
