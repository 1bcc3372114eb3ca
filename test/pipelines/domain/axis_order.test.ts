import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAxisValues } from '../../../pipelines/domain/axis_order.ts';

const of = (value: string | number, unit: string | null = null) => ({ value, unit });

test.each<[text: string, values: (string | number)[], unit?: string]>([
  ['letters', ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '10XL']],
  ['the same in other spellings', ['xxs', 'S', 'm', 'L', '2XL', 'xxxl']],
  ['two letters', ['XS/S', 'S', 'S/M', 'M', 'M/L', 'L']],
  ['shoes', ['7', '8', '9.5', '10', '10.5', '11']],
  ['half sizes', ['40', '40.5', '41']],
  ['a comma', ['40', '40,5', '41']],
  ['European shoes', ['EU 39', 'EU 40', 'EU 40.5', 'EU 41']],
  ['systems apart', ['9', '10', 'US 8', 'US 9', 'UK 7', 'EU 40']],
  ['waist and length', ['30/32', '32/30', '32/32', '34/30']],
  ['letters before numbers before words', ['M', 'XL', '38', 'one size']],
  ['colours', ['black', 'blue', 'white']],
  ['gigabytes', [64, 128, 512, 1024], 'GB'],
  ['numbers without a unit', [2, 6, 12]],
  ['amounts in texts', ['500 ml', '750 ml', '1 l', '1.5 l']],
  ['capacities in texts', ['64 GB', '128 GB', '1 TB']],
])('%s', (_, values, unit) => {
  const expected = values.map((value) => of(value, unit ?? null));
  expect(expected.toReversed().sort(compareAxisValues)).toEqual(expected);
  expect(expected.toSorted(compareAxisValues)).toEqual(expected);
});

test('amounts in two units of one dimension are one order', () => {
  expect(compareAxisValues(of(512, 'GB'), of(1, 'TB'))).toBeLessThan(0);
  expect(compareAxisValues(of(900, 'ml'), of(1, 'l'))).toBeLessThan(0);
});

test('any values have one order, which does not depend on how they stood', () => {
  const sizes = ['S', 'XL', 'm', '2XL', 'EU 40', '40,5', '30/32', '64 GB', '1 TB', '500 ml', 'one size', '7'];
  const value = fc.oneof(
    fc.constantFrom(...sizes).map((text) => of(text)),
    fc.string({ maxLength: 6 }).map((text) => of(text)),
    fc.record({ value: fc.double({ noNaN: true }), unit: fc.constantFrom(null, 'GB', 'ml', 'cm', 'x') }),
  );
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(Math.sign(compareAxisValues(a, b)) + Math.sign(compareAxisValues(b, a))).toBe(0);
      if (compareAxisValues(a, b) <= 0 && compareAxisValues(b, c) <= 0)
        expect(compareAxisValues(a, c)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 2_000 },
  );
});
