import { DENIES_NEXT } from '../../text/languages.ts';
import type { Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** `in stock`, `sofort lieferbar`: only what can be bought now will do. What is not asked to be so is another matter: `not in stock`. */
export const takeInStock: Rule = (marked, at) => {
  const next = behind(marked, 'in_stock', at);
  if (next === null || DENIES_NEXT.has(marked.tokens[at - 1]?.folded ?? '')) return null;
  marked.intent.in_stock ??= marked.phrase(at, next);
  marked.mark(at, next, 'dropped');
  return next;
};
