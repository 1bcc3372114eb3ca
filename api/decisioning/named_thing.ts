import { isNamedFor } from '../../pipelines/categories/things.ts';
import { inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import type { NamedRun, Standing } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { GENERIC_THINGS, NARROWER_THINGS } from '../../pipelines/equivalence/roles.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import {
  COLOR_WORDS,
  GRAMMAR_WORDS,
  HEAD_FIRST,
  PAIR_WORDS,
  SUPPLY_WORDS,
} from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { ParsedQuery, QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { isLineName, ofLine } from './line_name.ts';
import { isBesideThing, isOnlyFor } from './own_thing.ts';
import { saidForms } from './said_forms.ts';
import { isCalledSupply } from './supplies_named.ts';
import { isTitledAs } from './titled_thing.ts';
import { hasInTitle, isCalledOtherwise, isTitledSo } from './titles_calling.ts';
import { isEaten } from './wearer.ts';

/** The order in which runs may be what is wanted; what is somebody's or told of another thing is none. */
const ORDER: readonly Standing[] = ['asked', 'begins', 'apart'];
/** Runs that are looked for at all. */
const MOST_RUNS = 4;

/** The runs of a text that may name what is wanted, the likeliest first. */
export const wantedRuns = (runs: readonly NamedRun[]): NamedRun[] =>
  ORDER.flatMap((standing) =>
    runs.filter((run) => run.standing === standing && !namesNothing(run.text)),
  ).slice(0, MOST_RUNS);

/** `a new pair`, `another one`, `red ones`: what only counts a thing, that it is new, and of what colour name none. */
const namesNothing = (text: string): boolean =>
  wordsOf(text).every(
    ({ text: word }) =>
      PAIR_WORDS.has(word) || GRAMMAR_WORDS.has(word) || ANEW.has(word) || COLOR_WORDS.has(word),
  );
const ANEW = inEveryLanguage('another');

/** What a run names, as far as the index knows its words. */
export interface NamedThing {
  /** It has a word for goods; else it may be a name. */
  isGoods: boolean;
  /** Something here may be called so, as far as words are known here. */
  isHeld: boolean;
  /** That word, as it is written and spelt rightly; none of a name. */
  names: ReadonlySet<string>;
  /** The products that are it, by its own word where any is called so. */
  called: <One extends { product: Product }>(found: readonly One[]) => One[];
  /** Kinds of it that are called otherwise: earbuds of `headphones`. */
  kinds: readonly string[];
  /**
   * Less those of which neither a title nor their place says that they are so called: they may be other things. A place that no
   * seller states was found by words, and does not outweigh a title: a metal cutting bandsaw among the cutting boards.
   */
  unlessOther: <One extends { product: Product; number: number | null }>(found: readonly One[]) => One[];
}

/**
 * Products are what a run names where half of their titles or more call them by its noun, else by what means the same, or their
 * place in the taxonomy is named so. Of a noun that many things have (`machine`) their records must say half of the other
 * words, and something of them where things of several departments are called so. Where no word is one for goods a title must
 * have all of them.
 */
export function namedThing(index: SearchIndex, { text, standing }: NamedRun, language: string): NamedThing {
  const query = index.parse(text, { meaning: language });
  // What nobody asks for may be any word, so it is read as it is written: `boit` is no boot.
  const leastAlike = standing === 'apart' ? 1 : LEAST_ALIKE;
  const isLed = HEAD_FIRST.has(language);
  const noun = nounOf(index, query, { isLed, leastAlike });
  const written = wordsOf(text).map((word) => word.text);
  const head = isLed ? written[0] : written.at(-1);
  if (namesUnheld(query, noun === null ? null : head)) return unheld(query);
  if (noun === null) return properName(index, query);
  const { words, things } = noun;
  const kinds = [...new Set([...things].flatMap((thing) => NARROWER_THINGS.get(fromPlural(thing)) ?? []))];
  const others = query.groups.filter((group) => group !== noun.group && !group.isGuess);
  const rest: ParsedQuery = { ...query, groups: others, unknown: [] };
  const isUsedUp = !words.isDisjointFrom(SUPPLY_WORDS);
  const used = isUsedUp ? new Set([...things, ...SUPPLY_WORDS]) : things;
  const isNamedWhole = namedWhole(written);
  // An `Ink Bottle` is ink.
  const isSupplied = (one: Product, names: ReadonlySet<string>) =>
    isUsedUp && hasInTitle(one, names) && isCalledSupply(one);
  const isInTitle = namedInTitle({ words, things, used }, written, (one) => isSupplied(one, things));
  const isNamedIn = (product: Product) => isNamedWhole(product) || isInTitle(product);
  const isGeneric = !words.isDisjointFrom(GENERIC_THINGS);
  const share = ({ product }: { product: Product }) => shareOf(index, rest, product);
  const isNoFood = noFood(index, words, rest);
  // `stand` of `Standing Desk`
  const isToldOtherwise = (one: { product: Product }) =>
    share(one) > 0 || others.map((group) => group.text).some(saidForms(one.product));
  const calledBy = <One extends { product: Product }>(
    found: readonly One[],
    names: ReadonlySet<string>,
  ): One[] => {
    const isOne = ({ product }: One) =>
      isTitledSo(product, names, things) ||
      isNamedWhole(product) ||
      isPlacedSo(product, names) ||
      isSupplied(product, names);
    const isOfLine = ofLine(names);
    const own = new Set(found.filter((one) => isOne(one) && isNoFood(one) && !isOfLine(one.product)));
    // A title that is hard to read, of what lies where such things do: `Over-Ear Wren 100 - Wireless Headphones`.
    const nodes = new Set([...own].flatMap(({ product }) => product.category ?? []));
    const isNear = ({ product }: One) =>
      isNarrow(product.category) &&
      nodes.has(product.category ?? '') &&
      hasInTitle(product, names) &&
      !isBesideThing(product, names);
    const isTold = (one: One) =>
      isGeneric
        ? share(one) >= LEAST_SAID
        : others.length === 0 || !isAmbiguous(nodes) || isToldOtherwise(one);
    return found.filter((one) => (own.has(one) || isNear(one)) && isTold(one));
  };
  return {
    isGoods: true,
    isHeld: true,
    names: words,
    called: (found) => {
      const own = calledBy(found, words);
      // Beside a word that is like nothing here nothing else may be meant: a crib is no `bunk bed`.
      if (own.length > 0 || query.unknown.length > 0) return own;
      const alike = calledBy(found, things);
      // A name that has a word for goods: an `Instant Pot` is called a cooker.
      return alike.length > 0 || written.length < 2
        ? alike
        : found.filter(({ product }) => isCalledBy(product, written));
    },
    kinds,
    unlessOther: (found) => {
      const own = found
        .filter(isNoFood)
        .filter(isCalledOrPlaced(index, { words, things, used }, found, isNamedIn));
      const nodes = new Set(own.flatMap(({ product }) => product.category ?? []));
      return others.length > 0 && isAmbiguous(nodes) ? own.filter(isToldOtherwise) : own;
    },
  };
}

/**
 * Tells whether a product is no food that is only held in what is named: whoever asks for a black bag wants no black tea that
 * comes in twenty; `juice boxes` are juice.
 */
function noFood(
  index: SearchIndex,
  words: ReadonlySet<string>,
  rest: ParsedQuery,
): (one: { product: Product }) => boolean {
  const isHeldIn = [...words].every(isHolder);
  const telling = { ...rest, groups: rest.groups.filter((group) => !COLOR_WORDS.has(group.text)) };
  return ({ product }) => !isHeldIn || !isEaten(product.category) || shareOf(index, telling, product) > 0;
}

/**
 * Whether a title names a product, whatever it calls it. What is used up names the machine that takes it too (`capsule coffee
 * machine`), and a word of another language may be the name of a line.
 */
function namedInTitle(
  { words, things, used }: Record<'words' | 'things' | 'used', ReadonlySet<string>>,
  written: readonly string[],
  isSupplied: (product: Product) => boolean,
): (product: Product) => boolean {
  const isOfLine = ofLine(words);
  return (product) =>
    hasInTitle(product, things) &&
    !isOfLine(product) &&
    (!isCalledOtherwise(product, used) ||
      product.listings.some((listing) => isTitledAs(listing, [...words], written)) ||
      isSupplied(product));
}

/** Whether a title names a product so, or its place does: what a seller states is believed, unless others are titled so. */
function isCalledOrPlaced(
  index: SearchIndex,
  { words, things, used }: Record<'words' | 'things' | 'used', ReadonlySet<string>>,
  found: readonly { product: Product }[],
  isNamedIn: (product: Product) => boolean,
): (one: { product: Product; number: number | null }) => boolean {
  const isTitled = found.some(({ product }) => isTitledSo(product, words));
  const isBelieved = placedFor(things, isTitled ? used : new Set());
  const isPlaced = placedFor(things, used);
  const isStated = (number: number | null) => number === null || index.isKindStated(number);
  return ({ product, number }) =>
    isNamedIn(product) || (isStated(number) ? isBelieved(product) : isPlaced(product));
}

/** Whether the word in the place of the noun, or of a name any, is what goods are called and nothing here: no desk is a `silla de oficina`. */
const namesUnheld = ({ unknown }: ParsedQuery, head: string | null | undefined): boolean =>
  unknown.some((word) => (head === null || word === head) && nameOfWord(word) !== null && !isHolder(word));

/** Goods that nothing here is called. */
const unheld = ({ unknown }: ParsedQuery): NamedThing => ({
  isGoods: true,
  isHeld: false,
  names: new Set(unknown),
  kinds: [],
  called: () => [],
  unlessOther: (found) => [...found],
});

/** What a run names in which no word is one for goods: a name, where the index knows all of it. */
function properName(index: SearchIndex, { groups, unknown }: ParsedQuery): NamedThing {
  // A name is written out: `cumple` names no candles for a cumpleaños.
  const isBegun = (text: string, other: string) => other.startsWith(text) && other.length > text.length + 1;
  const spellings = groups.map(({ text, variants }) =>
    variants.map(({ term }) => index.term(term)).filter((other) => !isBegun(text, other)),
  );
  const isKnown = groups.length > 0 && unknown.length === 0;
  const written = new Set(groups.map(({ text }) => text));
  return {
    isGoods: false,
    isHeld: true,
    names: new Set(),
    called: isKnown ? namedSo(spellings, written) : () => [],
    kinds: [],
    // `AirPods 2` are no case that fits them.
    unlessOther: (found) =>
      found.filter(({ product }) => !isOnlyFor(product, written) && !isBesideThing(product, written)),
  };
}

/** Whether a place holds one kind of thing: what lies somewhere in `home_garden` is not like what else lies there. */
const isNarrow = (node: string | null): boolean => (node?.split('.').length ?? 0) > 2;

/** Whether things of several departments are called so: pills and computers are tablets. */
const isAmbiguous = (nodes: ReadonlySet<string>): boolean =>
  new Set([...nodes].map((node) => node.split('.')[0])).size > 1;
/** Of the words beside a noun that tells little. */
const LEAST_SAID = 0.5;

/**
 * Whether a place is named for the thing: socks that lie among shoes are none where others are called by one of some names;
 * where no name is given, any title will do.
 */
const placedFor =
  (things: ReadonlySet<string>, names: ReadonlySet<string>) =>
  (product: Product): boolean =>
    isNodeNamedFor(product.category, things) && !(names.size > 0 && isCalledOtherwise(product, names));

/** Whether a place is named for the thing. A department holds many: pillows lie under `Luggage & Bags`. */
const isNodeNamedFor = (node: string | null, names: ReadonlySet<string>): boolean =>
  node?.includes('.') === true && isNamedFor(node, [...names]);

/** Whether its place is named for the thing, and its titles do not call it what goes with one. */
const isPlacedSo = (product: Product, names: ReadonlySet<string>): boolean =>
  isNodeNamedFor(product.category, names) && !isBesideThing(product, names);

/** The word of a run for the thing: as it is written and spelt rightly, and in all words that mean the same. */
interface Noun {
  group: QueryGroup;
  words: ReadonlySet<string>;
  things: ReadonlySet<string>;
}

/** The last word of a run for goods, the first where nouns lead; null where none is. */
function nounOf(
  index: SearchIndex,
  { groups }: ParsedQuery,
  { isLed, leastAlike }: { isLed: boolean; leastAlike: number },
): Noun | null {
  const read = isLed ? groups : groups.filter((_, at) => !isMeasured(groups, at)).toReversed();
  const telling = read.filter((group) => !isLineName(index, groups, groups.indexOf(group)));
  for (const group of telling) {
    const isHere = group.variants.some(({ term }) => index.term(term) === group.text);
    const spelt = group.variants
      // What is written here is no other word misspelt: a `sprint` is no spring.
      .filter(({ weight }) => weight >= leastAlike && (!isHere || weight === 1))
      .map(({ term }) => index.term(term));
    const words = [group.text, ...spelt].filter(
      (word) => (nameOfWord(word) !== null || GENERIC_THINGS.has(word)) && !COLOR_WORDS.has(word),
    );
    const things = words.flatMap((word) => [...(nameOfWord(word)?.thing ?? [])]);
    if (words.length > 0) return { group, words: new Set(words), things: new Set([...words, ...things]) };
  }
  return null;
}
/** `pressure washer 130 bar`: behind a number that stands behind the thing a word is what is measured by; `SPF 50 sunscreen` is one. */
const isMeasured = (groups: readonly QueryGroup[], at: number): boolean =>
  at > 1 &&
  at === groups.length - 1 &&
  /^\d+$/.test(groups[at - 1]?.text ?? '') &&
  groups.slice(0, at).some(({ text }) => nameOfWord(text) !== null);

/** Of what stands for a word: one letter may be amiss. */
const LEAST_ALIKE = 0.6;

/** Of the words beside the noun the share that a record has; nothing where there are none. */
const shareOf = (index: SearchIndex, rest: ParsedQuery, product: Product): number =>
  rest.groups.length === 0 ? 0 : shareFound(index, rest, product);

/** Whether a title calls a product by two words of a text that are one name in shops, or by what means the same. */
function namedWhole(words: readonly string[]): (product: Product) => boolean {
  const names = compoundsIn(words);
  return (product) => names.some((name) => isCalledBy(product, name));
}

/** Two words side by side that are one name in shops (`knee support`), with what means the same, each as its words. */
const compoundsIn = (words: readonly string[]): string[][] =>
  words.slice(1).flatMap((word, at) => {
    const name = `${words[at]} ${word}`;
    const others = synonyms.allOf(name);
    return others.length === 0 ? [] : [name, ...others].map((one) => one.split(' '));
  });
const synonyms = Synonyms.standard();

/** Whether a title bears words side by side as the name of a thing, and of none that goes with it. */
const isCalledBy = (product: Product, words: readonly string[]): boolean =>
  product.listings.some((listing) => isTitledAs(listing, [], words)) &&
  !isBesideThing(product, new Set(words)) &&
  !isCalledSupply(product, new Set(words));

/** Those of which a title has every word, each in one of its spellings, and that go with no other thing: `an aeron`. */
function namedSo(words: readonly (readonly string[])[], said: ReadonlySet<string>): NamedThing['called'] {
  const isNamed = ({ listings }: Product) =>
    listings.some(({ title }) => {
      const own = new Set(wordsOf(title).map(({ text }) => text));
      return words.every((spellings) => spellings.some((word) => own.has(word)));
    });
  return (found) =>
    found.filter(
      ({ product }) => isNamed(product) && !isBesideThing(product, said) && !isCalledSupply(product, said),
    );
}
