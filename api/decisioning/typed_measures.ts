import { attributesNamed } from '../../pipelines/attributes/attributes.ts';
import { settledProduct } from '../../pipelines/attributes/settled_product.ts';
import type { Measure } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldSlug } from '../../pipelines/text/fold.ts';

/**
 * A product without the variants whose attributes, typed, are out of the bounds of a measure that says what it is of:
 * `at least 16 GB RAM` is not met by 8 GB and a disk of 256 GB. Null where none is left.
 */
export function withMeasures(product: Product, measures: readonly Measure[]): Product | null {
  const named = measures.flatMap((measure) =>
    measure.of === null
      ? []
      : attributesNamed(foldSlug(measure.of)).map((attribute) => ({ measure, attribute })),
  );
  if (named.length === 0) return product;
  const refused = new Set(
    settledProduct(product).attributes.flatMap(({ key, value, confidence, variant_ids }) => {
      const bound = named.find(({ attribute }) => attribute.key === key);
      if (!bound || typeof value !== 'number' || confidence < LEAST_SURE) return [];
      if (bound.attribute.dimension !== bound.measure.dimension) return [];
      return isWithin(value * bound.attribute.factor, bound.measure) ? [] : variant_ids;
    }),
  );
  const listings = product.listings.filter(({ variant_id }) => !refused.has(variant_id));
  if (listings.length === 0) return null;
  return {
    ...product,
    listings,
    variants: product.variants.filter(({ variant_id }) => !refused.has(variant_id)),
  };
}
/** An attribute that is less sure refuses nothing. */
const LEAST_SURE = 0.6;
/** As much as rounding takes. */
const ROUNDING = 0.025;
const isWithin = (amount: number, { min, max }: Measure): boolean =>
  amount >= (min ?? 0) * (1 - ROUNDING) && amount <= (max ?? Number.POSITIVE_INFINITY) * (1 + ROUNDING);
