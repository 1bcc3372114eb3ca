import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountRhythm } from '../../../pipelines/domain/discount_rhythm.ts';
import type { Availability } from '../../../pipelines/domain/listing.ts';

const DAY = 86_400;
const point = (
  day: number,
  price_minor: number,
  availability: Availability = 'in_stock',
  currency = 'USD',
) => ({
  from: day * DAY,
  currency,
  price_minor,
  landed_minor: null,
  availability,
});
const rhythm = (changes: ReturnType<typeof point>[], days = 365) =>
  discountRhythm({ changes, now: 400 * DAY, days });

describe('rhythm of discounts', () => {
  // Cuts of 20, 10 and 30 % on days 100, 150 and 220, the last one still on: 20 % and 60 days in the middle.
  test('by hand', () => {
    const changes = [
      point(0, 1000),
      point(100, 800),
      point(107, 1000),
      point(150, 900),
      point(160, 1000),
      point(220, 700),
    ];
    expect(rhythm(changes)).toEqual({
      cuts: 3,
      typical_depth_pct: 20,
      typical_interval_days: 60,
      days_since_cut: 180,
      returned: 2,
    });
    expect(rhythm(changes, 200)).toMatchObject({ cuts: 1, typical_interval_days: null, returned: 0 });
  });

  test('97 % of a price is a cut, 98 % is none', () => {
    expect(rhythm([point(100, 1000), point(110, 970)]).cuts).toBe(1);
    expect(rhythm([point(100, 1000), point(110, 980)])).toEqual({
      cuts: 0,
      typical_depth_pct: null,
      typical_interval_days: null,
      days_since_cut: null,
      returned: 0,
    });
  });

  test('a stockout hides no cut, and another currency is none', () => {
    expect(rhythm([point(100, 1000), point(110, 500, 'out_of_stock'), point(120, 800)])).toMatchObject({
      cuts: 1,
      typical_depth_pct: 20,
      days_since_cut: 280,
    });
    expect(rhythm([point(100, 1000), point(110, 500, 'in_stock', 'EUR')]).cuts).toBe(0);
  });

  test('a price said again changes nothing, and neither does another unit', () => {
    const prices = fc.array(fc.constantFrom(1000, 980, 970, 900, 700, 1200), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(prices, fc.nat(359), fc.integer({ min: 2, max: 90 }), (all, day, scale) => {
        const changes = all.map((price, index) => point(index * 30, price));
        const again = point(day, all[Math.floor(day / 30)] ?? (all.at(-1) as number));
        const split = [...changes, again].sort((a, b) => a.from - b.from);
        expect(rhythm(split)).toEqual(rhythm(changes));
        const { typical_depth_pct: depth, ...other } = rhythm(
          changes.map((own) => ({ ...own, price_minor: own.price_minor * scale })),
        );
        const { typical_depth_pct, ...one } = rhythm(changes);
        expect(other).toEqual(one);
        expect(depth === null ? null : Math.round(depth)).toBe(
          typical_depth_pct === null ? null : Math.round(typical_depth_pct),
        );
      }),
    );
  });
});
