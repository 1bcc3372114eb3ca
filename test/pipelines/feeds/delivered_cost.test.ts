import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedOptions, StagedText } from './staged_text.ts';

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
