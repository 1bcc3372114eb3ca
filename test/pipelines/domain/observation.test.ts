import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangePoint } from '../../../pipelines/domain/listing.ts';
import {
  byDay,
  coveredDays,
  daysOf,
  gapBetween,
  observations,
} from '../../../pipelines/domain/observation.ts';
import { priceContext } from '../../../pipelines/domain/price_context.ts';

const DAY = 86_400;
const change = (
  day: number,
  price_minor: number,
  availability: ChangePoint['availability'] = 'in_stock',
) => ({
  from: day * DAY,
  currency: 'USD',
  price_minor,
  landed_minor: null,
  availability,
});
const spans = (list: readonly { from: number; to: number; price_minor: number }[]) =>
  list.map(({ from, to, price_minor }) => [from / DAY, to / DAY, price_minor]);

describe('observations', () => {
  const changes = [change(0, 100), change(10, 200), change(20, 300)];

  test('are the stretches between changes, cut at the window and at gaps', () => {
    const window = {
      from: 5 * DAY,
      to: 30 * DAY,
      gaps: [
        { from: 19 * DAY, to: 22 * DAY },
        { from: 12 * DAY, to: 15 * DAY },
      ],
    };
    expect(spans(observations(changes, window))).toEqual([
      [5, 10, 100],
      [10, 12, 200],
      [15, 19, 200],
      [22, 30, 300],
    ]);
  });

  test('by day keep what stood last on each day', () => {
    const window = { from: 8.5 * DAY, to: 11.25 * DAY, gaps: [] };
    const list = observations([change(0, 100), change(9.5, 200), change(9.75, 250)], window);
    expect(spans(byDay(list))).toEqual([
      [8.5, 9, 100],
      [9, 10, 250],
      [10, 11, 250],
      [11, 11.25, 250],
    ]);
  });

  test('by day end where the last one ended, at midnight too', () => {
    const list = observations([change(0, 100)], { from: 0, to: 2 * DAY, gaps: [] });
    expect(spans(byDay(list))).toEqual([
      [0, 1, 100],
      [1, 2, 100],
    ]);
  });

  test('lie in the window alone, and are none where a price stood no time', () => {
    const window = { from: 10 * DAY, to: 20 * DAY, gaps: [] };
    expect(spans(observations(changes, { ...window, to: 19 * DAY }))).toEqual([[10, 19, 200]]);
    expect(spans(observations([change(12, 1), change(12, 2), change(25, 3)], window))).toEqual([[12, 20, 2]]);
  });

  test('end with what stands at the end, though it came that very moment', () => {
    const last = observations(changes, { from: 15 * DAY, to: 20 * DAY, gaps: [] });
    expect(spans(last)).toEqual([
      [15, 20, 200],
      [20, 20, 300],
    ]);
    expect(spans(byDay(last)).at(-1)).toEqual([20, 20, 300]);
    const found = { from: 12 * DAY, to: 20 * DAY };
    const lost = { from: 12 * DAY, to: Infinity };
    const window = { from: 10 * DAY, to: 20 * DAY };
    expect(spans(observations([change(0, 100)], { ...window, gaps: [found] }))).toEqual([
      [10, 12, 100],
      [20, 20, 100],
    ]);
    expect(spans(observations([change(0, 100)], { ...window, gaps: [lost] }))).toEqual([[10, 12, 100]]);
    const noon = observations([change(0, 100), change(1.5, 90)], { from: 0, to: 1.5 * DAY, gaps: [] });
    expect(spans(byDay(noon))).toEqual([
      [0, 1, 100],
      [1, 1.5, 90],
    ]);
  });

  test('days add up to the window less its gaps, however fine they are cut', () => {
    const history = fc.record({
      days: fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 8 }),
      from: fc.nat(40),
      length: fc.integer({ min: 1, max: 40 }),
      gapFrom: fc.nat(60),
      gapLength: fc.nat(20),
    });
    fc.assert(
      fc.property(history, ({ days, from, length, gapFrom, gapLength }) => {
        const list = days.sort((a, b) => a - b).map((day, index) => change(day, 100 + index));
        const gaps = gapLength === 0 ? [] : [{ from: gapFrom * DAY, to: (gapFrom + gapLength) * DAY }];
        const stretches = observations(list, { from: from * DAY, to: (from + length) * DAY, gaps });
        let expected = 0;
        for (let day = from; day < from + length; day++)
          if (day >= (days[0] ?? 0) && !(day >= gapFrom && day < gapFrom + gapLength)) expected++;
        const total = (parts: typeof stretches) => parts.reduce((sum, part) => sum + daysOf(part), 0);
        expect(total(stretches)).toBe(expected);
        expect(total(byDay(stretches))).toBe(expected);
        expect(coveredDays(stretches)).toBe(expected);
        const context = priceContext({ changes: list, now: (from + length) * DAY, days: length, gaps });
        if (context) expect(context.covered_days).toBe(expected);
      }),
    );
  });
});

test('a segment that is split in two is as long, and as many days of history', () => {
  const series = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(series, fc.nat(60 * 24), fc.nat(20), (days, hour, gapLength) => {
      const list = days.sort((a, b) => a - b).map((day, index) => change(day, 100 + (index % 3)));
      const at = hour * 3600;
      const before = list.findLast(({ from }) => from < at);
      fc.pre(before !== undefined && list.every(({ from }) => from !== at));
      const split = [...list, { ...(before as ChangePoint), from: at }].sort((a, b) => a.from - b.from);
      const gaps = gapLength === 0 ? [] : [{ from: 30 * DAY, to: (30 + gapLength) * DAY }];
      const window = { from: 5 * DAY, to: 61 * DAY, gaps };
      const [one, two] = [observations(list, window), observations(split, window)];
      const total = (parts: typeof one) => parts.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(total(two)).toBe(total(one));
      expect(coveredDays(two)).toBe(coveredDays(one));
      expect(spans(byDay(two))).toEqual(spans(byDay(one)));
    }),
  );
});

test('covered days count a day once, whoever was seen on it, and only while it could be bought', () => {
  const window = { from: 0, to: 30 * DAY, gaps: [] };
  const one = observations([change(0, 100), change(10, 100, 'out_of_stock'), change(25, 90)], window);
  const other = observations([change(5, 120), change(15, 120, 'gone')], window);
  expect(coveredDays(one)).toBe(15);
  expect(coveredDays([...other, ...one])).toBe(20);
});

test('a silence is a gap once it is longer than three intervals, from one interval after the last observation', () => {
  expect(gapBetween(0, 3 * DAY, 1440)).toBeNull();
  expect(gapBetween(0, 3 * DAY + 1, 1440)).toEqual({ from: DAY, to: 3 * DAY + 1 });
  expect(gapBetween(100 * DAY, 103 * DAY, 1440)).toBeNull();
  expect(gapBetween(1000, 1000 + 3 * 3600 + 1, 60)).toEqual({ from: 1000 + 3600, to: 1000 + 3 * 3600 + 1 });
});
