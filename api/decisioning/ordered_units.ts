import { settledProduct } from '../../pipelines/attributes/settled_product.ts';
import { INTENT_LANGUAGES, inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import type { Quantity } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { wordsOf } from '../../pipelines/text/words.ts';

/** Below it nothing is taken for what a pack holds. */
const LEAST_CONFIDENCE = 0.5;
const PACK_COUNT = 'general.pack_count';

/** How often an offer is ordered. */
export interface OrderedUnits {
  units: number;
  /** Pieces in one of them; null where the record does not say, which counts as one. */
  pieces: number | null;
}

const ONE_UNIT: OrderedUnits = { units: 1, pieces: null };

/**
 * How many of a variant make up a quantity, whole ones: of 24 batteries one pack of 24, two of 12, three of 10. Packages
 * that are asked for are counted whatever they hold. `words` say what is wanted.
 */
export function orderedUnits(
  product: Product,
  variant_id: string,
  { quantity, words }: { quantity: Pick<Quantity, 'pieces' | 'of'> | null; words: string },
): OrderedUnits {
  if (quantity === null) return ONE_UNIT;
  const pieces = piecesOf(product, variant_id) ?? titledPieces(product, variant_id, words);
  if (quantity.of === 'packages') return { units: quantity.pieces, pieces };
  return { units: Math.ceil(quantity.pieces / (pieces ?? 1)), pieces };
}

/** Those of which whole packages make up just as many pieces as are wanted, where any are: 24 pencils before a set of 36. */
export function inJustThatMany<One extends { product: Product; best: { variant_id: string } }>(
  found: readonly One[],
  asked: { quantity: Pick<Quantity, 'pieces' | 'of'> | null; words: string },
): readonly One[] {
  const { quantity } = asked;
  if (quantity === null || quantity.of !== 'pieces' || quantity.pieces < 2) return found;
  const exact = found.filter(({ product, best }) => {
    const { units, pieces } = orderedUnits(product, best.variant_id, asked);
    return pieces !== null && units * pieces === quantity.pieces;
  });
  return exact.length > 0 ? exact : found;
}

/** Pieces in a package of a variant, as its attributes say. */
export function piecesOf(product: Product, variant_id: string): number | null {
  const counts = settledProduct(product).attributes.flatMap(({ key, value, confidence, variant_ids }) => {
    const isOwn = key === PACK_COUNT && confidence >= LEAST_CONFIDENCE && variant_ids.includes(variant_id);
    const count = Number(value);
    return isOwn && Number.isInteger(count) && count >= 1 ? [{ count, confidence }] : [];
  });
  return counts.toSorted((a, b) => b.confidence - a.confidence)[0]?.count ?? null;
}

/**
 * Whether a variant comes as the text says: so many in one pack (`the box of 12`), or of several whose number is not said
 * (`a whole case of it`). Of a pack with a number nothing is held against what a record does not say.
 */
export function isPackMeant(
  product: Product,
  variant_id: string,
  { quantity, bulk }: { quantity: Pick<Quantity, 'pieces' | 'isPack' | 'isLeast'> | null; bulk: unknown },
): boolean {
  if (bulk === null && quantity?.isPack !== true && quantity?.isLeast !== true) return true;
  const pieces = piecesOf(product, variant_id);
  // One pack of enough goes before several that make up as much.
  if (quantity?.isLeast) return pieces !== null && pieces >= quantity.pieces;
  if (quantity?.isPack !== true) return pieces !== null && pieces > 1;
  return pieces === null || pieces === quantity.pieces;
}

/** `a box of a hundred`, which is no matter of ordering one thing a hundred times. */
export const isLargePack = (quantity: Pick<Quantity, 'pieces' | 'isPack'> | null): boolean =>
  quantity?.isPack === true && quantity.pieces >= LEAST_LARGE;
/** So many packages nobody orders who asks for one. */
const LEAST_LARGE = 20;

/**
 * Whether a variant would have to be ordered that often for one large pack. Of what must come in so many at least
 * (`100 or more`) the record must say how many there are, and a pack must have them.
 */
export function isPackUnheardOf(
  product: Product,
  variant_id: string,
  asked: { quantity: Quantity | null; words: string },
): boolean {
  const { quantity } = asked;
  if (quantity === null || !(quantity.isLeast || isLargePack(quantity))) return false;
  const { units, pieces } = orderedUnits(product, variant_id, asked);
  if (!quantity.isLeast) return units >= LEAST_LARGE;
  return pieces === null || units >= LEAST_LARGE || (quantity.isPack && units > 1);
}

/** The same as they are written. */
const SEVERAL = inEveryLanguage('sold_by_number');

/** Nouns of what is bought by number, in any language, as an index of words holds them. */
const BY_NUMBER: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ sold_by_number }) =>
    sold_by_number.flatMap((noun) => wordsOf(noun).map(({ text }) => text)),
  ),
);

/** Pieces in a package as its titles say of the noun that is wanted: `20 pods`, where pods are; null where they disagree. */
function titledPieces({ listings }: Product, variant_id: string, words: string): number | null {
  const wanted = new Set(wordsOf(words).flatMap(({ text }) => (BY_NUMBER.has(text) ? [text] : [])));
  const counts = listings
    .filter((listing) => listing.variant_id === variant_id)
    .flatMap(({ title }) => [...title.matchAll(/(?<![\p{L}\p{N}.,])(\d{1,4})[\s-]?(\p{L}+)/gu)])
    .flatMap(([, count = '', noun = '']) =>
      // Of `Signo 207 stylo gel` the number is of a name: several are written in the plural.
      SEVERAL.has(foldText(noun)) && wanted.has(wordsOf(noun)[0]?.text ?? '') ? [Number(count)] : [],
    );
  const [first] = counts;
  return first !== undefined && first > 0 && counts.every((count) => count === first) ? first : null;
}
