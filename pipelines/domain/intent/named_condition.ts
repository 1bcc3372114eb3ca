import type { Condition } from '../listing.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind, behindAll } from './phrase_list.ts';

/** `refurbished`, `new or used`; `don't mind refurbished`, which new is as well; `nothing used`. */
export const takeConditions: Rule = (marked, at) => {
  const refused = behind(marked, 'nothing', at);
  const own = refused === null ? null : conditionsFrom(marked, at, refused, true);
  return own ?? takeAccepted(marked, at) ?? conditionsFrom(marked, at, at, false);
};

/** Who does not mind a condition takes new things too: `don't mind a refurbished one`, `refurbished is fine`. */
function takeAccepted(marked: MarkedText, at: number): number | null {
  const opened = behind(marked, 'accepts', at);
  const first = opened === null ? at : behindAll(marked, 'skipped', opened);
  const match = marked.lexicon.condition.at(marked.tokens, first);
  if (!match) return null;
  const closed = behind(marked, 'accepted', match.next);
  if (opened === null && closed === null) return null;
  const next = closed ?? match.next;
  const phrase = marked.phrase(first, match.next);
  const { conditions } = marked.intent;
  for (const condition of new Set<Condition>(['new', match.value]))
    conditions.push({ condition, avoid: false, ...phrase });
  marked.mark(at, next, 'taken');
  return next;
}

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
