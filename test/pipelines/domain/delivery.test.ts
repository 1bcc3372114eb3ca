import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DeliveryTier,
  deliveryMinor,
  landedMinor,
  togetherMinor,
  weighedMinor,
} from '../../../pipelines/domain/delivery.ts';

const tier = (changes: Partial<DeliveryTier> = {}): DeliveryTier => ({
  country: null,
  currency: 'USD',
  cost_minor: 499,
  free_from_minor: null,
  ...changes,
});
const order = (price_minor: number, currency = 'USD') => ({ price_minor, currency });
const US = { country: 'US' };

describe('what delivery costs', () => {
  test.each<[text: string, tiers: DeliveryTier[], price_minor: number, cost: number | null]>([
    ['one tier', [tier()], 1000, 499],
    ['no tier', [], 1000, null],
    ['a tier that does not say', [tier({ cost_minor: null })], 1000, null],
    ['free from a price on', [tier({ free_from_minor: 5000 })], 5000, 0],
    ['and not below it', [tier({ free_from_minor: 5000 })], 4999, 499],
    [
      'free from a price on where else nothing is said',
      [tier({ cost_minor: null, free_from_minor: 1 })],
      1,
      0,
    ],
    ['another country', [tier({ country: 'CA' })], 1000, null],
    ['the country', [tier({ country: 'US' })], 1000, 499],
    ['another currency', [tier({ currency: 'EUR' })], 1000, null],
    ['nothing, in any currency', [tier({ currency: null, cost_minor: 0 })], 1000, 0],
    ['the cheapest', [tier(), tier({ cost_minor: 299 }), tier({ cost_minor: 999 })], 1000, 299],
    ['the cheapest that is known', [tier({ cost_minor: null }), tier({ cost_minor: 999 })], 1000, 999],
  ])('%s', (_, tiers, price, cost) => {
    expect(deliveryMinor(tiers, order(price), US)).toBe(cost);
  });

  const tiers = fc.array(
    fc.record({
      country: fc.constantFrom(null, 'US', 'CA'),
      currency: fc.constantFrom(null, 'USD', 'EUR'),
      cost_minor: fc.option(fc.nat(5000)),
      free_from_minor: fc.option(fc.nat(20_000)),
    }),
    { maxLength: 5 },
  );

  test('a further tier never makes it dearer, and their order does not matter', () => {
    fc.assert(
      fc.property(tiers, tiers, fc.nat(30_000), (some, more, price) => {
        const cost = deliveryMinor(some, order(price), US);
        const all = deliveryMinor([...some, ...more], order(price), US);
        expect(all ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(cost ?? Number.POSITIVE_INFINITY);
        expect(deliveryMinor([...more, ...some], order(price), US)).toBe(all);
      }),
    );
  });

  test('a dearer order never pays more for delivery', () => {
    fc.assert(
      fc.property(tiers, fc.nat(30_000), fc.nat(30_000), (some, price, more) => {
        const cost = deliveryMinor(some, order(price), US);
        const dearer = deliveryMinor(some, order(price + more), US);
        if (cost !== null) expect(dearer).toBeLessThanOrEqual(cost);
      }),
    );
  });
});

test('landed is price and delivery, where delivery is known; an offer is weighed by it, else by its price', () => {
  expect(landedMinor(1000, 499)).toBe(1499);
  expect(landedMinor(1000, 0)).toBe(1000);
  expect(landedMinor(1000, null)).toBeNull();
  expect(weighedMinor({ price_minor: 1000, landed_minor: 1499 })).toBe(1499);
  expect(weighedMinor({ price_minor: 1000, landed_minor: null })).toBe(1000);
});

describe('what several cost to deliver together', () => {
  const own = tier({ free_from_minor: 4000 });
  const offer = (delivery_minor: number | null) => ({ price_minor: 1439, currency: 'USD', delivery_minor });
  test.each<
    [text: string, delivery: number | null, units: number, by: DeliveryTier | null, cost: number | null]
  >([
    ['once by the seller’s tier', 499, 2, own, 499],
    ['nothing from its price on', 499, 3, own, 0],
    ['what the listing states otherwise', 700, 3, own, 700],
    ['nothing that is known', null, 3, own, null],
    ['what is known of one where the seller says nothing', 499, 3, null, 499],
    ['nothing where one is free', 0, 3, tier({ free_from_minor: 1000 }), 0],
    ['what is stated where the tier is in another currency', 499, 3, tier({ currency: 'EUR' }), 499],
  ])('%s', (_, delivery_minor, units, by, cost) => {
    expect(togetherMinor(offer(delivery_minor), units, by)).toBe(cost);
  });

  test('of one is that of one', () => {
    const amount = fc.option(fc.nat(5000));
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.nat(9000),
        (delivery_minor, cost_minor, free_from_minor, price_minor) => {
          const by = tier({ cost_minor, free_from_minor });
          expect(togetherMinor({ price_minor, currency: 'USD', delivery_minor }, 1, by)).toBe(delivery_minor);
        },
      ),
    );
  });
});
