import { COLOR_WORDS, SIZE_NAME_WORDS, SIZE_WORDS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import { behind, isStop } from './phrase_list.ts';
import type { ListName } from './word_lists.ts';

/** Words of one group that are looked through for its noun. */
export const LONGEST_GROUP = 6;

/** `tvs`, `pcs`: of shorter words only these are there more than once for sure. */
const CONSONANTS = /^[b-df-hj-np-tv-z]{2}s$/;

/** What a group of words does not reach into. */
const GROUP_ENDS: readonly ListName[] = [
  'phrase_end',
  'and',
  'or',
  'must_have',
  'avoid',
  'at_most',
  'at_least',
  'about',
  'deadline',
  'deadline_before',
  'within',
  'seller_cue',
  'skipped',
];

/** A word here belongs no more to what stands before it. */
const endsGroup = (reading: Reading, at: number): boolean =>
  GROUP_ENDS.some((list) => behind(reading, list, at) !== null);

/** Nothing follows that may be meant. */
export const isLast = (reading: Reading, at: number): boolean =>
  isStop(reading.tokens[at]) || endsGroup(reading, at);

/** Whether the noun of the group that begins at a token is there more than once. */
export function isManyAt(reading: Reading, from: number): boolean {
  const { tokens, lexicon } = reading;
  let last = from;
  while (last < tokens.length && last - from < LONGEST_GROUP) {
    const token = tokens[last];
    if (token?.kind === 'sign' && !token.glued) break;
    if (/^[,.;:!?]$/.test(token?.folded ?? '')) break;
    if (last > from && endsGroup(reading, last)) break;
    // `cushions 50x50`, `tyres 205/55 R16`
    const isBehind = last > from && token?.kind === 'number';
    // `sheets Queen`, `boxershorts M`
    if (last > from && isPlural(reading, tokens[last - 1]?.folded ?? '') && saysWhich(token?.folded ?? ''))
      break;
    if (isBehind && (isSideBySide(reading, last) || isPlural(reading, tokens[last - 1]?.folded ?? ''))) break;
    last++;
  }
  if (behind(reading, 'counted_apart', from) !== null) return true;
  const noun = (lexicon.headLast ? tokens[last - 1] : tokens[from]) ?? null;
  return noun?.kind === 'word' && isPlural(reading, noun.folded);
}

/** A size or a colour, behind the noun. */
const saysWhich = (word: string): boolean =>
  SIZE_WORDS.has(word) || SIZE_NAME_WORDS.has(word) || COLOR_WORDS.has(word) || /^[sml]$/.test(word);

/** `50x50`. */
const isSideBySide = ({ tokens }: Reading, at: number): boolean =>
  tokens[at + 1]?.glued === true && /^[x×]\d+$/.test(tokens[at + 1]?.folded ?? '');

/** Whether a noun is there more than once, by how it is written. */
export const isPlural = ({ lexicon }: Reading, noun: string): boolean =>
  (noun.length > 3 || CONSONANTS.test(noun)) &&
  !noun.endsWith('ss') &&
  lexicon.pluralEnds.some((end) => noun.endsWith(end));
