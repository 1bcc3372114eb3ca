import type { Product } from '../../pipelines/domain/listing.ts';
import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { ParsedQuery, QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { describedAs, saidOf } from './described.ts';

/** A word that fewer of the candidates have is what one of them happens to be called, and no property. */
const LEAST_HAVING = 0.1;

/** A product, one of its variants, and its number in the index of words; null of what the caller names. */
interface Named {
  product: Product;
  variant_id: string;
  number: number | null;
}

/**
 * Those that have most of the properties that the text names: an OLED is no Mini LED, however cheap the other is. A
 * word names a property where a tenth of what is sold of the kind has it in its record; of `red or blue` nothing has
 * both, so that most is one.
 */
export function withMostNamed<One extends Named>(
  found: readonly One[],
  { groups }: Pick<ParsedQuery, 'groups'>,
  index: SearchIndex,
): One[] {
  return withMost(
    found,
    groups.filter(({ role, isGuess }) => role !== 'use' && !isGuess),
    index,
  );
}

/**
 * The same of what the thing is for, among those that are it: `trainers for running`. A colour is of what it is for (`a kettle
 * for red tea`), and a number of how much.
 */
export function withMostUses<One extends Named>(
  found: readonly One[],
  { groups }: Pick<ParsedQuery, 'groups'>,
  index: SearchIndex,
): One[] {
  return withMost(
    found,
    groups.filter(
      ({ role, isGuess, text }) => role === 'use' && !isGuess && !COLOR_WORDS.has(text) && !/\d/.test(text),
    ),
    index,
  );
}

function withMost<One extends Named>(
  found: readonly One[],
  named: readonly QueryGroup[],
  index: SearchIndex,
): One[] {
  if (named.length === 0) return [...found];
  const words = found.map(({ product, variant_id }) => variantWords(product, variant_id));
  const properties = named.flatMap((group) => {
    const { variants } = group;
    const terms = variants.filter(({ weight }) => weight >= SPELLING_WEIGHTS.synonym);
    const stated = words.map((own) => terms.some(({ term }) => own.has(index.term(term))));
    const having = saidOf(found, stated, describedAs(index, group));
    return having.filter(Boolean).length >= Math.max(1, LEAST_HAVING * found.length) ? [having] : [];
  });
  const counts = found.map((_, at) => properties.filter((having) => having[at]).length);
  const most = Math.max(0, ...counts);
  return found.filter((_, at) => counts[at] === most);
}

/** By record and variant: the words of its listings, which each constraint that is tried asks for again. */
const known = new WeakMap<Product, Map<string, ReadonlySet<string>>>();

function variantWords(product: Product, variant_id: string): ReadonlySet<string> {
  const listings = product.listings.filter((own) => own.variant_id === variant_id);
  if (listings.length === product.listings.length) return productWords(product);
  const held = known.get(product) ?? new Map<string, ReadonlySet<string>>();
  known.set(product, held);
  const words = held.get(variant_id) ?? productWords({ ...product, listings });
  held.set(variant_id, words);
  return words;
}
