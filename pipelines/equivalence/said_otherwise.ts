import { SHADES } from '../attributes/shades.ts';
import { COLOR_WORDS, CONDITION_WORDS, SEX_WORDS, SIZE_WORDS, TASTE_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { ROMAN } from '../text/stated_numbers.ts';
import { STANDARDS, UNSAYING, WHOLES } from './roles.ts';

const WORDS: readonly string[] = [
  ...[COLOR_WORDS, CONDITION_WORDS, SEX_WORDS, SIZE_WORDS, TASTE_WORDS, SHADES].flatMap((words) => [
    ...words.keys(),
  ]),
  ...UNSAYING,
  ...WHOLES,
  ...STANDARDS,
  ...ROMAN.keys(),
];

/** Words that name no line of a brand, singular and plural: of colours, sizes, tastes, conditions, praise and standards, which are compared by what they say. */
export const SAID_OTHERWISE: ReadonlySet<string> = new Set([...WORDS, ...WORDS.map(fromPlural)]);
