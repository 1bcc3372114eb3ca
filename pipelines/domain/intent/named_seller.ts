import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** `from TechMart or VoltCity`; nothing where no known seller follows the cue. */
export const takeSellers: Rule = (marked, at) => {
  const named = behind(marked, 'seller_cue', at);
  return named === null ? null : sellersFrom(marked, at, named, false);
};

/** Sellers that are named from a token on, to buy from or not (`avoid`); the words from `from` on are taken with them. */
export function sellersFrom(marked: MarkedText, from: number, at: number, avoid: boolean): number | null {
  let last: number | null = null;
  for (let first: number | null = at; first !== null; ) {
    const match = marked.sellers.at(marked.tokens, first);
    if (!match) break;
    marked.intent.sellers.push({ seller: match.value, avoid, ...marked.phrase(first, match.next) });
    last = match.next;
    const joined = behind(marked, 'or', last) ?? behind(marked, 'and', last);
    first = joined === null ? null : (behind(marked, 'seller_cue', joined) ?? joined);
  }
  if (last !== null) marked.mark(from, last, 'taken');
  return last;
}
