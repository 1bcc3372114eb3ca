import type { Conflict } from '../domain/conflicts.ts';
import { foldedParts } from '../text/fold.ts';
import { fromPlural } from '../text/plural.ts';
import type { StatedKind, Statement } from '../text/statement.ts';
import type { ComparedItem } from './compared_item.ts';
import { differingAxes } from './differing_axes.ts';
import { comparedFigures, isHigherDearer } from './figures.ts';
import { areCalledAlike, areOtherThings, areWordedAlike, goesWithOther, headsOf } from './heads.ts';
import {
  goesWith,
  hasAccessoryNoun,
  isExtension,
  isForThings,
  likeness,
  nodeOf,
  replacesPart,
  type SameKind,
} from './kind.ts';
import { brandsOf, haveSwappedWord, leftOver, sharedWords } from './leftover_words.ts';
import { areNumberedNext, type Lineage } from './lineage.ts';
import { isOtherModel } from './other_model.ts';
import { hasOtherShade } from './other_shade.ts';
import { bearOtherCodes, shareCode, shareFigure, shareStem } from './part_numbers.ts';
import { isPlainWord } from './plain_words.ts';
import { textOf } from './roles.ts';
import { nameOfWord } from './thing_names.ts';
import { lettersShared } from './title_letters.ts';
import { namesTier, type Rarity, sameBrand, wordingOf } from './wording.ts';

/** What speaks for and against two items being one thing, by name; a flag is 0 or 1. The same whichever stands first. */
export type Evidence = Readonly<Record<string, number>>;

/** What was found of two items before they are weighed. */
export interface Found {
  conflicts: readonly Conflict[];
  statements: readonly [readonly Statement[], readonly Statement[]];
  kind: SameKind;
  /** Whether a rule says that one goes with the other. */
  isAccessoryTold: boolean;
  lineage: Lineage | null;
  /** What their names say of it where no rule asked. */
  lineageBeyond: Lineage | null;
  rarity: Rarity;
}

const flag = (is: boolean): number => (is ? 1 : 0);

export function evidenceOf(a: ComparedItem, b: ComparedItem, found: Found): Evidence {
  return {
    ...ofMaker(a, b),
    ...ofKind(a, b, found),
    ...ofWords(a, b, found),
    ...ofFigures(a, b, found),
    ...ofStatements(a, b, found),
    ...ofAmounts(found),
  };
}

/** Prices further apart than this many times are as telling as this. */
const MOST_RATIO = Math.log(20);
/** Of things whose price is not known: what it is usually. */
const USUAL_RATIO = 0.4;
/** Prices within a tenth are of one article three times in four; of a thing and what goes with it one is often a third of the other. */
const NEAR_PRICE = 0.1;
const FAR_PRICE = 1;

/** Makers, trade codes, sellers and prices. */
function ofMaker(a: ComparedItem, b: ComparedItem): Evidence {
  const brand = sameBrand(a, b);
  const isPriced = a.price_minor !== null && b.price_minor !== null;
  const ratio = isPriced
    ? Math.abs(Math.log((a.price_minor as number) / (b.price_minor as number)))
    : USUAL_RATIO;
  const isCoded = a.gtin !== null && b.gtin !== null;
  return {
    brand_same: flag(brand === 'same'),
    brand_other: flag(brand === 'other'),
    brand_unstated: flag(a.brand === null || b.brand === null),
    gtin_other: flag(isCoded && a.gtin !== b.gtin),
    // Makers have ranges of codes.
    gtin_start: isCoded ? sharedStart(withoutZeros(a.gtin), withoutZeros(b.gtin)) : -1,
    mpn_other: flag(a.mpns.size > 0 && b.mpns.size > 0 && a.mpns.isDisjointFrom(b.mpns)),
    mpn_start: Math.max(0, ...[...a.mpns].flatMap((one) => [...b.mpns].map((other) => startOf(one, other)))),
    // A seller lists an article once.
    seller_shared: flag(!new Set(a.sellers).isDisjointFrom(new Set(b.sellers))),
    priced: flag(isPriced),
    price_ratio: Math.min(MOST_RATIO, ratio),
    price_near: flag(isPriced && ratio < NEAR_PRICE),
    price_far: flag(isPriced && ratio > FAR_PRICE),
    condition_other: flag(a.condition !== b.condition),
  };
}

const withoutZeros = (code: string | null): string => (code ?? '').replace(/^0+/, '');

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** The share of two part numbers that are not one with which they begin alike. */
const startOf = (one: string, other: string): number =>
  one === other ? 0 : sharedStart(one, other) / Math.max(one.length, other.length);

/** What they are called, where they lie, and what goes with what. */
function ofKind(a: ComparedItem, b: ComparedItem, { kind, isAccessoryTold }: Found): Evidence {
  const [one, other] = [nodeOf(a), nodeOf(b)];
  const isPlaced = one !== null && other !== null;
  const [left, right] = [hasAccessoryNoun(a), hasAccessoryNoun(b)];
  return {
    kind_same: flag(kind === 'same'),
    kind_unknown: flag(kind === 'unknown'),
    kind_beside: flag(kind === 'beside'),
    kind_likely_other: flag(kind === 'likely_other'),
    called_alike: flag(areCalledAlike(a, b)),
    called_apart: flag(areOtherThings(a, b, likeness)),
    called_nothing: flag(headsOf(a).length === 0 || headsOf(b).length === 0),
    area_other: flag(isPlaced && one.split('.', 1)[0] !== other.split('.', 1)[0]),
    accessory_told: flag(isAccessoryTold),
    accessory_one: flag(left !== right),
    accessory_both: flag(left && right),
    attached_one: flag(goesWith(a) !== goesWith(b)),
    for_things_one: flag(isForThings(a) !== isForThings(b)),
    for_others: flag(goesWithOther(a, b)),
    extension_one: flag(isExtension(a) !== isExtension(b)),
    replacement_one: flag(replacesPart(a, b)),
    meaning: spokenLikeness(a, b),
    ...ofShelves(a, b),
  };
}

/** The last part of the place where an item lies, a seller's own shelf too; null where it lies nowhere. */
const shelfOf = ({ category }: ComparedItem): string | null =>
  category?.split('.').at(-1)?.replaceAll('_', ' ') ?? null;

/** Whether sellers have them on one shelf, else how near what two shelves are called is: `yoga_mat` and `trainingsmatten`. */
function ofShelves(a: ComparedItem, b: ComparedItem): Evidence {
  const [left, right] = [shelfOf(a), shelfOf(b)];
  const isBoth = left !== null && right !== null;
  return {
    shelf_same: flag(isBoth && a.category === b.category),
    shelf_meaning: isBoth ? Math.max(0, likeness(inEnglish(left, NOBODY), inEnglish(right, NOBODY)) ?? 0) : 0,
  };
}
const NOBODY: ReadonlySet<string> = new Set();

const MOST_TITLES = 4;
/** Meanings taken of a word of another language. */
const MOST_MEANINGS = 2;

/**
 * How near what two items' titles mean is, in English as far as their words are known, without the makers: 0 to 1, 0 also
 * where no word is known.
 */
export function spokenLikeness(a: ComparedItem, b: ComparedItem): number {
  const brands = brandsOf(a, b);
  const spoken = ({ titles }: ComparedItem) =>
    titles.slice(0, MOST_TITLES).map((title) => inEnglish(title, brands));
  return Math.max(0, ...spoken(a).flatMap((one) => spoken(b).map((other) => likeness(one, other) ?? 0)));
}

const inEnglish = (title: string, brands: ReadonlySet<string>): string =>
  foldedParts(title)
    .filter((word) => !brands.has(word))
    .flatMap((word) => {
      const before = known.get(word);
      if (before) return before;
      if (known.size >= MOST_KNOWN) known.clear();
      const meanings = meaningsOf(fromPlural(word));
      known.set(word, meanings);
      return meanings;
    })
    .join(' ');

const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;

/** A word as English says it: itself, or what it is a name of. */
function meaningsOf(word: string): readonly string[] {
  const name = isPlainWord(word) ? null : nameOfWord(word);
  if (!name) return [word];
  const meanings = [...name.thing, ...name.of].filter(
    (one) => !one.includes('.') && one.split(' ').every(isPlainWord),
  );
  return meanings.slice(0, MOST_MEANINGS);
}

/** Words that both say, and those that one alone says. */
function ofWords(a: ComparedItem, b: ComparedItem, { rarity }: Found): Evidence {
  const wording = wordingOf(a, b, rarity);
  const [left, right] = [leftOver(a, b, rarity), leftOver(b, a, rarity)];
  const shared = sharedWords(a, b, rarity);
  return {
    name_left_least: Math.min(wording.left_over, wording.right_over),
    name_left_most: Math.max(wording.left_over, wording.right_over),
    name_shared: wording.shared,
    worded_alike: flag(areWordedAlike(a, b)),
    tier_one: flag(namesTier(a, b) || namesTier(b, a)),
    things_left_least: Math.min(left.things, right.things),
    things_left_most: Math.max(left.things, right.things),
    plain_left_least: Math.min(left.plain, right.plain),
    names_left_least: Math.min(left.names, right.names),
    words_least: Math.min(left.total, right.total),
    word_swapped: flag(haveSwappedWord(a, b)),
    things_shared: shared.things,
    words_shared: shared.words,
    names_shared: shared.names,
    letters_shared: lettersShared(a, b),
  };
}

/** Steps between the figures of neighbours and of things of other sizes, as logarithms of ratios. */
const NEAR_STEP = 0.07;
const FAR_STEP = 0.4;
/** Makers count generations in one digit of a number: 255 and 265, 7800X3D and 9800X3D. */
const NEAR_DIGIT = 2;

/** Numbers and codes that name a model, and generations. */
function ofFigures(a: ComparedItem, b: ComparedItem, { conflicts, lineage, lineageBeyond }: Found): Evidence {
  const figures = comparedFigures(a, b);
  const [fewest, most] = figures.codes_left;
  return {
    codes_shared: figures.codes_shared,
    codes_left_least: fewest,
    codes_left_most: most,
    numbers_left_least: figures.numbers_left_fewest,
    long_numbers_shared: figures.long_numbers_shared,
    figures_crossed: flag(figures.is_crossed),
    figure_one: flag(figures.is_one_sided),
    figure_near: flag(figures.step !== null && figures.step <= NEAR_STEP),
    figure_far: flag(figures.step !== null && figures.step > FAR_STEP),
    figure_digit_near: flag(figures.digit !== null && figures.digit <= NEAR_DIGIT),
    figure_digit_far: flag(figures.digit !== null && figures.digit > NEAR_DIGIT),
    figure_dearer: flag(isHigherDearer(a, b)),
    part_number_same: flag(shareCode(a, b)),
    part_number_stem: flag(shareStem(a, b)),
    part_number_other: flag(bearOtherCodes(a, b)),
    model_number_same: flag(shareFigure(a, b)),
    model_other: flag(isOtherModel(a, b, conflicts)),
    generation_other: flag(lineage !== null),
    generation_numbered: flag(lineage?.by === 'number'),
    generation_beyond: flag(lineageBeyond !== null),
    generation_beyond_numbered: flag(lineageBeyond?.by === 'number'),
    numbered_next: flag(areNumberedNext(a, b)),
  };
}

/** Kinds of statements of which each speaks for itself. */
const TELLING: readonly StatedKind[] = ['condition', 'pack', 'size', 'colour', 'number', 'model', 'length'];
const MOST_COUNTED = 5;

/** What they state differently, and attributes. */
function ofStatements(a: ComparedItem, b: ComparedItem, { conflicts }: Found): Evidence {
  const stated = new Set(conflicts.map(({ kind }) => kind));
  const axes = differingAxes(a, b);
  const both = [...a.attributes.values()].flatMap((own) => {
    const other = b.attributes.get(own.key);
    return other ? [textOf(own.value) === textOf(other.value)] : [];
  });
  const equal = both.filter(Boolean).length;
  const isSaidByOne = (key: string) => flag(a.attributes.has(key) !== b.attributes.has(key));
  return {
    ...Object.fromEntries(TELLING.map((kind) => [`${kind}_stated_other`, flag(stated.has(kind))])),
    stated_other: conflicts.length,
    axes_other: axes.length,
    colour_axis_other: flag(axes.includes('general.color')),
    size_axis_other: flag(axes.includes('general.size')),
    attributes_same: Math.min(MOST_COUNTED, equal),
    attributes_other: Math.min(MOST_COUNTED, both.length - equal),
    colour_one: isSaidByOne('general.color'),
    size_one: isSaidByOne('general.size'),
    shade_other: flag(hasOtherShade(a, b)),
  };
}

/** Kinds of amounts that are held against each other together. */
const AMOUNTS: readonly (readonly StatedKind[])[] = [
  ['weight', 'volume'],
  ['count', 'pack'],
  ['length'],
  ['capacity'],
  ['power', 'voltage', 'charge', 'frequency', 'light'],
  ['resolution', 'percent', 'time'],
];
/** One amount in two systems of units, rounded: 2.2 lb and 1 kg, 3.3 fl oz and 100 ml. What is counted is counted exactly. */
const ROUNDED = 0.04;
const EXACT = 0.006;
const COUNTED: ReadonlySet<StatedKind> = new Set<StatedKind>(['count', 'pack']);
const MOST_AMOUNT_RATIO = 3;

function ofAmounts({ statements: [left, right] }: Found): Evidence {
  const groups = AMOUNTS.map((kinds) => kinds.flatMap((kind) => leastRatio(kind, left, right)));
  const isOne = ({ kind, ratio }: { kind: StatedKind; ratio: number }) =>
    ratio < (COUNTED.has(kind) ? EXACT : ROUNDED);
  const others = groups.map((group) => group.filter((one) => !isOne(one)));
  return {
    content_same: flag((groups[0] ?? []).some(isOne)),
    count_same: flag((groups[1] ?? []).some(isOne)),
    amounts_same: groups.filter((group) => group.some(isOne)).length,
    amounts_other: Math.min(2, others.filter((group) => group.length > 0).length),
    amount_ratio: Math.max(0, ...others.flat().map(({ ratio }) => Math.min(MOST_AMOUNT_RATIO, ratio))),
  };
}

/** By how much the nearest amounts of a kind differ that both state, as the logarithm of their ratio. */
function leastRatio(kind: StatedKind, left: readonly Statement[], right: readonly Statement[]) {
  const valuesOf = (stated: readonly Statement[]) =>
    stated.flatMap((one) => (one.kind === kind && one.value > 0 ? [one.value] : []));
  const ratios = valuesOf(left).flatMap((one) =>
    valuesOf(right).map((other) => Math.abs(Math.log(one / other))),
  );
  return ratios.length > 0 ? [{ kind, ratio: Math.min(...ratios) }] : [];
}
