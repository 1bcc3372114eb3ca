import { settleAttributes } from '../../pipelines/attributes/settle.ts';
import type { Extreme } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { roleOf } from '../../pipelines/equivalence/roles.ts';

/** An attribute that is less sure decides nothing. */
const LEAST_SURE = 0.6;

/**
 * Those that measure most, or least, by the attribute that tells the size of their kind (`scale` of `roles.json`): the
 * biggest television is the one of the widest screen. None where no record says how large it is.
 */
export function ofExtremeSize<One extends { product: Product; variant_id: string }>(
  found: readonly One[],
  { wants }: Pick<Extreme, 'wants'>,
): One[] {
  const sizes = found.map(sizeOf);
  const known = sizes.filter((size) => size !== null);
  const extreme = wants === 'largest' ? Math.max(...known) : Math.min(...known);
  return found.filter((_, at) => sizes[at] === extreme);
}

function sizeOf({ product, variant_id }: { product: Product; variant_id: string }): number | null {
  const { attributes } = settleAttributes(product.listings);
  const size = attributes.find(
    ({ key, value, confidence, variant_ids }) =>
      roleOf(key) === 'scale' &&
      typeof value === 'number' &&
      confidence >= LEAST_SURE &&
      variant_ids.includes(variant_id),
  );
  return typeof size?.value === 'number' ? size.value : null;
}
