import type { Product } from '../../pipelines/domain/listing.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';

/** Letters that two forms of a word begin with alike: `recharges`, `rechargeable`. */
const STEM = 5;

/** Tells whether a product's record says a word, or one that begins with the same five letters. */
export function saidForms(product: Product): (word: string) => boolean {
  const said = productWords(product);
  const stems = new Set([...said].filter((word) => word.length >= STEM).map((word) => word.slice(0, STEM)));
  return (word) => said.has(word) || (word.length >= STEM && stems.has(word.slice(0, STEM)));
}
