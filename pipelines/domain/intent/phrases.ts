import { readDeadline } from './deadline.ts';
import { readLimit } from './limit.ts';
import type { MarkedText } from './marked_text.ts';
import { mostOfAt } from './most_of.ts';
import { behind, behindAll, propertyAt } from './phrase_list.ts';
import { endOfSize } from './size.ts';
import type { Token } from './tokens.ts';
import type { ListName } from './word_lists.ts';

/** Longest phrase taken as one thing, in words; beyond it the reader is not sure where the thing ends. */
const LONGEST_PHRASE = 4;

/** Phrases as [first token, token behind the last), and the token behind them all. */
export interface JoinedPhrases {
  phrases: [first: number, end: number][];
  next: number;
}

/**
 * Phrases joined by one of `joiners`, and by commas where a joiner comes at last (`Sony, Bose or JBL`); null where
 * the first is not clear.
 */
export function phrasesAt(marked: MarkedText, at: number, joiners: ListName[]): JoinedPhrases | null {
  const sure: [number, number][] = [];
  let waiting: [number, number][] = [];
  let next = at;
  let isSure = true;
  for (let from: number | null = at; from !== null; ) {
    const first = behindAll(marked, 'skipped', from);
    const last = endOfPhrase(marked, first);
    if (last === null) break;
    waiting.push([first, last]);
    if (isSure) {
      sure.push(...waiting);
      waiting = [];
      next = last;
    }
    const comma: number = marked.tokens[last]?.folded === ',' ? last + 1 : last;
    const joined: number | undefined =
      joiners.map((list) => behind(marked, list, comma)).find((to) => to !== null) ?? undefined;
    isSure = joined !== undefined;
    from = joined ?? (comma > last ? comma : null);
  }
  return sure.length === 0 ? null : { phrases: sure, next };
}

/** Where the phrase that begins at a token ends; null where there is none or it is too long to be sure of. */
function endOfPhrase(marked: MarkedText, from: number): number | null {
  const { tokens } = marked;
  // `not in ear`, `with prints on both sides`: their small words are their own
  let at = behind(marked, 'whole', from) ?? propertyAt(marked, from)?.next ?? from;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const isInside = at > from && token.glued && /^[-/&+.'’"%]$/.test(token.folded) && tokens[at + 1]?.glued;
    if (token.kind === 'sign' && !isInside) break;
    if (behind(marked, 'phrase_end', at) !== null || behind(marked, 'or', at) !== null) break;
    if (behind(marked, 'and', at) !== null && token.kind === 'word') break;
    if (opensRule(marked, at) || (at > from && endOfSize(marked, at) !== null)) break;
    if (at > from && (isCounted(marked, at) || saysHow(marked, at) || opensPack(marked, at))) break;
    if (at - from >= LONGEST_PHRASE) return null;
    at++;
  }
  const [first, second] = tokens.slice(from, from + 2);
  // `4k`, unlike a number by itself, names something
  const isNamed =
    first?.kind === 'word' || (first?.kind === 'number' && second?.kind === 'word' && second.glued);
  return at > from && isNamed ? at : null;
}

/** `without scent 96 loads`: a number and what it counts begin something else; `no windows 10` ends with it. */
const isCounted = ({ tokens }: MarkedText, at: number): boolean =>
  tokens[at]?.kind === 'number' &&
  !tokens[at]?.glued &&
  tokens[at + 1]?.kind === 'word' &&
  !tokens[at + 1]?.glued;

/** `with a scanner cheap`: how to choose, and what is no must, are not of the thing. */
const saysHow = (marked: MarkedText, at: number): boolean =>
  (['lowest_price', 'best_price', 'soonest', 'best_rated', 'optional', 'ideally'] as const).some(
    (list) => behind(marked, list, at) !== null,
  );

/** `no scent large bottle`: in how large a pack it is wanted is not of what is refused. */
const opensPack = (marked: MarkedText, at: number): boolean =>
  behind(marked, 'large', at) !== null || behind(marked, 'small', at) !== null;

/** Another constraint begins here. */
export function opensRule(marked: MarkedText, at: number): boolean {
  const lists: ListName[] = ['avoid', 'avoid_from', 'must_have', 'plain', 'lowest_price'];
  if (lists.some((list) => behind(marked, list, at) !== null) || readLimit(marked, at) !== null) return true;
  if (marked.intent.deadline === null && readDeadline(marked, at) !== null) return true;
  if (marked.lexicon.condition.at(marked.tokens, at)) return true;
  if (mostOfAt(marked, at) !== null) return true;
  const cue = behind(marked, 'seller_cue', at);
  return cue !== null && marked.sellers.at(marked.tokens, cue) !== null;
}
