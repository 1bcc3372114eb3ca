import { BIGINT, type DuckDBConnection, type DuckDBType, VARCHAR } from '@duckdb/node-api';
import { scalarFunction } from '../../warehouse/scalar_function.ts';
import { readAvailability } from '../domain/availability.ts';
import { readCondition, titledCondition } from '../domain/condition.ts';
import { type GtinNotation, type GtinReading, readGtin } from '../domain/gtin.ts';
import { readStockBand } from '../domain/local_stock.ts';
import { CURRENCY_EXPONENTS, readPrice, toDecimal } from '../domain/money.ts';
import { NUMBER_FORMS, type NumberReading } from '../domain/number_grammar.ts';
import { categoryPath, cleanText } from '../domain/title.ts';
import { webAddressProblem } from '../domain/web_address.ts';
import { readDelivery } from './delivery.ts';
import { detailPairs, metafieldPairs, optionPairs } from './details.ts';

/** Words of ASCII without markup, one space between them: `cleanText` changes nothing in them. */
const PLAIN = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/;

/**
 * Defines the odd_… functions of staging on a connection. Each runs a rule of pipelines/domain in JavaScript,
 * about 1 microsecond a row, so the SQL reaches for them only where its plain forms do not fit: there is one
 * description of each rule, and plain feeds never pay for it.
 */
export function defineFunctions(connection: DuckDBConnection): void {
  const define = (
    name: string,
    read: (...texts: string[]) => string | bigint | null,
    parameters: number,
    type: DuckDBType = VARCHAR,
  ): void => connection.registerScalarFunction(scalarFunction(name, read, parameters, type));
  define('odd_text', (text) => (PLAIN.test(text) ? text : cleanText(text) || null), 1);
  define('odd_category', memo(categoryPath), 1);
  define('odd_gtin', (text, notation) => gtinScan(readGtin(text, notation as GtinNotation)), 2, BIGINT);
  define('odd_price', oddPrice, 3);
  define('odd_delivery', oddDelivery, 4);
  define('odd_address', webAddressProblem, 1);
  define('odd_availability', readAvailability, 1);
  define('odd_condition', readCondition, 1);
  define('odd_titled_condition', (title, brand, code) => titledCondition(title, { brand, code }), 3);
  define('odd_stock', readStockBand, 1);
  define('odd_instant', readInstant, 1);
  define('odd_details', detailPairs, 1);
  define('odd_options', optionPairs, 2);
  define('odd_metafields', metafieldPairs, 1);
  define('minor_text', minorText, 2);
  define('expected_digit', expectedDigit, 2);
}

/** `1250 USD 1`, the last being the place of its form among NUMBER_FORMS; or the price rule's error code, `- 0`. */
function oddPrice(text: string, currency = '', reading = ''): string {
  const { price, form } = readPrice(text, currency, reading as NumberReading);
  const place = NUMBER_FORMS.indexOf(form);
  return 'error' in price ? `${price.error} - ${place}` : `${price.price_minor} ${price.currency} ${place}`;
}

/** `499 1`, or `- 0` where the cost is not known. */
function oddDelivery(text: string, currency = '', country = '', reading = ''): string {
  const { minor, form } = readDelivery(text, currency, country, reading as NumberReading);
  return `${minor ?? '-'} ${NUMBER_FORMS.indexOf(form)}`;
}

/** The answers to the last texts: categories are few and repeat on every row. */
function memo(read: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = read(text);
      if (known.size >= 10_000) known.clear();
      known.set(text, answer);
    }
    return answer;
  };
}

/** A reading as the one number that the macros gtin_status_of, gtin14_of and restricted_code_of take. */
function gtinScan(reading: GtinReading): bigint | null {
  if (reading.status === 'missing') return null;
  if (reading.status === 'malformed') return 0n;
  if (reading.status === 'checksum') return -1_000_000_000_000_000n;
  return reading.status === 'valid' ? BigInt(reading.gtin14) : -BigInt(reading.code);
}

/** ISO 8601 without seconds or with an offset without colon, as DuckDB reads it. */
function readInstant(text: string): string | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i.exec(
      text.trim(),
    );
  if (!match) return null;
  const [, day, minutes, seconds = ':00', zone = 'Z'] = match;
  const offset = /^z$/i.test(zone)
    ? '+00:00'
    : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  return `${day} ${minutes}${seconds}${offset}`;
}

/** Minor units as the decimal text that prices are read from; what is none stays and fails as a price. */
function minorText(amount: string, currency = ''): string {
  const minor = Number(amount);
  return Number.isSafeInteger(minor) && CURRENCY_EXPONENTS.has(currency)
    ? toDecimal(minor, currency)
    : `${amount} (minor units)`;
}

function expectedDigit(code: string, notation?: string): string | null {
  const reading = readGtin(code, notation as GtinNotation);
  return reading.status === 'checksum' ? `the last digit would be ${reading.expected}` : null;
}
