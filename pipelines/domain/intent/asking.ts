import type { MarkedText } from './marked_text.ts';
import { behind } from './phrase_list.ts';
import type { ListName } from './word_lists.ts';

/** Lists whose phrases ask for something. */
const ASKING: readonly ListName[] = ['asks', 'wanted', 'filler', 'in_stock'];
/** Tokens of the longest of them. */
const LONGEST_ASKING = 6;

/** Whether a phrase that asks for something begins at a token. */
export const isAsking = (marked: MarkedText, at: number): boolean =>
  ASKING.some((list) => behind(marked, list, at) !== null);

/** Where a phrase that asks for something begins which ends before a token; null where none does. */
export function askingBefore(marked: MarkedText, at: number): number | null {
  for (let from = Math.max(0, at - LONGEST_ASKING); from < at; from++)
    if (ASKING.some((list) => behind(marked, list, from) === at) || opensAsking(marked, from, at))
      return from;
  return null;
}

/** `heb ik` of `heb ik een slot nodig`, which was taken as such. */
const opensAsking = (marked: MarkedText, from: number, to: number): boolean =>
  marked.uses[from] === 'dropped' && behind(marked, 'asks_open', from) === to;
