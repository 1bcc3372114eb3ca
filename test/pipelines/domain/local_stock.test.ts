import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  highestBand,
  localState,
  quantityBand,
  readStockBand,
  readyInMinutes,
} from '../../../pipelines/domain/local_stock.ts';

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

test.each([
  ['12', '11-20'],
  [' 5 ', '3-5'],
  ['0', '0'],
  ['-3', '0'],
  ['+7', '6-10'],
  ['5.0', '3-5'],
  ['5,00', '3-5'],
  // A thousand, or one in three decimals: nobody knows.
  ['1.000', null],
  ['2.5', null],
  ['21+', '21+'],
  ['>100', '21+'],
  ['more than 50', '21+'],
  // More than ten may be 12 or 500.
  ['10+', null],
  ['in stock', null],
  ['', null],
  ['12 pcs', null],
  ['about >30', null],
  ['30 + tax', null],
  ['x 21+', null],
  ['> 30 pieces', null],
  ['22 +', '21+'],
])('a feed’s %j is read as %s', (text, band) => {
  expect(readStockBand(text)).toBe(band);
});

test('every count is read as its band, however many noughts stand behind it', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.constantFrom('', '.0', '.00', ',0'), (count, behind) => {
      expect(readStockBand(`${count}${behind}`)).toBe(quantityBand(count));
      expect(highestBand([quantityBand(count), null, quantityBand(count >> 1)])).toBe(quantityBand(count));
    }),
  );
});

test('the highest of no bands is none', () => {
  expect([highestBand([]), highestBand([null]), highestBand([null, '0'])]).toEqual([null, null, '0']);
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
  [null, ' In  Stock ', 'in_stock'],
  [null, 'available', 'in_stock'],
  [null, 'instock', 'in_stock'],
  [null, 'limited', 'low_stock'],
  [null, 'low stock', 'low_stock'],
  [null, 'outofstock', 'out_of_stock'],
  [null, 'out of stock', 'out_of_stock'],
  [3, null, 'in_stock'],
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
