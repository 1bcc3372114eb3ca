import type { Product } from '../../pipelines/domain/listing.ts';
import { headsOfListing } from '../../pipelines/equivalence/heads.ts';
import { ATTACHED_THINGS, PARTS_OF_THINGS } from '../../pipelines/equivalence/roles.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { titleParts } from '../../pipelines/equivalence/title_parts.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { ACCESSORY_WORDS, SPARE_PART_WORDS, SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';

/**
 * Of products that answer a text those that are what it names, where some are: a sealing ring for a pressure cooker has all
 * words of `an instant pot, the 8 quart`, and a text that does not speak of rings wants none. What is used up is named by
 * its device, so it stays.
 */
export function ownThings<T extends { product: Product }>(found: readonly T[], text: string): readonly T[] {
  const said = new Set(wordsOf(text).flatMap(({ text: word }) => [word, ...(nameOfWord(word)?.thing ?? [])]));
  const things = found.filter(({ product }) => !isBesideThing(product, said));
  return things.length > 0 ? things : found;
}

/** Whether most titles call it what goes with another thing, by a name that nobody asked for. */
export function isBesideThing({ listings }: Product, said: ReadonlySet<string>): boolean {
  const beside = listings.filter((listing) => {
    const [head] = headsOfListing(listing);
    if (!head || SUPPLY_WORDS.has(head.word)) return false;
    const isNamed = said.has(head.word) || !head.thing.isDisjointFrom(said);
    return (
      !isNamed && (GOES_WITH.has(head.word) || titleParts(listing.title, listing.brand).goesWith.length > 0)
    );
  });
  return beside.length * 2 > listings.length;
}

/** Whether titles name a thing by words that they have only behind what it is for: seals `for a moka`. */
export const isOnlyFor = ({ listings }: Product, said: ReadonlySet<string>): boolean =>
  listings.every(({ title, brand }) => {
    const { name, goesWith } = titleParts(title, brand);
    return (
      goesWith.some((word) => said.has(word)) &&
      !name.some(({ words }) => words.some((word) => said.has(word))) &&
      !said.has(foldText(brand ?? ''))
    );
  });

const GOES_WITH: ReadonlySet<string> = new Set([
  ...ACCESSORY_WORDS,
  ...SPARE_PART_WORDS,
  ...ATTACHED_THINGS,
  ...PARTS_OF_THINGS,
]);
