import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { NODE_NAMES } from '../categories/taxonomy.ts';
import { isGoods } from '../categories/things.ts';
import { ACCESSORY_WORDS, SUPPLY_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { isPlainWord } from './plain_words.ts';
import { NO_THINGS } from './roles.ts';

/** Letters of the shortest part of a compound. */
const LEAST_PART = 4;
const MOST_KNOWN = 4_000;
const known = new Map<string, ThingName | null>();

/** What a word names, in all words that mean the same. */
export interface ThingName {
  /** The thing: of a compound what its end names. */
  thing: ReadonlySet<string>;
  /** Of a compound what stands before. */
  of: ReadonlySet<string>;
}

/** What a word in the singular names where it is a thing in some language, or a German or Dutch compound that ends with one; else null. */
export function nameOfWord(word: string): ThingName | null {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const found = read(word);
  known.set(word, found);
  return found;
}

function read(word: string): ThingName | null {
  if (NO_THINGS.has(word)) return null;
  const meant = meaningOf(word);
  // Of the shortest words of other languages many are names here: `evo`.
  const isNamed =
    isNoun(word) || ((word.length >= LEAST_PART || isPlainWord(word)) && meant.some(isThingName));
  if (isNamed)
    return { thing: new Set([word, ...meant, ...meant.flatMap(endOf)]), of: new Set(meant.flatMap(beginOf)) };
  if (word.length < 2 * LEAST_PART || isPlainWord(word)) return null;
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++) {
    const end = fromPlural(word.slice(at));
    const ends = partMeaning(end);
    if (!ends.some(isThingName)) continue;
    const start = word.slice(0, at);
    const starts = [start, start.replace(/(?:s|n|en)$/, ''), `${start}e`].flatMap((part) => [
      part,
      ...partMeaning(part),
    ]);
    return { thing: new Set([end, ...ends, ...ends.flatMap(endOf)]), of: new Set(starts) };
  }
  return null;
}

const isThingName = (name: string): boolean => isNoun(name.split(' ').at(-1) as string);

/** A word for goods, or for a part of some. */
const isNoun = (word: string): boolean =>
  ACCESSORY_WORDS.has(word) ||
  SUPPLY_WORDS.has(word) ||
  (isGoods(word) && (!ABBREVIATED.test(word) || NAMED_ALONE.has(word)));
/** `gp`, which the index makes of GPS; a `tv` is one. */
const ABBREVIATED = /^[^aeiouy]{2,3}$/;
const NAMED_ALONE: ReadonlySet<string> = new Set([...NODE_NAMES.values()].flat());

const englishWords = (phrase: string): string[] => {
  const words = phrase.split(' ');
  return words.length > 1 && words.every(isPlainWord) ? words : [];
};

/** Of a phrase of English the thing, and what stands before: the `lock` of `folding lock`. */
const endOf = (phrase: string): string[] => englishWords(phrase).slice(-1);
const beginOf = (phrase: string): string[] => englishWords(phrase).slice(0, -1);

/** Words and phrases that mean the same as a word. */
const meaningOf = (word: string): string[] => [...Synonyms.standard().allOf(word)];

const partMeaning = (part: string): string[] => {
  const synonyms = Synonyms.standard();
  const single = synonyms.ofPart(part);
  return [...new Set([...single, ...synonyms.phrasesOf(part), ...synonyms.phrasesOfAnyLanguage(part)])];
};
