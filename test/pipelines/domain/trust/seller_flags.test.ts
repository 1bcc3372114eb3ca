import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SellerFacts, sellerFlags } from '../../../../pipelines/domain/trust/seller_flags.ts';

const DAY = 86_400;
const steady: SellerFacts = {
  first_seen: 0,
  index_first_seen: 0,
  now: 120 * DAY,
  carried: 100,
  delist_rate: 0.1,
  volatility_percentile: 50,
  sellers: 15,
  stock_accuracy: 0.99,
  feed_health: { read: 10, missed: 0, failed: 0, held: 0, share: 1 },
  unauthorised_brands: [],
  listings_tracked: 100,
  violations: {},
};
const told = (parts: Partial<SellerFacts>) =>
  sellerFlags({ ...steady, ...parts }).map(({ code, severity }) => `${code} ${severity}`);
const health = (read: number, missed: number, held = 0) => ({
  feed_health: { read, missed, failed: 0, held, share: read / (read + missed + held) },
});

describe('what is told of a seller', () => {
  test('nothing of a steady one, nor where nothing is known', () => {
    expect(told({})).toEqual([]);
    const unknown = { delist_rate: null, volatility_percentile: null, stock_accuracy: null };
    expect(told({ ...unknown, feed_health: { ...steady.feed_health, read: 0, share: null } })).toEqual([]);
  });

  test.each([
    [{ stock_accuracy: 0.94 }, 'stock_inaccurate low'],
    [{ stock_accuracy: 0.89 }, 'stock_inaccurate medium'],
    [{ delist_rate: 0.25 }, 'delists_often low'],
    [{ delist_rate: 0.5 }, 'delists_often medium'],
    [health(8, 1, 1), 'feed_unreliable low'],
    [health(6, 4), 'feed_unreliable medium'],
    [{ volatility_percentile: 96 }, 'prices_volatile low'],
    [{ first_seen: 100 * DAY }, 'new_seller low'],
    [{ unauthorised_brands: ['Aurivox'] }, 'unauthorised_brand medium'],
    [{ violations: { minimum_price: 1 } }, 'below_minimum_price low'],
    [{ violations: { reference_price_inflated: 5 } }, 'reference_prices_inflated low'],
    [{ violations: { reference_price_inflated: 25 } }, 'reference_prices_inflated medium'],
  ])('%j', (parts, expected) => expect(told(parts)).toEqual([expected]));

  test.each([
    [{ delist_rate: 0.6, carried: 19 }],
    [{ violations: { reference_price_inflated: 4 } }],
    [{ violations: { reference_price_inflated: 19 }, listings_tracked: 19 }],
    [health(2, 2)],
    [{ volatility_percentile: 96, sellers: 9 }],
    [{ first_seen: 100 * DAY, index_first_seen: 80 * DAY }],
  ])('nothing of %j, which is too little to tell', (parts) => expect(told(parts)).toEqual([]));

  test('the gravest first', () => {
    expect(told({ delist_rate: 0.3, unauthorised_brands: ['A'], stock_accuracy: 0.5 })).toEqual([
      'unauthorised_brand medium',
      'stock_inaccurate medium',
      'delists_often low',
    ]);
  });
});

test('a figure that grows worse takes no flag away, and weighs no less', () => {
  const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
  const weightOf = (facts: Partial<SellerFacts>, code: string) => {
    const severity = sellerFlags({ ...steady, ...facts }).find((flag) => flag.code === code)?.severity;
    return ['low', 'medium', 'high'].indexOf(severity ?? '');
  };
  fc.assert(
    fc.property(share, share, (one, other) => {
      const [better, worse] = [Math.min(one, other), Math.max(one, other)];
      const grows = (code: string, facts: (bad: number) => Partial<SellerFacts>) =>
        expect(weightOf(facts(worse), code)).toBeGreaterThanOrEqual(weightOf(facts(better), code));
      grows('delists_often', (bad) => ({ delist_rate: bad }));
      grows('stock_inaccurate', (bad) => ({ stock_accuracy: 1 - bad }));
      grows('prices_volatile', (bad) => ({ volatility_percentile: 100 * bad }));
      grows('reference_prices_inflated', (bad) => ({ violations: { reference_price_inflated: 100 * bad } }));
      grows('feed_unreliable', (bad) => health(100 - Math.round(100 * bad), Math.round(100 * bad)));
    }),
  );
});

describe('what a flag says', () => {
  const detail = (parts: Partial<SellerFacts>) =>
    sellerFlags({ ...steady, ...parts }).map((flag) => flag.detail);
  const brands = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

  test.each<[Partial<SellerFacts>, string]>([
    [
      { unauthorised_brands: brands.slice(0, 5) },
      'It carries A, B, C, D, E, whose published lists of sellers do not authorise it.',
    ],
    [
      { unauthorised_brands: brands },
      'It carries A, B, C, D, E and 2 more, whose published lists of sellers do not authorise it.',
    ],
    [
      { violations: { minimum_price: 1 } },
      '1 of its offers is below the least price that a brand publishes.',
    ],
    [
      { violations: { minimum_price: 2 } },
      '2 of its offers are below the least price that a brand publishes.',
    ],
    [
      { violations: { reference_price_inflated: 5 } },
      '5 of its 100 listings name a list price that it did not ask before.',
    ],
    [{ stock_accuracy: 0.846 }, '15.4 % of its orders were cancelled for want of stock.'],
    [
      { feed_health: { read: 5, missed: 2, failed: 1, held: 1, share: 5 / 9 } },
      'Of 9 observations that were due 5 were taken; 2 did not come, 1 failed, 1 was held.',
    ],
    [
      health(7, 1, 2),
      'Of 10 observations that were due 7 were taken; 1 did not come, 0 failed, 2 were held.',
    ],
    [{ delist_rate: 0.255 }, 'It no longer carries 25.5 % of its 100 listings.'],
    [{ first_seen: 100 * DAY }, 'It is known since 1970-04-11; little of its history can be told.'],
    [{ volatility_percentile: 96.7 }, 'Its prices move more than those of 96 % of the sellers.'],
  ])('%j', (parts, expected) => expect(detail(parts)).toEqual([expected]));

  test('at its very bound', () => {
    expect(told({ stock_accuracy: 0.95 })).toEqual([]);
    expect(told({ stock_accuracy: 0.9 })).toEqual(['stock_inaccurate low']);
    expect(told(health(9, 1))).toEqual([]);
    expect(told(health(7, 3))).toEqual(['feed_unreliable low']);
    expect(told(health(3, 2))).toEqual(['feed_unreliable medium']);
    expect(told({ delist_rate: 0.25, carried: 20 })).toEqual(['delists_often low']);
    expect(told({ violations: { reference_price_inflated: 1 }, listings_tracked: 20 })).toEqual([
      'reference_prices_inflated low',
    ]);
    const volatile = { volatility_percentile: 95, sellers: 10, carried: 20 };
    expect(told(volatile)).toEqual(['prices_volatile low']);
    expect(told({ ...volatile, carried: 19 })).toEqual([]);
    // Known for 30 days, and in an index that is 30 days older.
    expect(told({ first_seen: 90 * DAY })).toEqual([]);
    expect(told({ first_seen: 91 * DAY, index_first_seen: 61 * DAY })).toEqual(['new_seller low']);
  });
});
