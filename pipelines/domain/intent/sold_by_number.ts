import { FOR_WORDS, SIZE_NAME_WORDS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import { isLast, LONGEST_GROUP } from './noun_group.ts';
import { behind } from './phrase_list.ts';
import { numberAt } from './whole_number.ts';

/** `at least fifty decaf capsules`: what is bought by number ends the group of words behind a number. */
export function countsMany(reading: Reading, at: number): boolean {
  const from = numberAt(reading, at)?.next ?? reading.tokens.length;
  for (let noun = from; noun < from + LONGEST_GROUP && !isLast(reading, noun); noun++) {
    const next = behind(reading, 'sold_by_number', noun);
    if (next !== null && (isLast(reading, next) || isUse(reading, next))) return true;
  }
  return false;
}

/** Tokens before a number that are looked through for what it counts. */
const FAR = 12;

/** Before a token, what is bought by number is wanted. */
export function isOfMany(reading: Reading, to: number): boolean {
  const { tokens, lexicon } = reading;
  for (let from = Math.max(0, to - FAR); from < to && !FOR_WORDS.has(tokens[from]?.folded ?? ''); from++) {
    const next = behind(reading, 'sold_by_number', from);
    // `coffee pods machine`
    const isNoun = next !== null && (!lexicon.headLast || next >= to || isLast(reading, next));
    if (isNoun || (next !== null && (isUse(reading, next) || isSized(reading, next)))) return true;
  }
  return false;
}

/** `Windeln Größe 4`, `batteries AA`: a size or a code tells more of what stands before it. */
const isSized = ({ tokens }: Reading, at: number): boolean => {
  const word = tokens[at]?.folded ?? '';
  return SIZE_NAME_WORDS.has(word) || /\d/.test(word) || CODE.test(word);
};
const CODE = /^[a-z]{1,3}$/;

const isUse = ({ tokens }: Reading, at: number): boolean => FOR_WORDS.has(tokens[at]?.folded ?? '');
