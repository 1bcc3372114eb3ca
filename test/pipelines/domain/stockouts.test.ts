import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Availability } from '../../../pipelines/domain/listing.ts';
import {
  bestAvailability,
  jointAvailability,
  sharedGaps,
  stockoutsOf,
} from '../../../pipelines/domain/stockouts.ts';

const DAY = 86_400;
const point = (day: number, availability: Availability) => ({ from: day * DAY, availability });
const history = (points: [day: number, availability: Availability][], gaps: [number, number][] = []) => ({
  points: points.map(([day, availability]) => point(day, availability)),
  now: 100 * DAY,
  days: 90,
  gaps: gaps.map(([from, to]) => ({ from: from * DAY, to: to * DAY })),
});

describe('stockouts', () => {
  // Days 10 to 100 of a window of 90: out 20–24, 50–60 and 95 until now, so 19 of 90 days. Lengths 4, 10 and 5+:
  // S falls to 2/3 at 4; the running one leaves at 5; S falls to 0 at 10.
  test('by hand, one still running', () => {
    const outages = history([
      [0, 'in_stock'],
      [20, 'out_of_stock'],
      [24, 'in_stock'],
      [50, 'out_of_stock'],
      [60, 'low_stock'],
      [95, 'out_of_stock'],
    ]);
    expect(stockoutsOf(outages)).toEqual({
      stockouts: 3,
      stockout_share: 19 / 90,
      median_outage_days: 10,
    });
  });

  test('one that began before the window counts with its whole length, its share with what lies inside', () => {
    const outage = history([
      [0, 'out_of_stock'],
      [20, 'in_stock'],
    ]);
    expect(stockoutsOf(outage)).toEqual({ stockouts: 1, stockout_share: 10 / 90, median_outage_days: 20 });
  });

  test('one that ended before the window is none', () => {
    const early = history([
      [0, 'out_of_stock'],
      [5, 'in_stock'],
    ]);
    expect(stockoutsOf(early)).toEqual({ stockouts: 0, stockout_share: 0, median_outage_days: null });
  });

  // Seen sold out on days 30 to 40, then silence until 60, when it is back: it lasted at least 10 days. Of 70 days
  // that were seen, 10.
  test('a silence ends no outage and is no time', () => {
    const silent = history(
      [
        [0, 'in_stock'],
        [30, 'out_of_stock'],
        [60, 'in_stock'],
      ],
      [[40, 60]],
    );
    expect(stockoutsOf(silent)).toEqual({ stockouts: 1, stockout_share: 10 / 70, median_outage_days: null });
  });

  test.each(['gone', 'discontinued', 'unknown'] as const)(
    '%s ends none, and its time does not count',
    (state) => {
      const left = history([
        [0, 'in_stock'],
        [30, 'out_of_stock'],
        [40, state],
      ]);
      expect(stockoutsOf(left)).toEqual({ stockouts: 1, stockout_share: 10 / 30, median_outage_days: null });
    },
  );

  test('a silence counts as the end of what was seen only where the outage ended in it, and points to come not at all', () => {
    const outage: [number, Availability][] = [
      [10, 'in_stock'],
      [40, 'out_of_stock'],
      [60, 'in_stock'],
    ];
    // Silent before, within, and long behind: it was seen to end, after 20 days, five of them unseen.
    const gaps: [number, number][] = [
      [80, 85],
      [45, 50],
      [20, 25],
    ];
    expect(stockoutsOf(history(outage, gaps))).toEqual({
      stockouts: 1,
      stockout_share: 15 / 75,
      median_outage_days: 20,
    });
    // Silent from its first day until it was over: seen for none of its days, and not seen to end.
    expect(stockoutsOf(history(outage, [[30, 60]]))).toEqual({
      stockouts: 1,
      stockout_share: 0,
      median_outage_days: null,
    });
    expect(stockoutsOf(history([...outage, [120, 'out_of_stock']]))).toEqual(stockoutsOf(history(outage)));
    // One that ended where the window begins is none of its outages.
    const early = history([
      [0, 'out_of_stock'],
      [10, 'in_stock'],
    ]);
    expect(stockoutsOf(early)).toEqual({ stockouts: 0, stockout_share: 0, median_outage_days: null });
  });

  test('nothing known', () => {
    expect(stockoutsOf(history([]))).toEqual({
      stockouts: 0,
      stockout_share: null,
      median_outage_days: null,
    });
  });

  const states = fc.array(fc.constantFrom<Availability>('in_stock', 'out_of_stock', 'backorder', 'gone'), {
    minLength: 1,
    maxLength: 20,
  });

  test('to say again what stands changes nothing', () => {
    fc.assert(
      fc.property(states, fc.nat(18), (series, at) => {
        const points = series.map((state, index) => point(index * 5, state));
        const state = points.findLast(({ from }) => from <= at * 5 * DAY + 1)?.availability ?? 'gone';
        const again = [...points, { from: at * 5 * DAY + 1, availability: state }].sort(
          (a, b) => a.from - b.from,
        );
        const joined = jointAvailability([again]);
        expect(stockoutsOf({ ...history([]), points: joined })).toEqual(
          stockoutsOf({ ...history([]), points: jointAvailability([points]) }),
        );
      }),
    );
  });
});

describe('several offers of one seller', () => {
  test('stand as the best of them does', () => {
    const joined = jointAvailability([
      [point(0, 'in_stock'), point(10, 'out_of_stock'), point(30, 'gone')],
      [point(5, 'out_of_stock'), point(20, 'low_stock'), point(25, 'out_of_stock')],
    ]);
    expect(joined).toEqual([
      point(0, 'in_stock'),
      point(10, 'out_of_stock'),
      point(20, 'low_stock'),
      point(25, 'out_of_stock'),
    ]);
  });

  test('are silent where all of their feeds are', () => {
    const gaps = (...pairs: [number, number][]) => pairs.map(([from, to]) => ({ from, to }));
    expect(sharedGaps([gaps([0, 10], [20, 40]), gaps([5, 25], [30, Infinity])])).toEqual(
      gaps([5, 10], [20, 25], [30, 40]),
    );
    expect(sharedGaps([gaps([0, 10]), []])).toEqual([]);
    expect(sharedGaps([])).toEqual([]);
  });
});

test('the best of several states, from in stock to gone', () => {
  const best = [
    'in_stock',
    'low_stock',
    'preorder',
    'backorder',
    'unknown',
    'out_of_stock',
    'discontinued',
    'gone',
  ] as const;
  for (const [index, state] of best.entries())
    expect(bestAvailability(best.slice(index).toReversed())).toBe(state);
  expect(bestAvailability([])).toBe('gone');
});
