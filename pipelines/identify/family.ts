import { readCondition } from '../domain/condition.ts';
import { foldedParts, foldText } from '../text/fold.ts';
import { COLOR_WORDS, LETTER_SIZES, SIZE_WORDS } from '../text/languages.ts';
import { readText, type TextReading } from '../text/reading.ts';
import { DIGITS, SIGN, type Token } from '../text/tokens.ts';

/** What a title says apart from what sets variants of one model apart, and that. */
export interface Family {
  /** Its words that name brand and model, in order. */
  stem: string;
  /** Where it stands among its siblings: `256gb black`. */
  place: string;
}

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
 * The family of a title: what it says without memory, capacity and size, and without the colours at its end, which are
 * its place in the family. Colours elsewhere are as often part of a name (`Black Tea`, `Red Hat`), and of what is sold by
 * mass or volume they are tastes. Null where it has no place, or nothing that names a model.
 */
export function familyOf(title: string): Family | null {
  const text = withoutPraise(title);
  if (!mayVary(foldText(text))) return null;
  const reading = readText(text);
  const places = placesIn(reading);
  const tokens = (isPlace: boolean) =>
    reading.tokens.filter(({ kind }, at) => kind !== SIGN && places.has(at) === isPlace);
  const place = tokens(true).map(
    (token) => COLOR_WORDS.get(token.text) ?? SIZE_WORDS.get(token.text) ?? token.text,
  );
  const stem = tokens(false).filter((token) => readCondition(token.text) === null);
  const isContent = reading.amounts.some(({ dimension }) => dimension === 'mass' || dimension === 'volume');
  if (place.length === 0 || isContent) return null;
  if (stem.length < LEAST_WORDS && !stem.some(({ kind }) => kind === DIGITS)) return null;
  return { stem: stem.map((token) => token.text).join(' '), place: place.join(' ') };
}

function withoutPraise(title: string): string {
  const end = title.indexOf('!');
  return end >= 0 && title.slice(0, end).trim().split(/\s+/).length <= MOST_PRAISE
    ? title.slice(end + 1)
    : title;
}

/** Tokens that tell the place: amounts of data and sizes anywhere, colours and letter sizes behind which nothing else stands. */
function placesIn({ tokens, amounts }: TextReading): ReadonlySet<number> {
  const places = new Set<number>();
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
