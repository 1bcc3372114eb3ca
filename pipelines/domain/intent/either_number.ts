import { type Reading, readAmount } from './amount.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { packBefore, packBehind } from './pack.ts';
import { behind } from './phrase_list.ts';

/** A number that may be a size of pack, a model or a code. */
const NUMBER = /^[1-9]\d{0,3}$/;

/**
 * `50 or 100 in a box`, `golf 6, 7 or 8`: numbers of which any will do, that no money, measure or people are told by. What
 * they are in (`box of 6 or 12`) goes with them.
 */
export const takeEitherNumber: Rule = (marked, at) => {
  const numbers = numbersFrom(marked, at);
  if (numbers === null || !marked.hasWords) return null;
  const from = packBefore(marked, at) ?? at;
  const next = packBehind(marked, numbers.next) ?? numbers.next;
  if (from === at && next === numbers.next && !isNothingMeant(marked, next)) return null;
  marked.intent.must_have.push({ ...marked.phrase(at, numbers.next), any_of: numbers.digits });
  marked.mark(from, next, 'dropped');
  marked.mark(at, numbers.next, 'taken');
  return next;
};

/** Numbers joined by commas and `or`, at least two; null where there are none. */
export function numbersFrom(marked: MarkedText, at: number): { digits: string[]; next: number } | null {
  if (/\p{Sc}/u.test(marked.tokens[at - 1]?.folded ?? '') || !isNumberAt(marked, at)) return null;
  const digits = [marked.tokens[at]?.folded ?? ''];
  for (let next = at + 1; ; ) {
    const comma = marked.tokens[next]?.folded === ',' ? next + 1 : next;
    const or = behind(marked, 'or', comma);
    const number = or ?? (comma > next ? comma : null);
    if (number === null || !isNumberAt(marked, number)) return null;
    digits.push(marked.tokens[number]?.folded ?? '');
    next = number + 1;
    if (or !== null) return { digits, next };
  }
}

/** A whole number that is neither money nor a measure, with a space behind it. */
function isNumberAt(marked: MarkedText, at: number): boolean {
  const [token, next] = marked.tokens.slice(at, at + 2);
  const isGlued = next?.glued === true && next.kind !== 'sign';
  const isBare = (readAmount(marked, at)?.kind ?? 'bare') === 'bare';
  return NUMBER.test(token?.folded ?? '') && !isGlued && isBare;
}

/** No bound, no people and nothing counted stands behind: `4 or 5 people`, `2 or 3 laptops`. */
const isNothingMeant = (marked: Reading, next: number): boolean =>
  (
    [
      'or_less',
      'or_more',
      'about_behind',
      'each',
      'in_total',
      'spent',
      'how_often',
      'occasion',
      'subject',
    ] as const
  ).every((list) => behind(marked, list, next) === null) &&
  !marked.lexicon.pluralEnds.some((end) => marked.tokens[next]?.folded.endsWith(end));
