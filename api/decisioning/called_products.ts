import type { Product } from '../../pipelines/domain/listing.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/** Words from which a run of them, one with a digit, is what a maker calls one product. */
const LEAST_CALLED = 3;

/**
 * Those that are called as the text says, word after word in a title, where any is: `Sonvire WX 500` is not the `Sonvire
 * WX Studio 500`. All of them where the text names no model so.
 */
export function calledProducts<One extends { product: Product }>(
  found: readonly One[],
  asked: string,
  index: SearchIndex,
): One[] {
  const name = index.parse(asked).groups.flatMap(({ text, role }) => (role === 'use' ? [] : [text]));
  const isModel = name.length >= LEAST_CALLED && name.some((word) => /\d/.test(word));
  const called = isModel ? found.filter(({ product }) => isCalled(product, name)) : [];
  return called.length > 0 ? called : [...found];
}

const isCalled = ({ listings }: Product, name: readonly string[]): boolean =>
  listings.some(({ title }) => {
    const words = wordsOf(title).map(({ text }) => text);
    return words.some((_, at) => name.every((word, offset) => words[at + offset] === word));
  });
