import type { Condition } from '../listing.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** `refurbished`, `new or used`. */
export const takeConditions: Rule = (marked, at) => conditionsFrom(marked, at, at, false);

/** Conditions that begin at a token, asked for or refused (`avoid`); the words from `from` on are taken with them. */
export function conditionsFrom(marked: MarkedText, from: number, at: number, avoid: boolean): number | null {
  const { lexicon, tokens, intent } = marked;
  const found: { condition: Condition; first: number; next: number }[] = [];
  let isSure = false;
  let next = at;
  for (let first: number | null = at; first !== null; ) {
    const sure = lexicon.condition.at(tokens, first);
    const match = sure ?? lexicon.conditionBeside.at(tokens, first);
    if (!match) break;
    isSure ||= sure !== null;
    found.push({ condition: match.value, first, next: match.next });
    next = match.next;
    first = behind(marked, 'or', next) ?? behind(marked, 'and', next);
  }
  if (!isSure) return null;
  for (const { condition, first, next: last } of found)
    intent.conditions.push({ condition, avoid, ...marked.phrase(first, last) });
  marked.mark(from, next, 'taken');
  return next;
}
