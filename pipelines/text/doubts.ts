import { type Factor, isTimes } from './factors.ts';
import { readNumber } from './numbers.ts';
import { DIGITS, isGlued, isLetters, type Token } from './tokens.ts';
import type { UnitSpan } from './unit_spans.ts';
import { type Dimension, UNITS, type Unit } from './units.ts';

/** `5G`, `2.4G`: generations of networks and bands of radio, written like grams. */
const NETWORKS = /^(?:[2-6]|2\.4|5\.8)$/;
/** `2019 г.`, `1995 GM`: a year, and a Russian word for it or a maker of cars. */
const YEAR = /^(?:19|20)\d\d$/;
const YEAR_WORDS = new Set(['г', 'gm']);
/** Waist and leg of trousers, in inches: `38W x 30L`. */
const TROUSERS = /^[2-5]\d$/;
/** Ages of babies, in steps of three months: `12-18m`. */
const OLDEST_BABY_MONTHS = 36;
/** `in` in languages that say it with a letter that is also a unit: `3 w 1`, `3 v 1`. */
const IN = new Set(['in', 'w', 'v', 'в']);
/** What a rate is per, besides units: `90MB/s`, `10 l/min`, `80 g/qm`. */
const PER = new Set(['s', 'sec', 'min', 'qm', 'sqm', 'day', 'tag', 'с', 'сек', 'мин']);
const FRACTIONS: ReadonlySet<Dimension> = new Set(['mass', 'volume', 'length']);

/** Where ends what is written like an amount and may say something else; null where it is an amount. */
export function doubtEnd(
  tokens: readonly Token[],
  factors: readonly Factor[],
  unit: Unit,
  span: UnitSpan,
): number | null {
  if (factors.some(({ isFraction }) => isFraction) && !FRACTIONS.has(unit.dimension)) return span.next;
  if (isRate(tokens, span.next)) return span.next + 2;
  const [number] = factors as [Factor];
  if (factors.length > 1) return null;
  if (unit.dimension === 'percent') return readNumber(number.high ?? number.digits) >= 100 ? span.next : null;
  if (IN.has(span.text) && isInOne(tokens, number, span)) return span.next;
  if (/^[mw]$/.test(span.text) && tokens[span.next]?.text === 'us') return span.next;
  if (span.text === 'w' && TROUSERS.test(number.digits)) return legEnd(tokens, span.next);
  return isName(tokens, number, span) ? span.next : null;
}

/** `90MB/s`, `80 g/m²`; `250 g/pc` is what a piece has. */
function isRate(tokens: readonly Token[], at: number): boolean {
  const per = tokens[at + 1];
  if (tokens[at]?.text !== '/' || !per || !isLetters(per)) return false;
  if (!isGlued(tokens, at) || !isGlued(tokens, at + 1)) return false;
  const unit = UNITS.get(per.text);
  return unit ? unit.dimension !== 'count' : PER.has(per.text);
}

/** `2 in 1`, `3-in-1`, `3 w 1`; `5V 1A` is two amounts. */
function isInOne(tokens: readonly Token[], number: Factor, { text, next }: UnitSpan): boolean {
  const behind = tokens[next];
  const glued = isGlued(tokens, next);
  if (text === 'in' && glued && behind?.text === '-') return isGlued(tokens, next + 1);
  return behind?.text === '1' && !glued && (text === 'in' || !isGlued(tokens, number.next));
}

/** Where the leg of trousers ends, behind their waist. */
function legEnd(tokens: readonly Token[], at: number): number | null {
  const from = isTimes(tokens, at) || tokens[at]?.text === '/' ? at + 1 : at;
  const isLeg = tokens[from]?.kind === DIGITS && TROUSERS.test(tokens[from].text);
  return isLeg && tokens[from + 1]?.text === 'l' ? from + 2 : null;
}

/** Numbers and letters that are names: networks, years, ages, a brand, the words `to go`. */
function isName(
  tokens: readonly Token[],
  { digits, high, next: behind }: Factor,
  { text, next }: UnitSpan,
): boolean {
  const glued = isGlued(tokens, behind);
  if (YEAR_WORDS.has(text) && YEAR.test(digits)) return true;
  if (text === 'g') return glued && high === null && NETWORKS.test(digits);
  if (text === 'go') return !glued && digits === '2';
  if (text !== 'm' || !glued) return false;
  if (high === null) return digits === '3' && behind === 1 && !isTimes(tokens, next);
  const [from, to] = [readNumber(digits), readNumber(high)];
  return from % 3 === 0 && to % 3 === 0 && to <= OLDEST_BABY_MONTHS;
}
