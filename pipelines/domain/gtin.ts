/**
 * Global Trade Item Numbers: GS1 General Specifications, "Standard check digit calculations" and the company
 * prefix list. The 14-digit form is the one that is stored. SQL twin, of plain numbers: gtin_number_scan in warehouse/sql/macros.sql.
 */

/** How codes of eight digits are meant: as GTIN-8, or as the zero-suppressed UPC-A that whoever gives them says they are. */
export type GtinNotation = 'gtin' | 'upc_e';

export type GtinForm = 'gtin8' | 'gtin12' | 'gtin13' | 'gtin14' | 'upc_e';

export type RestrictedReason =
  | 'rcn_region'
  | 'rcn_company'
  | 'rcn8'
  | 'coupon'
  | 'refund'
  | 'demonstration'
  | 'gtin8_pool';

/**
 * What a feed's or a caller's code is. `form` is the shortest form of the number, whatever zeros led it.
 * `indicator` 1 to 8 is a packaging level and 9 a variable measure of the trade item `base` (14 digits).
 * `restricted`: right check digit, but meaningful only to the seller that uses it. `code` is 14 digits; of eight
 * digits that begin with 0 its own check digit may be wrong, since it may be the one of a UPC-E.
 */
export type GtinReading =
  | { status: 'valid'; gtin14: string; form: GtinForm; indicator?: number; base?: string }
  | { status: 'restricted'; code: string; reason: RestrictedReason }
  | { status: 'checksum'; code: string; expected: number }
  | { status: 'malformed'; reason: 'characters' | 'length' | 'all_zero' }
  | { status: 'missing' };

const SEPARATORS =
  /[\t-\r \u0085\u00a0\u00ad\u1680\u2000-\u200d\u2010-\u2015\u2028\u2029\u202f\u205f\u2060\u2212\u3000\ufe58\ufe63\ufeff\uff0d-]+/g;
const PLACEHOLDERS = new Set('n/a N/A na NA null Null NULL none None NONE nan NaN'.split(' '));

/**
 * The code without what carries no meaning: spaces and dashes of any script, full-width digits as plain ones,
 * one leading apostrophe (a spreadsheet's mark for text) and a trailing `.0` (a number printed as a float, exact
 * up to 15 digits). Exponents are kept, so they stay malformed: their digits are lost.
 */
export function normaliseGtin(raw: string): string {
  return raw
    .replace(SEPARATORS, '')
    .replace(/^['‘’]/, '')
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/\.0+$/, '');
}

/** The check digit of a payload of digits, without it: weights 3, 1, 3 … from the right. */
export function gtinCheckDigit(payload: string): number {
  let sum = 0;
  let weight = 3;
  for (let index = payload.length - 1; index >= 0; index--) {
    sum += weight * (payload.charCodeAt(index) - 48);
    weight = 4 - weight;
  }
  return (10 - (sum % 10)) % 10;
}

/** Whether the last of the digits is the check digit of the others. */
export function hasCheckDigit(digits: string): boolean {
  return gtinCheckDigit(digits.slice(0, -1)) === digits.charCodeAt(digits.length - 1) - 48;
}

/**
 * UPC-E of 8 digits (number system, six, check), 7 (number system, six) or 6 (number system 0) as the UPC-A of
 * 12 digits, or null where it is none. The check digit of the 8-digit form is carried over, not verified.
 */
export function expandUpcE(digits: string): string | null {
  const full = /^\d{6}$/.test(digits) ? `0${digits}` : digits;
  const match = /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d?)$/.exec(full);
  if (!match) return null;
  const [, system, a, b, c, d, e, f] = match as unknown as string[] & { length: 9 };
  const six = `${a}${b}${c}${d}${e}`;
  let payload = `${system}${six}0000${f}`;
  if (f === '0' || f === '1' || f === '2') payload = `${system}${a}${b}${f}0000${c}${d}${e}`;
  else if (f === '3') payload = `${system}${a}${b}${c}00000${d}${e}`;
  else if (f === '4') payload = `${system}${a}${b}${c}${d}00000${e}`;
  return payload + (match[8] || String(gtinCheckDigit(payload)));
}

/** Ranges of the first three digits of a GTIN-13 that name no product outside one seller. */
const GTIN13_RANGES: readonly [from: number, to: number, reason: RestrictedReason][] = [
  [20, 29, 'rcn_region'],
  [40, 49, 'rcn_company'],
  [50, 59, 'coupon'],
  [200, 299, 'rcn_region'],
  [952, 952, 'demonstration'],
  [960, 969, 'gtin8_pool'],
  [980, 980, 'refund'],
  [981, 999, 'coupon'],
];
const GTIN8_RANGES: typeof GTIN13_RANGES = [
  [0, 99, 'rcn8'],
  [200, 299, 'rcn8'],
  [952, 952, 'demonstration'],
];

/** Five zeros or more before a GTIN-13's last eight digits: no company has that prefix. */
function isPaddedGtin8(code14: string): boolean {
  return code14.startsWith('00000', 1);
}

/** Why a 14-digit code is no global identifier, or null where it is one. A GTIN-8 that was padded is a GTIN-8. */
function restrictedReason(code14: string): RestrictedReason | null {
  const isGtin8 = isPaddedGtin8(code14);
  const prefix = Number(isGtin8 ? code14.slice(6, 9) : code14.slice(1, 4));
  const range = (isGtin8 ? GTIN8_RANGES : GTIN13_RANGES).find(([from, to]) => prefix >= from && prefix <= to);
  return range?.[2] ?? null;
}

function shortestForm(code14: string): GtinForm {
  if (code14.startsWith('000000')) return 'gtin8';
  if (code14.startsWith('00')) return 'gtin12';
  return code14.startsWith('0') ? 'gtin13' : 'gtin14';
}

/**
 * Digits as UPC-E, or null where they are none. A number that expands to five zeros before its last eight digits
 * would be a GTIN-8 of somebody else, so it stays the code of whoever uses it.
 */
export function readUpcE(digits: string): GtinReading | null {
  const expanded = expandUpcE(digits);
  if (expanded === null) return null;
  const code14 = expanded.padStart(14, '0');
  const expected = gtinCheckDigit(code14.slice(0, -1));
  if (expected !== Number(code14.at(-1))) return { status: 'checksum', code: code14, expected };
  if (isPaddedGtin8(code14)) return { status: 'restricted', code: digits.padStart(14, '0'), reason: 'rcn8' };
  return { status: 'valid', gtin14: code14, form: 'upc_e' };
}

/**
 * Eight digits that begin with 0 are no GTIN-8 that anyone may use outside one company. They are a UPC-E or, far more
 * often in real feeds, a shop's own number, and the check digit does not tell which: where the sixth of the digits
 * that it covers is 5 to 9 it is the same in both. So they are the seller's own if it is right in either.
 */
function readOwnEight(digits: string): GtinReading {
  const code = digits.padStart(14, '0');
  if (hasCheckDigit(digits) || hasCheckDigit(expandUpcE(digits) ?? digits))
    return { status: 'restricted', code, reason: 'rcn8' };
  return { status: 'checksum', code, expected: gtinCheckDigit(digits.slice(0, -1)) };
}

/**
 * Reads a code of 8, 12, 13 or 14 digits. Never guesses: a lost leading zero or an exponent is malformed, and so is a
 * UPC-E without its check digit.
 */
export function readGtin(raw: string | null | undefined, notation?: GtinNotation): GtinReading {
  if (raw === null || raw === undefined) return { status: 'missing' };
  const digits = normaliseGtin(raw);
  if (digits === '' || PLACEHOLDERS.has(digits)) return { status: 'missing' };
  if (!/^\d+$/.test(digits)) return { status: 'malformed', reason: 'characters' };
  if (![8, 12, 13, 14].includes(digits.length)) return { status: 'malformed', reason: 'length' };
  if (/^0+$/.test(digits)) return { status: 'malformed', reason: 'all_zero' };
  if (digits.length > 8) return readFull(digits);
  const upcE = notation === 'upc_e' ? readUpcE(digits) : null;
  return upcE ?? (digits.startsWith('0') ? readOwnEight(digits) : readFull(digits));
}

/** Digits that are a whole number as they stand. */
function readFull(digits: string): GtinReading {
  const code14 = digits.padStart(14, '0');
  const expected = gtinCheckDigit(code14.slice(0, -1));
  if (expected !== Number(code14.at(-1))) return { status: 'checksum', code: code14, expected };
  const reason = restrictedReason(code14);
  if (reason) return { status: 'restricted', code: code14, reason };
  const form = shortestForm(code14);
  const indicator = Number(code14[0]);
  if (indicator === 0) return { status: 'valid', gtin14: code14, form };
  return { status: 'valid', gtin14: code14, form, indicator, base: baseGtin(code14) };
}

/** The trade item inside a packaging level: indicator 0 and its own check digit. */
export function baseGtin(gtin14: string): string {
  const payload = `0${gtin14.slice(1, 13)}`;
  return payload + String(gtinCheckDigit(payload));
}
