import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localState, quantityBand, readyInMinutes } from '../../../pipelines/domain/local_stock.ts';

test.each([
  [null, null],
  [0, '0'],
  [1, '1-2'],
  [2, '1-2'],
  [3, '3-5'],
  [10, '6-10'],
  [11, '11-20'],
  [21, '21+'],
  [100_000, '21+'],
])('%s pieces are shown as %s', (quantity, band) => {
  expect(quantityBand(quantity)).toBe(band);
});

test('a band never gives the count away: each but none and many holds at least two', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (quantity) => {
      const alike = Array.from({ length: 30 }, (_, at) => at + 1).filter(
        (other) => quantityBand(other) === quantityBand(quantity),
      );
      expect(alike.length).toBeGreaterThanOrEqual(2);
    }),
  );
});

test.each([
  [5, 'in stock', 'in_stock'],
  [2, 'in_stock', 'low_stock'],
  [0, 'in_stock', 'out_of_stock'],
  [5, 'out of stock', 'out_of_stock'],
  [9, 'limited availability', 'low_stock'],
  [null, 'limited_availability', 'low_stock'],
  [null, 'on_display_to_order', 'out_of_stock'],
  [4, null, 'in_stock'],
  [null, null, 'unknown'],
])('%s pieces, %s: %s', (quantity, availability, state) => {
  expect(localState({ quantity, availability })).toBe(state);
});

test.each([
  ['same_day', 240],
  ['next day', 1440],
  ['3-day', 4320],
  ['multi_week', 10080],
  ['none', null],
  [null, null],
  ['soon', null],
])('%s is ready in %s minutes', (sla, minutes) => {
  expect(readyInMinutes(sla)).toBe(minutes);
});
