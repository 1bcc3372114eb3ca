import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CURRENCY_EXPONENTS,
  formatPrice,
  parsePrice,
  readPrice,
  toDecimal,
  toMinor,
} from '../../../pipelines/domain/money.ts';
import type { NumberForm, NumberReading } from '../../../pipelines/domain/number_grammar.ts';

const cases = readFileSync(new URL('../../../fixtures/money/cases.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

describe('parsePrice', () => {
  it.each(cases)('%j in %s is %s', (text = '', currency = '', expected = '') => {
    const price = parsePrice(text, currency);
    expect('error' in price ? price.error : `${price.price_minor} ${price.currency}`).toBe(expected);
  });

  it('reads what Intl writes in many locales', () => {
    const minor = fc.integer({ min: 1, max: 2 ** 53 - 1 });
    const market = fc.constantFrom(
      ...'en-US USD,de-DE EUR,fr-FR EUR,fr-FR USD,de-CH CHF,pl-PL PLN,sv-SE SEK,pt-BR BRL,en-GB GBP,he-IL ILS'.split(
        ',',
      ),
      ...'ja-JP JPY,cs-CZ CZK,en-US EUR,en-US KWD,en-CA USD'.split(','),
    );
    fc.assert(
      fc.property(minor, market, (price_minor, place) => {
        const [where = '', code = ''] = place.split(' ');
        expect(parsePrice(formatPrice(price_minor, code, where), code)).toEqual({
          price_minor,
          currency: code,
        });
      }),
    );
  });
});

describe('a price in a column', () => {
  it.each<[text: string, currency: string, reading: NumberReading, expected: string, form: NumberForm]>([
    ['12.500', 'USD', 'point', '1250 USD', 'point_either'],
    ['12.500', 'USD', 'comma', '1250000 USD', 'point_either'],
    ['12.500', 'USD', 'undecided', 'price_ambiguous', 'point_either'],
    ['12,500', 'USD', 'point', '1250000 USD', 'comma_either'],
    ['12,500', 'USD', 'comma', '1250 USD', 'comma_either'],
    ['$ 12,500', 'USD', 'undecided', 'price_ambiguous', 'comma_either'],
    ['12.999', 'USD', 'point', 'price_decimals', 'point_groups'],
    ['12.999', 'USD', 'comma', '1299900 USD', 'point_groups'],
    ['12.999', 'USD', 'undecided', 'price_ambiguous', 'point_groups'],
    // a currency without decimals groups, one of three or four decimals parts them, unless the column says otherwise
    ['12.500', 'JPY', 'undecided', '12500 JPY', 'point_groups'],
    ['12.000', 'JPY', 'point', '12 JPY', 'point_either'],
    ['12.500', 'KWD', 'undecided', '12500 KWD', 'point_either'],
    ['12.500', 'KWD', 'comma', '12500000 KWD', 'point_either'],
    ['12.500', 'CLF', 'undecided', '125000 CLF', 'point_either'],
    // what reads in one way only is read so in any column
    ['12.50', 'USD', 'comma', '1250 USD', 'point'],
    ['1.299,00', 'USD', 'point', '129900 USD', 'comma'],
    ['12', 'USD', 'undecided', '1200 USD', 'short_whole'],
    // what is refused tells nothing
    ['0.00', 'USD', 'point', 'price_zero', 'silent'],
    ['-3.99', 'USD', 'point', 'price_negative', 'silent'],
    ['3.999,5,0', 'USD', 'point', 'price_malformed', 'silent'],
    ['12.3456', 'USD', 'point', 'price_decimals', 'silent'],
    ['3.99 XYZ', 'USD', 'point', 'currency_unknown', 'silent'],
    ['free', 'USD', 'point', 'price_malformed', 'silent'],
  ])('%j in %s, read by %s, is %s', (text, currency, reading, expected, form) => {
    const read = readPrice(text, currency, reading);
    const price =
      'error' in read.price ? read.price.error : `${read.price.price_minor} ${read.price.currency}`;
    expect([price, read.form]).toEqual([expected, form]);
  });
});

describe('amounts', () => {
  const currency = fc.constantFrom(...CURRENCY_EXPONENTS.keys());

  it('survive the way through decimals', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (minor, code) => {
        expect(toMinor(toDecimal(minor, code), code)).toBe(minor);
      }),
    );
  });

  it.each([
    [1250, 'USD', 'en-US', '$12.50'],
    [1250, 'JPY', 'en-US', '¥1,250'],
    [1250, 'KWD', 'en-US', 'KWD 1.250'],
    [1250, 'ISK', 'en-US', 'ISK 1,250'],
    [1250, 'IQD', 'en-US', 'IQD 1.250'],
    [5, 'USD', 'en-US', '$0.05'],
    [-1250, 'USD', 'en-US', '-$12.50'],
    [9007199254740991, 'USD', 'en-US', '$90,071,992,547,409.91'],
    [129900, 'EUR', 'de-DE', '1.299,00 €'],
  ])('%d %s in %s is %s', (minor, code, locale, display) => {
    expect(formatPrice(minor, code, locale).replace(/\u00a0/g, ' ')).toBe(display);
  });

  it.each([
    [0, 'USD', '0.00'],
    [5, 'USD', '0.05'],
    [-5, 'USD', '-0.05'],
    [0, 'JPY', '0'],
    [-12, 'JPY', '-12'],
    [1, 'CLF', '0.0001'],
    [12_345, 'KWD', '12.345'],
  ])('%d %s is %s as a decimal', (minor, code, decimal) => {
    expect(toDecimal(minor, code)).toBe(decimal);
  });

  it('refuse what they cannot hold', () => {
    expect(toMinor('1.5', 'JPY')).toBe('price_decimals');
    expect(toMinor('1', 'ZZZ')).toBe('currency_unknown');
    expect(toMinor('1,5', 'USD')).toBe('price_malformed');
    expect(() => toDecimal(1.5, 'USD')).toThrow('1.5');
    expect(() => toDecimal(1, 'ZZZ')).toThrow('ZZZ');
  });
});

it('currencies are those of ISO 4217', () => {
  const supported = new Set(Intl.supportedValuesOf('currency'));
  const counts = Map.groupBy(CURRENCY_EXPONENTS, ([, exponent]) => exponent);
  expect([...CURRENCY_EXPONENTS.keys()].filter((code) => !supported.has(code))).toEqual(
    'UYI CLF UYW BOV CHE CHW COU MXV USN VED'.split(' '), // units of account and funds
  );
  expect([0, 3, 4].map((exponent) => counts.get(exponent)?.length)).toEqual([17, 7, 2]);
  expect(counts.get(2)?.length).toBeGreaterThan(135);
});
