import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEATURES, writeFeatures } from '../../../pipelines/forecast/features.ts';
import { subjectOf } from './market_of_prices.ts';

function featuresOf(priceOn: (day: number) => number, at: number, days = at + 1) {
  const row = new Float64Array(FEATURES.length);
  writeFeatures(row, subjectOf(priceOn, days), at, 28);
  return Object.fromEntries(FEATURES.map((feature, index) => [feature, row[index] as number])) as Record<
    (typeof FEATURES)[number],
    number
  >;
}

// 1000, but 800 on days 20 to 29 and 60 to 69; day 79 is looked at.
const cutTwice = (day: number) => (Math.floor(day / 10) % 4 === 2 ? 800 : 1000);

describe('what is known of a series on a day', () => {
  test('by hand', () => {
    const known = featuresOf(cutTwice, 79);
    // The last 28 days are 52 to 79: ten of them at 800.
    expect(known.to_median_28).toBe(1);
    expect(known.to_low_28).toBe(1.25);
    expect(known.share_below_28).toBeCloseTo(10 / 28, 9);
    expect(known.share_above_28).toBe(0);
    expect([known.cuts_90, known.changes_90, known.age]).toEqual([2, 4, 9]);
    expect([known.since_cut, known.since_rise, known.last_step]).toEqual([19, 9, 1.25]);
    // Of the windows of 28 days that had ended, those of days 0 to 51 but 20 to 29 began at 1000; a fall to 800 came
    // within 28 days of days 0 to 19 and 32 to 51.
    expect(known.like_windows).toBe(42);
    expect(known.like_fell).toBeCloseTo(40 / 42, 9);
    expect(known.own_fell).toBeCloseTo(40 / 52, 9);
    // One interval between two cuts, of 40 days; 19 of them have passed.
    expect([known.cut_interval, known.cut_interval_spread, known.cut_step]).toEqual([40, 0, 0.8]);
    expect(known.cut_phase).toBeCloseTo(19 / 40, 9);
    expect(known.year_fall).toBeNaN();
  });

  test('hangs neither on the scale of prices nor on what comes later', () => {
    const prices = fc.array(fc.constantFrom(700, 800, 970, 1000, 1100), { minLength: 40, maxLength: 120 });
    fc.assert(
      fc.property(prices, fc.constantFrom(2, 4, 64), (all, scale) => {
        const at = all.length - 11;
        const priceOn = (day: number) => all[Math.floor(day / 2)] as number;
        const known = featuresOf(priceOn, at);
        expect(featuresOf((day) => scale * priceOn(day), at)).toEqual(known);
        expect(featuresOf(priceOn, at, all.length)).toEqual(known);
      }),
      { numRuns: 50 },
    );
  });
});
