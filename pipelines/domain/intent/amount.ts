import { readNumber } from '../../text/numbers.ts';
import { type Dimension, UNITS, type Unit } from '../../text/units.ts';
import { CURRENCY_EXPONENTS, parsePrice } from '../money.ts';
import type { Lexicon } from './lexicon.ts';
import { type Measured, rateAt } from './rate.ts';
import type { ReadAmount, Token } from './tokens.ts';
import { COINED } from './worded_amount.ts';
import { wordedNumberAt } from './worded_number.ts';

/** What the reader works on: a text, its tokens, the words of its language and the market's currency (ISO 4217). */
export interface Reading {
  text: string;
  tokens: readonly Token[];
  /** By the token they begin with. */
  amounts: ReadonlyMap<number, ReadAmount>;
  lexicon: Lexicon;
  currency: string;
  /** `12/24` is the 24th of December. */
  isMonthFirst: boolean;
  /** Whether a folded word by itself names a kind of thing, as far as the market's categories tell. */
  isKind: (word: string) => boolean;
  /** For every token, whether it stands outside quotes, where `"` may mean inches. */
  quotesClosed: readonly boolean[];
}

/** A unit of a measure, or the one of a rate. */
export type MeasuredUnit = Pick<Unit, 'factor'> & { dimension: Measured };

/** A number that may be money, a measure, or neither yet (`bare`); `next` is the token behind it. */
export interface Amount {
  kind: 'money' | 'measure' | 'bare';
  /** The number as money would write it, without currency. */
  digits: string;
  /** ISO 4217; the market's where none is named. */
  currency: string;
  dimension: Measured | null;
  unit: MeasuredUnit | null;
  /** Of a measure: how much, in base units of its dimension. */
  value: number | null;
  /** Letters at the number say that it is about so much: `50ish`. */
  isAbout: boolean;
  next: number;
}

/** ISO codes that people write in lower case too; others are words as often (`all`, `cup`, `try`). */
const LOWER_CASE_CODES = new Set(['usd', 'eur', 'gbp', 'chf', 'ils', 'cad', 'aud', 'jpy']);
/** Dimensions that shoppers do not bound what they buy by; such amounts are left to the words. */
const NO_LIMIT = new Set<Dimension>(['percent', 'count']);

const isSign = (token: Token | undefined) => token?.kind === 'sign' && /^\p{Sc}$/u.test(token.folded);

/** The currency a word or sign names, the market's where it may mean that, and the token behind it. */
function currencyAt(
  reading: Reading,
  at: number,
  isWeighable = true,
): { currency: string; next: number } | null {
  const token = reading.tokens[at];
  if (!token) return null;
  if (isSign(token)) {
    const price = parsePrice(`${token.folded}1`, reading.currency);
    return 'error' in price ? null : { currency: price.currency, next: at + 1 };
  }
  const written = reading.text.slice(token.start, token.end);
  const code = written.toUpperCase();
  const known = CURRENCY_EXPONENTS.has(code) && (written === code || LOWER_CASE_CODES.has(token.folded));
  if (known) return { currency: code, next: at + 1 };
  const word = reading.lexicon.currency.at(reading.tokens, at);
  if (!word) return null;
  const isMarkets = word.value.includes(reading.currency);
  // a pound is money where the market counts in pounds, else a weight
  if (!isMarkets && isWeighable && UNITS.has(token.folded)) return null;
  return { currency: isMarkets ? reading.currency : (word.value[0] ?? reading.currency), next: word.next };
}

/** A currency before its number: `$`, `US$`, `EUR`. */
function currencyBefore(reading: Reading, at: number): { currency: string; next: number } | null {
  const { tokens } = reading;
  const sign = tokens[at + 1];
  if (
    tokens[at]?.kind === 'word' &&
    sign &&
    isSign(sign) &&
    sign.glued &&
    tokens[at + 2]?.kind === 'number'
  ) {
    const price = parsePrice(`${tokens[at].folded}${sign.folded}1`, reading.currency);
    if (!('error' in price)) return { currency: price.currency, next: at + 2 };
  }
  if (tokens[at]?.kind === 'number') return null;
  const named = currencyAt(reading, at);
  return named && tokens[named.next]?.kind === 'number' ? named : null;
}

/** A currency behind its number: `200 €`, `a grand (pounds)`; nobody adds in brackets what something weighs. */
function currencyBehind(reading: Reading, at: number): { currency: string; next: number } | null {
  if (reading.tokens[at]?.folded !== '(') return currencyAt(reading, at);
  const inside = currencyAt(reading, at + 1, false);
  return inside && reading.tokens[inside.next]?.folded === ')' ? { ...inside, next: inside.next + 1 } : null;
}

/** The measure that begins at a token: of one piece, and none that this market reads as money. */
export function measureAt(reading: Reading, at: number): (ReadAmount & { unit: Unit }) | null {
  const read = reading.amounts.get(at);
  const unit = read?.amount.unit;
  if (!read || !unit || NO_LIMIT.has(unit.dimension) || read.amount.pack !== 1) return null;
  const last = reading.tokens[read.next - 1];
  // a quote that closes one opened before it is no inches
  if (last?.folded === '"' && !reading.quotesClosed[read.next - 1]) return null;
  const isCoin = currencyAt(reading, read.next - 1) !== null;
  return isCoin && !COINED.has(last?.folded ?? '') ? null : { ...read, unit };
}

/** `1 000` as one number: the token behind its last group of three digits. */
function behindGroups(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  if (!/^[1-9]\d{0,2}$/.test(tokens[at]?.folded ?? '')) return next;
  while (tokens[next]?.kind === 'number' && /^\d{3}$/.test(tokens[next]?.folded ?? '')) next++;
  return next;
}

/** Characters of a number; longer ones are codes. */
const LONGEST_NUMBER = 15;
const THOUSANDS = /^(?:k|grand)$/;
/** Words that multiply the digits before them: `1.2 grand`, `5 hundred dollars`. */
const MULTIPLYING: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, grand: 1000 };

/** The amount that begins at a token, or null where none does. */
export function readAmount(reading: Reading, at: number): Amount | null {
  const { tokens } = reading;
  const before = currencyBefore(reading, at);
  const from = before?.next ?? at;
  const number = tokens[from];
  if (number?.kind === 'word') return inWords(reading, from);
  if (number?.kind !== 'number' || number.folded.length > LONGEST_NUMBER) return null;
  // a number inside a model name (`rtx-4090`) is no amount
  if (!before && number.glued && !/^[<>=≤≥(\-–—:]+$/.test(tokens[from - 1]?.folded ?? '')) return null;
  const grouped = behindGroups(tokens, from);
  const spaced = grouped > from + 1 && (before ?? currencyAt(reading, grouped));
  let next = spaced ? grouped : from + 1;
  let digits = spaced
    ? tokens
        .slice(from, grouped)
        .map((token) => token.folded)
        .join('')
    : number.folded;
  const k = tokens[next];
  const times =
    k?.glued === true ? (THOUSANDS.test(k.folded) ? 1000 : 0) : (MULTIPLYING[k?.folded ?? ''] ?? 0);
  const isThousands = times > 0;
  if (isThousands) {
    digits = String(Math.round(readNumber(digits.replace(',', '.')) * times));
    next++;
  }
  const ish = reading.lexicon.lists.about_glued.at(tokens, next);
  const isAbout = ish !== null && tokens[next]?.glued === true;
  if (isAbout) next = ish.next;
  const after = before ? null : currencyBehind(reading, next);
  const named = before ?? after;
  const money = { ...moneyOf(digits, named?.currency ?? reading.currency), isAbout };
  if (named) return { kind: 'money', ...money, next: after?.next ?? next };
  if (isAbout) return { kind: 'bare', ...money, next };
  const measured = isThousands ? null : (measuredAt(reading, from, money) ?? ratedAt(reading, next, money));
  if (measured) return measured;
  // glued letters make it a model or a mode (`4k`, `1080p`), unless it was a number of thousands
  const glued = tokens[next];
  if (glued?.glued && (glued.kind !== 'sign' || glued.folded === '"' || glued.folded === '/')) return null;
  return { kind: 'bare', ...money, next };
}

const moneyOf = (digits: string, currency: string) => ({
  digits,
  currency,
  dimension: null,
  unit: null,
  value: null,
  isAbout: false,
});

type Money = ReturnType<typeof moneyOf>;

/** `16 GB`, `half a litre`; a range is none. */
function measuredAt(reading: Reading, at: number, money: Money): Amount | null {
  const { amount, unit, next } = measureAt(reading, at) ?? {};
  if (!amount || !unit || next === undefined || amount.low !== null) return null;
  return { kind: 'measure', ...money, dimension: unit.dimension, unit, value: amount.amount, next };
}

/** A number with the rate that stands behind it. */
function ratedAt({ tokens }: Reading, behindIt: number, money: Money): Amount | null {
  const rated = rateAt(tokens, behindIt);
  if (rated === null) return null;
  const unit = { dimension: rated.rate, factor: 1 };
  const value = readNumber(money.digits);
  return { kind: 'measure', ...money, dimension: rated.rate, unit, value, next: rated.next };
}

/** `two hundred dollars`, `sixteen gigs`, `fifty`; one by itself is an article. */
function inWords(reading: Reading, at: number): Amount | null {
  const worded = wordedNumberAt(reading, at);
  const after = worded && currencyBehind(reading, worded.next);
  const isAbout = worded?.isAbout === true;
  const money = { ...moneyOf(String(worded?.value ?? ''), after?.currency ?? reading.currency), isAbout };
  if (after) return { kind: 'money', ...money, next: after.next };
  const measured = measuredAt(reading, at, money);
  if (measured || worded === null) return measured;
  return ratedAt(reading, worded.next, money) ?? { kind: 'bare', ...money, next: worded.next };
}

/** Minor units of an amount in a currency, or null where it cannot be one. */
export function minorOf(amount: Amount, currency: string): number | null {
  const price = parsePrice(`${amount.digits} ${currency}`, currency);
  return 'error' in price ? null : price.price_minor;
}

/** An amount in base units of a unit's dimension; of a bare number that many of the unit. */
export const measureOf = (amount: Amount, unit: MeasuredUnit): number =>
  Math.round((amount.value ?? readNumber(amount.digits, unit) * unit.factor) * 1e6) / 1e6;
