import type { Product } from '../../pipelines/domain/listing.ts';
import { spellings, wordsOf } from '../../pipelines/domain/words.ts';
import { attributeWords } from '../text/attribute_text.ts';

/** Every folded word of a product's record: titles, brands, part numbers, categories, attributes of all listings. */
export function productWords({ listings }: Product): Set<string> {
  const words = new Set<string>();
  const add = (text: string | null) => {
    if (text !== null)
      for (const word of wordsOf(text)) for (const spelling of spellings(word)) words.add(spelling);
  };
  for (const { title, brand, mpn, category, attributes } of listings) {
    add(title);
    add(brand);
    add(mpn?.replaceAll(' ', '-') ?? null);
    add(category?.replace(/[._]/g, ' ') ?? null);
    add(attributeWords(attributes));
  }
  return words;
}
