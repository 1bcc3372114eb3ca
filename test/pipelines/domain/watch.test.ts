import { expect, test } from 'vitest';
import type { ChangePoint } from '../../../pipelines/domain/listing.ts';
import {
  firstState,
  fulfils,
  type LowestOffer,
  look,
  lowestAt,
  type PriceCondition,
  takeBack,
  thresholdOf,
  type WatchedOffer,
} from '../../../pipelines/domain/watch.ts';

const below = { value_minor: 1_000 };
const drop = { percent: 20 };
const told = { price_minor: 900, threshold_minor: 1_000, previous_minor: 1_250, is_last: true };

test.each([
  // the price was not below: armed again, unless another crossing was told since
  { condition: below, crossed: true, base: 1_250, last: true, right: 1_250, after: [false, 1_250, false] },
  { condition: below, crossed: true, base: 1_250, last: true, right: 1_000, after: [false, 1_250, false] },
  { condition: below, crossed: true, base: 1_250, last: false, right: 1_250, after: [true, 1_250, false] },
  { condition: below, crossed: true, base: 1_250, last: true, right: null, after: [false, 1_250, false] },
  { condition: below, crossed: false, base: 1_250, last: true, right: 999, after: [false, 1_250, true] },
  // it was, at another price
  { condition: below, crossed: true, base: 1_250, last: true, right: 999, after: [true, 1_250, true] },
  // a drop is counted from what it was counted from before, from the right price, or from what was told since
  { condition: drop, crossed: false, base: 900, last: true, right: 1_250, after: [false, 1_250, false] },
  { condition: drop, crossed: false, base: 900, last: true, right: null, after: [false, 1_250, false] },
  { condition: drop, crossed: false, base: 900, last: true, right: 1_000, after: [false, 1_000, true] },
  { condition: drop, crossed: false, base: 700, last: false, right: 1_250, after: [false, 700, false] },
])(
  'of $condition a told 900 that was $right leaves $after',
  ({ condition, crossed, base, last, right, after }) => {
    const state = { is_crossed: crossed, base_minor: base, last_minor: 900, last_at: 7 };
    const taken = takeBack(condition, state, { ...told, is_last: last }, right);
    expect([taken.state.is_crossed, taken.state.base_minor, taken.stands]).toEqual(after);
    expect(taken.state).toMatchObject({ last_minor: 900, last_at: 7 });
  },
);

const offerOf = (offer_id: string, seller: string, ...changes: WatchedOffer['changes']): WatchedOffer => ({
  offer_id,
  variant_id: `var_${offer_id}`,
  seller,
  changes,
});
const point = (from: number, price_minor: number, more: Partial<ChangePoint> = {}): ChangePoint => ({
  from,
  price_minor,
  landed_minor: null,
  currency: 'USD',
  availability: 'in_stock',
  ...more,
});

test('the lowest price is that of what can be bought at the moment, delivered, in the currency of the market', () => {
  const offers = [
    offerOf('b', 'beta', point(10, 900), point(20, 700)),
    offerOf('a', 'alpha', point(10, 600, { landed_minor: 900 })),
    offerOf('c', 'gamma', point(10, 100, { availability: 'out_of_stock' })),
    offerOf('d', 'delta', point(10, 100, { currency: 'EUR' })),
  ];
  const lowest = (at: number, before = false) => {
    const found = lowestAt(offers, at, 'USD', before);
    return found && [found.offer.offer_id, found.price_minor];
  };
  expect(lowest(9)).toBeNull();
  // of equal ones the smaller id, whatever their order
  expect(lowest(10)).toEqual(['a', 900]);
  expect(lowestAt(offers.toReversed(), 10, 'USD')?.offer.offer_id).toBe('a');
  expect(lowest(20, true)).toEqual(['a', 900]);
  expect(lowest(20)).toEqual(['b', 700]);
  expect(lowestAt(offers.toReversed(), 20, 'USD')?.price_minor).toBe(700);
});

test.each([
  ['back_in_stock', 20, 'b', ['out_of_stock', 'in_stock'], true],
  ['back_in_stock', 20, 'a', ['out_of_stock', 'in_stock'], false],
  ['back_in_stock', 19, 'b', ['out_of_stock', 'in_stock'], false],
  ['out_of_stock', 20, 'b', ['in_stock', 'out_of_stock'], true],
  ['out_of_stock', 20, 'b', ['out_of_stock', 'in_stock'], false],
  ['new_seller', 20, 'b', ['out_of_stock', 'in_stock'], false],
  ['seller_left', 20, 'b', ['in_stock', 'out_of_stock'], false],
] as const)('%s at %i of %s from and to %j: %s', (condition, at, id, [before, after], isTold) => {
  const offers = ['a', 'b', 'c'].map((one) =>
    one === 'a'
      ? offerOf(one, 'alpha', point(10, 1, { availability: 'out_of_stock' }))
      : offerOf(one, 'beta', point(10, 1, { availability: before }), point(20, 1, { availability: after })),
  );
  expect(fulfils(condition, offers, offers.find(({ offer_id }) => offer_id === id) as WatchedOffer, at)).toBe(
    isTold,
  );
});

test('stock is that of all offers together, from the first on, and of several at once one is told', () => {
  const comes = [offerOf('c', 'gamma', point(20, 1)), offerOf('b', 'beta', point(20, 1))];
  expect(comes.map((one) => fulfils('back_in_stock', comes, one, 20))).toEqual([false, true]);
  const [first] = comes as [WatchedOffer, WatchedOffer];
  expect(fulfils('back_in_stock', [...comes, offerOf('a', 'alpha', point(10, 1))], first, 20)).toBe(false);
  expect(firstState(drop, { offer: first, price_minor: 900 }, 7).is_crossed).toBe(false);
});

test('a seller comes with its first offer and leaves with its last, whatever other sellers do', () => {
  const alpha = offerOf('a', 'alpha', point(5, 1));
  const first = offerOf('b', 'beta', point(10, 1), point(30, 1, { availability: 'gone' }));
  const second = offerOf('c', 'beta', point(20, 1), point(40, 1, { availability: 'gone' }));
  const offers = [alpha, first, second];
  const crossings = (condition: 'new_seller' | 'seller_left') =>
    offers.flatMap((offer) =>
      [5, 10, 20, 30, 40].flatMap((at) =>
        fulfils(condition, offers, offer, at) ? `${offer.offer_id} ${at}` : [],
      ),
    );
  expect(crossings('new_seller')).toEqual(['a 5', 'b 10']);
  expect(crossings('seller_left')).toEqual(['c 40']);
});

test('one crossing is told once, and again only after the price was back; what is below at the start is none', () => {
  const prices = (condition: PriceCondition, start: number | null, ...later: (number | null)[]) => {
    const at = (price: number | null): LowestOffer | null =>
      price === null ? null : { offer: offerOf('a', 'alpha'), price_minor: price };
    let state = firstState(condition, at(start), 0);
    return later.map((price, nth) => {
      const next = look(condition, state, at(price), nth + 1);
      state = next.state;
      expect([state.last_minor, state.last_at]).toEqual([price, nth + 1]);
      return next.crossed;
    });
  };
  expect(prices(below, 1_250, 1_000, 999, 900, 1_000, 999)).toEqual([false, true, false, false, true]);
  expect(prices(below, 900, 800, 1_000, 800)).toEqual([false, false, true]);
  // out of stock is no price, and not back
  expect(prices(below, 1_250, 900, null, 900)).toEqual([true, false, false]);
  expect(prices(below, null, 900)).toEqual([true]);
  // from the price at the start, then from the last that was told
  expect(prices(drop, 1_000, 801, 800, 700, 640)).toEqual([false, true, false, true]);
  expect(prices(drop, null, 1_000, 801, 800)).toEqual([false, false, true]);
  expect(prices(drop, 1_000, null, 800)).toEqual([false, true]);
});

test('a threshold in percent is rounded down to the minor unit, and there is none without a price', () => {
  expect(thresholdOf(drop, { base_minor: 999 })).toBe(799);
  expect(thresholdOf({ percent: 10 }, { base_minor: 12_000 })).toBe(10_800);
  expect(thresholdOf({ percent: 30 }, { base_minor: 1_000 })).toBe(700);
  expect(thresholdOf(drop, { base_minor: null })).toBeNull();
  expect(thresholdOf(below, { base_minor: 5_000 })).toBe(1_000);
});
