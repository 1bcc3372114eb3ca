import { expect, test } from 'vitest';
import { ProductReviews } from '../../../warehouse/reads/product_reviews.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '4006381333931';
const HEADER = 'review_id,sku,gtin,url,rating,best_rating,created_at,author,text';
const WORDS = '"The battery lasts for ever, but the ear pads get hot."';

test('GET /v1/products/:id/reviews: each review once, its words by attribute, and who disagrees', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const headphones = {
    title: 'Aurivox Halo 400 over-ear headphones',
    brand: 'Aurivox',
    gtin: GTIN,
    category: 'Electronics > Audio > Headphones',
  };
  await market.observe('alpha', '2026-01-01', [
    { sku: 'a1', ...headphones, url: 'https://alpha.example/halo' },
    { sku: 'a2', title: 'Kettle', gtin: '5901234123457' },
  ]);
  await market.observe('beta', '2026-01-01', [{ sku: 'b1', ...headphones }]);
  market.addInput('alpha', 'reviews');
  market.addInput('beta', 'reviews');
  await market.observeInput('alpha', 'reviews', '2026-01-02', [
    HEADER,
    `r1,a1,,,5,5,2026-01-01,Ann,${WORDS}`,
    `r2,,,https://alpha.example/halo,4,5,2026-01-01,Cid,Fine`,
    // Of the kettle, whatever its GTIN says.
    `r3,a2,${GTIN},,1,5,2026-01-01,Dan,The sound is awful.`,
    `r4,a1,,,9,5,2026-01-01,Eve,`,
    ...Array.from({ length: 12 }, (_, index) => `good${index},a1,,,5,5,2026-01-01,,`),
  ]);
  await market.observeInput('beta', 'reviews', '2026-01-02', [
    HEADER,
    `s1,b1,,,10,10,2026-01-03,,${WORDS}`,
    ...Array.from({ length: 12 }, (_, index) => `bad${index},,${GTIN},,1,5,2026-01-01,,`),
  ]);
  await market.publish();
  await market.read(async (snapshot) => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`/v1/products/${GTIN}/reviews`);
    // By hand: 5 + 4 + 12 x 5 + 12 x 1 = 81 of 26 reviews; all 29 that are on a scale, the kettle's and both copies
    // among them, come to 87 of 28, so (5 x 3.107 + 81) / 31.
    expect(body['aggregate']).toEqual({
      score: 3.11,
      mean: 3.12,
      count: 26,
      shared: 1,
      sellers: 2,
      left_out: 1,
    });
    expect(body['by_attribute']).toEqual([
      {
        attribute: 'headphones.battery',
        sentiment: expect.any(Number) as number,
        mentions: 1,
        note: 'Few mentions.',
      },
      {
        attribute: 'headphones.comfort',
        sentiment: expect.any(Number) as number,
        mentions: 1,
        note: 'Few mentions.',
      },
    ]);
    const [battery, comfort] = body['by_attribute'] as { sentiment: number }[];
    expect(battery?.sentiment).toBeGreaterThan(0);
    expect(comfort?.sentiment).toBeLessThan(0);
    expect(body['divergence']).toMatchObject({
      note: expect.stringContaining('only beta publishes give 1.0 stars') as string,
      sellers: [{ seller: 'beta', count: 12, mean: 1, rest_count: 13 }],
    });
    expect((await server.get('/v1/products/alpha:a2/reviews')).body).toMatchObject({
      aggregate: { count: 1, mean: 1 },
    });
    const products = await snapshot.products([0, 1, 0]);
    // Those that were read a moment ago are the same.
    expect((await snapshot.products([1]))[0]).toBe(products[1]);
    const published = await snapshot.hold(ProductReviews.open);
    const alone = await Promise.all(products.map((product) => published.of(product)));
    expect(await published.ofEach(products)).toEqual(alone);
    expect(alone.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([1, 1, 28]);
  });
});

test('a product without reviews says so', async () => {
  const server = await indexServer(listedSnapshot([listing('alpha', 'a1')]));
  expect((await server.get('/v1/products/alpha:a1/reviews')).body).toMatchObject({
    aggregate: { score: null, mean: null, count: 0, sellers: 0 },
    by_attribute: [],
    divergence: { note: null, sellers: [] },
  });
});
