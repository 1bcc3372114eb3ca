import { isBeside, isNamedFor } from '../../pipelines/categories/things.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { UNITS } from '../../pipelines/text/units.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { ParsedQuery } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { thingsNamed } from '../search/things_named.ts';
import { ownWords } from './asked_nouns.ts';
import { isMentioned, isTitledAs } from './titled_thing.ts';

/** Of what a text tells of the thing a record must say this share, where no seller says what kind of thing it is. */
const LEAST_SAID = 0.5;

/**
 * Whether products, by number, may be what a text asks for, as far as their category and title tell it. Where a seller says
 * the kind, it must not be of what goes with the thing (chair accessories). Elsewhere the title must not speak of another
 * thing (a wrist rest is no keyboard), and the record must say half of what the text tells, for a place that was guessed
 * from a few words is no reason to spend money. Nor is a shelf of another name, where titles call other things so.
 */
export async function mayBeMeant(
  snapshot: Snapshot,
  { asked, language }: Pick<ShopperConstraints, 'asked' | 'language'>,
  numbers: readonly number[],
  products: readonly Product[],
): Promise<(number: number, product: Product) => boolean> {
  const index = await snapshot.searchIndex();
  const query = index.parse(ownWords(asked, language), { meaning: language });
  const things = await thingsNamed(snapshot, { asked, meaning: language }, numbers);
  const words = query.groups.map(({ text }) => text);
  const elsewhere = statedElsewhere(index, query);
  const heads = headsOf(index, query);
  // Where titles call things so, a shelf of many kinds tells of none of them which it is: thread beside sewing machines.
  const titled = new Set(products.filter(titledAs(index, { asked, language })));
  const isCalledHere = heads.length > 0 && titled.size > 0;
  const mayBeCalled = ({ listings }: Product) =>
    !isCalledHere || listings.some((listing) => isMentioned(listing, heads));
  return (number, product) => {
    const { category, title } = product;
    const isStated = index.isKindStated(number) && category !== null;
    // A seller's shelf may lie anywhere; what a title calls the thing it is.
    if (isStated && elsewhere.isBeside(category)) return false;
    if (titled.has(product)) return true;
    if (isStated && elsewhere.isApart(category)) return false;
    if (heads.length > 0 && !(isStated && isNamedFor(category, heads)) && isPartOf(heads, title, words))
      return false;
    if (isStated) return mayBeCalled(product) || isNamedFor(category, heads);
    if (words.length === 0) return true;
    return (things?.has(number) ?? true) && shareFound(index, query, product) >= LEAST_SAID;
  };
}

/** Tells by number which products only have the word that a text asks by in the name of another thing: a hair dryer, of a dryer. */
export function namedOtherwise(
  index: SearchIndex,
  { asked, language }: Pick<ShopperConstraints, 'asked' | 'language'>,
): (number: number) => boolean {
  return index.namedOtherwise(index.parse(ownWords(asked, language), { meaning: language })) ?? (() => false);
}

/** Whether a title of a product calls it what a text asks for. */
export function titledAs(
  index: SearchIndex,
  { asked, language }: Pick<ShopperConstraints, 'asked' | 'language'>,
): (product: Product) => boolean {
  const own = ownWords(asked, language);
  const heads = headsOf(index, index.parse(own, { meaning: language }));
  const phrase = wordsOf(own).map(({ text }) => text);
  return ({ listings }) => listings.some((listing) => isTitledAs(listing, heads, phrase));
}

/** The words for the kind of thing, and what means the same; where no seller has a shelf for it, what goods are called. */
const headsOf = (index: SearchIndex, { groups }: ParsedQuery): string[] =>
  (groups.some(({ role }) => role === 'head')
    ? groups.filter(({ role }) => role === 'head')
    : groups.filter(({ role, text }) => role === 'plain' && nameOfWord(text) !== null)
  ).flatMap(({ text, variants }) => [
    text,
    ...variants
      .filter(({ weight }) => weight >= SPELLING_WEIGHTS.synonym)
      .map(({ term }) => index.term(term)),
  ]);

/**
 * Tells of what a seller states whether it rules out the kind that is asked for, where the catalogue has lists of that: it
 * holds what goes with it (chair accessories), or is in another department than all of them (a bear, machine washable, is
 * no washing machine). Not of what is used up, which its holder is named by (ink cartridges).
 */
function statedElsewhere(index: SearchIndex, { groups }: ParsedQuery): Elsewhere {
  const words = groups.flatMap(({ role, text }) =>
    role === 'head' && !SUPPLY_WORDS.has(text) ? [text] : [],
  );
  const departments = new Set(words.flatMap((word) => index.categoriesOfThing(word)).map(departmentOf));
  const isKnown = departments.size > 0;
  return {
    isBeside: (category) => isKnown && isBeside(category, words),
    isApart: (category) => isKnown && !departments.has(departmentOf(category)),
  };
}

/** Whether a category holds what goes with the thing, and whether it is of another department than all such things. */
interface Elsewhere {
  isBeside: (category: string) => boolean;
  isApart: (category: string) => boolean;
}

const departmentOf = (category: string): string => category.split('.')[0] as string;

/**
 * Whether the word for a thing only tells in a title what another is for: in the singular before a plural that is not
 * asked for (`chair casters`), wherever it stands.
 */
function isPartOf(things: readonly string[], title: string, asked: readonly string[]): boolean {
  const written = title.toLowerCase().match(/\p{L}+|\p{N}+|\S/gu) ?? [];
  const places = written.flatMap((word, at) => (things.includes(fromPlural(word)) ? [at] : []));
  return (
    places.length > 0 &&
    places.every((at) => {
      const next = written[at + 1] ?? '';
      const one = fromPlural(next);
      return (
        things.includes(written[at] as string) && one !== next && !asked.includes(one) && !UNITS.has(next)
      );
    })
  );
}
