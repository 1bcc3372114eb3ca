import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDecimal } from '../../../pipelines/domain/money.ts';
import { deliveryMinor } from '../../../pipelines/feeds/delivery.ts';
import { type FeedOptions, StagedText } from './staged_text.ts';

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
    expect(deliveryMinor(text, 'USD', 'US')).toBe(minor);
  });

  test.each<[text: string, currency: string, minor: bigint | null]>([
    ['500', 'JPY', 500n],
    ['0', 'JPY', 0n],
    ['1.5', 'JPY', null],
    ['1.250', 'KWD', 1250n],
    ['0', 'XYZ', null],
    ['1', 'XYZ', null],
  ])('%j in %s is %s', (text, currency, minor) => {
    expect(deliveryMinor(text, currency, 'US')).toBe(minor);
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
        expect(deliveryMinor(text, 'USD', 'US')).toBe(
          expected.length === 0 ? null : BigInt(Math.min(...expected)),
        );
      }),
    );
  });
});

describe('what an offer costs delivered', () => {
  let staged: StagedText;
  beforeAll(async () => {
    staged = await StagedText.open();
  });
  afterAll(() => staged[Symbol.asyncDispose]());

  type Column = 'price' | 'shipping' | 'sale_price';
  const shipping = { cost: '4.99', free_over: '50' };

  test.each<[what: string, options: FeedOptions, row: Partial<Record<Column, string>>, expected: string]>([
    ['nothing is known', {}, { price: '10' }, '1000 USD, delivery -, landed -'],
    ['the feed tells', {}, { price: '10', shipping: 'US:::2.50 USD' }, '1000 USD, delivery 250, landed 1250'],
    ['the feed tells it is free', {}, { price: '10', shipping: '0' }, '1000 USD, delivery 0, landed 1000'],
    ['the seller’s setting', { shipping }, { price: '10' }, '1000 USD, delivery 499, landed 1499'],
    [
      'the feed goes before the setting',
      { shipping },
      { price: '10', shipping: '2' },
      '1000 USD, delivery 200, landed 1200',
    ],
    [
      'what the feed tells and we cannot read is not known',
      { shipping },
      { price: '10', shipping: 'CA:::2 USD' },
      '1000 USD, delivery -, landed -',
    ],
    [
      'one cent below the free limit',
      { shipping },
      { price: '49.99' },
      '4999 USD, delivery 499, landed 5498',
    ],
    ['at the free limit', { shipping }, { price: '50' }, '5000 USD, delivery 0, landed 5000'],
    [
      'a sale price below the free limit',
      { shipping },
      { price: '60', sale_price: '49.99' },
      '4999 USD, delivery 499, landed 5498',
    ],
    [
      'a cost without a free limit',
      { shipping: { cost: '4.99' } },
      { price: '900' },
      '90000 USD, delivery 499, landed 90499',
    ],
    // amounts of two currencies are never added nor compared
    ['a foreign price and the setting', { shipping }, { price: '60 EUR' }, '6000 EUR, delivery -, landed -'],
    [
      'a foreign feed and the setting',
      { shipping, currency: 'EUR' },
      { price: '60' },
      '6000 EUR, delivery -, landed -',
    ],
    [
      'a foreign feed with a price of the market',
      { shipping, currency: 'EUR' },
      { price: '60 USD' },
      '6000 USD, delivery 0, landed 6000',
    ],
    [
      'a foreign price and a delivery of the market',
      {},
      { price: '10 EUR', shipping: '5 USD' },
      '1000 EUR, delivery -, landed -',
    ],
    [
      'a foreign price and its own delivery',
      {},
      { price: '10 EUR', shipping: '5 EUR' },
      '1000 EUR, delivery 500, landed 1500',
    ],
    [
      'a foreign price and a delivery without currency',
      {},
      { price: '10 EUR', shipping: '5' },
      '1000 EUR, delivery 500, landed 1500',
    ],
    [
      'a price of the market and a foreign delivery',
      {},
      { price: '10', shipping: '5 EUR' },
      '1000 USD, delivery -, landed -',
    ],
    [
      'a price and a sale price of another currency',
      {},
      { price: '20', sale_price: '15 EUR' },
      '2000 USD, delivery -, landed -',
    ],
    [
      'a foreign price and its sale price',
      {},
      { price: '20 EUR', sale_price: '15' },
      '1500 EUR, delivery -, landed -',
    ],
  ])('%s', async (_, options, row, expected) => {
    const columns = ['price', 'shipping', 'sale_price'] as const;
    for (const form of ['few', 'many'] as const) {
      const [found] = await staged.stage(columns, [row], { ...options, form });
      const { price_minor, currency, delivery_minor, landed_minor } = found ?? expect.unreachable();
      expect([
        form,
        `${price_minor} ${currency}, delivery ${delivery_minor ?? '-'}, landed ${landed_minor ?? '-'}`,
      ]).toEqual([form, expected]);
    }
  });
});
