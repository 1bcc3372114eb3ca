import { afterAll, beforeAll, expect, test } from 'vitest';
import { BRAND_PLACEHOLDERS, realBrand } from '../../../pipelines/domain/placeholder.ts';
import { TestMarket } from '../snapshot/market.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await TestMarket.open('alpha');
});
afterAll(() => market[Symbol.asyncDispose]());

test('a placeholder is no brand, a brand that contains one is', () => {
  expect(BRAND_PLACEHOLDERS.map((word) => realBrand(word.toUpperCase()))).toEqual(
    BRAND_PLACEHOLDERS.map(() => null),
  );
  for (const brand of ['Unknown Pleasures', 'Generic Motors', 'NA-KD']) expect(realBrand(brand)).toBe(brand);
});

test('staging leaves placeholders out like the rule', async () => {
  const brands = [...BRAND_PLACEHOLDERS, 'UNKNOWN', 'Unknown Pleasures', 'Acme'];
  await market.observe(
    'alpha',
    '2026-01-01',
    brands.map((brand, index) => ({ sku: `s${index}`, brand })),
  );
  await market.publish();
  for (const [index, brand] of brands.entries())
    expect([brand, (await market.product(`alpha:s${index}`))?.brand]).toEqual([brand, realBrand(brand)]);
});
