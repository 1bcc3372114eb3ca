import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restCalendarOf, workdays } from '../../../pipelines/domain/business_days.ts';
import { dayNumber } from '../../../pipelines/domain/calendar_day.ts';
import {
  begunLater,
  bestWindow,
  type Chances,
  coverage,
  delayed,
  drawn,
  lagOf,
  NEVER,
  narrowestWindow,
  promisedChances,
} from '../../../pipelines/domain/lag.ts';

const isWorkday = workdays([restCalendarOf('ZZ')]);
const lag = (delivered: string) => lagOf(dayNumber('2026-06-11'), dayNumber(delivered), isWorkday);

// 2026-06-11 is a Thursday.
test.each([
  ['2026-06-10', -1],
  ['2026-06-11', 0],
  ['2026-06-12', 2],
  ['2026-06-13', 3],
  ['2026-06-14', 3],
  ['2026-06-15', 4],
  // the sixth workday, then the Saturday behind the seventh
  ['2026-06-19', 12],
  ['2026-06-20', 13],
])('a delivery on %s has lag %d', (delivered, expected) => {
  expect(lag(delivered)).toBe(expected);
});

test('the day of dispatch is no day after it, even where nobody works', () => {
  const saturday = dayNumber('2026-06-13');
  expect(lagOf(saturday, saturday, isWorkday)).toBe(0);
  expect(lagOf(saturday, saturday + 1, isWorkday)).toBe(1);
});

const seen = new Map([
  [2, 10],
  [4, 60],
  [6, 20],
  [NEVER, 10],
]);
const chances = drawn(new Map(), seen, 0);
const sum = (of: Chances) => [...of.values()].reduce((total, chance) => total + chance, 0);

describe('a window', () => {
  test('holds what lies in it, and never what never comes', () => {
    expect(coverage(chances, 1, 3)).toBeCloseTo(0.9, 9);
    expect(coverage(chances, 0, 100)).toBeCloseTo(0.9, 9);
  });

  test('of a width is the one that holds most', () => {
    expect(bestWindow(chances, 0)).toMatchObject({ least: 2, most: 2 });
    expect(bestWindow(chances, 1)).toMatchObject({ least: 2, most: 3 });
  });

  test('counts from the day of dispatch on, not what came before', () => {
    const early = new Map([
      [-1, 0.7],
      [0, 0.2],
      [1, 0.1],
    ]);
    expect(bestWindow(early, 0)).toMatchObject({ least: 0, confidence: expect.closeTo(0.2, 9) as number });
    expect(bestWindow(early, 1).confidence).toBeCloseTo(0.3, 9);
  });

  test('of two that hold as much is the earlier, and one further on is told by its own days alone', () => {
    const twice = new Map([
      [2, 0.3],
      [6, 0.3],
      [8, 0.4],
    ]);
    expect(bestWindow(twice, 0)).toMatchObject({ least: 4, confidence: expect.closeTo(0.4, 9) as number });
    const even = new Map([
      [2, 0.5],
      [6, 0.5],
    ]);
    expect(bestWindow(even, 0)).toMatchObject({ least: 1, confidence: expect.closeTo(0.5, 9) as number });
    expect(narrowestWindow(even, 0.9, 9, 3)).toMatchObject({ least: 0, most: 3 });
  });

  test('is as narrow as a share allows, and no wider than allowed', () => {
    expect(narrowestWindow(chances, 0.6, 5)).toMatchObject({ least: 2, most: 2 });
    expect(narrowestWindow(chances, 0.75, 5)).toMatchObject({ least: 2, most: 3 });
    expect(narrowestWindow(chances, 0.99, 2)).toMatchObject({ least: 1, most: 3 });
  });
});

describe('where a window begins', () => {
  const window = (chance: number) => {
    const confidence = 1;
    const of = new Map([
      [0, chance],
      [1, 0.1],
      [2, 0.9 - chance],
    ]);
    return begunLater(of, { least: 0, most: 1, confidence });
  };
  test.each([
    // on the day of dispatch, if one in fifty comes then
    [0.02, 0, 1],
    // on the Saturday, if next to nothing does
    [0.01, 1, 0.99],
    [0, 1, 1],
  ])('where %d come on its first day', (chance, first, confidence) => {
    expect(window(chance)).toEqual({ first, confidence });
  });

  test('leaves out little together, and ends it at the latest where it ends', () => {
    const thin = new Map(Array.from({ length: 9 }, (_, days) => [days, 0.006]));
    expect(begunLater(thin, { least: 0, most: 4, confidence: 0.05 })).toEqual({
      first: 1,
      confidence: expect.closeTo(0.044, 9) as number,
    });
    expect(begunLater(new Map(), { least: 1, most: 2, confidence: 0 })).toEqual({ first: 4, confidence: 0 });
  });
});

test('what is drawn, delayed or promised are chances that sum to 1', () => {
  const counts = fc.dictionary(fc.constantFrom('0', '2', '3', '4', '10'), fc.integer({ min: 0, max: 500 }));
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      fc.option(fc.integer({ min: 0, max: 20_000 })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (given, least_days, more, km, share) => {
        const expected = promisedChances({ least_days, most_days: least_days + more }, km);
        expect(sum(expected)).toBeCloseTo(1, 9);
        const all = drawn(
          expected,
          new Map(Object.entries(given).map(([key, count]) => [Number(key), count])),
          20,
        );
        expect(sum(all)).toBeCloseTo(1, 9);
        expect(sum(delayed(all, share))).toBeCloseTo(1, 9);
        for (const chance of all.values()) expect(chance).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('a delay moves a share by a workday, and what never comes stays away', () => {
  const plain = new Map([
    [2, 0.6],
    [5, 0.3],
    [NEVER, 0.1],
  ]);
  const later = [...delayed(plain, 0.25)].toSorted((a, b) => a[0] - b[0]);
  expect(later.map(([days]) => days)).toEqual([2, 4, 5, 7, NEVER]);
  for (const [at, chance] of [0.45, 0.15, 0.225, 0.075, 0.1].entries())
    expect(later[at]?.[1]).toBeCloseTo(chance, 9);
});

test('a promise that is not kept is kept a workday early by one in five, else late, each day half as likely', () => {
  const at = (least_days: number, most_days: number) =>
    [...promisedChances({ least_days, most_days }, 0)].map(([days, chance]) => [
      days,
      Number(chance.toFixed(4)),
    ]);
  const late = [32, 16, 8, 4, 2, 1].map((share) => (0.16 * share) / 63);
  expect(at(2, 3)).toEqual([
    [4, 0.4],
    [6, 0.4],
    [2, 0.04],
    ...late.map((chance, day) => [2 * (4 + day), Number(chance.toFixed(4))]),
  ]);
  // The day itself cannot come early.
  expect(at(0, 0)[0]).toEqual([0, 0.8]);
  expect(at(0, 0)).toHaveLength(7);
  expect(at(0, 0)[1]).toEqual([2, Number(((0.2 * 32) / 63).toFixed(4))]);
});

test('a few deliveries hardly move what is expected, thousands replace it', () => {
  const expected = promisedChances({ least_days: 1, most_days: 2 }, 0);
  const few = drawn(expected, new Map([[10, 2]]), 20);
  const many = drawn(expected, new Map([[10, 20_000]]), 20);
  expect(coverage(few, 1, 2)).toBeGreaterThan(0.7);
  expect(coverage(many, 5, 5)).toBeGreaterThan(0.99);
});

test('a promise is kept less often on a long lane and on one of unknown length', () => {
  const kept = (km: number | null) => coverage(promisedChances({ least_days: 2, most_days: 4 }, km), 2, 4);
  expect(
    [kept(0), kept(2000), kept(4000), kept(9000), kept(null)].map((share) => Number(share.toFixed(3))),
  ).toEqual([0.8, 0.725, 0.65, 0.65, 0.65]);
});
