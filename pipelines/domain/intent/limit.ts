import {
  type Amount,
  type MeasuredUnit,
  measureAt,
  measureOf,
  minorOf,
  type Reading,
  readAmount,
} from './amount.ts';
import type { ListName } from './lexicon.ts';
import type { Measured } from './rate.ts';

/** A bound read from a text: minor units of a currency, or base units of a dimension; `next` is the token behind it. */
export interface Limit {
  of: { currency: string } | { dimension: Measured };
  min: number | null;
  max: number | null;
  /** The bound itself is no longer within: `more than 55 inches`. */
  strict?: boolean;
  next: number;
}

/** Bare numbers below this are more often counts (`up to 4 players`) than money. */
const LEAST_BARE_MONEY = 10;

const behind = (reading: Reading, list: ListName, at: number): number | null =>
  reading.lexicon.lists[list].at(reading.tokens, at)?.next ?? null;

/** `$20 per month`, `$50 off`: an amount that is no price of the thing. */
const isRate = (reading: Reading, next: number) => behind(reading, 'not_a_budget_after', next) !== null;

/** A bare number is money only where the text ends, pauses or turns to something else behind it. */
function standsAlone(reading: Reading, amount: Amount): boolean {
  const { tokens } = reading;
  const token = tokens[amount.next];
  if (Number(amount.digits.replace(/\D/g, '')) < LEAST_BARE_MONEY) return false;
  if (token === undefined || /^[.,;:!?)]$/.test(token.folded)) return true;
  const turns: ListName[] = [
    'must_have',
    'avoid',
    'avoid_from',
    'phrase_end',
    'and',
    'or',
    'at_least',
    'at_most',
  ];
  return turns.some((list) => behind(reading, list, amount.next) !== null);
}

/** Two ends of a range of one kind, the nearer taking currency or unit from the farther, or null. */
function rangeOf(reading: Reading, low: Amount, high: Amount, bareIsMoney: boolean): Limit | null {
  const unit: MeasuredUnit | null = high.unit ?? low.unit;
  if (unit) {
    if (low.kind === 'money' || high.kind === 'money') return null;
    if (low.unit && high.unit && low.unit.dimension !== high.unit.dimension) return null;
    const ends = [measureOf(low, low.unit ?? unit), measureOf(high, high.unit ?? unit)];
    return {
      of: { dimension: unit.dimension },
      min: Math.min(...ends),
      max: Math.max(...ends),
      next: high.next,
    };
  }
  const named = high.kind === 'money' ? high : low.kind === 'money' ? low : null;
  if (!named && !(bareIsMoney && standsAlone(reading, high))) return null;
  if (low.kind === 'money' && high.kind === 'money' && low.currency !== high.currency) return null;
  const currency = named?.currency ?? reading.currency;
  const ends = [minorOf(low, currency), minorOf(high, currency)];
  if (ends[0] == null || ends[1] == null || isRate(reading, high.next)) return null;
  return {
    of: { currency },
    min: Math.min(ends[0], ends[1]),
    max: Math.max(ends[0], ends[1]),
    next: high.next,
  };
}

function readRange(reading: Reading, at: number): Limit | null {
  const opened = behind(reading, 'between', at);
  const measured = measureAt(reading, opened ?? at);
  if (measured && measured.amount.low !== null && measured.amount.dimension !== 'time') {
    const { dimension, low, amount } = measured.amount;
    return { of: { dimension }, min: low, max: amount, next: measured.next };
  }
  const low = readAmount(reading, opened ?? at);
  if (!low) return null;
  const joiner = behind(reading, 'range_joiner', low.next);
  // `13-inch` is read as a measure before its hyphen could join anything
  const high = joiner === null ? null : readAmount(reading, joiner);
  if (!high) return null;
  const isNamed = high.kind !== 'bare';
  const joinsNumbers = /^[-–—]$/.test(reading.tokens[low.next]?.folded ?? '');
  // `2 laptops and 200 euros`: without an opening word only a dash, or a word like `to`, makes a range
  if (opened === null && !isNamed) return null;
  if (opened === null && !joinsNumbers && behind(reading, 'and', low.next) !== null) return null;
  return rangeOf(reading, low, high, opened !== null);
}

/** One end: `atMost` is the direction. A bare number is a budget only as a maximum. */
function endOf(reading: Reading, amount: Amount, atMost: boolean): Limit | null {
  if (amount.kind === 'measure' && amount.unit) {
    const value = measureOf(amount, amount.unit);
    const of = { dimension: amount.unit.dimension };
    return { of, min: atMost ? null : value, max: atMost ? value : null, next: amount.next };
  }
  if (amount.kind === 'bare' && !(atMost && standsAlone(reading, amount))) return null;
  const minor = minorOf(amount, amount.currency);
  if (minor === null || isRate(reading, amount.next)) return null;
  const of = { currency: amount.currency };
  return { of, min: atMost ? null : minor, max: atMost ? minor : null, next: amount.next };
}

function readCompared(reading: Reading, at: number): Limit | null {
  const atMost = behind(reading, 'at_most', at);
  const atLeast = behind(reading, 'at_least', at);
  const from = Math.max(atMost ?? -1, atLeast ?? -1);
  if (from < 0) return null;
  const amount = readAmount(reading, from);
  const limit = amount && endOf(reading, amount, atMost === from);
  return limit && { ...limit, strict: behind(reading, 'strict', at) === from };
}

/** `200 or less`, `16 GB or more`, `16GB+`. */
function readTrailed(reading: Reading, at: number): Limit | null {
  const amount = readAmount(reading, at);
  if (!amount) return null;
  const orLess = behind(reading, 'or_less', amount.next);
  const orMore = behind(reading, 'or_more', amount.next);
  const next = orLess ?? orMore;
  if (next === null) return null;
  // in `16 GB max 200 euros` the word belongs to what follows
  if (readAmount(reading, next)) return null;
  const limit = endOf(reading, { ...amount, next }, orLess !== null);
  return limit && { ...limit, next };
}

/** A measure by itself: exactly that much. Money by itself is no limit: it may be a value or a price remembered. */
function readExact(reading: Reading, at: number): Limit | null {
  const amount = readAmount(reading, at);
  // a time by itself is no bound: a 24 hour clock
  if (amount?.kind !== 'measure' || !amount.unit || amount.dimension === 'time') return null;
  const value = measureOf(amount, amount.unit);
  return value > 0
    ? { of: { dimension: amount.unit.dimension }, min: value, max: value, next: amount.next }
    : null;
}

/** The bound on price or measure that begins at a token, or null where none surely does. */
export const readLimit = (reading: Reading, at: number): Limit | null =>
  readRange(reading, at) ?? readCompared(reading, at) ?? readTrailed(reading, at) ?? readExact(reading, at);
