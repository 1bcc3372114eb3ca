import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangePoint } from '../../../../pipelines/domain/listing.ts';
import { inflatedReference } from '../../../../pipelines/domain/risk/reference_price.ts';

const DAY = 86_400;
const at = (day: number) => day * DAY;
const point = (
  day: number,
  price_minor: number,
  availability: ChangePoint['availability'] = 'in_stock',
): ChangePoint => ({ from: at(day), currency: 'EUR', price_minor, landed_minor: null, availability });
const claim = (list_price_minor: number, changes: ChangePoint[], now: number) => ({
  list_price_minor,
  changes,
  now: at(now),
  gaps: [],
});

describe('a struck-out price', () => {
  // By hand: 100 until day 50, 80 until day 70, 100 until day 90, then 70. The 30 days before day 90 hold 80 for ten
  // of them, so the prior price is 80, and 100 struck out is a quarter above it.
  const sale = [point(0, 10_000), point(50, 8000), point(70, 10_000), point(90, 7000)];
  test('is held against the lowest price of the 30 days before the reduction', () => {
    expect(inflatedReference(claim(10_000, sale, 95))).toEqual({
      severity: 'medium',
      prior_minor: 8000,
      seen_days: 30,
      reduced_at: at(90),
      ratio: 1.25,
    });
    expect(inflatedReference(claim(8000, sale, 95))).toBeNull();
    expect(inflatedReference(claim(8500, sale, 95))).toMatchObject({ severity: 'low' });
    // One per cent more is a rounding, a tenth more is little; what is not above the price of now is no reduction.
    expect(inflatedReference(claim(8080, sale, 95))).toBeNull();
    expect(inflatedReference(claim(8081, sale, 95))).toMatchObject({ severity: 'low' });
    expect(inflatedReference(claim(8800, sale, 95))).toMatchObject({ severity: 'low' });
    expect(inflatedReference(claim(8801, sale, 95))).toMatchObject({ severity: 'medium' });
  });

  test('is judged by what was known then, in its own currency, whatever order silences are told in', () => {
    expect(inflatedReference(claim(10_000, [...sale, point(99, 20_000)], 95))).toMatchObject({
      prior_minor: 8000,
    });
    // A price equal to the list price is none that was struck out.
    expect(inflatedReference(claim(7000, sale, 95))).toBeNull();
    // Silent from day 60 to 66 and from 68 to 72: of the 30 days 20 were seen, two of them at 80.
    const gaps = [
      { from: at(68), to: at(72) },
      { from: at(60), to: at(66) },
    ];
    const told = inflatedReference({ ...claim(10_000, sale, 95), gaps });
    expect(told).toMatchObject({ prior_minor: 8000, seen_days: 20 });
    expect(inflatedReference({ ...claim(10_000, sale, 95), gaps: gaps.toReversed() })).toEqual(told);
    // In another currency before: the price of now is no reduced one, and too new to be told of.
    const changed = sale.map((one, index) => (index < 3 ? { ...one, currency: 'USD' } : one));
    expect(inflatedReference(claim(10_000, changed, 95))).toBeNull();
    // Seven days before the reduction are enough, six are not.
    expect(inflatedReference(claim(10_000, [point(83, 8000), point(90, 7000)], 95))).toMatchObject({
      seen_days: 7,
    });
    expect(inflatedReference(claim(10_000, [point(84, 8000), point(90, 7000)], 95))).toBeNull();
  });

  test('is honest where it was the price for 30 days, however deep the cut', () => {
    expect(inflatedReference(claim(10_000, [point(0, 10_000), point(31, 1000)], 40))).toBeNull();
    expect(
      inflatedReference(claim(10_000, [point(0, 5000), point(1, 10_000), point(30, 1000)], 40)),
    ).toMatchObject({ prior_minor: 5000 });
  });

  test('of a reduction in steps is held against the price before the first', () => {
    const steps = [point(0, 10_000), point(60, 8000), point(80, 6000)];
    expect(inflatedReference(claim(10_000, steps, 85))).toBeNull();
    expect(inflatedReference(claim(12_000, steps, 85))).toMatchObject({
      prior_minor: 10_000,
      reduced_at: at(60),
    });
  });

  test('of a price that is no reduced one is held against the highest ever seen', () => {
    expect(inflatedReference(claim(15_000, [point(0, 10_000)], 40))).toMatchObject({
      reduced_at: null,
      prior_minor: 10_000,
      seen_days: 40,
    });
    const raised = [point(0, 15_000), point(20, 9000), point(40, 10_000)];
    expect(inflatedReference(claim(15_000, raised, 50))).toBeNull();
    expect(inflatedReference(claim(15_000, [point(0, 10_000)], 29))).toBeNull();
  });

  test('is left alone where too little was seen', () => {
    const changes = [point(0, 8000), point(4, 10_000), point(10, 7000)];
    expect(inflatedReference(claim(10_000, changes, 20))).not.toBeNull();
    const gaps = [{ from: at(1), to: at(9) }];
    expect(inflatedReference({ ...claim(10_000, changes, 20), gaps })).toBeNull();
    const absent = [point(0, 8000, 'out_of_stock'), point(4, 10_000), point(10, 7000)];
    expect(inflatedReference(claim(10_000, absent, 20))).toBeNull();
    const foreign = [{ ...point(0, 8000), currency: 'USD' }, point(30, 10_000)];
    expect(inflatedReference(claim(12_000, foreign, 40))).toBeNull();
  });

  const histories = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 20_000 })), {
      minLength: 1,
      maxLength: 8,
    })
    .map((steps) => {
      let day = 0;
      return steps.map(([days, price]) => {
        const made = point(day, price);
        day += days;
        return made;
      });
    });

  test('that a seller really asked for the 30 days before is never told, and a higher one is told whenever a lower is', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 20_000 }), (changes, more) => {
        const last = changes.at(-1) as ChangePoint;
        const now = Math.round(last.from / DAY) + 5;
        const highest = Math.max(...changes.map(({ price_minor }) => price_minor));
        const found = inflatedReference(claim(highest, changes, now));
        if (found) expect(found.prior_minor).toBeLessThan(highest);
        if (found) expect(inflatedReference(claim(highest + more, changes, now))).not.toBeNull();
        const prior = found?.prior_minor ?? last.price_minor;
        expect(inflatedReference(claim(Math.floor(prior), changes, now))).toBeNull();
      }),
    );
  });

  test('is judged alike however a stretch is split, and in any currency', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 101, max: 40_000 }), fc.nat(7), (changes, list, place) => {
        const now = Math.round((changes.at(-1) as ChangePoint).from / DAY) + 5;
        const found = inflatedReference(claim(list, changes, now));
        const index = place % changes.length;
        const stretch = changes[index] as ChangePoint;
        const split = changes.toSpliced(index + 1, 0, { ...stretch, from: stretch.from + DAY / 2 });
        expect(inflatedReference(claim(list, split, now))).toEqual(found);
        const scaled = changes.map((change) => ({ ...change, price_minor: change.price_minor * 7 }));
        const scaledFound = inflatedReference(claim(list * 7, scaled, now));
        expect(scaledFound === null).toBe(found === null);
        expect(scaledFound?.ratio ?? 0).toBeCloseTo(found?.ratio ?? 0, 9);
      }),
    );
  });
});
