import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AVAILABILITIES, PURCHASABLE } from '../../../pipelines/domain/listing.ts';
import {
  comparableOffers,
  comparePositions,
  type RankedFields,
  rankOffers,
  summariseOffers,
} from '../../../pipelines/domain/offer.ts';

const offers = fc
  .array(
    fc.record({
      currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
      price_minor: fc.integer({ min: 1, max: 50 }),
      landed_minor: fc.option(fc.integer({ min: 50, max: 99 })),
      availability: fc.constantFrom(...AVAILABILITIES),
    }),
    { maxLength: 12 },
  )
  .map((list): RankedFields[] => list.map((offer, index) => ({ offer_id: `off_${index}`, ...offer })));

const shuffled = offers.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
);

const offer = (offer_id: string, parts: Partial<RankedFields> = {}): RankedFields => ({
  offer_id,
  currency: 'USD',
  price_minor: 1000,
  landed_minor: null,
  availability: 'in_stock',
  ...parts,
});

describe('rankOffers', () => {
  test('by landed cost, by price where delivery is unknown', () => {
    const ranked = rankOffers(
      [
        offer('a', { price_minor: 900, landed_minor: 1400 }),
        offer('b', { price_minor: 1200, landed_minor: 1200 }),
        offer('c', { price_minor: 1300 }),
      ],
      'USD',
    );
    expect(ranked.map(({ offer_id }) => offer_id)).toEqual(['b', 'c', 'a']);
  });

  test('what can be ordered, then what is not known, then what cannot, then other currencies; never what is gone', () => {
    const ranked = rankOffers(
      [
        offer('gone', { availability: 'gone', price_minor: 1 }),
        offer('euro', { currency: 'EUR', price_minor: 1 }),
        offer('out', { availability: 'out_of_stock', price_minor: 2 }),
        offer('unknown', { availability: 'unknown', price_minor: 3 }),
        offer('back', { availability: 'backorder', price_minor: 4 }),
      ],
      'USD',
    );
    expect(ranked.map(({ offer_id }) => offer_id)).toEqual(['back', 'unknown', 'out', 'euro']);
  });

  test('does not depend on the order of the listings', () => {
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(rankOffers(other, 'USD')).toEqual(rankOffers(one, 'USD'));
        expect(summariseOffers(other, 'USD')).toEqual(summariseOffers(one, 'USD'));
      }),
    );
  });
});

describe('positions', () => {
  test.each<[(string | number | null)[], (string | number | null)[]]>([
    [
      [0, 5],
      [1, 2],
    ],
    [
      [1, 2],
      [1, 3],
    ],
    [
      [1, 9],
      [1, 10],
    ],
    [
      [1, 'a'],
      [1, 'b'],
    ],
    [[null], ['A']],
    [
      [1, null],
      [1, '0'],
    ],
  ])('%j comes before %j', (first, second) => {
    expect([comparePositions(first, second), comparePositions(second, first)]).toEqual([-1, 1]);
    expect([comparePositions(first, first), comparePositions([null], [''])]).toEqual([0, 0]);
  });
});

describe('summariseOffers', () => {
  test('of nothing is nothing', () => {
    expect(summariseOffers([], 'USD')).toEqual({ best: null, spread_minor: null });
    expect(summariseOffers([offer('a', { availability: 'out_of_stock' })], 'USD')).toEqual({
      best: null,
      spread_minor: null,
    });
  });

  test('best is an order that can be placed in the market’s currency and no such order costs less', () => {
    fc.assert(
      fc.property(offers, (list) => {
        const { best, spread_minor } = summariseOffers(list, 'USD');
        const cost = ({ landed_minor, price_minor }: RankedFields) => landed_minor ?? price_minor;
        const orders = list.filter(
          ({ currency, availability }) => currency === 'USD' && PURCHASABLE.includes(availability),
        );
        if (orders.length === 0) {
          expect(best === null || best.availability === 'unknown').toBe(true);
          return;
        }
        expect(orders).toContain(best);
        for (const other of orders) expect(cost(best as RankedFields)).toBeLessThanOrEqual(cost(other));
        const prices = orders.map(({ price_minor }) => price_minor).sort((a, b) => a - b);
        expect(spread_minor).toBe((prices.at(-1) ?? 0) - (prices[0] ?? 0));
      }),
    );
  });

  test('an offer in another currency or one that is gone changes nothing', () => {
    fc.assert(
      fc.property(offers, (list) => {
        const more = [
          ...list,
          offer('off_euro', { currency: 'EUR', price_minor: 1 }),
          offer('off_gone', { availability: 'gone', price_minor: 1 }),
        ];
        expect(summariseOffers(more, 'USD')).toEqual(summariseOffers(list, 'USD'));
      }),
    );
  });

  test('where no feed tells the stock, offers are weighed all the same', () => {
    const list = [
      offer('a', { availability: 'unknown', price_minor: 700 }),
      offer('b', { availability: 'unknown', price_minor: 500 }),
    ];
    expect(summariseOffers(list, 'USD')).toMatchObject({ best: { offer_id: 'b' }, spread_minor: 200 });
    expect(comparableOffers([offer('c', { availability: 'out_of_stock' })], 'USD')).toEqual([]);
  });
});
