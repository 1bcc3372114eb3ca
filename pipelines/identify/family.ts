import { readCondition } from '../domain/condition.ts';
import { foldedParts, foldText } from '../text/fold.ts';
import { COLOR_WORDS, LETTER_SIZES, SIZE_WORDS } from '../text/languages.ts';
import { readText, type TextReading } from '../text/reading.ts';
import { DIGITS, SIGN, type Token, tokensOf } from '../text/tokens.ts';

/** What a title says apart from what sets variants of one model apart, and that. */
export interface Family {
  /** Its words that name brand and model, in order. */
  stem: string;
  /** Where it stands among its siblings: `256gb black`. */
  place: string;
}

/** What a seller states in columns of its own of what sets an item apart from its siblings; empty where it states nothing. */
export interface Declared {
  color: string;
  size: string;
  condition: string;
}
const NOTHING: Declared = { color: '', size: '', condition: '' };

/** A stem names a model where it has a number, or so many words. */
const LEAST_WORDS = 3;
/** So many words before an exclamation mark at a title's beginning praise the offer. */
const MOST_PRAISE = 3;
const SIZE_MARKS = new Set(['size', 'sz']);

/** A size that says so, or an amount of data. */
const SIZE_OR_DATA = /\b(?:size|sz)\b|\d ?[gtm]i?b\b/;
/** Letters at a title's end among which its last word is. */
const END = 48;

/** Whether a folded title may tell a place at all: few do, and to read one costs ten times more. */
function mayVary(folded: string): boolean {
  if (SIZE_OR_DATA.test(folded)) return true;
  const last = foldedParts(folded.slice(-END)).findLast((word) => readCondition(word) === null);
  return last !== undefined && isVariantWord(last);
}

/**
 * The family of a title: what it says without memory, capacity and size, without the colours at its end, and without the
 * colour and size that its seller declares, wherever they stand; those, and the condition, are its place in the family.
 * Colours elsewhere are as often part of a name (`Black Tea`, `Red Hat`), and of what is sold by mass or volume they are
 * tastes, unless that amount is the declared size. A declared pack is no size: a case of 24 is another article. Null where
 * it has no place, or nothing that names a model.
 */
export function familyOf(title: string, declared: Declared = NOTHING): Family | null {
  const text = withoutPraise(title);
  const columns = [declared.color, sizeAlone(declared.size)].filter((column) => column !== '');
  if (columns.length === 0 && !mayVary(foldText(text))) return null;
  const reading = readText(text);
  const { tokens, amounts } = reading;
  const own = new Set(columns.flatMap((column) => declaredIn(reading, column)));
  const places = new Set([...own, ...placesIn(reading, own)]);
  const inPlace = tokens
    .filter(({ kind }, at) => kind !== SIGN && places.has(at))
    .map(({ text: word }) => word);
  const said = columns.filter((column) => declaredIn(reading, column).length === 0).flatMap(foldedParts);
  const stem = tokens.filter(
    ({ kind, text: word }, at) => kind !== SIGN && !places.has(at) && readCondition(word) === null,
  );
  const isContent = amounts.some(
    ({ dimension, from }) => (dimension === 'mass' || dimension === 'volume') && !own.has(from),
  );
  if (isContent || inPlace.length + said.length === 0) return null;
  if (stem.length < LEAST_WORDS && !stem.some(({ kind }) => kind === DIGITS)) return null;
  const place = [...inPlace.map((word) => COLOR_WORDS.get(word) ?? SIZE_WORDS.get(word) ?? word), ...said];
  return {
    stem: stem.map((token) => token.text).join(' '),
    place: [...place, ...conditionOf(text, declared)].join(' '),
  };
}

/** `refurbished` where title or column says so; nothing of what is new. */
function conditionOf(title: string, { condition }: Declared): string[] {
  const stated = [condition, ...foldedParts(title)].map(readCondition);
  const own = stated.find((one) => one !== null && one !== 'new');
  return own === undefined || own === null ? [] : [own];
}

/** A declared size; nothing where it is a pack or a count (`5 pack`). */
function sizeAlone(size: string): string {
  const { amounts } = readText(size);
  return amounts.some(({ dimension, pack }) => dimension === 'count' || pack > 1) ? '' : size;
}

/** Where a title says what a column does: its words in a row, the last time they stand there, or the same amounts. */
function declaredIn({ tokens, amounts }: TextReading, column: string): number[] {
  const folded = foldText(column);
  const words = tokensOf(folded).flatMap(({ kind, text }) => (kind === SIGN ? [] : [text]));
  const solid = [...tokens.keys()].filter((at) => tokens[at]?.kind !== SIGN);
  const start = solid.findLastIndex((_, first) =>
    words.every((word, offset) => tokens[solid[first + offset] ?? -1]?.text === word),
  );
  if (words.length > 0 && start >= 0) return solid.slice(start, start + words.length);
  const stated = readText(column).amounts;
  return amounts.flatMap(({ dimension, amount, pack, from, next }) =>
    stated.some((one) => one.dimension === dimension && one.amount === amount && one.pack === pack)
      ? Array.from({ length: next - from }, (_, offset) => from + offset)
      : [],
  );
}

function withoutPraise(title: string): string {
  const end = title.indexOf('!');
  return end >= 0 && title.slice(0, end).trim().split(/\s+/).length <= MOST_PRAISE
    ? title.slice(end + 1)
    : title;
}

/**
 * Tokens that tell the place: amounts of data and sizes anywhere, colours and letter sizes behind which nothing else
 * stands but what is declared.
 */
function placesIn({ tokens, amounts }: TextReading, declared: ReadonlySet<number>): ReadonlySet<number> {
  const places = new Set<number>(declared);
  for (const { dimension, from, next } of amounts)
    if (dimension === 'data') for (let at = from; at < next; at++) places.add(at);
  for (const [at, { text }] of tokens.entries())
    if (SIZE_MARKS.has(text)) for (const own of sizeBehind(tokens, at)) places.add(own);
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] as Token;
    if (token.kind === SIGN || places.has(at) || readCondition(token.text) !== null) continue;
    if (!isVariantWord(token.text) || tokens[at - 1]?.text === "'") break;
    places.add(at);
  }
  return places;
}

const isVariantWord = (text: string): boolean =>
  COLOR_WORDS.has(text) || SIZE_WORDS.has(text) || LETTER_SIZES.has(text) || /^[sml]$/.test(text);

/** The word `size` and what stands behind it: `size 9.5`, `size xl`. */
function sizeBehind(tokens: readonly Token[], at: number): number[] {
  const own = [at];
  for (let next = at + 1; next < tokens.length && next <= at + 3; next++) {
    const token = tokens[next] as Token;
    const isPart =
      token.kind === DIGITS ||
      (next > at + 1 && /^[.,/]$/.test(token.text)) ||
      (next === at + 1 && isVariantWord(token.text));
    if (!isPart) break;
    own.push(next);
  }
  return own;
}
