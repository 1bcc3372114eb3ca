import { settleAttributes } from '../../pipelines/attributes/settle.ts';
import type { Quantity } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';

/** Below it nothing is taken for what a pack holds. */
const LEAST_CONFIDENCE = 0.5;
const PACK_COUNT = 'general.pack_count';

/** How often an offer is ordered. */
export interface OrderedUnits {
  units: number;
  /** Pieces in one of them; null where the record does not say, which counts as one. */
  pieces: number | null;
}

export const ONE_UNIT: OrderedUnits = { units: 1, pieces: null };

/**
 * How many of a variant make up a quantity, whole ones: of 24 batteries one pack of 24, two of 12, three of 10. Packages
 * that are asked for are counted whatever they hold.
 */
export function orderedUnits(
  product: Product,
  variant_id: string,
  quantity: Pick<Quantity, 'pieces' | 'of'> | null,
): OrderedUnits {
  if (quantity === null) return ONE_UNIT;
  const pieces = piecesOf(product, variant_id);
  if (quantity.of === 'packages') return { units: quantity.pieces, pieces };
  return { units: Math.ceil(quantity.pieces / (pieces ?? 1)), pieces };
}

/** Pieces in a package of a variant, as its attributes say. */
export function piecesOf(product: Product, variant_id: string): number | null {
  const counts = settleAttributes(product.listings).attributes.flatMap(
    ({ key, value, confidence, variant_ids }) => {
      const isOwn = key === PACK_COUNT && confidence >= LEAST_CONFIDENCE && variant_ids.includes(variant_id);
      const count = Number(value);
      return isOwn && Number.isInteger(count) && count >= 1 ? [{ count, confidence }] : [];
    },
  );
  return counts.toSorted((a, b) => b.confidence - a.confidence)[0]?.count ?? null;
}
