import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { isMaterial } from '../attributes/rules/material.ts';
import { SHADES } from '../attributes/shades.ts';
import { NODE_NAMES, TAXONOMY } from '../categories/taxonomy.ts';
import type { Listing } from '../domain/listing.ts';
import { foldedParts, foldText } from '../text/fold.ts';
import { TASTE_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import type { ComparedItem } from './compared_item.ts';
import { isPlainWord } from './plain_words.ts';
import { GENERIC_THINGS, MATERIAL_THINGS, NAMES_OF_ANY, SEVERAL, SPECIES, WHOLES } from './roles.ts';
import { SAID_OTHERWISE } from './said_otherwise.ts';
import { nameOfWord } from './thing_names.ts';
import { titleParts } from './title_parts.ts';
import { AND, type Run } from './title_stretches.ts';

/** A word for a thing in a title, in all words that mean the same, and what stands before it. */
export interface Head {
  word: string;
  thing: ReadonlySet<string>;
  before: ReadonlySet<string>;
}

type Titled = Pick<ComparedItem, 'titles' | 'brand'>;
const known = new WeakMap<Titled, Head[]>();

/** By title of an item the word that names what it is; none of a title that names nothing. */
export function headsOf(item: Titled): Head[] {
  const before = known.get(item);
  if (before) return before;
  const found = item.titles.flatMap((title) => {
    const heads = titleParts(title, item.brand).name.flatMap((run) => headOf(run) ?? []);
    return heads.find(({ word }) => isPlainWord(word)) ?? heads[0] ?? [];
  });
  known.set(item, found);
  return found;
}

const knownOf = new WeakMap<Pick<Listing, 'title' | 'brand'>, Head[]>();

/** The same of one listing, which a decision asks for many times. */
export function headsOfListing(listing: Pick<Listing, 'title' | 'brand'>): Head[] {
  const before = knownOf.get(listing);
  if (before) return before;
  const found = headsOf({ titles: [listing.title], brand: listing.brand });
  knownOf.set(listing, found);
  return found;
}

/** The last word of a run that is a thing; of `camera body` both. */
function headOf({ words }: Run): Head | null {
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] as string;
    const name = nameOfWord(word);
    // `black cherry`, `holster leather`: what something tastes or is made of
    if (!name || (isLike(word) && words.slice(0, at).some((one) => nameOfWord(one)))) continue;
    const whole = wholeOf(words, at);
    const own = words[whole] as string;
    const both = at === 0 ? word : `${words[at - 1]} ${word}`;
    const phrases = at === 0 ? [] : [both, ...Synonyms.standard().allOf(both)];
    const names = [...name.thing, ...(nameOfWord(own)?.thing ?? []), ...phrases];
    return {
      word: own,
      thing: new Set([...names, ...names.flatMap((one) => NODES_CALLED.get(one) ?? [])]),
      before: new Set([...modifiers(words.slice(0, whole)).flatMap(meant), ...name.of]),
    };
  }
  return null;
}

/** Where the thing stands of which a word names a whole or several: the camera of `camera body`, the knife of `knife gift set`. */
function wholeOf(words: readonly string[], at: number): number {
  const word = words[at] as string;
  if (!WHOLES.has(word)) return at;
  const reach = SEVERAL.has(word) ? SEVERAL_REACH : 1;
  for (let place = at - 1; place >= Math.max(0, at - reach); place--)
    if (!WHOLES.has(words[place] as string) && nameOfWord(words[place] as string)) return place;
  return at;
}
/** How far before a word for several of them the things may stand. */
const SEVERAL_REACH = 3;

/** Words before a thing that tell more of it: up to a name, and of `recorder and player` none. */
function modifiers(words: readonly string[]): string[] {
  const from = words.findLastIndex(
    (word) => word === AND || (nameOfWord(word) === null && !isPlainWord(word) && !WHOLES.has(word)),
  );
  return words.slice(Math.max(from + 1, words.length - MOST_MODIFIERS));
}
/** Of more words before a thing the first tell of its use, not of what it belongs to. */
const MOST_MODIFIERS = 2;

/** Name → the nodes that are called so. */
const NODES_CALLED: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      [...NODE_NAMES].flatMap(([node, names]) => names.map((name) => [name, node] as const)),
      ([name]) => name,
    ),
  ].map(([name, pairs]) => [name, pairs.map(([, node]) => node)]),
);

function lastWord(name: string): string {
  return fromPlural(name.split(' ').at(-1) as string);
}

/** A taste, a shade or a material; a `wine glass` is a thing. */
const isLike = (word: string): boolean =>
  TASTE_WORDS.has(word) || SHADES.has(word) || (isMaterial(word) && !MATERIAL_THINGS.has(word));

const meant = (word: string): string[] => [word, ...(nameOfWord(word)?.thing ?? [])];

/** English and other words by which what an item is may be found, the thing and what stands before it: `air fryer`, `lock`. */
export function kindQueries(item: ComparedItem): string[] {
  const [head] = headsOf(item);
  if (!head) return [];
  const plain = [...head.thing].filter((name) => !name.includes('.') && name.split(' ').every(isPlainWord));
  const phrase = plain.find((name) => name.endsWith(` ${head.word}`));
  const single = plain.find((name) => !name.includes(' '));
  return [...new Set([phrase ?? plain[0] ?? head.word, single ?? head.word])];
}

/**
 * Whether two items are called by one name for a thing, or in all the same words; a name that many things have (`set`)
 * tells nothing alone.
 */
export function areCalledAlike(a: ComparedItem, b: ComparedItem): boolean {
  if (areWordedAlike(a, b)) return true;
  const [left, right] = [headsOf(a), headsOf(b)];
  const alike = left.flatMap((own) => right.filter((other) => areOne(own, other))).length;
  // One title of several may name a part or what it does without: `Cartridge-free`.
  return alike > 0 && alike >= LEAST_ALIKE * left.length * right.length;
}
const LEAST_ALIKE = 1 / 3;

/** Whether a title of one has the words of a title of the other and no more, but for colours, packs and the like. */
export function areWordedAlike(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [a, b].map(({ titles }) => new Set(titles.map(tellingWords)));
  return [...(left as Set<string>)].some((words) => words.includes(' ') && (right as Set<string>).has(words));
}

/** The words of a title that say what it is, in the order of the alphabet. */
const tellingWords = (title: string): string => {
  const words = new Set(titleParts(title, '').words);
  return [...words]
    .filter((word) => !/\d/.test(word) && !SAID_OTHERWISE.has(word))
    .toSorted()
    .join(' ');
};

function areOne(left: Head, right: Head): boolean {
  const shared = left.thing.intersection(right.thing);
  if ([...shared].some((name) => !GENERIC_THINGS.has(name))) return true;
  return shared.size > 0 && !left.before.isDisjointFrom(right.before);
}

/**
 * Whether all that two items are called alike by is a word for things of several areas: `monitor`, `cream`, `frame`. What
 * is called alike in two languages is meant alike.
 */
export function shareLooseName(a: ComparedItem, b: ComparedItem): boolean {
  const pairs = headsOf(a).flatMap((own) => headsOf(b).map((other) => [own, other] as const));
  const isPhrased = pairs.some(([own, other]) =>
    [...own.thing.intersection(other.thing)].some(
      (name) => name.includes(' ') && name.split(' ').every(isPlainWord),
    ),
  );
  const words = pairs.flatMap(([own, other]) => (own.word === other.word ? [own.word] : []));
  return !isPhrased && words.some((word) => isPlainWord(word) && (AREAS_CALLED.get(word)?.size ?? 0) > 1);
}

/** Last word of what nodes are labelled → the areas they lie in. */
const AREAS_CALLED: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy([...TAXONOMY.values()], ({ label }) => lastWord(foldText(label)))].map(([word, nodes]) => [
    word,
    new Set(nodes.map(({ id }) => id.split('.', 1)[0] as string)),
  ]),
);

/** Whether the words for two things have little to do with one another: a clip and a pen. `alikeness`: null of words that are not known. */
export function areCalledOtherwise(
  a: ComparedItem,
  b: ComparedItem,
  alikeness: (one: string, other: string) => number | null,
): boolean {
  const [left, right] = [inEnglish(a), inEnglish(b)];
  const alike = left.flatMap((one) => right.flatMap((other) => alikeness(one, other) ?? []));
  return alike.length > 0 && Math.max(...alike) < MOST_UNLIKE;
}
const MOST_UNLIKE = 0.4;

/** The words for a thing, those of other languages by what they mean in English: a `Ladegerät` and a `Kabel`. */
const inEnglish = (item: Titled): string[] =>
  headsOf(item).flatMap(({ word, thing }) =>
    isPlainWord(word) ? [word] : [word, ...[...thing].filter((name) => isPlainWord(name))],
  );

/** Whether each is called a thing that no title of the other speaks of, and the two words have little to do with one another: a player and a stick. */
export function areOtherThings(
  a: ComparedItem,
  b: ComparedItem,
  alikeness: (one: string, other: string) => number | null,
): boolean {
  if (headsOf(a).length === 0 || headsOf(b).length === 0 || areCalledAlike(a, b)) return false;
  return !speaksOfOther(a, b) && areCalledOtherwise(a, b, alikeness);
}

/** Whether a title of one has the word for what the other is called: `Gel Shoes` beside a gel. */
export function speaksOfOther(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return headsOf(a).some(({ word }) => right.has(word)) || headsOf(b).some(({ word }) => left.has(word));
}

/** Whether one of two items is named as a thing of or for the other: `toothbrush heads` beside a toothbrush. */
export const isBesideOther = (
  a: ComparedItem,
  b: ComparedItem,
  areNear: (one: string, other: string) => boolean,
): boolean =>
  !areCalledAlike(a, b) &&
  (isOf(a, b, areNear) || isOf(b, a, areNear) || isForOther(a, b) || isForOther(b, a));

const isOf = (
  part: ComparedItem,
  whole: ComparedItem,
  areNear: (one: string, other: string) => boolean,
): boolean =>
  headsOf(part).some((own) =>
    headsOf(whole).some(
      (thing) =>
        !NAMES_OF_ANY.has(own.word) &&
        [...own.before].some((word) => thing.thing.has(word) && !GENERIC_THINGS.has(word)) &&
        !nameWordsOf(whole).has(own.word) &&
        !areNear(own.word, thing.word),
    ),
  );

/** Whether what one goes with begins with the name of the other's maker or line. */
function isForOther(part: ComparedItem, whole: ComparedItem): boolean {
  if (headsOf(part).length === 0 || targetsOf(whole).length > 0) return false;
  const makers = foldedParts(whole.brand ?? foldedParts(whole.title)[0] ?? '');
  const lines = [...nameWordsOf(whole)].filter((word) => !isPlainWord(word));
  const firsts = part.titles.flatMap((title) => titleParts(title, part.brand).goesWith.slice(0, 1));
  return [...makers, ...lines].some((word) => firsts.includes(word));
}

const targetsOf = ({ titles, brand }: ComparedItem): string[] =>
  titles.flatMap((title) => titleParts(title, brand).goesWith);

/** Whether both say what they go with, and each names something that the other does not: two phones, cats and dogs. */
export function goesWithOther(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [animals(a), animals(b)];
  if (left.size > 0 && right.size > 0 && left.isDisjointFrom(right)) return true;
  const [one, other] = [new Set(targetsOf(a)), new Set(targetsOf(b))];
  return (
    one.size > 0 &&
    other.size > 0 &&
    hasName(one.difference(wordsOf(b))) &&
    hasName(other.difference(wordsOf(a)))
  );
}

const hasName = (words: ReadonlySet<string>): boolean => [...words].some((word) => !isPlainWord(word));

/** All words of titles, makers' too. */
const wordsOf = ({ titles }: ComparedItem): Set<string> =>
  new Set(titles.flatMap((title) => titleParts(title, '').words));

const nameWordsOf = ({ titles, brand }: ComparedItem): Set<string> =>
  new Set(titles.flatMap((title) => titleParts(title, brand).name.flatMap(({ words }) => words)));

/** The animals that an item is for, in English. */
const animals = (item: ComparedItem): Set<string> =>
  new Set(
    [...wordsOf(item)].flatMap((word) =>
      [word, ...(nameOfWord(word)?.of ?? [])].flatMap((one) => SPECIES.get(one) ?? []),
    ),
  );
