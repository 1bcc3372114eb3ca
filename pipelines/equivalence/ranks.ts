import type { Amount } from '../text/amounts.ts';
import {
  EDITION_WORDS,
  FOR_WORDS,
  GENERATION_WORDS,
  GRAMMAR_WORDS,
  TIER_WORDS,
  VERSION_WORDS,
} from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { type TextReading } from '../text/reading.ts';
import { ROMAN, YEAR } from '../text/stated_numbers.ts';
import { DIGITS, isGlued, isLetters, type Token } from '../text/tokens.ts';
import type { ComparedItem } from './compared_item.ts';
import { headsOf } from './heads.ts';
import { COMPONENTS, EDITIONS_SHORT, ORDINALS, VERSIONED, WHOLES } from './roles.ts';
import { readTitle } from './title_reading.ts';

/** Numbers that name generations are small. */
export const MOST_NUMBER = 30;

/** Which of a line a thing is, as a title says it. */
export interface Rank {
  number: number;
  text: string;
  /** Whether words say that it is one: `2nd generation`, `Mark II`. */
  isNamed: boolean;
  /** Whether the title has the number elsewhere, too: `Clifton 8, Size 8`. */
  isTwice: boolean;
}

/** All words of an item's titles, and the ranks behind them. */
export interface Ranks {
  words: ReadonlySet<string>;
  ranks: ReadonlyMap<string, Rank>;
  /** Whether titles state a year, which tells the generation too. */
  hasYear: boolean;
  /** Generations that titles say in words, wherever they stand. */
  generations: ReadonlySet<number>;
}

/** The ranks in an item's titles by the word before them, and all of its words. */
export function ranksIn(item: ComparedItem): Ranks {
  const { stated } = item;
  const things = new Set(headsOf(item).map(({ word }) => word));
  let hasYear = false;
  const [words, ranks] = [new Set<string>(), new Map<string, Rank>()];
  const generations = new Set<number>();
  for (const { title } of stated) {
    const reading = readTitle(title);
    const { folded, tokens, amounts } = reading;
    hasYear ||= tokens.some(({ kind, text }) => kind === DIGITS && YEAR.test(text));
    // What stands behind the word for the thing is a size or what it has.
    const lastThing = lastOf(things, tokens);
    const end = featuresFrom(tokens, amounts, lastThing);
    for (const number of generationsIn(tokens)) generations.add(number);
    for (const at of tokens.keys()) {
      const code = codeAt(folded, tokens, at);
      const word = at < end ? (code ?? nameAt(tokens, at)) : code;
      if (word === null) continue;
      words.add(word);
      // Behind a number (`R6 Mark II`, `Explorer 1000 v2`) only words tell.
      const rank =
        namedRank(folded, tokens, at + 1) ??
        romanRank(folded, tokens, at + 1) ??
        (code === null ? bareRank(folded, tokens, at + 1) : null) ??
        (code === null && at < lastThing ? letteredRank(folded, tokens, at + 1) : null);
      const suffixed = rank || code || things.has(word) ? null : suffixedRank(reading, at + 1);
      if (suffixed) {
        words.add(suffixed.name);
        ranks.set(suffixed.name, suffixed.rank);
      }
      // The 2 of `Mini 2 Capsule Machine` counts no capsules.
      const measured = amounts.find(({ from, next }) => rank && rank.at >= from && rank.at < next);
      const isRank = !measured || (measured.dimension === 'count' && measured.from === rank?.at);
      if (rank && isRank && !(ranks.get(word)?.isNamed && !rank.isNamed))
        ranks.set(word, {
          number: rank.number,
          text: String(rank.number),
          isNamed: rank.isNamed,
          isTwice: tokens.some(({ text }, place) => place !== rank.at && text === tokens[rank.at]?.text),
        });
    }
  }
  return { words, ranks, hasYear, generations };
}

/** Where the word for the thing stands, the last time before the first comma or dash behind it: `Spray …, Sprays 2 ways`. */
function lastOf(things: ReadonlySet<string>, tokens: readonly Token[]): number {
  const isThing = ({ text }: Token) => things.has(fromPlural(text));
  const first = tokens.findIndex(isThing);
  const stop = tokens.findIndex(({ text }, at) => at > first && /^[,–—|]$/.test(text));
  return tokens.findLastIndex((token, at) => (stop < 0 || at < stop) && isThing(token));
}

/** Where a title goes on to what the thing has or goes with: the first comma, amount or `for` behind the word for it. */
function featuresFrom(tokens: readonly Token[], amounts: readonly Amount[], thing: number): number {
  const at = tokens.findIndex(({ text }, place) => {
    if (place > 0 && FOR_WORDS.has(text)) return true;
    const isAmount = amounts.some(({ from, dimension }) => from === place && dimension !== 'count');
    return thing >= 0 && place > thing && (text === ',' || isAmount);
  });
  return at < 0 ? tokens.length : at;
}

type FoundRank = Pick<Rank, 'number' | 'isNamed'> & { at: number };

/** A word that may be a line's: of letters, no small word, and no name of what only has versions of its own (`USB`, `Wi-Fi`). */
function nameAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at] as Token;
  if (!isLetters(token)) return null;
  const before = tokens[at - 1];
  // `10K II`
  if (before?.kind === DIGITS && isGlued(tokens, at)) return `${before.text}${token.text}`;
  if (token.text.length < 2) return null;
  const isSmall = GRAMMAR_WORDS.has(token.text) && !TIER_WORDS.has(token.text);
  // `X200 Series 9 Cell`: behind a number the word only closes the name.
  if (before?.kind === DIGITS && WHOLES.has(token.text)) return null;
  return isSmall || VERSIONED.has(token.text) ? null : fromPlural(token.text);
}

/** The number of a name, with the letters written to it: `r6`, the `50` of `Katana-50`, the `1000` of `Explorer 1000`. */
function codeAt(folded: string, tokens: readonly Token[], at: number): string | null {
  const token = tokens[at] as Token;
  const before = tokens[at - 1];
  if (token.kind !== DIGITS || before === undefined || /^[.,]?\d|^\p{L}/u.test(folded.slice(token.end)))
    return null;
  if (isGlued(tokens, at) && isLetters(before) && before.text.length < LEAST_GLUED)
    return `${before.text}${token.text}`;
  return token.text.length > 1 && !YEAR.test(token.text) ? token.text : null;
}

/** Generations that a title says in words: `Gen 4`, `4th gen`, `(Fourth Generation)`; not those of what it is for. */
function generationsIn(tokens: readonly Token[]): number[] {
  const target = tokens.findIndex(({ text }, place) => place > 0 && FOR_WORDS.has(text));
  return [...tokens.keys().take(target < 0 ? tokens.length : target)].flatMap(
    (at) => generationAt(tokens, at)?.number ?? [],
  );
}

/** `Gen 4`, `4th gen`, `Fourth Generation`; null of what is a part's: `10th gen Intel`. */
function generationAt(tokens: readonly Token[], at: number): FoundRank | null {
  const [one, other, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!one || !other) return null;
  // `Gen-3`
  const isHyphened = other.text === '-' && third?.kind === DIGITS;
  if (GENERATION_WORDS.has(one.text))
    return isHyphened ? countedRank(third, at + 2) : countedRank(other, at + 1);
  const isOrdinal = one.kind === DIGITS && /^(?:st|nd|rd|th|e|a)?$/.test(isLetters(other) ? other.text : '');
  // `2nd gen`, `2. Auflage`
  const isMarked = isOrdinal && (other.text === '.' || (isLetters(other) && !isCounted(other.text)));
  const behind = isMarked ? third : other;
  if (!behind || !isCounted(behind.text) || COMPONENTS.has(tokens[at + 3]?.text ?? '')) return null;
  const number = isOrdinal ? Number(one.text) : ORDINALS.get(one.text);
  return number === undefined ? null : { number, isNamed: true, at };
}

/** What is counted as it comes out anew: generations, and editions of a book or a game. */
const isCounted = (word: string): boolean =>
  GENERATION_WORDS.has(word) || EDITION_WORDS.has(word) || EDITIONS_SHORT.has(word);

/** The number behind `Gen` or `Mark`: `2`, `II`. */
function countedRank({ kind, text }: Token, at: number): FoundRank | null {
  const number = kind === DIGITS ? Number(text) : ROMAN.get(text);
  return number !== undefined && number <= MOST_NUMBER ? { number, isNamed: true, at } : null;
}

/** `2nd generation`, `(Gen 2)`, `Mark II`, `MkII` behind a word, also in brackets. */
function namedRank(folded: string, tokens: readonly Token[], from: number): FoundRank | null {
  const at = tokens[from]?.text === '(' ? from + 1 : from;
  if (at === from && !isApart(folded, tokens, at)) return null;
  const [one, other] = [tokens[at], tokens[at + 1]];
  if (!one || !other) return null;
  if (VERSION_WORDS.has(one.text)) return countedRank(other, at + 1);
  // `NH-D15 G2`, `EliteBook 840 G8`; a `V15` may as well be a line.
  if ((one.text === 'v' || one.text === 'g') && other.kind === DIGITS && isGlued(tokens, at + 1))
    return { number: Number(other.text), isNamed: false, at: at + 1 };
  return generationAt(tokens, at);
}

/** `II` right behind a word. */
function romanRank(folded: string, tokens: readonly Token[], at: number): FoundRank | null {
  const number = isApart(folded, tokens, at) ? ROMAN.get(tokens[at]?.text ?? '') : undefined;
  return number === undefined ? null : { number, isNamed: true, at };
}

/** `Keys S`, before the word for the thing: the next one of `Keys`. */
const letteredRank = (folded: string, tokens: readonly Token[], at: number): FoundRank | null =>
  tokens[at]?.text === 's' &&
  isApart(folded, tokens, at) &&
  isLetters(tokens[at + 1]) &&
  !isGlued(tokens, at + 1)
    ? { number: 1.5, isNamed: false, at }
    : null;

/** `2`, `2.0` or `3S` right behind a word; `3 in 1` counts uses. */
function bareRank(folded: string, tokens: readonly Token[], at: number): FoundRank | null {
  const token = tokens[at];
  if (!token || !isApart(folded, tokens, at)) return null;
  const rest = folded.slice(token.end);
  if (token.kind !== DIGITS || token.text.length > 2 || isOfUses(tokens, at)) return null;
  if (/^\.0(?![\d.])/.test(rest)) return { number: Number(token.text), isNamed: false, at };
  if (/^s(?![\p{L}\d])/u.test(rest) && folded[token.start - 1] === ' ')
    return { number: Number(token.text) + 0.5, isNamed: false, at };
  return /^[.,]?\d|^-|^\p{L}/u.test(rest) ? null : { number: Number(token.text), isNamed: false, at };
}

/** `Pixel 8a`: a number of the line that its letter names; `3S` is told by the number alone, and what ends a title may be a size. */
function suffixedRank(
  { folded, tokens, amounts }: TextReading,
  at: number,
): { name: string; rank: Rank } | null {
  if (amounts.some(({ from, next }) => at >= from && at < next)) return null;
  const [before, token, behind, more] = tokens.slice(at - 1, at + 3);
  if (token?.kind !== DIGITS || token.text.length > 2 || !isLetters(behind) || !isLetterOrDigits(more))
    return null;
  if (!isApart(folded, tokens, at) || !isGlued(tokens, at + 1) || behind?.text.length !== 1) return null;
  const text = `${token.text}${behind.text}`;
  return {
    name: `${before?.text} ${behind.text}`,
    rank: { number: Number(token.text), text, isNamed: false, isTwice: false },
  };
}
const isLetterOrDigits = (token: Token | undefined): boolean => isLetters(token) || token?.kind === DIGITS;

/** `3 in 1`, `3 en 1`. */
const isOfUses = (tokens: readonly Token[], at: number): boolean =>
  isLetters(tokens[at + 1]) && GRAMMAR_WORDS.has(tokens[at + 1]?.text ?? '') && tokens[at + 2]?.text === '1';

/** Whether a space alone stands before a token; a name may be written to its number: `ghost16`. */
function isApart(folded: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (!before || !token) return false;
  const between = folded.slice(before.end, token.start);
  return between === ' ' || (between === '' && before.text.length >= LEAST_GLUED && isLetters(before));
}
/** Letters of the shortest name that a number is written to. */
const LEAST_GLUED = 4;
