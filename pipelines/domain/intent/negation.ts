import { DENIES_NEXT } from '../../text/languages.ts';
import type { MarkedText } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** How far behind a French `ne` its `que` may stand: both mean `only`. */
const ONLY_REACH = 4;

/** `not`, `don't`; French `ne … que` is `only`. */
export function isNegation(marked: MarkedText, at: number): boolean {
  const word = marked.tokens[at]?.folded ?? '';
  if (/^n['’]?e?$/.test(word)) {
    const reach = marked.tokens.slice(at + 1, at + 1 + ONLY_REACH);
    return !reach.some(({ folded }) => folded === 'que');
  }
  return (
    DENIES_NEXT.has(word) ||
    behind(marked, 'never', at) !== null ||
    /n['’]t$/.test(word) ||
    behind(marked, 'unable', at) !== null
  );
}

/** `can't crouch`: what somebody is not able to, unless it is to eat or to wear the thing. */
export function isOfAbility(marked: MarkedText, at: number): boolean {
  const next = behind(marked, 'unable', at);
  return next !== null && behind(marked, 'consuming', next) === null;
}

/**
 * `not too heavy`, `not sure`: what only sounds like a refusal. What somebody calls ugly behind it (`not that ugly
 * grey`) is refused, and where that ends is not clear.
 */
export function isSoft(marked: MarkedText, at: number): boolean {
  const next = behind(marked, 'plain', at);
  return next !== null && behind(marked, 'judged', next) === null;
}
