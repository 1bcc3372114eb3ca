import { DIGITS, isGlued, type Token } from './tokens.ts';
import type { Unit } from './units.ts';

/** A number as it stands among tokens: [from, next). */
export interface NumberSpan {
  /** As written, with its separators; of a fraction its decimal value. */
  digits: string;
  /** `1/2`, `1 1/2`, `½`: a number of units, never of pieces. */
  isFraction: boolean;
  next: number;
}

/** Fractions that measures are written with; `24/7` and `10/12` are none. */
const DENOMINATORS = new Set([2, 3, 4, 5, 8, 16, 32, 64]);

/**
 * A number as people write it. `1,5` and `1.5` are one and a half; three digits behind one separator are thousands
 * where the number counts pieces or small units (`1.500 g`, `1,000 sheets`) and a fraction behind a zero or before
 * a large unit (`0,330 l`, `1.500 kg`). Of several separators the last parts a fraction where it is of another kind
 * (`1.234,5`); NaN where they part no groups of three (`3.5.7`).
 */
export function readNumber(digits: string, unit?: Pick<Unit, 'factor'>): number {
  const parts = digits.split(/[.,']/);
  if (parts.length === 1) return Number(digits);
  const last = parts.pop() as string;
  const [first = ''] = parts;
  const whole = parts.join('');
  const sign = digits[digits.length - last.length - 1];
  if (parts.length === 1 && sign !== "'") {
    const isSmall = unit === undefined || unit.factor <= 1;
    const thousands = last.length === 3 && !whole.startsWith('0') && isSmall;
    return Number(thousands ? whole + last : `${whole}.${last}`);
  }
  const hasFraction = sign !== digits[first.length];
  const groups = hasFraction ? parts.slice(1) : [...parts.slice(1), last];
  if (groups.some(({ length }) => length !== 3)) return Number.NaN;
  return Number(hasFraction ? `${whole}.${last}` : whole + last);
}

/** The number that begins at a token of digits: with separators, as a fraction or a mixed number. */
export function numberAt(tokens: readonly Token[], at: number): NumberSpan {
  const first = (tokens[at] as Token).text;
  const own = fractionAt(tokens, at);
  if (own) return { digits: String(own.value), isFraction: true, next: own.next };
  const mixed = mixedFraction(tokens, at);
  if (mixed) return { digits: String(Number(first) + mixed.value), isFraction: true, next: mixed.next };
  let next = groupsEnd(tokens, at);
  let digits = first;
  for (let group = at + 1; group < next; group++) digits += (tokens[group] as Token).text;
  while (isSeparated(tokens, next)) {
    digits += (tokens[next] as Token).text + (tokens[next + 1] as Token).text;
    next += 2;
  }
  return { digits, isFraction: false, next };
}

/** Whether a separator and digits follow with nothing between; an apostrophe parts groups of three. */
function isSeparated(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at]?.text;
  const digits = tokens[at + 1];
  if (!(sign === '.' || sign === ',' || sign === "'") || digits?.kind !== DIGITS) return false;
  if (!isGlued(tokens, at) || !isGlued(tokens, at + 1)) return false;
  return sign !== "'" || digits.text.length === 3;
}

/** Behind the groups of `1 000` and `1 050`: a group that begins with 0 is no number of its own. */
function groupsEnd(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  if (tokens[next]?.kind !== DIGITS || !/^[1-9]\d{0,2}$/.test((tokens[at] as Token).text)) return next;
  while (isSpaced(tokens, next) && /^0\d\d$/.test(tokens[next]?.text ?? '')) next++;
  return next;
}

const isSpaced = (tokens: readonly Token[], at: number): boolean =>
  (tokens[at]?.start ?? 0) - (tokens[at - 1]?.end ?? 0) === 1;

/** `1/2`: digits, slash, digits, nothing between, less than one, of a denominator that measures have. */
function fractionAt(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  if (tokens[at + 1]?.text !== '/') return null;
  const [numerator, denominator] = [tokens[at], tokens[at + 2]];
  if (numerator?.kind !== DIGITS || denominator?.kind !== DIGITS) return null;
  if (!isGlued(tokens, at + 1) || !isGlued(tokens, at + 2)) return null;
  const parts = Number(denominator.text);
  const value = Number(numerator.text) / parts;
  if (!DENOMINATORS.has(parts) || value >= 1 || value === 0 || numerator.text.startsWith('0')) return null;
  return { value, next: at + 3 };
}

/** `1-1/2`, `1 1/2`. */
function mixedFraction(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  if ((tokens[at] as Token).text.length > 3) return null;
  const hyphen = tokens[at + 1]?.text === '-' && isGlued(tokens, at + 1) && isGlued(tokens, at + 2);
  if (hyphen) return fractionAt(tokens, at + 2);
  return isSpaced(tokens, at + 1) ? fractionAt(tokens, at + 1) : null;
}
