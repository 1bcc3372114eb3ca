import { type Amount, amountsOf } from './amounts.ts';
import { foldText } from './fold.ts';
import {
  DIGITS,
  isGlued,
  isLetters,
  LATIN,
  pairsOf,
  SIGN,
  type Token,
  type TokenKind,
  tokensOf,
  UNSPACED,
} from './tokens.ts';

/** WORD: letters. CODE: Latin letters with digits, or a long number. NUMBER: a number that measures nothing. */
export const WORD = 0;
export const CODE = 1;
export const NUMBER = 2;
/** A number or unit that an amount was read from. */
export const MEASURE = 3;
export type WordKind = typeof WORD | typeof CODE | typeof NUMBER | typeof MEASURE;

/** A word of a text. */
export interface ReadWord {
  text: string;
  kind: WordKind;
  /** Written to the Latin letters or digits before: the hyphen, slash, dot or nothing (`''`) between; null where it stands apart. */
  joined: string | null;
}

/** Everything a text says, read once. */
export interface TextReading {
  folded: string;
  tokens: readonly Token[];
  amounts: readonly Amount[];
}

/** A number this long is a part number, not an amount. */
const LONG_NUMBER = 5;
const NUMERAL = /^\d+(?:[.,]\d+)?$/;
const INTEGER = /^\d+$/;
const DIGIT = /\d/;

/** `1920x1080`, `6x330`, `2nd`: digits and letters that name no model. */
const NO_CODE = /^\d+(?:(?:x\d+)+|st|nd|rd|th)$/;

/** Reads a text. What is asked of it besides, `titleWords` and `codesOf` (codes.ts) take from this. */
export function readText(text: string): TextReading {
  const folded = foldText(text);
  const tokens = tokensOf(folded);
  return { folded, tokens, amounts: amountsOf(tokens) };
}

/** The words of a reading, in order; a script without spaces gives its pairs of neighbouring characters. */
export function titleWords({ folded, tokens, amounts }: TextReading): ReadWord[] {
  const words: ReadWord[] = [];
  let amount = 0;
  let before = -1;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    while (amount < amounts.length && (amounts[amount] as Amount).next <= at) amount++;
    const inside = amounts[amount];
    const isInside = inside !== undefined && inside.from <= at;
    const until = isInside ? inside.next : (inside?.from ?? tokens.length);
    const next = isInside && token.kind === SIGN ? at + 1 : groupEnd(tokens, at, until);
    if (token.kind === UNSPACED && !isInside) words.push(...pairsOf(token.text).map(alone));
    else if (token.kind !== SIGN) {
      const text = textOf(tokens, at, next);
      const kind = isInside ? MEASURE : next === at + 1 && token.kind !== DIGITS ? WORD : kindOf(text);
      const solid = isSolid(token.kind);
      words.push({ text, kind, joined: solid ? signBetween(folded, before, token.start) : null });
      before = solid ? (tokens[next - 1] as Token).end : -1;
    }
    at = next;
  }
  return words;
}

/** Where a word that begins at a token ends: Latin letters and digits run on, `1.5` is one number. */
function groupEnd(tokens: readonly Token[], at: number, until: number): number {
  const { kind } = tokens[at] as Token;
  if (!isGlued(tokens, at + 1) || kind === SIGN || kind === UNSPACED) return at + 1;
  if (isDecimal(tokens, at)) return Math.min(at + 3, until);
  let next = at + 1;
  while (next < until && isGlued(tokens, next)) {
    if (isSolid(kind) && isSolid((tokens[next] as Token).kind)) next++;
    else if (next + 1 < until && isAbbreviation(tokens, next)) next += 2;
    else break;
  }
  return next;
}

const isSolid = (kind: TokenKind): boolean => kind === LATIN || kind === DIGITS;

/** Digits, point or comma, digits, and nothing that goes on: `1.5`, not `1.2.3` or `1.5b`. */
function isDecimal(tokens: readonly Token[], at: number): boolean {
  if (!isParted(tokens, at) || isParted(tokens, at + 2) || isParted(tokens, at - 2)) return false;
  return !isGlued(tokens, at + 3) || tokens[at + 3]?.kind === SIGN;
}

/** Digits and, behind a point or comma, digits. */
const isParted = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === DIGITS &&
  /^[.,]$/.test(tokens[at + 1]?.text ?? '') &&
  tokens[at + 2]?.kind === DIGITS &&
  isGlued(tokens, at + 1) &&
  isGlued(tokens, at + 2);

/** A quote between letters: `kellogg's`, `מ"ל`. */
function isAbbreviation(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at]?.text;
  return (
    (sign === "'" || sign === '"' || sign === '`') &&
    isLetters(tokens[at - 1]) &&
    tokens[at - 1]?.kind === tokens[at + 1]?.kind &&
    isGlued(tokens, at + 1)
  );
}

/** The text of tokens, without the quotes of abbreviations. */
function textOf(tokens: readonly Token[], from: number, next: number): string {
  if (next === from + 1) return (tokens[from] as Token).text;
  let text = '';
  for (let at = from; at < next; at++) {
    const token = tokens[at] as Token;
    if (token.kind !== SIGN || token.text === '.' || token.text === ',') text += token.text;
  }
  return text;
}

const alone = (text: string): ReadWord => ({ text, kind: WORD, joined: null });

/** Kind of a text that begins with digits or is of several tokens. */
function kindOf(text: string): WordKind {
  if (NUMERAL.test(text)) return text.length >= LONG_NUMBER && INTEGER.test(text) ? CODE : NUMBER;
  return DIGIT.test(text) && !NO_CODE.test(text) ? CODE : WORD;
}

/** What stands between a word and the end of the one before, where that joins them; -1: nothing before. */
function signBetween(folded: string, before: number, start: number): string | null {
  if (start === before) return '';
  if (before < 0 || start - before !== 1) return null;
  const sign = folded[before] as string;
  return '-/._'.includes(sign) ? sign : null;
}
