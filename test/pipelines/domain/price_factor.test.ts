import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  factorAt,
  firstDifference,
  fractionOf,
  isOne,
  type PriceFactor,
  scaledMinor,
} from '../../../pipelines/domain/price_factor.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const factors = fc
  .uniqueArray(
    fc.record({ from: fc.integer({ min: 1, max: 9 }).map(day), factor: fc.constantFrom('1', '10', '0.01') }),
    { selector: ({ from }) => from, maxLength: 5 },
  )
  .map((all): PriceFactor[] => all.sort((a, b) => (a.from < b.from ? -1 : 1)));

describe('a factor', () => {
  test.each(['0', '0.00', '-1', '1e2', '1,5', '', '.5', '1234567', '0.0000001', 'ten'])(
    '%j is none',
    (text) => {
      expect(() => fractionOf(text)).toThrow(/is no factor of prices; write a number above 0 with a point/);
    },
  );

  test('is exact: an amount rounds half up and never to nothing', () => {
    expect(scaledMinor(129_900n, fractionOf('0.01'))).toBe(1_299n);
    expect(scaledMinor(150n, fractionOf('0.01'))).toBe(2n);
    expect(scaledMinor(149n, fractionOf('0.01'))).toBe(1n);
    expect(scaledMinor(3n, fractionOf('0.01'))).toBe(1n);
    expect(scaledMinor(1_299n, fractionOf('10'))).toBe(12_990n);
    expect(isOne(fractionOf('1.00'))).toBe(true);
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(fc.property(amounts, (amount) => scaledMinor(amount * 100n, fractionOf('0.01')) === amount));
  });

  test('holds from its moment on until the next', () => {
    const said = [
      { from: day(2), factor: '0.01' },
      { from: day(4), factor: '1' },
    ];
    expect([1, 2, 3, 4, 5].map((number) => factorAt(said, day(number)))).toEqual([
      '1',
      '0.01',
      '0.01',
      '1',
      '1',
    ]);
  });

  test('two series of factors differ from the first day that they differ on', () => {
    fc.assert(
      fc.property(factors, factors, (one, other) => {
        const days = Array.from({ length: 9 }, (_, at) => day(at + 1));
        const first = days.find((at) => factorAt(one, at) !== factorAt(other, at)) ?? null;
        expect(firstDifference(one, other)).toBe(first);
      }),
    );
  });
});
