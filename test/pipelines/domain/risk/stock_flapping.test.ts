import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Availability } from '../../../../pipelines/domain/listing.ts';
import { stockFlapping } from '../../../../pipelines/domain/risk/stock_flapping.ts';

const DAY = 86_400;
const states = (days: number, ...given: Availability[]) =>
  given.map((availability, index) => ({ from: index * days * DAY, availability }));
const turns = (count: number): Availability[] =>
  Array.from({ length: count + 1 }, (_, index) => (index % 2 === 0 ? 'in_stock' : 'out_of_stock'));

test('six switches in 30 days are flapping, twelve weigh more, five are none', () => {
  expect(stockFlapping(states(2, ...turns(5)), 20 * DAY)).toBeNull();
  expect(stockFlapping(states(2, ...turns(6)), 20 * DAY)).toEqual({ severity: 'low', switches: 6 });
  expect(stockFlapping(states(2, ...turns(12)), 25 * DAY)).toEqual({ severity: 'medium', switches: 12 });
});

test('what is older than 30 days, a quantity, or a state that the feed does not tell is no switch', () => {
  expect(stockFlapping(states(2, ...turns(6)), 42 * DAY)).toBeNull();
  expect(stockFlapping(states(6, ...turns(6)), 36 * DAY)).toBeNull();
  const quantities: Availability[] = Array.from({ length: 12 }, (_, i) => (i % 2 ? 'low_stock' : 'in_stock'));
  expect(stockFlapping(states(1, ...quantities), 20 * DAY)).toBeNull();
  const untold: Availability[] = Array.from({ length: 12 }, (_, i) => (i % 2 ? 'unknown' : 'in_stock'));
  expect(stockFlapping(states(1, ...untold), 20 * DAY)).toBeNull();
});

test('counts no more by saying a state again, and nothing less by one more switch', () => {
  const series = fc.array(fc.constantFrom<Availability>('in_stock', 'low_stock', 'out_of_stock', 'unknown'), {
    minLength: 2,
    maxLength: 30,
  });
  fc.assert(
    fc.property(series, fc.nat(28), (given, place) => {
      const now = 25 * DAY;
      const points = given.map((availability, index) => ({ from: index * 0.8 * DAY, availability }));
      const told = stockFlapping(points, now);
      const at = Math.min(place, points.length - 1);
      const again = { ...(points[at] as (typeof points)[0]), from: (points[at]?.from ?? 0) + 60 };
      expect(stockFlapping(points.toSpliced(at + 1, 0, again), now)).toEqual(told);
      const last = points.findLast(({ availability }) => availability !== 'unknown')?.availability;
      if (last === undefined) return;
      const turned: Availability = last === 'out_of_stock' ? 'in_stock' : 'out_of_stock';
      const more = stockFlapping([...points, { from: now, availability: turned }], now);
      if (told) expect(more?.switches).toBe(told.switches + 1);
    }),
  );
});
