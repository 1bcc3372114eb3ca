import { foldText } from './fold.ts';
import { numberAt } from './numbers.ts';
import { fromPlural } from './plural.ts';
import { RecentValues } from './recent_values.ts';
import { DIGITS, isGlued, LATIN, OTHER, pairsOf, SIGN, type Token, tokensOf, UNSPACED } from './tokens.ts';
import { UNITS } from './units.ts';

/** One thing a text says, as an index of words holds it: folded so that all its usual spellings are the same. */
export interface Word {
  /** The spelling that counts, for example `1000xm4`, `15.6inch`, `cable`. */
  readonly text: string;
  /** The whole compound this is a part of, written solid: `wh1000xm4`. Null where it stands alone. */
  readonly joined: string | null;
  /** Ends and beginnings inside it that people search for by themselves: `xm4` of `1000xm4`. */
  readonly pieces: readonly string[];
}

/** Lines of a picture (`1080p`) are no unit, but belong to their number. */
const LINES = 'p';
/** Packs are counted like pieces. */
const PACKS = new Set(['pk', 'pks', 'pack', 'packs']);
const PACK_NAME = 'pk';
/** Signs that hold a compound together. */
const JOINING = '-_.,/&\'"';
const MAX_JOINED_PARTS = 6;
const MAX_LENGTH = 48;
const MAX_PIECES = 4;
/** Fractions are told to so many places. */
const FRACTION_SCALE = 10_000;

/** The words of a text in any language, in order. Punctuation, invisible marks and markup signs leave nothing. */
export function wordsOf(text: string): Word[] {
  return joinUnits(text.split(/[\t-\r ]+/).flatMap(recentWords));
}

/** Stretches that are kept as they were read, some 10 MB: titles are written in few of them. */
const KEPT_CHUNKS = 16_384;
const recent = new RecentValues<readonly Word[]>(KEPT_CHUNKS);
const recentWords = (chunk: string): readonly Word[] =>
  chunk.length > MAX_LENGTH ? chunkWords(chunk) : recent.of(chunk, () => chunkWords(chunk));

/** Every spelling a text is found by, once each: words, compounds written solid, and pieces. */
export function termsOf(text: string): string[] {
  return [...new Set(wordsOf(text).flatMap(spellings))];
}

/** The spellings one word is found by; the first is the one that counts. */
export function spellings(word: Word): string[] {
  return word.joined === null ? [word.text, ...word.pieces] : [word.text, word.joined, ...word.pieces];
}

/**
 * The words of a stretch without white space. Depends on nothing around it, so a builder may keep what it
 * found; `joinUnits` then looks across stretches.
 */
export function chunkWords(chunk: string): Word[] {
  return compoundsOf(tokensOf(foldText(chunk))).flatMap(compoundWords);
}

/** Takes a number and the unit after it as one word: `15.6 inch`, `1 TB`. */
export function joinUnits(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const unit = before && isNumber(before.text) ? unitAfter(before.text, word.text) : null;
    if (before && unit !== null)
      joined[joined.length - 1] = { text: before.text + unit, joined: null, pieces: before.pieces };
    else joined.push(word);
  }
  return joined;
}

/** The unit that a word is when it follows a number, else null. */
export function unitAfter(number: string, word: string): string | null {
  const unit = UNITS.get(word);
  if (PACKS.has(word)) return PACK_NAME;
  if (!unit) return null;
  // `15.6 in` is inches, `2 in 1` is not
  return unit.glued && !number.includes('.') ? null : unit.name;
}

export function isNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}

/** The unit of letters right behind a number, else null. */
function gluedUnit(letters: string): string | null {
  if (letters === LINES) return LINES;
  return PACKS.has(letters) ? PACK_NAME : (UNITS.get(letters)?.name ?? null);
}

/** The compounds of a stretch, each as its parts: `wh`, `1000xm4`. */
function compoundsOf(tokens: readonly Token[]): string[][] {
  const compounds: string[][] = [];
  let before: Token | undefined;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    if (token.kind === SIGN) {
      if (isInchMark(tokens, at)) addInches(compounds);
      at++;
      continue;
    }
    const { text, next } = runAt(tokens, at);
    const sign = before && signBetween(tokens, before, at);
    if (sign === undefined) compounds.push([text]);
    else addPart(compounds, sign, text, { left: before as Token, right: token });
    before = tokens[next - 1] as Token;
    at = next;
  }
  return compounds;
}

/** Latin letters and digits that stand together, letters of another script, or a fraction as a decimal. */
function runAt(tokens: readonly Token[], at: number): { text: string; next: number } {
  const token = tokens[at] as Token;
  if (token.kind === DIGITS) {
    const number = numberAt(tokens, at);
    if (number.isFraction) {
      const value = Math.round(Number(number.digits) * FRACTION_SCALE) / FRACTION_SCALE;
      return { text: String(value), next: number.next };
    }
  }
  let { text } = token;
  let next = at + 1;
  while (isSolid(token) && isGlued(tokens, next) && isSolid(tokens[next] as Token))
    text += (tokens[next++] as Token).text;
  return { text, next };
}

const isSolid = ({ kind }: Token): boolean => kind === LATIN || kind === DIGITS;

/** What joins a run to the one before: nothing, or one joining sign; undefined where they stand apart. */
function signBetween(tokens: readonly Token[], before: Token, at: number): string | undefined {
  if (!isGlued(tokens, at)) return undefined;
  if (tokens[at - 1] === before) return '';
  const sign = tokens[at - 1] as Token;
  const isOne = tokens[at - 2] === before && isGlued(tokens, at - 1);
  return isOne && JOINING.includes(sign.text) ? sign.text : undefined;
}

/** `15.6"`, `15.6''`, unless the text goes on as an abbreviation does. */
function isInchMark(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at] as Token;
  const isMark = text === '"' || (text === "'" && tokens[at + 1]?.text === "'" && isGlued(tokens, at + 1));
  return isMark && isGlued(tokens, at) && tokens[at - 1]?.kind === DIGITS;
}

function addInches(compounds: string[][]): void {
  const parts = compounds.at(-1) as string[];
  const last = parts.length - 1;
  if (isNumber(parts[last] as string)) parts[last] += 'inch';
}

/** Adds a part to the last compound, or begins another where the sign parts words for good. */
function addPart(
  compounds: string[][],
  sign: string,
  text: string,
  { left, right }: { left: Token; right: Token },
): void {
  const parts = compounds.at(-1) as string[];
  const last = parts.length - 1;
  const before = parts[last] as string;
  const digits = left.kind === DIGITS && right.kind === DIGITS;
  if (digits && sign === ',' && /^\d{3}(?!\d)/.test(text) && /^[1-9]\d*$/.test(before)) parts[last] += text;
  else if (digits && (sign === '.' || sign === ',') && !before.includes('.')) parts[last] += `.${text}`;
  else if (left.kind === OTHER && right.kind === OTHER && (sign === "'" || sign === '"')) parts[last] += text;
  else if (isBreak(sign, before, text)) compounds.push([text]);
  else parts.push(text);
}

function isBreak(sign: string, left: string, right: string): boolean {
  if (sign === ',' || sign === '"') return true;
  return sign === '/' && /^\p{L}{3,}$/u.test(left) && /^\p{L}{3,}$/u.test(right);
}

/** The words of parts that stand together, such as `wh` and `1000xm4`. */
function compoundWords(parts: readonly string[]): Word[] {
  const words = joinUnits(parts.flatMap(partWords));
  if (words.length < 2 || parts.length > MAX_JOINED_PARTS) return words;
  const whole = parts.join('').replaceAll('.', '');
  if (whole.length > MAX_LENGTH || tokensOf(whole).some(({ kind }) => kind === UNSPACED)) return words;
  const joined = fromPlural(whole);
  const several = words.filter((word) => word.text.length > 1 || !/^[a-z]$/.test(word.text));
  return (several.length > 0 ? several : words).map((word) =>
    word.text === joined ? word : { ...word, joined },
  );
}

function partWords(part: string): Word[] {
  if (tokensOf(part)[0]?.kind === UNSPACED) return pairsOf(part).map(alone);
  const measure = /^(\d+(?:\.\d+)?)(\D*)$/u.exec(part);
  if (measure) {
    const [, digits = '', letters = ''] = measure;
    const number = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
    if (letters === '') return [alone(number.slice(0, MAX_LENGTH))];
    const unit = gluedUnit(letters);
    if (unit !== null) return [alone(number + unit)];
  }
  const text = part.slice(0, MAX_LENGTH);
  return [{ text: fromPlural(text), joined: null, pieces: piecesOf(text) }];
}

function alone(text: string): Word {
  return { text, joined: null, pieces: [] };
}

/** Where letters and digits meet inside a model number: what follows, and a beginning of four letters or more. */
function piecesOf(text: string): string[] {
  if (!/\d/.test(text) || !/\p{L}/u.test(text)) return [];
  const pieces: string[] = [];
  for (const border of text.matchAll(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu)) {
    const head = text.slice(0, border.index);
    const tail = text.slice(border.index);
    if (pieces.length === 0 && /^\p{L}{4,}$/u.test(head)) pieces.push(fromPlural(head));
    if ((/\d/.test(tail) && /\p{L}/u.test(tail)) || /^\d{3,}$/.test(tail)) pieces.push(unitOf(tail));
  }
  return [...new Set(pieces)].slice(0, MAX_PIECES);
}

/** `8gb` at the end of `2x8gb` is spelt as it is alone. */
function unitOf(tail: string): string {
  const measure = /^(\d+)(\p{L}+)$/u.exec(tail);
  const unit = measure ? gluedUnit(measure[2] as string) : null;
  return measure && unit !== null ? (measure[1] as string) + unit : tail;
}
