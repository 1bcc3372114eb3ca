import { CONTAINERS, PACK_LINKS, PACK_UNITS } from './languages.ts';
import { numberAt, readNumber } from './numbers.ts';
import { DIGITS, isGlued, LATIN, type Token } from './tokens.ts';
import { wordAt } from './unit_spans.ts';
import { UNITS } from './units.ts';

/** One of the numbers before a unit: `6` and `330` of `6x330 ml`; with `high` the lower end of a range. */
export interface Factor {
  digits: string;
  high: string | null;
  /** Spaces stand around the dash of the range, which may part words as well (`iPhone 15 - 128 GB`). */
  apart: boolean;
  isFraction: boolean;
  /** A word for pieces stands behind it: `6` of `6 bottles of 500 ml`. */
  counts: boolean;
  next: number;
}

const MOST_FACTORS = 4;

/** A sign of multiplication; `х` is the Cyrillic letter. */
export function isTimes(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text;
  return text === 'x' || text === '*' || text === 'х';
}

/** Whether a number begins here that is no part of a model number, a time, a decimal or a fraction that could not be read. */
export function beginsNumber(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== DIGITS) return false;
  const isBehindDigits = tokens[at - 2]?.kind === DIGITS;
  // one of factors that could not be read
  if (isBehindDigits && isTimes(tokens, at - 1) && (beginsNumber(tokens, at - 2) || isTimes(tokens, at - 3)))
    return false;
  if (!isGlued(tokens, at)) return true;
  const before = tokens[at - 1] as Token;
  if (before.kind === LATIN) return isTimesBehindUnit(tokens, at - 1);
  if (before.text === '.') return isLeadingPoint(tokens, at - 1);
  if (before.text === ',' || before.text === "'") return isGlued(tokens, at - 1) && !isBehindDigits;
  return before.text !== ':' || !isBehindDigits;
}

/** The `x` of `x 330ml`, `60"x80"` and `30cmx40cm`, not of `PCx16`. */
function isTimesBehindUnit(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at] as Token;
  if (text === 'x') return !isGlued(tokens, at) || /^['"]$/.test((tokens[at - 1] as Token).text);
  return text.endsWith('x') && tokens[at - 1]?.kind === DIGITS && UNITS.has(text.slice(0, -1));
}

/** The point of `.5 oz`. */
const isLeadingPoint = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '.' && !isGlued(tokens, at) && isGlued(tokens, at + 1);

/** Behind other numbers of a list: `256` of `8/256GB` and `8+256GB`, `50` of `500 + 50 g`. */
export function isListed(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at - 1]?.text;
  if ((sign !== '/' && sign !== '+') || tokens[at - 2]?.kind !== DIGITS) return false;
  const glued = isGlued(tokens, at);
  return glued === isGlued(tokens, at - 1) && (glued || sign === '+');
}

/** The numbers multiplied with each other from a token on, the last of them perhaps a range. */
export function factorsAt(tokens: readonly Token[], at: number, mayCount = true): Factor[] {
  const factors: Factor[] = [];
  for (let from = at; factors.length < MOST_FACTORS; ) {
    const { digits, isFraction, next } = numberAt(tokens, from);
    const piece = mayCount ? behindPieces(tokens, next) : null;
    factors.push({ digits, high: null, apart: false, isFraction, counts: piece !== null, next });
    from = piece ?? (isTimes(tokens, next) ? next + 1 : -1);
    if (tokens[from]?.kind !== DIGITS) break;
  }
  const first = factors[0] as Factor;
  if (isLeadingPoint(tokens, at - 1)) first.digits = `0.${first.digits}`;
  const last = factors.at(-1) as Factor;
  const high = rangeEnd(tokens, last);
  if (high) {
    last.high = high.digits;
    last.apart = !isGlued(tokens, last.next);
    last.next = high.next;
  }
  return factors;
}

/** The number behind a word for pieces and `of` or `x`: `6 bottles of 500 ml`, `10 pcs x 50 g`. */
function behindPieces(tokens: readonly Token[], at: number): number | null {
  const word = wordAt(tokens, at);
  if (!word) return null;
  const next = tokens[word.next]?.text === '.' ? word.next + 1 : word.next;
  if (tokens[next + 1]?.kind !== DIGITS) return null;
  const isLinked = isTimes(tokens, next) || PACK_LINKS.has((tokens[next] as Token).text);
  return isLinked && isPiece(word.text) ? next + 1 : null;
}

const isPiece = (word: string): boolean =>
  CONTAINERS.has(word) || PACK_UNITS.has(word) || UNITS.get(word)?.dimension === 'count';

/** The number behind the dash of a range that goes up. */
function rangeEnd(tokens: readonly Token[], low: Factor): { digits: string; next: number } | null {
  if (tokens[low.next]?.text !== '-' || tokens[low.next + 1]?.kind !== DIGITS || low.isFraction) return null;
  if (isGlued(tokens, low.next) !== isGlued(tokens, low.next + 1)) return null;
  const high = numberAt(tokens, low.next + 1);
  if (high.isFraction || readNumber(high.digits) <= readNumber(low.digits)) return null;
  return high;
}
