import { staticEmbedder } from '../../warehouse/embedding/static_embedder.ts';
import { cosineOf, type Vector } from '../../warehouse/embedding/vector.ts';
import { byNames } from '../categories/place.ts';
import { TAXONOMY } from '../categories/taxonomy.ts';
import { foldedParts, foldKey } from '../text/fold.ts';
import { ACCESSORY_WORDS, SPARE_PART_WORDS, SUPPLY_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import type { ComparedItem } from './compared_item.ts';
import { areCalledAlike, areCalledOtherwise, areOtherThings, headsOf, isBesideOther } from './heads.ts';
import {
  ACCESSORY_NAMES,
  CONSUMABLES,
  EXTENSIONS,
  GENERIC_THINGS,
  inRole,
  isOfReplacement,
  listed,
  textOf,
} from './roles.ts';
import { stemOf } from './stems.ts';
import { titleParts } from './title_parts.ts';

/** `likely_other`: words alone say so; `unknown`: neither categories nor words tell; `beside`: one goes with the other. */
export type SameKind = 'same' | 'unknown' | 'likely_other' | 'beside' | 'other';

/** Titles whose vectors are nearer than this name things of one kind, further apart than that of two. */
export const NEAR = 0.57;
const FAR = 0.35;
/** Where titles name two nodes, or one says what it is for. */
const SURELY_NEAR = 0.9;
/** Titles so near name one kind, whatever word of them was taken for the thing. */
export const LIKE_ENOUGH = 0.75;

/** Whether two items are things of one kind: by what titles call them, by their nodes, and by what titles mean. */
export function sameKind(a: ComparedItem, b: ComparedItem): SameKind {
  if (isBesideOther(a, b, areNear)) return 'beside';
  if (areCalledAlike(a, b)) {
    const [one, other] = [nodeOf(a), nodeOf(b)];
    // `Domo Bar Coffee Machine` and a chocolate bar, a monitor of blood pressure and one of a computer
    const isDoubtful = one !== null && other !== null && areApart(one, other);
    if (!isDoubtful || areOfOneMaker(a, b) || (likeness(a.title, b.title) ?? 0) >= NEAR) return 'same';
  }
  const [one, other] = [toldPlaceOf(a), toldPlaceOf(b)];
  const cosine = likeness(a.title, b.title);
  if (onOneShelf(a, b)) {
    // A place that was found by words may be wrong for both.
    const isFound =
      TAXONOMY.has(a.category as string) && (areCalledOtherwise(a, b, likeness) || one === null);
    return isFound && cosine !== null && cosine < FAR ? 'unknown' : 'same';
  }
  if (one !== null && other !== null && areApart(one, other)) return 'other';
  if (hasAccessoryNoun(a) !== hasAccessoryNoun(b)) return 'likely_other';
  const [left, right] = [nodeOf(a), nodeOf(b)];
  if (cosine === null) return shareMostWords(a, b) ? 'same' : 'unknown';
  // What lies in one department alone (`office_supplies`) may be anything.
  if (left !== null && left === right && isLeaf(left) && cosine >= FAR) return 'same';
  const isNamedOtherwise = left !== null && right !== null && isLeaf(left) && isLeaf(right);
  if ((isNamedOtherwise || isForThings(a) !== isForThings(b)) && cosine < SURELY_NEAR) return 'unknown';
  if (cosine < LIKE_ENOUGH && areCalledOtherwise(a, b, likeness)) return 'unknown';
  return cosine >= NEAR ? 'same' : cosine < FAR ? 'likely_other' : 'unknown';
}

/** Whether titles of words that are not known have most of them in common: at least two, and two thirds of the shorter one. */
function shareMostWords(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [a, b].map(
    ({ title }) =>
      new Set(
        titleParts(title, '')
          .words.filter((word) => /^\p{L}{2,}$/u.test(word))
          .map(stemOf),
      ),
  ) as [Set<string>, Set<string>];
  const shared = left.intersection(right).size;
  return shared >= 2 && shared >= MOST_WORDS * Math.min(left.size, right.size);
}
const MOST_WORDS = 2 / 3;

/**
 * Whether two items are called two things that are neither each other's nor nearly the same: a piano and a guitar. What
 * stands in for a thing must be called so, even where vectors say that both are music; on one shelf things may be called
 * otherwise, and are apart only where the words have little to do with one another: a charger and a case among telephones.
 */
export const areCalledApart = (a: ComparedItem, b: ComparedItem): boolean =>
  areOtherThings(a, b, onOneShelf(a, b) ? likeness : (one, other) => (areNear(one, other) ? 1 : 0));

/** Whether two items lie in one place that tells their kind. */
export const onOneShelf = (a: ComparedItem, b: ComparedItem): boolean =>
  a.category !== null && a.category === b.category && isTold(a.category);

/** A leaf, or a shelf of a seller's own. */
const isTold = (category: string): boolean => !TAXONOMY.has(category) || isLeaf(category);

const areOfOneMaker = (a: ComparedItem, b: ComparedItem): boolean =>
  a.brand !== null && b.brand !== null && foldKey(a.brand) === foldKey(b.brand);

/** Whether two nodes hold things of two kinds. */
const areApart = (one: string, other: string): boolean =>
  one !== other && ((isLeaf(one) && isLeaf(other)) || (!isWithin(one, other) && area(one) !== area(other)));

/** Whether two words name a thing twice (`stove cooker`), not a thing and what goes with it. */
const areNear = (one: string, other: string): boolean => (likeness(one, other) ?? 0) >= NEAR_NAMES;
const NEAR_NAMES = 0.7;

/** Where it lies in the taxonomy; a seller's own shelf (`sägen`) lies nowhere, and is no other kind than `saws`. */
const placeOf = ({ category }: Pick<ComparedItem, 'category'>): string | null =>
  category !== null && TAXONOMY.has(category) ? category : null;

/** The same, where something beside the words of its own titles put it there. */
const toldPlaceOf = (item: ComparedItem): string | null => {
  const place = placeOf(item);
  return place !== null && item.titles.some((title) => namedBy(title) === place) ? null : place;
};

/** Where it lies; of one that lies nowhere what its title names. */
export const nodeOf = (item: Pick<ComparedItem, 'category' | 'title'>): string | null =>
  placeOf(item) ?? namedBy(item.title);

const named = new Map<string, string | null>();

/** The node that a title names. */
function namedBy(title: string): string | null {
  const before = named.get(title);
  if (before !== undefined) return before;
  if (named.size >= MOST_MEANINGS) named.clear();
  const node = byNames(title)?.node ?? null;
  named.set(title, node);
  return node;
}

const isLeaf = (node: string): boolean => node.split('.').length > 2;
const isWithin = (a: string, b: string): boolean => a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
const area = (node: string): string => node.split('.', 1)[0] as string;

/** Whether what a title names goes with things or is used up by them (`case`, `cartridge`), other than as what comes along (`with case`). */
export const hasAccessoryNoun = (item: ComparedItem): boolean =>
  headsOf(item).some(
    ({ word, before }) =>
      ACCESSORY_WORDS.has(word) || SUPPLY_WORDS.has(word) || !before.isDisjointFrom(ACCESSORY_NAMES),
  );

/** The same, or a part or a generic thing (`toothbrush head`, `grill cover`), of which `bra tops` beside a bra are none. */
export const goesWith = (item: ComparedItem): boolean =>
  hasAccessoryNoun(item) ||
  headsOf(item).some(({ word }) => GENERIC_THINGS.has(word) || SPARE_PART_WORDS.has(word));

/** Whether one is said to replace a part and the other is a whole thing: `Sock Replacement Fabric` and a `Sock Monitor`. */
export const replacesPart = (a: ComparedItem, b: ComparedItem): boolean =>
  isReplacement(a) !== isReplacement(b) && !goesWith(isReplacement(a) ? b : a);

const isReplacement = ({ titles, brand }: ComparedItem): boolean =>
  titles.some((title) => titleParts(title, brand).name.some(({ words }) => words.some(isOfReplacement)));

/** Whether a title calls the thing an extension of another: of a game, of a strip of lights. */
export const isExtension = ({ titles }: ComparedItem): boolean =>
  titles.some((title) => {
    const words = foldedParts(title);
    return words.some(
      (word, at) => EXTENSIONS.has(fromPlural(word)) || EXTENSIONS.has(`${words[at - 1] ?? ''}${word}`),
    );
  });

/** Whether a title says what it is for, other than who uses it. */
export const isForThings = ({ title, brand }: ComparedItem): boolean =>
  titleParts(title, brand).goesWith.length > 0;

/** Cosine of what two titles mean, -1 to 1; null where the words of one are not known. */
export function likeness(one: string, other: string): number | null {
  const [left, right] = [meaningOf(one), meaningOf(other)];
  let [dot, ofLeft, ofRight] = [0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    dot += (left[at] as number) * (right[at] as number);
    ofLeft += Math.abs(left[at] as number);
    ofRight += Math.abs(right[at] as number);
  }
  return ofLeft === 0 || ofRight === 0 ? null : cosineOf(dot, staticEmbedder().dims);
}

const meanings = new Map<string, Vector['values']>();
/** Texts kept: titles of what is held against many. */
const MOST_MEANINGS = 4_000;

function meaningOf(text: string): Vector['values'] {
  const before = meanings.get(text);
  if (before) return before;
  if (meanings.size >= MOST_MEANINGS) meanings.clear();
  const { values } = staticEmbedder().embedText(text);
  meanings.set(text, values);
  return values;
}

/**
 * By what attribute two consumables are for two devices: both say what they work with and have nothing in common, or one
 * says it and nothing of it is in the other's titles. Null of other things: two coffee machines of two systems replace
 * each other.
 */
export function fitsOther(a: ComparedItem, b: ComparedItem): string | null {
  if (!CONSUMABLES.has(nodeOf(a) ?? '') || !CONSUMABLES.has(nodeOf(b) ?? '')) return null;
  const shared = inRole(a.attributes, 'fit').filter(({ key }) => b.attributes.has(key));
  for (const { key, value } of shared) {
    const values = new Set(listed(b.attributes.get(key)?.value ?? ''));
    if (!listed(value).some((one) => values.has(one))) return key;
  }
  return shared.length > 0 ? null : (unnamedFit(a, b) ?? unnamedFit(b, a));
}

/** Whether an item is ink or toner of a printer, each of which takes its own. */
export const isPrintSupply = (item: ComparedItem): boolean => {
  const node = nodeOf(item) ?? '';
  return CONSUMABLES.has(node) && node.startsWith(PRINTING);
};
const PRINTING = 'electronics.print_copy_scan_fax.';

/** The attribute that says what one works with, where the other's titles name nothing of it. */
function unnamedFit(own: ComparedItem, other: ComparedItem): string | null {
  const fits = inRole(own.attributes, 'fit');
  const titles = other.titles.map(foldKey);
  const isNamed = fits.some(({ value }) =>
    listed(value).some((one) => titles.some((title) => title.includes(one))),
  );
  return fits.length === 0 || isNamed ? null : (fits[0]?.key ?? null);
}

/** Whether two things are worn by different people: both say by whom, and neither that anybody may. */
export function wornByOthers(a: ComparedItem, b: ComparedItem): boolean {
  return WORN_BY.some((key) => {
    const [one, other] = [a, b].map(({ attributes }) => textOf(attributes.get(key)?.value ?? ''));
    return one !== other && ![one, other].some((value) => value === '' || value === 'unisex');
  });
}
const WORN_BY = ['general.gender', 'general.age_group'];

/** Whether one of two things is for the other: its list names the other, or both name one system. */
export function worksWith(a: ComparedItem, b: ComparedItem): boolean {
  return isFor(a, b) || isFor(b, a) || sharesSystem(a, b);
}

function isFor(part: ComparedItem, whole: ComparedItem): boolean {
  const titles = whole.titles.map(foldKey);
  return inRole(part.attributes, 'fit').some(({ value }) =>
    listed(value).some((name) => name.length > 5 && titles.some((title) => title.includes(name))),
  );
}

const sharesSystem = (a: ComparedItem, b: ComparedItem): boolean =>
  inRole(a.attributes, 'fit').some(({ key, value }) => {
    const other = b.attributes.get(key);
    return other !== undefined && listed(other.value).some((one) => listed(value).includes(one));
  });
