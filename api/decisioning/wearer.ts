import { isYoung } from '../../pipelines/domain/intent/age.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';

/**
 * Where what tells of people says that a thing is for a child (`for my toddler`), those that are made for one, if any are;
 * all of them elsewhere. A title that says `kids` is meant for a toddler as much as any other.
 */
export function forTheYoung<One extends { product: Product }>(
  found: readonly One[],
  asides: readonly string[],
): readonly One[] {
  if (!asides.some((aside) => wordsOf(aside).some(({ text }) => isYoung(text)))) return found;
  const made = found.filter(({ product }) => productWords(product).values().some(isYoung));
  return made.length > 0 ? made : found;
}
