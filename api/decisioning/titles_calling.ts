import type { Product } from '../../pipelines/domain/listing.ts';
import { type Head, headsOfListing } from '../../pipelines/equivalence/heads.ts';
import { WHOLES } from '../../pipelines/equivalence/roles.ts';
import { titleParts } from '../../pipelines/equivalence/title_parts.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';

/**
 * Whether half of the titles or more call a product so, one of them by one of the names, the others also by what means the
 * same, in another language (`waterpomptang` beside `water pump pliers`); `Drill/Driver` names two.
 */
export function isTitledSo(
  { listings }: Product,
  names: ReadonlySet<string>,
  alike: ReadonlySet<string> = names,
): boolean {
  const titled = listings.flatMap((listing) =>
    headsOfListing(listing).map(({ word, thing }) => [
      word,
      ...thing,
      ...joinedTo(word, listing.title),
      ...wholeOf(word, listing.title, listing.brand),
    ]),
  );
  const isSo = (own: readonly string[]) => own.some((name) => names.has(name));
  const called = titled.filter((own) => isSo(own) || own.some((name) => alike.has(name)));
  return titled.some(isSo) && called.length * 2 >= titled.length;
}

/** Whether titles of a product call it something, and most of them not so: a `capsule coffee machine` is no capsule, a `chocolate bar` is chocolate. */
export function isCalledOtherwise({ listings }: Product, names: ReadonlySet<string>): boolean {
  const titled = listings.flatMap((listing) =>
    headsOfListing(listing).map((head) => isHeadedSo(head, listing.title, names)),
  );
  const called = titled.filter(Boolean).length;
  return titled.length > 0 && (called === 0 || called * 2 < titled.length);
}

const isHeadedSo = ({ word, thing, before }: Head, title: string, names: ReadonlySet<string>): boolean =>
  [word, ...thing, ...joinedTo(word, title), ...(isHolder(word) ? before : [])].some((name) =>
    names.has(name),
  );

/** Whether a title has such a word, wherever it stands. */
export const hasInTitle = ({ listings }: Product, names: ReadonlySet<string>): boolean =>
  listings.some(({ title }) =>
    wordsOf(title).some(({ text }) => names.has(text) || names.has(fromPlural(text))),
  );

/** Of a head that names a whole (`Camping Stove Cooking System`) what the name of the thing says besides. */
function wholeOf(word: string, title: string, brand: string | null): string[] {
  if (!WHOLES.has(word)) return [];
  return titleParts(title, brand).name.flatMap(({ words }) => words);
}

function joinedTo(word: string, title: string): string[] {
  if (!title.includes('/')) return [];
  const pairs = foldText(title).matchAll(/(\p{L}+)\/(\p{L}+)/gu);
  return [...pairs].flatMap(([, one = '', other = '']) =>
    fromPlural(other) === word ? [fromPlural(one)] : [],
  );
}
