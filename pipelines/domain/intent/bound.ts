import {
  type Amount,
  type MeasuredUnit,
  measureAt,
  measureOf,
  minorOf,
  type Reading,
  readAmount,
} from './amount.ts';
import { behind, isAtRest } from './phrase_list.ts';
import type { Measured } from './rate.ts';
import { wordedNumberAt } from './worded_number.ts';

/** A bound read from a text: minor units of a currency, or base units of a dimension; `next` is the token behind it. */
export interface Limit {
  of: { currency: string } | { dimension: Measured };
  min: number | null;
  max: number | null;
  /** The bound itself is no longer within: `more than 55 inches`. */
  strict?: boolean;
  /** What is about to be paid, where `max` is a tenth more than the text says. */
  about?: number;
  /** The money is for each of what is wanted. */
  isEach?: boolean;
  /** What is measured, as tokens in [from, next), where it stands before the end of the bound: `15 inch screen or larger`. */
  measured?: { from: number; next: number } | null;
  /** The token before `next` that names what is wanted, and stays a word: `mehr als 500 darf der Laptop nicht kosten`. */
  thing?: number | null;
  next: number;
}

/** Bare numbers below this are more often counts (`up to 4 players`) than money. */
const LEAST_BARE_MONEY = 10;

/** `$20 per month`, `$50 off`: an amount that is no price of the thing; but not `700 por favor`. */
export const isNoPrice = (reading: Reading, next: number) =>
  behind(reading, 'not_a_budget_after', next) !== null &&
  behind(reading, 'each', next) === null &&
  behind(reading, 'filler', next) === null &&
  behind(reading, 'in_stock', next) === null;

/** A bare number is money only where the text ends, pauses or turns to something else behind it. */
export function standsAlone(reading: Reading, amount: Amount): boolean {
  if (Number(amount.digits.replace(/\D/g, '')) < LEAST_BARE_MONEY) return false;
  return isAtRest(reading, amount.next, /^[.,;:!?)]$/, ['deadline', 'wanted']);
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
  if (ends[0] == null || ends[1] == null || isNoPrice(reading, high.next)) return null;
  return {
    of: { currency },
    min: Math.min(ends[0], ends[1]),
    max: Math.max(ends[0], ends[1]),
    next: high.next,
  };
}

/** Two ends that begin at a token; `isOpened` where a word before it says that a bound follows. */
export function readRange(reading: Reading, at: number, isOpened = false): Limit | null {
  const opened = behind(reading, 'between', at) ?? (isOpened ? at : null);
  const measured = measureAt(reading, opened ?? at);
  if (measured && measured.amount.low !== null && measured.amount.dimension !== 'time') {
    const { dimension, low, amount } = measured.amount;
    return { of: { dimension }, min: low, max: amount, next: measured.next };
  }
  const low = readAmount(reading, opened ?? at);
  if (!low) return null;
  const joiner = behind(reading, 'range_joiner', low.next) ?? behindOr(reading, low);
  // `13-inch` is read as a measure before its hyphen could join anything
  const high = joiner === null ? null : readAmount(reading, joiner);
  if (!high) return null;
  const joinsNumbers = /^[-–—]$/.test(reading.tokens[low.next]?.folded ?? '');
  // `$400-700`
  const isNamed = high.kind !== 'bare' || (joinsNumbers && low.kind === 'money');
  // `2 laptops and 200 euros`: without an opening word only a dash, or a word like `to`, makes a range
  if (opened === null && !isNamed) return null;
  if (opened === null && !joinsNumbers && behind(reading, 'and', low.next) !== null) return null;
  return rangeOf(reading, low, high, opened !== null);
}

/** `7 or 8 kilos`: either will do, and so does what lies between; of money the lower one is no bound. */
function behindOr(reading: Reading, low: Amount): number | null {
  const or = low.kind === 'money' ? null : behind(reading, 'or', low.next);
  return or !== null && readAmount(reading, or)?.kind === 'measure' ? or : null;
}

/** Whether a bound opens with a number behind it: `no more than 2 hdmi ports`, of which no unit makes an amount. */
export function opensBound(reading: Reading, at: number): boolean {
  const next = Math.max(behind(reading, 'at_most', at) ?? -1, behind(reading, 'at_least', at) ?? -1);
  return next >= 0 && (reading.tokens[next]?.kind === 'number' || wordedNumberAt(reading, next) !== null);
}

/** `budget: 300`. */
export const behindColon = ({ tokens }: Reading, at: number): number =>
  /^[:=]$/.test(tokens[at]?.folded ?? '') ? at + 1 : at;
