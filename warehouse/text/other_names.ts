import { LEAST_WEIGHT, type Titles } from './adjacency.ts';
import type { ParsedQuery, QueryGroup } from './query.ts';
import type { Synonyms } from './synonyms.ts';
import { lastOf } from './title_sense.ts';
import type { TitleWords } from './title_words.ts';

/**
 * Tells of a product whether the word for a thing ends the name of another in its title: lists have `dryer` for a tumble
 * dryer, so a `hair dryer`, which they have by itself, is none, unless the query has that word, too (`dryer for hair`). Null where no
 * word of the thing stands for a name of two words that ends with it: most chairs are chairs, whatever stands before.
 */
export function otherNames(
  { variants }: QueryGroup,
  { groups }: ParsedQuery,
  { titles, words, synonyms }: { titles: Titles; words: TitleWords; synonyms: Synonyms },
): ((product: number, terms?: Uint32Array) => boolean) | null {
  const own = new Map<number, readonly string[]>();
  for (const { term, weight } of variants) {
    if (weight < LEAST_WEIGHT) continue;
    const word = words.text(term);
    const names = synonyms.phrasesOf(word);
    if (names.some((name) => name.endsWith(` ${word}`))) own.set(term, names);
  }
  if (own.size === 0) return null;
  const ends = new Set(own.keys());
  const written = new Set(groups.flatMap((group) => group.variants.map(({ term }) => term)));
  return (product, terms = titles.termsOf(product)) => {
    const at = lastOf(terms, ends);
    const before = terms[at - 1];
    if (at < 1 || before === undefined || written.has(before)) return false;
    const term = terms[at] as number;
    const name = `${words.text(before)} ${words.text(term)}`;
    return synonyms.isListed(name) && own.get(term)?.includes(name) !== true;
  };
}
