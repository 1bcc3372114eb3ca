import { readAmount } from './amount.ts';
import type { MarkedText } from './marked_text.ts';

/** A dash stops where it stands apart. */
const STOP = /^[.,;:!?()–—…]$/;

/** Whether a token parts clauses. */
export function isStop({ tokens }: MarkedText, at: number): boolean {
  const token = tokens[at];
  return token?.kind === 'sign' && (STOP.test(token.folded) || (token.folded === '-' && !token.glued));
}

/** Whether a token is a word still, which no rule took. */
export const isLeft = ({ uses }: MarkedText, at: number): boolean =>
  uses[at] === 'word' || uses[at] === 'wish' || uses[at] === 'told';

/** Where the clause begins that a token is in: behind a stop, or behind a constraint. */
export function beginOfClause(marked: MarkedText, at: number): number {
  let from = at;
  while (from > 0 && !isStop(marked, from - 1) && marked.uses[from - 1] !== 'taken') from--;
  return from;
}

/** Where the clause ends that a token is in: at a stop, where a constraint was taken, or before money. */
export function endOfClause(marked: MarkedText, from: number): number {
  const { tokens, uses } = marked;
  let at = from;
  while (at < tokens.length && uses[at] !== 'taken' && uses[at] !== 'dropped' && !isStop(marked, at)) at++;
  // Money that no rule took is not of people: it stays a word.
  for (let own = from; own < at; own++) if (readAmount(marked, own)?.kind === 'money') return own;
  return at;
}
