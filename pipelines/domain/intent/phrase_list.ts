import { PACK_LINKS, POLITE_WORDS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import type { Token } from './tokens.ts';
import type { ListName } from './word_lists.ts';

/** The token behind the longest phrase of a list that begins at a token, or null. */
export const behind = (reading: Reading, list: ListName, at: number): number | null =>
  reading.lexicon.lists[list].at(reading.tokens, at)?.next ?? null;

/** The token behind all phrases of a list that follow one another from a token on; the token itself where none does. */
export function behindAll(reading: Reading, list: ListName, at: number): number {
  let next = at;
  for (let found = behind(reading, list, next); found !== null; found = behind(reading, list, next))
    next = found;
  return next;
}

/** What a phrase that begins at a token says of a thing, by the names that records have for it; or null. */
export function propertyAt(reading: Reading, at: number): { names: readonly string[]; next: number } | null {
  const found = reading.lexicon.property.at(reading.tokens, at);
  if (found === null) return null;
  const { names, length, beside } = found.value;
  const isBeside = beside.length === 0 || reading.tokens.some(({ folded }) => beside.includes(folded));
  return isBeside ? { names, next: at + length } : null;
}

/** The words for what is measured behind a measure: from what joins them (`of`) on; null where none stand there. */
export function measuredBehind(reading: Reading, at: number): { from: number; next: number } | null {
  const link = reading.tokens[at]?.folded ?? '';
  const from = behind(reading, 'skipped', at) ?? (PACK_LINKS.has(link) ? at + 1 : at);
  const next = behind(reading, 'measured', from);
  return next === null ? null : { from, next };
}

const STOP = /^[.,;:!?()]$/;
/** Whether nothing stands there but a stop, or the text's end. */
export const isStop = (token: Token | undefined): boolean => token === undefined || STOP.test(token.folded);

/** What joins two things, or begins another thought. */
const TURNS: readonly ListName[] = [
  'must_have',
  'avoid',
  'avoid_from',
  'phrase_end',
  'and',
  'or',
  'at_least',
  'at_most',
  'filler',
  'in_stock',
];

/** Whether the text ends at a token, pauses there (`signs`), or turns to something else: to `others`, too. */
export function isAtRest(reading: Reading, at: number, signs: RegExp, others: readonly ListName[]): boolean {
  const token = reading.tokens[at];
  if (token === undefined || signs.test(token.folded) || POLITE_WORDS.has(token.folded)) return true;
  return [...TURNS, ...others].some((list) => behind(reading, list, at) !== null);
}
