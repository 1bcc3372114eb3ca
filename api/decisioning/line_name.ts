import { nodesNamed } from '../../pipelines/categories/nodes_called.ts';
import { isBeside, isNamedFor } from '../../pipelines/categories/things.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { headsOfListing } from '../../pipelines/equivalence/heads.ts';
import { TASTE_WORDS } from '../../pipelines/text/languages.ts';
import { UNITS } from '../../pipelines/text/units.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/** `papyra desk 2210`: between its maker and a number a word of a text names a line. */
export const isLineName = (index: SearchIndex, groups: readonly QueryGroup[], at: number): boolean =>
  index.isBrand(groups[at - 1]?.text ?? '') &&
  isCode(
    groups.map(({ text }) => text),
    at + 1,
  );

const isCode = (words: readonly string[], at: number): boolean =>
  /^\d{3,}(?!\p{L}+$)/u.test(words[at] ?? '') && !UNITS.has(words[at + 1] ?? '');

/**
 * Tells whether some names of goods can only be the name of a line of a product, or what it tastes of: it lies in another
 * department than all that is named so (of a taste, elsewhere than that), and a title calls it as its place is called, or has
 * such a word before a number alone. A printer `Desk 2410` is no desk, and crisps are no cheese.
 */
export function ofLine(names: ReadonlySet<string>): (product: Product) => boolean {
  const nodes = [...names].flatMap(nodesNamed);
  if (nodes.length === 0) return () => false;
  const isTaste = !names.isDisjointFrom(TASTE_WORDS);
  const isAmong = (category: string) =>
    nodes.some((node) =>
      isTaste ? isWithin(category, node) : departmentOf(node) === departmentOf(category),
    );
  return ({ category, listings }) =>
    category !== null &&
    !hasInLabel(category, [...names]) &&
    !isAmong(category) &&
    listings.some(
      (listing) =>
        standsBeforeNumbers(listing.title, names) ||
        headsOfListing(listing).some(({ word, thing }) => isNamedFor(category, [word, ...thing])),
    );
}

/** `Coffee Capsules` are coffee. */
const hasInLabel = (category: string, names: readonly string[]): boolean =>
  isNamedFor(category, names) || isBeside(category, names);

const isWithin = (category: string, node: string): boolean =>
  category === node || category.startsWith(`${node}.`);
const departmentOf = (node: string): string => node.split('.')[0] as string;

/** Whether a title has such words, each right before a number that measures nothing. */
function standsBeforeNumbers(title: string, names: ReadonlySet<string>): boolean {
  const words = wordsOf(title).map(({ text }) => text);
  const places = words.flatMap((word, at) => (names.has(word) ? [at] : []));
  return places.length > 0 && places.every((at) => isCode(words, at + 1));
}
