import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AVAILABILITIES, CONDITIONS, type Listing } from '../../../pipelines/domain/listing.ts';
import { isLive } from '../../../pipelines/domain/offer.ts';
import { poolsOf, shownPool, shownVariant, usualCondition } from '../../../pipelines/domain/pool.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const small = { product_id: 'prd_0000000000000001', variant_id: 'var_0000000000000008', pool_key: null };
const black = { ...small, variant_id: 'var_0000000000000016', pool_key: '16' };
const blue = { ...black, variant_id: 'var_0000000000000017' };
const product = (...listings: Listing[]) => assembleProduct(listings);
const shown = (listings: Listing[], choice = {}) => {
  const { variant_ids, condition, offers } = shownPool(product(...listings), 'USD', choice);
  return { variant_ids, condition, offers: offers.map(({ seller }) => seller) };
};
const BIG = [black.variant_id, blue.variant_id];

describe('the pool that is shown', () => {
  const dear = listing('a', 'black', { ...black, price_minor: 900 });
  const other = listing('b', 'blue', { ...blue, price_minor: 800 });
  const cheap = listing('a', 'small', { ...small, price_minor: 100 });

  test('is the one that most sellers carry, by the cheapest offer first', () => {
    expect(shown([cheap, dear, other])).toEqual({ variant_ids: BIG, condition: 'new', offers: ['b', 'a'] });
  });

  test('is the one that is named, also where others are carried more', () => {
    const named = new Set([small.variant_id]);
    expect(shown([cheap, dear, other], { named })).toMatchObject({
      offers: ['a'],
      variant_ids: [small.variant_id],
    });
    expect(shown([dear, cheap, other], { meant: named })).toMatchObject({ offers: ['a'] });
    expect(shown([cheap, dear, other], { named: new Set([blue.variant_id]) })).toMatchObject({
      offers: ['b', 'a'],
    });
  });

  test('is the one of the cheapest offer under a sort by price', () => {
    expect(shown([cheap, dear, other], { cheapest: true })).toMatchObject({
      variant_ids: [small.variant_id],
    });
  });

  test('has an offer that passes; words give way, an identifier does not', () => {
    const passes = ({ price_minor }: Listing) => price_minor < 500;
    expect(shown([cheap, dear, other], { passes })).toMatchObject({ variant_ids: [small.variant_id] });
    expect(shown([cheap, dear, other], { passes, meant: new Set(BIG) })).toMatchObject({ offers: ['a'] });
    expect(shown([cheap, dear, other], { passes, named: new Set(BIG) })).toEqual({
      variant_ids: BIG,
      condition: 'new',
      offers: [],
    });
  });

  test('is new where anybody sells it new, and whatever is asked for', () => {
    const used = listing('c', 'used', { ...black, condition: 'used', price_minor: 10 });
    const mended = listing('d', 'mended', { ...black, condition: 'refurbished', price_minor: 20 });
    expect(shown([used, mended, dear])).toMatchObject({ condition: 'new', offers: ['a'] });
    expect(shown([used, mended])).toMatchObject({ condition: 'refurbished', offers: ['d'] });
    expect(shown([used, mended, dear], { conditions: ['used'] })).toMatchObject({ offers: ['c'] });
  });

  test('is carried by those who take orders, before those who are out of stock', () => {
    const out = { ...small, availability: 'out_of_stock' } as const;
    const listings = [listing('a', '1', out), listing('b', '2', out), listing('c', '3', black)];
    expect(shown(listings)).toMatchObject({ offers: ['c'] });
  });

  test('stays where nothing is sold: that of the variant that names the product, without offers', () => {
    const gone = { ...black, availability: 'gone' } as const;
    expect(shown([listing('a', '1', gone), listing('b', '2', { ...small, ...gone, ...small })])).toEqual({
      variant_ids: [black.variant_id],
      condition: 'new',
      offers: [],
    });
  });
});

test('a pool is stood for by what is named, else by what names the product, else by what most list', () => {
  const listings = [
    listing('a', '1', small),
    listing('a', '2', black),
    listing('a', '3', blue),
    listing('b', '3', blue),
  ];
  const all = product(...listings);
  const pool = shownPool(all, 'USD', { named: new Set(BIG) });
  expect(shownVariant(all, pool)).toBe(blue.variant_id);
  expect(shownVariant(all, pool, { named: new Set([black.variant_id]) })).toBe(black.variant_id);
  expect(shownVariant(all, pool, { meant: new Set([small.variant_id]) })).toBe(blue.variant_id);
  const first = product(...listings.toReversed(), listing('c', '2', black), listing('d', '2', black));
  expect(shownVariant(first, shownPool(first, 'USD', { named: new Set(BIG) }))).toBe(blue.variant_id);
});

test('pools part the live offers of a product: one condition, one set of variants, no offer twice or lost', () => {
  const any = fc.record({
    variant: fc.constantFrom(small, black, blue),
    condition: fc.constantFrom(...CONDITIONS),
    availability: fc.constantFrom(...AVAILABILITIES),
    price_minor: fc.integer({ min: 1, max: 9 }),
    seller: fc.constantFrom('a', 'b', 'c'),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), fc.boolean(), (rows, cheapest) => {
      const listings = rows.map(({ variant, seller, ...row }, at) =>
        listing(seller, String(at), { ...variant, ...row }),
      );
      const whole = product(...listings);
      const pools = poolsOf(whole, 'USD');
      const offers = pools.flatMap((pool) => pool.offers);
      expect(offers.map(({ offer_id }) => offer_id).sort()).toEqual(
        listings
          .filter(isLive)
          .map(({ offer_id }) => offer_id)
          .sort(),
      );
      for (const pool of pools)
        for (const offer of pool.offers) {
          expect(pool.variant_ids).toContain(offer.variant_id);
          expect(offer.condition).toBe(pool.condition);
        }
      const { condition, variant_ids } = shownPool(whole, 'USD', { cheapest });
      expect(condition).toBe(usualCondition(listings));
      expect(variant_ids.includes(small.variant_id) && variant_ids.length > 1).toBe(false);
    }),
  );
});
