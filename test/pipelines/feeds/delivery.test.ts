import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDecimal } from '../../../pipelines/domain/money.ts';
import { readDelivery } from '../../../pipelines/feeds/delivery.ts';

describe('the delivery cost that a feed tells', () => {
  test.each<[text: string, minor: bigint | null]>([
    ['4.99', 499n],
    ['4.99 USD', 499n],
    ['USD 4.99', 499n],
    ['4,99 USD', 499n],
    ['0', 0n],
    ['0 USD', 0n],
    ['0.00 USD', 0n],
    ['US:::4.99 USD', 499n],
    ['US:CA:Ground:4.99 USD', 499n],
    ['us:CA:Ground:4.99 USD', 499n],
    [' US : : : 4.99 USD ', 499n],
    ['US:4.99 USD', 499n],
    // another country's cost is not ours, an empty country is everywhere
    ['CA:::4.99 USD', null],
    [':::4.99 USD', 499n],
    [':4.99', 499n],
    ['U:::4.99 USD', null],
    // the cheapest that is for us
    ['US:::4.99 USD,US:::0 USD', 0n],
    ['US:::0 USD,US:::4.99 USD', 0n],
    ['CA:::1.00 USD,US:::4.99 USD', 499n],
    ['US:::4.99 USD,CA:::1.00 USD', 499n],
    ['US:::9.99 USD,US:::4.99 USD,US:::7.99 USD', 499n],
    ['US:::9.99 USD, US:::4.99 USD', 499n],
    ['US:::9.99 USD,:::7.99 USD', 799n],
    // an amount in another currency is compared with nothing
    ['4.99 EUR', null],
    ['€4.99', null],
    ['US:::4.99 EUR', null],
    ['US:::1 EUR,US:::4.99 USD', 499n],
    // but nothing is nothing in any
    ['0 EUR', 0n],
    // what cannot be read is not known; it is never free
    ['', null],
    ['free', null],
    ['US:::', null],
    ['-1', null],
    ['US:::-1 USD', null],
    ['US:::0 XYZ', null],
    ['US:::x,US:::4.99 USD', 499n],
    ['4.999 USD', 499900n],
    ['4.9999 USD', null],
    // a comma between digits is part of the number
    ['US:::1,299.00 USD', 129900n],
    ['1,299', 129900n],
  ])('%j is %s', (text, minor) => {
    expect(readDelivery(text, 'USD', 'US').minor).toBe(minor);
  });

  test.each<[text: string, currency: string, minor: bigint | null]>([
    ['500', 'JPY', 500n],
    ['0', 'JPY', 0n],
    ['1.5', 'JPY', null],
    ['1.250', 'KWD', 1250n],
    ['0', 'XYZ', null],
    ['1', 'XYZ', null],
  ])('%j in %s is %s', (text, currency, minor) => {
    expect(readDelivery(text, currency, 'US').minor).toBe(minor);
  });

  test('is the least of any offers to the country', () => {
    const offer = fc.record({
      country: fc.constantFrom('US', 'us', '', 'CA', 'DE'),
      minor: fc.integer({ min: 0, max: 5000 }),
      currency: fc.constantFrom('USD', 'USD', 'EUR', 'JPY'),
    });
    fc.assert(
      fc.property(fc.array(offer, { minLength: 1, maxLength: 6 }), (offers) => {
        const text = offers
          .map(({ country, minor, currency }) => `${country}:::${toDecimal(minor, currency)} ${currency}`)
          .join(',');
        const ours = offers.filter(
          ({ country, currency }) => ['US', 'us', ''].includes(country) && currency === 'USD',
        );
        // nothing is nothing in any currency
        const free = offers.filter(({ country, minor }) => ['US', 'us', ''].includes(country) && minor === 0);
        const expected = [...ours, ...free].map(({ minor }) => minor);
        expect(readDelivery(text, 'USD', 'US').minor).toBe(
          expected.length === 0 ? null : BigInt(Math.min(...expected)),
        );
      }),
    );
  });
});
