import { CONTAINERS, PACK_HOLDERS, PACK_UNITS, PAIR_WORDS } from './languages.ts';
import { fromPlural } from './plural.ts';

/** Words that hold or count a thing before `of`. */
const HOLDERS: ReadonlySet<string> = new Set([...PACK_HOLDERS, ...CONTAINERS, ...PACK_UNITS, ...PAIR_WORDS]);

/** Whether a word only holds or counts a thing: `bottle`, `pairs`. */
export const isHolder = (word: string): boolean =>
  [word, `${word}s`, fromPlural(word)].some((form) => HOLDERS.has(form));
