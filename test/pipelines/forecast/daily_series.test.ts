import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dailySeries, waited, waitedDays } from '../../../pipelines/forecast/daily_series.ts';

const points = (...pairs: [day: number, price_minor: number][]) =>
  pairs.map(([day, price_minor]) => ({ day, price_minor }));

describe('daily series', () => {
  // 100 on days 10 to 12, sold out on 13, 90 on 14 and 15; the second point of day 14 is what stood last on it.
  test('by hand', () => {
    const series = dailySeries(points([10, 100], [13, 0], [14, 95], [14, 90]), 15);
    expect(series && { ...series, prices: [...series.prices], steps: [...series.steps] }).toMatchObject({
      first: 10,
      prices: [100, 100, 100, 0, 90, 90],
      steps: [1, 1, 1, 1, 0.9, 1],
    });
    expect([...(series?.ages ?? [])]).toEqual([0, 1, 2, 3, 0, 1]);
    expect([...(series?.known ?? [])]).toEqual([1, 2, 3, 3, 4, 5]);
  });

  test('a silence is unknown, and a price that stood through it has not changed', () => {
    const series = dailySeries(points([0, 100]), 9, [{ from: 3, to: 6 }]);
    expect([...(series?.prices ?? [])]).toEqual([100, 100, 100, 0, 0, 0, 100, 100, 100, 100]);
    expect(series?.steps.every((step) => step === 1)).toBe(true);
  });

  test('a segment that is split in two is the same series, so a forecast of it is', () => {
    const prices = fc.array(fc.constantFrom(0, 90, 100, 120), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(prices, fc.nat(70), (all, day) => {
        const own = all.map((price_minor, index) => ({ day: index * 6, price_minor }));
        const standing = own.findLast((point) => point.day <= day);
        const again = { day, price_minor: standing?.price_minor ?? 0 };
        const split = [...own, again].sort((a, b) => a.day - b.day);
        expect(dailySeries(split, 80)).toEqual(dailySeries(own, 80));
      }),
    );
  });

  test.each([
    ['no price', points([0, 0])],
    ['none yet', points([11, 100])],
    ['nothing', []],
  ])('%s is null', (_, own) => {
    expect(dailySeries(own, 10)).toBeNull();
  });
});

describe('waiting', () => {
  const prices = (...all: number[]) => Float64Array.from(all);

  // 97 is 3 % under 100 and counts, 98 does not; the first such price is paid, not the lowest.
  test.each([
    [[100, 98, 97, 50], 3, { fell: true, saving: 0.03 }],
    [[100, 98, 98, 98], 3, { fell: false, saving: 0.02 }],
    [[100, 100, 100, 120], 3, { fell: false, saving: -0.2 }],
    [[100, 0, 0, 100], 3, { fell: false, saving: 0 }],
    [[100, 0, 0, 0], 3, null],
    [[0, 100, 90, 90], 2, null],
    [[100, 90], 28, { fell: true, saving: 0.1 }],
  ])('%j within %i days', (all, horizon, outcome) => {
    const found = waited(prices(...all), 0, horizon);
    if (outcome === null) expect(found).toBeNull();
    else {
      expect(found?.fell).toBe(outcome.fell);
      expect(found?.saving).toBeCloseTo(outcome.saving);
    }
  });

  test('of all days at once is that of each', () => {
    const series = fc
      .array(fc.constantFrom(0, 90, 96, 97, 98, 100, 103, 120), { minLength: 1, maxLength: 60 })
      .filter((all) => all.some((price) => price > 0));
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 20 }), (all, horizon) => {
        const days = dailySeries(
          all.map((price_minor, day) => ({ day, price_minor })),
          all.length - 1,
        );
        if (!days) return;
        const found = waitedDays(days, horizon);
        for (let at = 0; at < days.prices.length; at++) {
          const one = waited(days.prices, at, horizon);
          expect(found.isKnown[at]).toBe(one ? 1 : 0);
          expect(found.fell[at]).toBe(one?.fell ? 1 : 0);
          expect(found.saving[at]).toBe(one?.saving ?? 0);
        }
      }),
    );
  });
});
