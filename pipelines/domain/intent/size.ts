import { AGE_WORDS, HALF_WORDS, SEX_WORDS, SIZE_NAME_WORDS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import { isStop } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';
import { type WordedNumber, wordedNumberAt } from './worded_number.ts';

/** Sizes of clothes and shoes as they are written. */
const SIZE_NUMBER = /^\d{1,2}(?:[.,]5)?$/;
const LETTER_SIZE = /^(?:x{0,3}[sl]|m|[2-5]xl)$/;

/** Sizes that people write in words. */
const MOST_WORDED = 60;

/** `size 9`, `Größe XL`, `women's nine`: a number or letters behind a word for size must be the thing's own. */
export const takeSize: Rule = (marked, at) => {
  const worded = wordedSize(marked, at);
  const next = worded?.next ?? endOfSize(marked, at);
  if (next === null) return null;
  const half = behindHalf(marked, next);
  const end = half ?? next;
  const phrase = marked.phrase(at, next);
  const text = half === null ? phrase.text : `${phrase.text}.5`;
  marked.intent.must_have.push({ ...phrase, text, end: marked.phrase(at, end).end });
  marked.mark(at, end, 'taken');
  return end;
};

/** Behind `and a half` of `talla 8 y media`, or null. */
function behindHalf(marked: MarkedText, at: number): number | null {
  const and = behind(marked, 'and', at);
  if (and === null || !/^\d+$/.test(marked.tokens[at - 1]?.folded ?? '')) return null;
  const half = behind(marked, 'skipped', and) ?? and;
  return HALF_WORDS.has(marked.tokens[half]?.folded ?? '') ? half + 1 : null;
}

/** The token behind a size that begins at a token, or null. */
export function endOfSize({ tokens }: Reading, at: number): number | null {
  const [name, value, unit] = tokens.slice(at, at + 3);
  if (!name || !value || name.kind !== 'word' || !SIZE_NAME_WORDS.has(name.folded)) return null;
  const isSize = value.kind === 'number' ? SIZE_NUMBER.test(value.folded) : LETTER_SIZE.test(value.folded);
  return isSize && !(unit?.glued && unit.kind !== 'sign') ? at + 2 : null;
}

/** A number in words behind for whom (`women's nine`), or between stops of a text for adults (`women's shoes, seven`). */
function wordedSize(marked: MarkedText, at: number): WordedNumber | null {
  const number = wordedNumberAt(marked, at);
  if (number === null || number.value > MOST_WORDED) return null;
  const [before] = peopleIn(marked, at - 1);
  const isApart = isStop(marked.tokens[at - 1]) && isStop(marked.tokens[number.next]);
  const isOfAdults = () => [...Array(at).keys()].some((other) => peopleIn(marked, other).includes('adult'));
  return before !== undefined || (isApart && isOfAdults()) ? number : null;
}

/** For whom a token says that a thing is. */
function peopleIn({ tokens }: Reading, at: number): readonly string[] {
  const folded = tokens[at]?.folded.replace(/['’]s?$/u, '') ?? '';
  return [
    AGE_WORDS.get(folded),
    SEX_WORDS.get(folded),
    SIZE_NAME_WORDS.has(folded) ? ['size'] : undefined,
  ].flatMap((named) => named ?? []);
}
