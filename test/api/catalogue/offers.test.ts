import { describe, expect, test } from 'vitest';
import { AS_OF, listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const api = listing('alpha', 'a1', {
  gtin: GTIN,
  price_minor: 1000,
  landed_minor: 1599,
  delivery_minor: 599,
  url: 'https://alpha.example/1',
});
const feed = listing('beta', 'b1', {
  gtin: GTIN,
  price_minor: 1200,
  landed_minor: 1200,
  delivery_minor: 0,
  last_seen: '2026-06-26T00:00:00.000Z',
  confidence: 0.5,
});
const used = listing('beta', 'b2', {
  gtin: GTIN,
  price_minor: 1300,
  condition: 'used',
  availability: 'unknown',
});
const out = listing('gamma', 'g1', { gtin: GTIN, price_minor: 100, availability: 'out_of_stock' });
const yen = listing('gamma', 'g2', { gtin: GTIN, price_minor: 1, currency: 'JPY' });
const gone = listing('gamma', 'g3', { gtin: GTIN, price_minor: 1, availability: 'gone' });
const green = listing('alpha', 'a2', { product_id: api.product_id, price_minor: 1250 });
const snapshot = listedSnapshot([api, feed, used, out, yen, gone, green], {
  sellers: [
    { id: 'alpha', access: 'direct_api', kind: 'brand_storefront' },
    { id: 'beta' },
    { id: 'gamma' },
    { id: 'idle' },
  ],
});

interface Offers {
  offers: { id: string; [field: string]: unknown }[];
  next_cursor: string | null;
}
const ids = ({ offers }: Offers) => offers.map(({ id }) => id);
const path = `/v1/products/${api.product_id}/offers`;

describe('GET /v1/products/:id/offers', () => {
  test('every live offer, ranked, with all that is known of it', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Offers>(path);
    expect(ids(body)).toEqual([feed, green, api, used, out, yen].map(({ offer_id }) => offer_id));
    expect(body.next_cursor).toBeNull();
    const seen = { channel: 'direct_api', confidence: 0.99, observed_at: AS_OF };
    expect(body.offers[2]).toEqual({
      id: api.offer_id,
      seller: 'alpha',
      seller_kind: 'brand_storefront',
      sku: 'a1',
      variant_id: api.variant_id,
      title: 'Thing a1',
      price: '$10.00',
      price_minor: 1000,
      list_price_minor: null,
      landed: '$15.99',
      landed_minor: 1599,
      currency: 'USD',
      comparable: true,
      condition: 'new',
      availability: 'in_stock',
      purchasable: true,
      delivers_by: null,
      url: 'https://alpha.example/1',
      thumb: null,
      observed_at: AS_OF,
      match: { method: 'gtin_exact', confidence: 0.99 },
      gtin_conflict: false,
      source: { channel: 'direct_api', confidence: 0.98 },
      provenance: { price: seen, landed: seen, condition: seen, availability: seen, url: seen },
    });
    expect(body.offers[5]).toMatchObject({ price: '¥1', currency: 'JPY', comparable: false });
  });

  test('confidence falls with age, and an offer’s with doubt about its match', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Offers>(path);
    expect(body.offers[0]).toMatchObject({
      source: { channel: 'listing_view', confidence: 0.24 },
      provenance: { price: { confidence: 0.48, observed_at: '2026-06-26T00:00:00.000Z' } },
    });
  });

  test('a feed that does not tell the stock has no provenance for it', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Offers>(`${path}?condition=used`);
    expect(ids(body)).toEqual([used.offer_id]);
    expect(Object.keys(body.offers[0]?.['provenance'] as object)).toEqual(['price', 'condition']);
  });

  test.each([
    ['seller=alpha', [green, api]],
    ['seller=alpha&seller=beta', [feed, green, api, used]],
    ['in_stock=true', [feed, green, api, yen]],
    ['in_stock=false', [used, out]],
    ['seller=idle', []],
    [`variant_id=${green.variant_id}`, [green]],
  ])('filtered by %s', async (query, expected) => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Offers>(`${path}?${query}`);
    expect(ids(body)).toEqual(expected.map(({ offer_id }) => offer_id));
  });

  test('pages give every offer once, in rank order', async () => {
    const server = await indexServer(snapshot);
    const whole = ids((await server.get<Offers>(path)).body);
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: Offers } = await server.get<Offers>(
        `${path}?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      walked.push(...ids(body));
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(whole);
  });

  test.each([
    ['seller=nobody', 404, 'seller'],
    ['variant_id=var_0000000000000001', 404, 'variant_id'],
    ['variant_id=red', 400, 'variant_id'],
    ['condition=broken', 400, 'condition'],
    ['in_stock=maybe', 400, 'in_stock'],
    ['sort=price', 400, 'sort'],
    ['limit=101', 400, 'limit'],
    ['cursor=abc', 400, 'cursor'],
  ])('refuses %s', async (query, status, param) => {
    const server = await indexServer(snapshot);
    expect(await server.get(`${path}?${query}`)).toMatchObject({ status, body: { param } });
  });
});
