import { describe, expect, test } from 'vitest';
import type { ChangePoint } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const DAY = 86_400;
const NOW = Date.parse('2026-06-30T00:00:00Z') / 1000;
/** Change points that many days before the end. */
const changes = (
  ...points: [daysAgo: number, price_minor: number, availability?: ChangePoint['availability']][]
) =>
  points.map(([daysAgo, price_minor, availability = 'in_stock']) => ({
    from: NOW - daysAgo * DAY,
    currency: 'USD',
    price_minor,
    landed_minor: null,
    availability,
  }));

const GTIN = '04006381333931';
// the worked example of the percentile: 60 days 1999, 20 days 1799, 10 days 1499
const steps = listing('alpha', 'a1', {
  gtin: GTIN,
  changes: changes([120, 1400], [90, 1999], [30, 1799], [10, 1499]),
});
const still = listing('beta', 'b1', { gtin: GTIN, changes: changes([200, 1999]) });
const gone = listing('gamma', 'g1', { gtin: GTIN, changes: changes([200, 900], [50, 900, 'gone']) });
const green = listing('alpha', 'a2', { product_id: steps.product_id, changes: changes([40, 1000]) });
const snapshot = listedSnapshot([steps, still, gone, green]);
const path = `/v1/products/${GTIN}/context`;

describe('GET /v1/products/:id/context', () => {
  test('the price of the cheapest current offer against its seller’s own past', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(path);
    expect(body).toMatchObject({
      offer_id: steps.offer_id,
      verdict: 'excellent',
      seller: 'alpha',
      compared_against: 'alpha',
      percentile: 5.56,
      covered_days: 90,
      days: 90,
      current: '$14.99',
      low: '$14.99',
      median: '$19.99',
      high: '$19.99',
      median_minor: 1999,
      currency: 'USD',
      last_seen_lower: '2026-03-31',
    });
  });

  test.each([
    [{ excellent: 10, good: 25, typical: 75 }, 'excellent'],
    [{ excellent: 1, good: 5, typical: 75 }, 'typical'],
    [{ excellent: 1, good: 2, typical: 5 }, 'poor'],
  ])('every answer gives the verdict of the market’s thresholds %j: %s', async (verdictCuts, verdict) => {
    const server = await indexServer(listedSnapshot([steps, still, gone, green], { verdictCuts }));
    expect((await server.get(path)).body).toMatchObject({ verdict, thresholds: verdictCuts });
    expect((await server.post('/v1/compare', { ref: GTIN })).body).toMatchObject({ verdict });
    const found = { results: [{ verdict }] };
    expect((await server.get(`/v1/search?q=${GTIN}`)).body).toMatchObject(found);
    expect((await server.post('/v1/search/semantic', { intent: 'thing a1' })).body).toMatchObject(found);
  });

  test('a variant by its id, of the seller that has it', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?variant_id=${green.variant_id}`);
    expect(body).toMatchObject({ offer_id: green.offer_id, variant_id: green.variant_id, verdict: 'flat' });
    expect(await server.get(`${path}?variant_id=${green.variant_id}&seller=beta`)).toMatchObject({
      status: 404,
      body: { param: 'seller' },
    });
  });

  test('a price that never moved is flat', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?seller=beta&days=30`);
    expect(body).toMatchObject({
      verdict: 'flat',
      compared_against: 'beta',
      percentile: 50,
      covered_days: 30,
      last_seen_lower: null,
    });
  });

  test('a product id looks at the pool that most sellers carry, a variant at its own', async () => {
    const server = await indexServer(snapshot);
    const { offer_id, variant_id } = steps;
    const whole = await server.get(`/v1/products/${steps.product_id}/context`);
    expect(whole.body).toMatchObject({ offer_id, variant_id });
    const one = await server.get(`/v1/products/${green.variant_id}/context`);
    expect(one.body).toMatchObject({ offer_id: green.offer_id, variant_id: green.variant_id });
  });

  test('of a pool it is the cheapest offer, but of one seller its own, in whatever condition it has it', async () => {
    const pooled = { product_id: steps.product_id, pool_key: 'aa' };
    const blue = listing('beta', 'b2', { ...pooled, price_minor: 900 });
    const used = listing('gamma', 'g2', { ...pooled, condition: 'used', price_minor: 100 });
    const other = listing('delta', 'd1', { product_id: steps.product_id, price_minor: 100 });
    const server = await indexServer(listedSnapshot([{ ...steps, ...pooled }, blue, used, other]));
    const offerOf = async (query: string) =>
      (await server.get<{ offer_id: string }>(`/v1/products/${GTIN}/context${query}`)).body.offer_id;
    expect(await offerOf('')).toBe(blue.offer_id);
    expect(await offerOf('?seller=alpha')).toBe(steps.offer_id);
    expect(await server.get(`/v1/products/${GTIN}/context?seller=delta`)).toMatchObject({ status: 404 });
    const whole = await server.get(`/v1/products/${steps.product_id}/context?seller=gamma`);
    expect(whole.body).toMatchObject({ offer_id: used.offer_id });
  });

  test('silence does not count, neither inside the history nor at its end', async () => {
    const silent = listedSnapshot([steps, still], {
      gaps: { 'beta/catalogue': [{ from: NOW - 20 * DAY, to: NOW - 15 * DAY }] },
      sellers: [
        { id: 'alpha' },
        {
          id: 'beta',
          feeds: [
            { feed: 'catalogue', last_as_of: '2026-06-25T00:00:00Z', interval_minutes: 1440, listings: 1 },
          ],
        },
      ],
    });
    const server = await indexServer(silent);
    const { body } = await server.get(`${path}?seller=beta&days=30`);
    expect(body).toMatchObject({ covered_days: 30 - 5 - 4 });
  });

  test('a seller that does not carry it now is not_found and the answer says who does', async () => {
    const server = await indexServer(snapshot);
    for (const seller of ['gamma', 'nobody'])
      expect(await server.get(`${path}?seller=${seller}`)).toMatchObject({
        status: 404,
        body: { param: 'seller', detail: expect.stringContaining('alpha, beta'), sellers: ['alpha', 'beta'] },
      });
    const left = await indexServer(listedSnapshot([gone]));
    expect(await left.get(path)).toMatchObject({
      status: 404,
      body: { param: 'id', detail: expect.stringContaining('no seller carries') },
    });
  });

  test.each(['days=0', 'days=x', 'days=4000', 'window=9'])('refuses %s', async (query) => {
    const server = await indexServer(snapshot);
    expect((await server.get(`${path}?${query}`)).status).toBe(400);
  });

  test('an offer first seen within the snapshot’s last second has a context: what there is', async () => {
    const seen = listing('alpha', 'a1', {
      changes: [{ ...changes([0, 500])[0], from: NOW + 1 } as ChangePoint],
    });
    const server = await indexServer({ ...listedSnapshot([seen]), as_of: '2026-06-30T00:00:00.588Z' });
    expect(await server.get('/v1/products/alpha%3Aa1/context')).toMatchObject({
      status: 200,
      body: { verdict: 'flat', current: '$5.00', covered_days: 0 },
    });
  });
});
