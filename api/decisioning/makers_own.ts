import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { titleParts } from '../../pipelines/equivalence/title_parts.ts';
import { COMPATIBLE_WORDS } from '../../pipelines/text/languages.ts';
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
  const { goesWith } = titleParts(title, brand);
  const own = new Set(wordsOf(brand ?? '').map(({ text }) => text));
  const isOwnNamed = goesWith.some((word) => own.has(word));
  const isCompatible = texts.some(
    (text, at) => COMPATIBLE_WORDS.has(text) || COMPATIBLE_WORDS.has(`${text}_${texts[at + 1]}`),
  );
  return isOwnNamed || !(isCompatible || goesWith.some((word) => index.isBrand(word)));
}
