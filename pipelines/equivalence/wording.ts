import { distanceWithin } from '../../warehouse/text/misspelling.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { NODE_NAMES, TAXONOMY } from '../categories/taxonomy.ts';
import { foldedParts, foldKey, foldText } from '../text/fold.ts';
import { TIER_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import type { ComparedItem } from './compared_item.ts';
import { headsOf } from './heads.ts';
import { nodeOf } from './kind.ts';
import { shareCode } from './part_numbers.ts';
import { isPlainWord } from './plain_words.ts';
import { inRole, textOf } from './roles.ts';
import { SAID_OTHERWISE } from './said_otherwise.ts';
import { stemOf } from './stems.ts';
import { titleParts } from './title_parts.ts';
import { AND, isNoun } from './title_stretches.ts';

/** How much a word tells of which thing it is: rare words more than common ones, those of one maker more than those of many. */
export type Rarity = (word: string) => number;

/** Words that name the same thing, and what is left over on each side; shares of what the words tell, 0 to 1. */
export interface Wording {
  left_over: number;
  right_over: number;
  /** What both have, as a share of the side that says less. */
  shared: number;
}

/** The words of a title that name the thing, in their order, and all of its words. */
interface TitleWords {
  name: string[];
  all: ReadonlySet<string>;
}

/** What is asked whether it has a word. */
type Words = Pick<ReadonlySet<string>, 'has'>;

/** How two items' titles go together, the two nearest of them: sellers cut titles short, or add praise. */
export function wordingOf(a: ComparedItem, b: ComparedItem, rarity: Rarity): Wording {
  const ignored = ignoredWords(a, b);
  const [left, right] = [wordSets(a, ignored), wordSets(b, ignored)];
  const [ofA, ofB] = [saidBy(left, writtenOut(a, b)), saidBy(right, writtenOut(b, a))];
  let best: Wording | null = null;
  for (const one of left.slice(0, 4))
    for (const other of right.slice(0, 4)) {
      const found = compareWords(one, other, { left: ofA, right: ofB }, rarity);
      const over = Math.min(found.left_over, found.right_over);
      if (!best || over < Math.min(best.left_over, best.right_over)) best = found;
    }
  return best ?? { left_over: 0, right_over: 0, shared: 0 };
}

/** All that titles say, also in other words and written as one; and `more`. */
function saidBy(titles: readonly TitleWords[], more: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...more,
    ...titles.flatMap(({ all }) => [...all, ...otherWords([...all]), ...joined([...all])]),
  ]);
}

/** Letters and their number: `qc45`. */
const NUMBERED = /(?<![\p{L}\d])(\p{L}{2,3})(\d{2,4})(?![\p{L}\d])/gu;
/** A word and its number: `quietcomfort 45`. */
const WORD_NUMBERED = /(\p{L}{5,}) ?(\d{2,4})(?![\p{L}\d.,])/gu;

/** What one item writes short with a number (`QC45`), as the other writes it out with that number (`QuietComfort 45`). */
function writtenOut(own: ComparedItem, other: ComparedItem): string[] {
  const short = own.titles.flatMap((title) => [...foldText(title).matchAll(NUMBERED)]);
  if (short.length === 0) return [];
  const long = other.titles.flatMap((title) => [...foldText(title).matchAll(WORD_NUMBERED)]);
  return long.flatMap(([, word = '', number]) =>
    short.some(([, letters = '', own_number]) => own_number === number && abbreviates(letters, word))
      ? [word]
      : [],
  );
}

/** Whether letters stand for a word: it begins with the first of them and has the others behind, in order. */
const abbreviates = (letters: string, word: string): boolean =>
  word[0] === letters[0] && new RegExp(Array.from(letters).join('.*'), 'u').test(word);

const joined = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => (at === 0 ? [] : [`${words[at - 1]}${word}`]));

function compareWords(
  one: TitleWords,
  other: TitleWords,
  { left, right }: { left: ReadonlySet<string>; right: ReadonlySet<string> },
  rarity: Rarity,
): Wording {
  const weigh = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + rarity(word), 0);
  const [own, others] = [new Set(one.name), new Set(other.name)];
  // A line that stands behind the thing counts as well: `Disposable Diapers, Pampers Swaddlers`.
  const [total, otherTotal] = [
    weigh(own.union(others.intersection(one.all))),
    weigh(others.union(own.intersection(other.all))),
  ];
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    left_over: share(weigh(unsaid(one.name, right)), total),
    right_over: share(weigh(unsaid(other.name, left)), otherTotal),
    shared: share(weigh(own.intersection(others)), Math.min(total, otherTotal)),
  };
}

/** All that an item's titles say, in the words of the other too. */
export const saidByTitles = (item: ComparedItem, other: ComparedItem): ReadonlySet<string> =>
  saidBy(wordSets(item, new Set()), writtenOut(other, item));

/** Words of a name that the other titles do not say, whole, as two, or cut short. */
export function unsaid(name: readonly string[], said: ReadonlySet<string>): Set<string> {
  const missing = name.filter((word, at) => {
    if (
      word.length < LEAST_SHORT ||
      said.has(word) ||
      [...said].some((other) => isShort(word, other) || isShort(other, word) || areCognate(word, other))
    )
      return false;
    return ![`${name[at - 1]}${word}`, `${word}${name[at + 1]}`].some((both) => said.has(both));
  });
  return new Set(missing);
}

/** Whether two long words begin alike for most of their letters: `microfiber` and `microfibra`. */
function areCognate(word: string, other: string): boolean {
  const longer = Math.max(word.length, other.length);
  if (Math.min(word.length, other.length) < LEAST_COGNATE) return false;
  let at = 0;
  while (at < longer && word[at] === other[at]) at++;
  return at >= LEAST_COGNATE && at >= LEAST_ALIKE * longer;
}
const LEAST_COGNATE = 6;
const LEAST_ALIKE = 0.75;

/** Whether a word is another cut short: `elec` of `electric`, `wrls` of `wireless`. */
function isShort(word: string, whole: string): boolean {
  if (word.length < LEAST_SHORT || word.length >= whole.length || word[0] !== whole[0]) return false;
  if (isPlainWord(word)) return false;
  return (
    whole.startsWith(word) || (!/[aeiou]/.test(word) && whole.replaceAll(/[aeiou]/g, '').startsWith(word))
  );
}
const LEAST_SHORT = 3;

/** What a title may be saying in other words, one of a word or of two that stand together: `anc` for `noise cancelling`. */
const otherWords = (words: readonly string[]): string[] => {
  synonyms ??= Synonyms.standard();
  const known = synonyms;
  return words.flatMap((word, at) => [
    ...known.of(word),
    ...(at === 0 ? [] : known.of(`${words[at - 1]} ${word}`)),
  ]);
};
let synonyms: Synonyms | undefined;

/** Each title's words, the variant's own first. */
const wordSets = ({ titles, brand }: ComparedItem, ignored: Words): TitleWords[] =>
  titles.map((title) => {
    const { name, words } = titleParts(title, brand);
    const isTold = (word: string) =>
      word !== AND && word.length > 1 && !/\d/.test(word) && !ignored.has(word);
    return {
      name: name.flatMap((run) => run.words.map(stemOf)).filter(isTold),
      all: new Set(words.map(stemOf).filter(isTold)),
    };
  });

/** Words that do not say which of a brand's things it is: brands, colours and the like, and the names of its kind. */
function ignoredWords(a: ComparedItem, b: ComparedItem): Words {
  const own = [a, b].flatMap((item) => [
    ...foldedParts(item.brand ?? foldedParts(item.title)[0] ?? ''),
    ...kindWords(nodeOf(item)).filter((word) => isPlainWord(word)),
    ...headsOf(item).flatMap(({ word, thing }) => [word, ...thing]),
    ...inRole(item.attributes, 'taste').flatMap(({ value }) => foldedParts(textOf(value))),
  ]);
  const words = new Set([...own, ...own.map(fromPlural)]);
  return { has: (word) => words.has(word) || SAID_OTHERWISE.has(word) };
}

const wordsOfKinds = new Map<string, readonly string[]>();

const kindWords = (node: string | null): readonly string[] => {
  const kind = TAXONOMY.get(node ?? '');
  if (!kind) return (node ?? '').split(/[._]/);
  const before = wordsOfKinds.get(node as string);
  if (before) return before;
  const words = [kind.label, ...(NODE_NAMES.get(kind.id) ?? [])].flatMap(foldedParts).map(fromPlural);
  wordsOfKinds.set(node as string, words);
  return words;
};

/** Whether the name of one says a step of a series that nothing of the other does: `Pro`. */
export function namesTier(own: ComparedItem, other: ComparedItem): boolean {
  const said = new Set(other.titles.flatMap((title) => titleParts(title, '').words));
  const [first] = own.titles;
  const { name } = titleParts(first ?? own.title, own.brand);
  const all = foldedParts(first ?? own.title);
  const isSize = (word: string) =>
    word === 'plus' && all.some((one, at) => one === 'plus' && all[at + 1] === 'size');
  return name.some(({ words }) =>
    words.some((word) => TIER_WORDS.has(word) && !said.has(word) && !isSize(word)),
  );
}

/** Who made them: `unknown` where one says nothing of it. */
export function sameBrand(a: ComparedItem, b: ComparedItem): 'same' | 'other' | 'unknown' {
  if (a.brand !== null && b.brand !== null) {
    const isOther = new Set(foldedParts(a.brand)).isDisjointFrom(new Set(foldedParts(b.brand)));
    const isTitled = isTitledBy(a, b.brand) || isTitledBy(b, a.brand) || areTitledAlike(a, b);
    return isOther && !isTitled && !areSpelledAlike(a.brand, b.brand) ? 'other' : 'same';
  }
  if (a.brand === null && b.brand === null) {
    if (makerIn(a, b) || makerIn(b, a) || shareCode(a, b)) return 'same';
    if (shareName(a, b)) return 'unknown';
    // Elsewhere the first word is as often the thing.
    return [a, b].every(({ title }) => /^\p{Script=Latin}/u.test(title)) ? 'other' : 'unknown';
  }
  const [known, silent] = a.brand === null ? [b, a] : [a, b];
  const brand = foldKey(known.brand ?? '');
  if ([...silent.sellers, ...silent.titles].some((text) => foldKey(text).includes(brand))) return 'same';
  return 'unknown';
}

/** Whether two names are one, written otherwise (`Levis`, `Levi's`) or with one letter wrong (`Lavaza`). */
function areSpelledAlike(one: string, other: string): boolean {
  const [left, right] = [foldKey(one), foldKey(other)];
  if (left === right) return true;
  const isLong = Math.min(left.length, right.length) >= LEAST_MISSPELLED && left[0] === right[0];
  return isLong && distanceWithin(Array.from(left), Array.from(right), 1, false) <= 1;
}
/** Shorter names that differ in one letter are of two makers: `Nikon` and `Nixon`. */
const LEAST_MISSPELLED = 6;

/** Whether both have a word in their names that is none of English: a line, perhaps a maker. */
function shareName(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [a, b].map(
    ({ titles }) =>
      new Set(
        titles
          .flatMap((title) => titleParts(title, null).name.flatMap(({ words }) => words))
          .filter((word) => isName(word)),
      ),
  ) as [Set<string>, Set<string>];
  return !left.isDisjointFrom(right);
}
/** No word of English, no thing and nothing that is said otherwise. */
const isName = (word: string): boolean =>
  word.length >= LEAST_NAME && !isPlainWord(word) && !isNoun(word) && !SAID_OTHERWISE.has(word);
const LEAST_NAME = 5;

/** Whether both have one title of many words: one of two importers is declared as the maker. */
function areTitledAlike(a: ComparedItem, b: ComparedItem): boolean {
  const titles = new Set(a.titles.map(foldText));
  return b.titles
    .map(foldText)
    .some((title) => titles.has(title) && foldedParts(title).length >= LEAST_TITLE);
}
const LEAST_TITLE = 5;

/** Whether a title begins with a maker's name, whoever is declared: an importer, say. */
const isTitledBy = ({ title }: ComparedItem, brand: string): boolean => {
  const name = foldedParts(brand);
  return name.length > 0 && foldedParts(title).slice(0, name.length).join(' ') === name.join(' ');
};

/** What a title says first is the maker, where nobody declares one and it is not the thing. */
const makerIn = (a: ComparedItem, b: ComparedItem): boolean => {
  const [first] = foldedParts(a.title);
  const isThing = headsOf(a).some(({ word }) => word === fromPlural(first ?? ''));
  return first !== undefined && /^\p{L}/u.test(first) && !isThing && foldedParts(b.title).includes(first);
};
