import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { COMPATIBLE_WORDS, FOR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/**
 * Whether nothing says that a product is another maker's for somebody's thing: a title that calls it compatible, or names a
 * maker that it is for, must name that maker as its own.
 */
export const isMakersOwn = (index: SearchIndex, { brand, listings }: Product): boolean =>
  listings.every((listing) => isOwn(index, listing, brand ?? listing.brand));

function isOwn(index: SearchIndex, { title }: Listing, brand: string | null): boolean {
  const texts = wordsOf(title).map(({ text }) => text);
  const isCompatible = (at: number) =>
    COMPATIBLE_WORDS.has(texts[at] ?? '') || COMPATIBLE_WORDS.has(`${texts[at]}_${texts[at + 1]}`);
  const at = texts.findIndex((text, place) => isCompatible(place) || (place > 0 && FOR_WORDS.has(text)));
  if (at < 0) return true;
  const own = new Set(wordsOf(brand ?? '').map(({ text }) => text));
  const goesWith = texts.slice(at + 1);
  return (
    goesWith.some((word) => own.has(word)) ||
    !(isCompatible(at) || goesWith.some((word) => index.isBrand(word)))
  );
}
