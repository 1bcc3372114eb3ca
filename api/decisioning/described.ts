import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/** The products, by number, of which some text, descriptions included, has any of some folded words. */
export const describedBy = (index: SearchIndex, words: readonly string[]): ReadonlySet<number> =>
  new Set(words.flatMap((word) => index.productsWith([word])));

/** The same of a word of a query and what means the same. */
export const describedAs = (index: SearchIndex, { variants }: QueryGroup): ReadonlySet<number> =>
  describedBy(
    index,
    variants.filter(({ weight }) => weight >= SPELLING_WEIGHTS.synonym).map(({ term }) => index.term(term)),
  );

/**
 * Of which of some products something is said: by records where any record says it, else by descriptions, which hold most of
 * what sellers tell of a thing, and say of many things what only a few are.
 */
export const saidOf = (
  products: readonly { number: number | null }[],
  stated: readonly boolean[],
  described: () => ReadonlySet<number>,
): readonly boolean[] => {
  if (stated.some(Boolean)) return stated;
  const having = described();
  return products.map(({ number }) => number !== null && having.has(number));
};
