import type { Product } from '../../pipelines/domain/listing.ts';
import { SHOUTS } from '../../pipelines/text/languages.ts';
import { spellings, wordsOf } from '../../pipelines/text/words.ts';
import { attributeWords } from '../text/attribute_text.ts';
import { SPELLING_WEIGHTS } from '../text/lexicon.ts';
import { inverseFrequency, type ParsedQuery } from '../text/query.ts';
import type { SearchIndex } from '../text/search_index.ts';

/** By record: its words, which a decision asks for once for each constraint that it tries to drop. */
const known = new WeakMap<Product, ReadonlySet<string>>();

/** Every folded word of a product's record: titles, brands, part numbers, categories, attributes of all listings. */
export function productWords(product: Product): ReadonlySet<string> {
  const words = known.get(product) ?? wordsIn(product);
  known.set(product, words);
  return words;
}

/** By record: its words but for its place, asked for as often. */
const unplaced = new WeakMap<Product, ReadonlySet<string>>();

/** The same without what its place in the taxonomy is called. */
export function unplacedWords(product: Product): ReadonlySet<string> {
  const words = unplaced.get(product) ?? wordsIn(product, false);
  unplaced.set(product, words);
  return words;
}

function wordsIn({ listings }: Product, isPlaced = true): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string | null) => {
    if (text !== null)
      for (const word of wordsOf(text)) for (const spelling of spellings(word)) words.add(spelling);
  };
  for (const { title, brand, mpn, category, attributes } of listings) {
    add(withoutShout(title));
    add(brand);
    add(mpn?.replaceAll(' ', '-') ?? null);
    if (isPlaced) add(category?.replace(/[._]/g, ' ') ?? null);
    add(attributeWords(attributes));
  }
  return words;
}

/** `Hot Deal! Cheese Chips` are not hot: what a title shouts before its name says nothing of the thing. */
function withoutShout(title: string): string {
  const end = title.indexOf('!');
  const shout = end < 0 ? [] : wordsOf(title.slice(0, end));
  return shout.length > 0 && shout.every(({ text }) => SHOUTS.has(text)) ? title.slice(end + 1) : title;
}

/** Which share of what the query's words tell the product's record has; a bent spelling counts less. */
export function shareFound(index: SearchIndex, { groups, unknown }: ParsedQuery, product: Product): number {
  const words = productWords(product);
  let had = 0;
  let all = unknown.length * inverseFrequency(index.products, 0);
  for (const { mass, variants } of groups) {
    all += mass;
    had += mass * (variants.find(({ term }) => words.has(index.term(term)))?.weight ?? 0);
  }
  return had / all;
}

/** Whether a product's record has each of a query's words, or what means the same; guesses and longer words do not count. */
export function saysAll(index: SearchIndex, groups: ParsedQuery['groups'], product: Product): boolean {
  const words = productWords(product);
  return groups.every(({ variants }) =>
    variants.some(({ term, weight }) => weight >= SPELLING_WEIGHTS.synonym && words.has(index.term(term))),
  );
}

/**
 * The words of a query with a digit that a product's record does not have, as they are or as the same amount: a number
 * tells one thing from another, so a longer or a nearer one is none.
 */
export function numbersMissing(
  index: SearchIndex,
  { groups, unknown }: ParsedQuery,
  product: Product,
): string[] {
  const words = productWords(product);
  const lacking = groups.filter(
    ({ variants }) =>
      !variants.some(({ term, weight }) => weight >= SPELLING_WEIGHTS.piece && words.has(index.term(term))),
  );
  return [...unknown, ...lacking.map(({ text }) => text)].filter((text) => /\d/.test(text));
}
