import type { Amount } from '../text/amounts.ts';
import { FOR_WORDS, GENERATION_WORDS, GRAMMAR_WORDS, TIER_WORDS, VERSION_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { readText } from '../text/reading.ts';
import { ROMAN, YEAR } from '../text/stated_numbers.ts';
import { DIGITS, isGlued, isLetters, type Token } from '../text/tokens.ts';
import type { ComparedItem } from './compared_item.ts';
import { headsOf } from './heads.ts';
import { COMPONENTS, VERSIONED } from './roles.ts';

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
}

/** The ranks in an item's titles by the word before them, and all of its words. */
export function ranksIn(item: ComparedItem): Ranks {
  const { stated } = item;
  const things = new Set(headsOf(item).map(({ word }) => word));
  let hasYear = false;
  const [words, ranks] = [new Set<string>(), new Map<string, Rank>()];
  for (const { title } of stated) {
    const { folded, tokens, amounts } = readText(title);
    hasYear ||= tokens.some(({ kind, text }) => kind === DIGITS && YEAR.test(text));
    // What stands behind the word for the thing is a size or what it has.
    const lastThing = tokens.findLastIndex(({ text }) => things.has(fromPlural(text)));
    const end = featuresFrom(tokens, amounts, lastThing);
    for (const at of tokens.keys().take(end)) {
      const word = nameAt(tokens, at);
      if (word === null) continue;
      words.add(word);
      const rank =
        namedRank(folded, tokens, at + 1) ??
        bareRank(folded, tokens, at + 1) ??
        (at < lastThing ? letteredRank(folded, tokens, at + 1) : null);
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
  return { words, ranks, hasYear };
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
  return isSmall || VERSIONED.has(token.text) ? null : fromPlural(token.text);
}

/** `2nd generation`, `(Gen 2)`, `Mark II`, `MkII` behind a word, also in brackets. */
function namedRank(folded: string, tokens: readonly Token[], from: number): FoundRank | null {
  const at = tokens[from]?.text === '(' ? from + 1 : from;
  if (at === from && !isApart(folded, tokens, at)) return null;
  const [one, other, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!one || !other) return null;
  if (GENERATION_WORDS.has(one.text) || VERSION_WORDS.has(one.text)) {
    const number = other.kind === DIGITS ? Number(other.text) : ROMAN.get(other.text);
    return number !== undefined && number <= MOST_NUMBER ? { number, isNamed: true, at: at + 1 } : null;
  }
  const isOrdinal = one.kind === DIGITS && /^(?:st|nd|rd|th|e|a)?$/.test(isLetters(other) ? other.text : '');
  const behind = isOrdinal && isLetters(other) && !GENERATION_WORDS.has(other.text) ? third : other;
  if (isOrdinal && behind && GENERATION_WORDS.has(behind.text) && !COMPONENTS.has(tokens[at + 3]?.text ?? ''))
    return { number: Number(one.text), isNamed: true, at };
  return null;
}

/** `Keys S`, before the word for the thing: the next one of `Keys`. */
const letteredRank = (folded: string, tokens: readonly Token[], at: number): FoundRank | null =>
  tokens[at]?.text === 's' &&
  isApart(folded, tokens, at) &&
  isLetters(tokens[at + 1]) &&
  !isGlued(tokens, at + 1)
    ? { number: 1.5, isNamed: false, at }
    : null;

/** `2`, `II`, `2.0` or `3S` right behind a word. */
function bareRank(folded: string, tokens: readonly Token[], at: number): FoundRank | null {
  const token = tokens[at];
  if (!token || !isApart(folded, tokens, at)) return null;
  const roman = ROMAN.get(token.text);
  if (roman !== undefined) return { number: roman, isNamed: true, at };
  const rest = folded.slice(token.end);
  if (token.kind !== DIGITS || token.text.length > 2) return null;
  if (/^\.0(?![\d.])/.test(rest)) return { number: Number(token.text), isNamed: false, at };
  if (/^s(?![\p{L}\d])/u.test(rest) && folded[token.start - 1] === ' ')
    return { number: Number(token.text) + 0.5, isNamed: false, at };
  return /^[.,]?\d|^-|^\p{L}/u.test(rest) ? null : { number: Number(token.text), isNamed: false, at };
}

/** Whether a space alone stands before a token; a name may be written to its number: `ghost16`. */
function isApart(folded: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (!before || !token) return false;
  const between = folded.slice(before.end, token.start);
  return between === ' ' || (between === '' && before.text.length >= LEAST_GLUED && isLetters(before));
}
/** Letters of the shortest name that a number is written to. */
const LEAST_GLUED = 4;
