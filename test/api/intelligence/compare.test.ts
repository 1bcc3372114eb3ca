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

  test('a price that cannot be is not best while another offer is left, keeps its place, and is told', async () => {
    const sold = (seller: string, price_minor: number) => listing(seller, 'w1', { gtin: GTIN, price_minor });
    const cheap = sold('delta', 3_900);
    const market = [sold('alpha', 10_000), sold('beta', 10_200), sold('gamma', 9_900)];
    const server = await indexServer(listedSnapshot([...market, cheap]));
    const { body } = await server.post<{ offers: { id: string }[] }>('/v1/compare', { ref: GTIN });
    expect(body).toMatchObject({ best: { seller: 'gamma', price: '$99.00' }, spread: '$63.00' });
    expect(body).toHaveProperty(
      'note',
      expect.stringMatching(/^left aside: the offer of delta for \$39\.00: It costs \$39\.00, 39 % of/),
    );
    expect(body.offers[0]?.id).toBe(cheap.offer_id);
    // at .41 of the market it is merely odd
    server.serve({ ...listedSnapshot([...market, sold('delta', 4_100)]), id: 'snp_0000000000000004' });
    const odd = await server.post('/v1/compare', { ref: GTIN });
    expect(odd.body).toMatchObject({ best: { seller: 'delta', price: '$41.00' }, note: null });
    // search says the same, and takes it where nothing else passes
    server.serve({ ...listedSnapshot([...market, cheap]), id: 'snp_0000000000000005' });
    const best = async (query: string) =>
      (await server.get<{ results: { best: { seller: string } }[] }>(`/v1/search?q=${GTIN}${query}`)).body
        .results[0]?.best.seller;
    expect(await best('')).toBe('gamma');
    expect(await best('&max_price=5000')).toBe('delta');
  });

  test('names what is wrong', async () => {
    const server = await indexServer(snapshot);
    expect(await server.post('/v1/compare', { ref: '4006381333932' })).toMatchObject({ status: 422 });
    expect(await server.post('/v1/compare', {})).toMatchObject({ status: 400, body: { param: 'ref' } });
  });
});
