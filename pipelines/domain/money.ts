/** Money as integer minor units by ISO 4217 exponent. Nothing here passes through floating point. */

import { isEither, type NumberForm, type NumberReading, numberForm } from './number_grammar.ts';

export type PriceError =
  | 'price_missing'
  | 'price_malformed'
  | 'price_negative'
  | 'price_zero'
  | 'price_decimals'
  | 'price_ambiguous'
  | 'price_too_large'
  | 'currency_unknown';

export interface Price {
  price_minor: number;
  currency: string;
}

const CODES_BY_EXPONENT: readonly [exponent: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE ' +
      'CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD ' +
      'HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU ' +
      'MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG ' +
      'SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST ' +
      'XCD XCG YER ZAR ZMW ZWG ZWL',
  ],
];

/** ISO 4217 code and the number of decimals of its minor unit. */
export const CURRENCY_EXPONENTS: ReadonlyMap<string, number> = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) => codes.split(' ').map((code) => [code, exponent] as const)),
);

/** What a sign may mean; the default currency where it is one of them, else the first. */
const SIGNS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    '$ USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP|US$ USD|$US USD|£GB GBP|C$ CAD|CA$ CAD|A$ AUD|AU$ AUD|NZ$ NZD|S$ SGD|HK$ HKD|R$ BRL|' +
    'MX$ MXN|€ EUR|£ GBP EGP|¥ JPY CNY|CN¥ CNY|₪ ILS|₹ INR|Rs INR PKR LKR NPR|₩ KRW|₺ TRY|TL TRY|₽ RUB|₴ UAH|₫ VND|฿ THB|' +
    '₱ PHP|₦ NGN|₸ KZT|zł PLN|Kč CZK|Ft HUF|lei RON|kr SEK NOK DKK ISK|Fr CHF|Fr. CHF|kr. DKK SEK NOK ISK|R ZAR'
  )
    .split('|')
    .map((line) => line.split(' '))
    .map(([sign = '', ...codes]) => [sign.toLowerCase(), codes] as const),
);

function readCurrency(text: string, fallback: string): string | null {
  if (text === '') return CURRENCY_EXPONENTS.has(fallback) ? fallback : null;
  const code = text.toUpperCase();
  if (CURRENCY_EXPONENTS.has(code)) return code;
  const codes = SIGNS.get(text.toLowerCase());
  return codes ? (codes.includes(fallback) ? fallback : (codes[0] ?? null)) : null;
}

/**
 * A number as people write it, as digits with one point; null where it is none, and 'either' where only its column
 * could tell. Of two kinds of separator the last one parts the decimals. A lone one before three digits, with one to
 * three before it that do not begin with 0, is read as the column is; without a column (`reading` absent) it parts
 * thousands, and decimals in a currency of three or four. In a column that tells nothing that is so of currencies
 * without decimals and with three, and 'either' in those with two. Spaces and apostrophes only part thousands.
 */
function plainNumber(number: string, exponent: number, reading?: NumberReading): string | null {
  if (/^\d+$/.test(number)) return number;
  const lone = /^(\d*)([.,])(\d+)$/.exec(number);
  if (lone) {
    const [, whole = '', mark, rest = ''] = lone;
    const decimal = `${whole || '0'}.${rest}`;
    if (!isEither(number)) return decimal;
    if (reading === 'undecided' && exponent > 0 && exponent < 3) return 'either';
    const isDecimal =
      reading === 'point' || reading === 'comma' ? (mark === '.') === (reading === 'point') : exponent >= 3;
    return isDecimal ? decimal : whole + rest;
  }
  if (/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/.test(number)) return number.replaceAll('.', '').replace(',', '.');
  if (/^[1-9]\d{0,2}(?:,\d{3})+\.\d+$/.test(number)) return number.replaceAll(',', '');
  if (/^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/.test(number)) return number.replace(/[.,]/g, '');
  return null;
}

/** `12.5` in USD as 1250. Zeros beyond the exponent are dropped, other digits there are `price_decimals`. A leading minus is kept. */
export function toMinor(decimal: string, currency: string): number | PriceError {
  const exponent = CURRENCY_EXPONENTS.get(currency);
  if (exponent === undefined) return 'currency_unknown';
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(decimal);
  if (!match) return 'price_malformed';
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > exponent) return 'price_decimals';
  const minor = Number(`${match[1]}${decimals.padEnd(exponent, '0')}`);
  return Number.isSafeInteger(minor) ? minor : 'price_too_large';
}

/** The exact decimal string of an amount: 1250 in USD is `12.50`. */
export function toDecimal(minor: number, currency: string): string {
  const exponent = CURRENCY_EXPONENTS.get(currency);
  if (exponent === undefined) throw new RangeError(`No ISO 4217 currency: ${currency}`);
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Minor units must be a safe integer: ${minor}`);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * A feed's price: a number with an optional currency code or sign before or after it. `defaultCurrency` (ISO 4217)
 * stands where none is named. Ranges, words and two currencies are malformed; a price must be above 0.
 */
export function parsePrice(text: string, defaultCurrency: string): Price | { error: PriceError } {
  return readPrice(text, defaultCurrency).price;
}

/**
 * The same for a price in a column whose numbers are read so, and what the price tells of that. A price that is
 * refused tells nothing, unless it is one that only its column makes readable.
 */
export function readPrice(
  text: string,
  defaultCurrency: string,
  reading?: NumberReading,
): { price: Price | { error: PriceError }; form: NumberForm } {
  const refused = (error: PriceError, form: NumberForm = 'silent') => ({ price: { error }, form });
  const parts = partsOf(text);
  if (typeof parts === 'string') return refused(parts);
  const currency = readCurrency(parts.currency, defaultCurrency);
  if (currency === null) return refused('currency_unknown');
  const exponent = CURRENCY_EXPONENTS.get(currency) ?? 2;
  const form = numberForm(parts.number, exponent);
  const either = isEither(parts.number) ? form : 'silent';
  const decimal = plainNumber(parts.number, exponent, reading);
  if (decimal === null) return refused('price_malformed');
  if (decimal === 'either') return refused('price_ambiguous', either);
  const minor = toMinor(decimal, currency);
  if (typeof minor === 'string') return refused(minor, either);
  if (minor === 0) return refused('price_zero');
  if (parts.isNegative) return refused('price_negative');
  return { price: { price_minor: minor, currency }, form };
}

/** The number of a price without what only parts thousands or stands for no cents, and what names its currency. */
function partsOf(
  text: string,
): { number: string; currency: string; isNegative: boolean } | 'price_missing' | 'price_malformed' {
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[−‒]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  if (folded === '') return 'price_missing';
  const match =
    /^(-?)((?:[^\d\s.,'()-]+\.?)?) ?(-?)([\d.,][\d., '’]*(?:[-–—]{1,2})?) ?((?:[^\d.,'()-]+\.?)?)$/u.exec(
      folded,
    );
  if (!match) return 'price_malformed';
  const [, minus, before = '', innerMinus, written = '', after = ''] = match;
  if (before !== '' && after !== '') return 'price_malformed';
  const number = written
    .trim()
    .replace(/[.,][-–—]{1,2}$/, '')
    .replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  return { number, currency: before || after, isNegative: Boolean(minus || innerMinus) };
}

const formats = new Map<string, Intl.NumberFormat>();

/** Display string in a locale (BCP 47): the currency's sign and all decimals of its ISO 4217 exponent. */
export function formatPrice(minor: number, currency: string, locale: string): string {
  const decimal = toDecimal(minor, currency);
  const digits = CURRENCY_EXPONENTS.get(currency) ?? 2;
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  // a string is taken as an exact decimal, never as a double
  return format.format(decimal as Intl.StringNumericLiteral);
}
