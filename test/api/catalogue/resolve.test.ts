import { describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const OTHER = '09780306406157';
const first = listing('alpha', 'a1', {
  gtin: GTIN,
  brand: 'Stabilo',
  title: 'Boss, yellow',
  price_minor: 1200,
});
const second = listing('beta', 'b1', { gtin: GTIN, price_minor: 1100 });
const gone = listing('gamma', 'g1', { gtin: GTIN, availability: 'gone' });
const green = listing('beta', 'b2', { gtin: OTHER, product_id: first.product_id, title: 'Boss, green' });
const snapshot = listedSnapshot([first, second, gone, green]);

describe('POST /v1/resolve', () => {
  test('answers with the variant that the reference names and its live listings, cheapest first', async () => {
    const server = await indexServer(snapshot);
    const { status, body } = await server.post('/v1/resolve', { ref: '4006381333931' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: first.product_id,
      variant_id: first.variant_id,
      gtin: GTIN,
      brand: 'Stabilo',
      match: { method: 'gtin_exact', confidence: 0.995 },
      listings: [
        { seller: 'beta', sku: 'b1', price: 1100, currency: 'USD' },
        { seller: 'alpha', sku: 'a1', price: 1200, currency: 'USD' },
      ],
    });
    const other = await server.post('/v1/resolve', { ref: OTHER });
    expect(other.body).toMatchObject({ product_id: first.product_id, gtin: OTHER, title: 'Boss, green' });
    const whole = await server.post<{ listings: unknown[] }>('/v1/resolve', { ref: first.product_id });
    expect(whole.body).toMatchObject({ variant_id: null, gtin: GTIN });
    expect(whole.body.listings).toHaveLength(3);
  });

  test('sellers restrict the listings; none of them carrying it is not_found', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.post('/v1/resolve', { ref: GTIN, sellers: ['alpha'] });
    expect(body).toMatchObject({ listings: [{ seller: 'alpha' }] });
    const none = await server.post('/v1/resolve', { ref: GTIN, sellers: ['gamma'] });
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('these do: beta, alpha') },
    });
    const unknown = await server.post('/v1/resolve', { ref: GTIN, sellers: ['delta'] });
    expect(unknown).toMatchObject({ status: 404, body: { param: 'sellers' } });
  });

  test.each([
    ['4006381333932', 422, { code: 'invalid_identifier', param: 'ref' }],
    ['a yellow highlighter', 404, { code: 'not_found', suggestions: [{ product_id: first.product_id }] }],
    ['qzxvkw', 404, { code: 'not_found', suggestions: [] }],
  ])('%s is refused', async (ref, status, body) => {
    const server = await indexServer(snapshot);
    const answer = await server.post<Record<string, unknown>>('/v1/resolve', { ref });
    expect(answer).toMatchObject({ status, body });
    expect(answer.body['request_id']).toMatch(/^req_/);
  });

  test.each([
    [{}],
    [{ ref: '' }],
    [{ ref: 5 }],
    [{ ref: 'x', seller: 'alpha' }],
    [{ ref: 'x', sellers: [] }],
  ])('a body such as %j is invalid', async (body) => {
    const server = await indexServer(snapshot);
    expect((await server.post('/v1/resolve', body)).body).toMatchObject({ code: 'invalid_request' });
  });
});
