import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/** Tells of a product, by number, whether some text of it, descriptions included, says something. */
export type IsDescribed = (product: number) => boolean;

/** Whether it has any of some folded words. */
export const describedBy = (index: SearchIndex, words: readonly string[]): IsDescribed => {
  const terms = words.map((word) => index.termOf(word));
  return (product) => terms.some((term) => index.has(product, term));
};

/** Whether it has a word of a query, or what means the same. */
export const describedAs = (index: SearchIndex, { variants }: QueryGroup): IsDescribed => {
  const terms = variants.filter(({ weight }) => weight >= SPELLING_WEIGHTS.synonym).map(({ term }) => term);
  return (product) => terms.some((term) => index.has(product, term));
};

/**
 * Of which of some products something is said: by records where any record says it, else by descriptions, which hold most of
 * what sellers tell of a thing, and say of many things what only a few are.
 */
export const saidOf = (
  products: readonly { number: number | null }[],
  stated: readonly boolean[],
  isDescribed: IsDescribed,
): readonly boolean[] =>
  stated.some(Boolean) ? stated : products.map(({ number }) => number !== null && isDescribed(number));
