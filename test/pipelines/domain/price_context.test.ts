import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Availability, ChangePoint } from '../../../pipelines/domain/listing.ts';
import {
  type Gap,
  type PriceHistory,
  priceContext,
  withoutGaps,
} from '../../../pipelines/domain/price_context.ts';

const DAY = 86_400;
const change = (
  from: number,
  price_minor: number,
  availability: Availability = 'in_stock',
  currency = 'USD',
): ChangePoint => ({
  from,
  currency,
  price_minor,
  landed_minor: null,
  availability,
});
/** Prices held for so many days each, the last until now. */
const held = (...steps: [days: number, price: number, availability?: Availability][]): PriceHistory => {
  let at = 0;
  const changes = steps.map(([days, price, availability]) => {
    at += days * DAY;
    return change(at - days * DAY, price, availability);
  });
  return { changes, now: at, days: 90, gaps: [] };
};

it('a price that came this second is the highest or lowest one already', () => {
  const before = [change(0, 600), change(80, 600)];
  const at = (price: number) => ({ changes: [...before, change(90, price)], now: 90, days: 90, gaps: [] });
  expect(priceContext(at(700))).toMatchObject({
    current_minor: 700,
    low_minor: 600,
    median_minor: 600,
    high_minor: 700,
    percentile: 100,
    verdict: 'poor',
  });
  expect(priceContext(at(500))).toMatchObject({
    low_minor: 500,
    high_minor: 600,
    percentile: 0,
    verdict: 'excellent',
  });
});

it('prices of another currency are no part of it', () => {
  const changes = [change(0, 300), change(50, 100, 'in_stock', 'EUR'), change(80, 90, 'in_stock', 'EUR')];
  expect(priceContext({ changes, now: 100 * DAY, days: 200, gaps: [] })).toMatchObject({
    current_minor: 90,
    low_minor: 90,
    high_minor: 100,
  });
  expect(priceContext({ changes: changes.slice(0, 2), now: 50, days: 90, gaps: [] })).toMatchObject({
    verdict: 'flat',
    low_minor: 100,
    high_minor: 100,
    last_seen_lower: null,
  });
});

describe('worked example: 60 days at 1999, 20 at 1799, 10 at 1499', () => {
  it.each([
    [
      [
        [60, 1999],
        [20, 1799],
        [10, 1499],
      ],
      5.56,
      'excellent',
      null,
    ],
    [
      [
        [60, 1999],
        [10, 1499],
        [20, 1799],
      ],
      22.22,
      'good',
      70,
    ],
    [
      [
        [20, 1799],
        [10, 1499],
        [60, 1999],
      ],
      66.67,
      'typical',
      30,
    ],
  ] as const)('%j', (steps, percentile, verdict, lower) => {
    const context = priceContext(held(...steps.map(([days, price]): [number, number] => [days, price])));
    expect(context?.percentile).toBeCloseTo(percentile, 2);
    expect(context).toMatchObject({
      verdict,
      covered_days: 90,
      low_minor: 1499,
      median_minor: 1999,
      high_minor: 1999,
      last_seen_lower: lower === null ? null : lower * DAY,
    });
  });
});

describe('the verdict', () => {
  it.each([
    // a fifth of the time, the lowest: in the middle of it a tenth was cheaper
    [[80, 2000], [20, 1000], 10, 'excellent'],
    [[79, 2000], [21, 1000], 10.5, 'good'],
    [[50, 2000], [50, 1000], 25, 'good'],
    [[49, 2000], [51, 1000], 25.5, 'typical'],
    [[50, 1000], [50, 2000], 75, 'typical'],
    [[51, 1000], [49, 2000], 75.5, 'poor'],
  ] as const)('of %j, then %j: percentile %d is %s', (first, second, percentile, verdict) => {
    const history = { ...held([...first], [...second]), days: 100 };
    expect(priceContext(history)).toMatchObject({ percentile, verdict, covered_days: 100 });
  });

  it('is called by the market’s own cuts', () => {
    const history = { ...held([80, 2000], [20, 1000]), days: 100 };
    const verdictAt = (excellent: number, good: number, typical: number) =>
      priceContext({ ...history, cuts: { excellent, good, typical } })?.verdict;
    expect([verdictAt(10, 25, 75), verdictAt(9, 25, 75), verdictAt(5, 9, 75), verdictAt(0, 5, 9)]).toEqual([
      'excellent',
      'good',
      'typical',
      'poor',
    ]);
  });

  it('is flat only where nothing in the window was cheaper or dearer', () => {
    for (const other of [1000, 3000]) {
      const history = held([50, other], [60, 2000]);
      expect(priceContext({ ...history, days: 110 })?.verdict).toBe('typical');
      expect(priceContext({ ...history, days: 60 })?.verdict).toBe('flat');
    }
  });
});

describe('the time that counts', () => {
  it.each<[Availability, counts: boolean]>([
    ['in_stock', true],
    ['low_stock', true],
    ['preorder', true],
    ['backorder', true],
    ['unknown', true],
    ['out_of_stock', false],
    ['discontinued', false],
    ['gone', false],
  ])('of an offer that is %s: %j', (availability, counts) => {
    const context = priceContext(held([10, 1000, availability], [10, 2000]));
    expect(context?.covered_days).toBe(counts ? 20 : 10);
    expect(context?.low_minor).toBe(counts ? 1000 : 2000);
    expect(context?.last_seen_lower).toBe(counts ? 10 * DAY : null);
  });

  it.each<[from: number, to: number, gaps: [number, number][], parts: [number, number][]]>([
    [10, 20, [], [[10, 20]]],
    [10, 20, [[0, 10]], [[10, 20]]],
    [10, 20, [[20, 30]], [[10, 20]]],
    [10, 20, [[5, 12]], [[12, 20]]],
    [10, 20, [[18, 25]], [[10, 18]]],
    [10, 20, [[10, 20]], []],
    [10, 20, [[5, 25]], []],
    [
      10,
      20,
      [[12, 14]],
      [
        [10, 12],
        [14, 20],
      ],
    ],
    [
      10,
      20,
      [
        [11, 13],
        [12, 15],
        [19, 20],
      ],
      [
        [10, 11],
        [15, 19],
      ],
    ],
    [
      10,
      20,
      [
        [11, 18],
        [12, 15],
      ],
      [
        [10, 11],
        [18, 20],
      ],
    ],
    [10, 10, [], []],
    [
      10,
      9,
      [
        [5, 7],
        [8, 9],
        [9, 12],
      ],
      [],
    ],
  ])('from %d to %d without %j', (from, to, gaps, parts) => {
    const left = withoutGaps(
      { from, to, price_minor: 5 },
      gaps.map(([start, end]) => ({ from: start, to: end })),
    );
    expect(left).toEqual(parts.map(([start, end]) => ({ from: start, to: end, price_minor: 5 })));
  });
});

describe('priceContext', () => {
  it('reads a price that never moved as flat', () => {
    expect(priceContext(held([90, 1999]))).toMatchObject({
      percentile: 50,
      verdict: 'flat',
      covered_days: 90,
    });
    expect(priceContext(held([30, 1499], [90, 1999]))).toMatchObject({
      verdict: 'flat',
      last_seen_lower: 30 * DAY,
    });
  });

  it('leaves out what could not be bought or was not observed', () => {
    const history = held([40, 1999], [20, 999, 'out_of_stock'], [30, 1799]);
    expect(priceContext(history)).toMatchObject({ covered_days: 70, low_minor: 1799, last_seen_lower: null });
    const gaps = [
      { from: 10 * DAY, to: 20 * DAY },
      { from: 15 * DAY, to: 25 * DAY },
    ];
    expect(priceContext({ ...history, gaps })).toMatchObject({ covered_days: 55 });
  });

  it('knows only the current price of an offer that was never for sale or begins now', () => {
    const bare = {
      percentile: 50,
      verdict: 'flat',
      covered_days: 0,
      low_minor: 5,
      median_minor: 5,
      high_minor: 5,
    };
    expect(priceContext(held([10, 5, 'out_of_stock']))).toMatchObject(bare);
    expect(priceContext({ changes: [change(7, 5)], now: 7, days: 90, gaps: [] })).toMatchObject(bare);
    expect(priceContext({ changes: [change(8, 5)], now: 7, days: 90, gaps: [] })).toBeNull();
  });

  it('calls the dearest price poor', () => {
    expect(priceContext(held([80, 1000], [10, 1200]))).toMatchObject({
      verdict: 'poor',
      last_seen_lower: 80 * DAY,
    });
  });
});

/** The definition second by second. */
function naive({ changes, now, days, gaps }: PriceHistory) {
  const stands = changes.filter(({ from }) => from <= now).at(-1);
  const current = stands?.price_minor ?? 0;
  const start = now - Math.round(days * DAY);
  const prices: number[] = [];
  let lower: number | null = null;
  for (let second = 0; second < now; second++) {
    const at = changes.filter(({ from }) => from <= second).at(-1);
    if (!at || ['out_of_stock', 'discontinued', 'gone'].includes(at.availability)) continue;
    if (gaps.some(({ from, to }) => from <= second && second < to)) continue;
    if (at.currency !== stands?.currency) continue;
    if (at.price_minor < current) lower = second + 1;
    if (second >= start) prices.push(at.price_minor);
  }
  prices.sort((a, b) => a - b);
  const below = prices.filter((price) => price < current).length;
  const same = prices.filter((price) => price === current).length;
  return {
    percentile: prices.length === 0 ? 50 : (100 * (below + same / 2)) / prices.length,
    low_minor: Math.min(current, ...prices),
    median_minor: prices[Math.ceil(prices.length / 2) - 1] ?? current,
    high_minor: Math.max(current, ...prices),
    last_seen_lower: lower,
  };
}

const history: fc.Arbitrary<PriceHistory> = fc.record({
  changes: fc
    .uniqueArray(
      fc.tuple(
        fc.nat(50),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom<Availability>('in_stock', 'in_stock', 'unknown', 'out_of_stock', 'gone'),
        fc.constantFrom('USD', 'USD', 'EUR'),
      ),
      { minLength: 1, maxLength: 8, selector: ([from]) => from },
    )
    .map((points) => points.sort((a, b) => a[0] - b[0]).map((point) => change(...point))),
  now: fc.integer({ min: 50, max: 70 }),
  days: fc.integer({ min: 1, max: 80 }).map((seconds) => seconds / DAY),
  gaps: fc.array(
    fc.tuple(fc.nat(60), fc.nat(15)).map(([from, length]): Gap => ({ from, to: from + length })),
    { maxLength: 3 },
  ),
});

describe('properties', () => {
  it('agree with the definition second by second', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { percentile, ...rest } = naive(given);
        const context = priceContext(given);
        expect(context).toMatchObject(rest);
        expect(context?.percentile).toBeCloseTo(percentile, 9);
      }),
      { numRuns: 1000 },
    );
  });

  it('are in order, and a change point that changes nothing changes nothing', () => {
    fc.assert(
      fc.property(history, fc.nat(50), (given, second) => {
        const context = priceContext(given);
        expect(context?.percentile).toBeGreaterThanOrEqual(0);
        expect(context?.percentile).toBeLessThanOrEqual(100);
        expect(context?.low_minor).toBeLessThanOrEqual(context?.median_minor ?? 0);
        expect(context?.median_minor).toBeLessThanOrEqual(context?.high_minor ?? 0);
        expect(context?.low_minor).toBeLessThanOrEqual(context?.current_minor ?? 0);
        expect(context?.current_minor).toBeLessThanOrEqual(context?.high_minor ?? 0);
        const before = given.changes.findLast(({ from }) => from < second);
        if (!before || given.changes.some(({ from }) => from === second)) return;
        const changes = [...given.changes, { ...before, from: second }].sort((a, b) => a.from - b.from);
        expect(priceContext({ ...given, changes })).toEqual(context);
      }),
    );
  });

  it('a dearer price never has a lower percentile, and every price in another unit has the same', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 500 }), (given, more) => {
        const stands = given.changes.findLast(({ from }) => from <= given.now);
        const percentileWith = (price: (change: ChangePoint) => number) =>
          priceContext({
            ...given,
            changes: given.changes.map((own) => ({ ...own, price_minor: price(own) })),
          })?.percentile ?? 0;
        const now = percentileWith(({ price_minor }) => price_minor);
        const dearer = percentileWith((own) => own.price_minor + (own === stands ? more : 0));
        expect(dearer).toBeGreaterThanOrEqual(now);
        expect(percentileWith(({ price_minor }) => price_minor * more)).toBe(now);
      }),
    );
  });
});
