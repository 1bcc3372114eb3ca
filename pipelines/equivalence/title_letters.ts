import { foldedParts } from '../text/fold.ts';
import { COLOR_WORDS } from '../text/languages.ts';
import type { ComparedItem } from './compared_item.ts';
import { brandsOf } from './leftover_words.ts';

const LETTERS = 3;
const MOST_TITLES = 4;

/**
 * How much two items' titles have in common by every three letters in a row (Dice), whatever words they make: abbreviated,
 * written as one, inflected, in a script of which no word is known. Makers and colours left out; of the two titles nearest
 * to one another.
 */
export function lettersShared(a: ComparedItem, b: ComparedItem): number {
  const brands = brandsOf(a, b);
  const [left, right] = [a, b].map(({ titles }) =>
    titles.slice(0, MOST_TITLES).map((title) => lettersOf(title, brands)),
  );
  return Math.max(0, ...(left ?? []).flatMap((one) => (right ?? []).map((other) => dice(one, other))));
}

function lettersOf(title: string, brands: ReadonlySet<string>): ReadonlySet<string> {
  const words = foldedParts(title).filter((word) => !brands.has(word) && !COLOR_WORDS.has(word));
  const text = ` ${words.join(' ')} `;
  return new Set(Array.from({ length: text.length - LETTERS + 1 }, (_, at) => text.slice(at, at + LETTERS)));
}

const dice = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  one.size + other.size === 0 ? 0 : (2 * one.intersection(other).size) / (one.size + other.size);
