import { SIZE_NAME_WORDS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import type { Rule } from './marked_text.ts';

/** Sizes of clothes and shoes as they are written. */
const SIZE_NUMBER = /^\d{1,2}(?:[.,]5)?$/;
const LETTER_SIZE = /^(?:x{0,3}[sl]|m|[2-5]xl)$/;

/** `size 9`, `Größe XL`: a number or letters behind a word for size must be the thing's own. */
export const takeSize: Rule = (marked, at) => {
  const next = endOfSize(marked, at);
  if (next === null) return null;
  marked.intent.must_have.push(marked.phrase(at, next));
  marked.mark(at, next, 'taken');
  return next;
};

/** The token behind a size that begins at a token, or null. */
export function endOfSize({ tokens }: Reading, at: number): number | null {
  const [name, value, unit] = tokens.slice(at, at + 3);
  if (!name || !value || name.kind !== 'word' || !SIZE_NAME_WORDS.has(name.folded)) return null;
  const isSize = value.kind === 'number' ? SIZE_NUMBER.test(value.folded) : LETTER_SIZE.test(value.folded);
  return isSize && !(unit?.glued && unit.kind !== 'sign') ? at + 2 : null;
}
