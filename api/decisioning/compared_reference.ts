import type { Product } from '../../pipelines/domain/listing.ts';
import { shownPool, shownVariant } from '../../pipelines/domain/pool.ts';
import { type ComparedItem, comparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { withMaker } from '../../pipelines/equivalence/maker.ts';
import { catalogueMakers } from '../../warehouse/reads/catalogue_makers.ts';
import type { Match } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { type PoolAsked, referencedProduct } from '../catalogue/referenced_product.ts';

/** A reference as it is held against others: the variant that it names, else the one that answers show. */
export interface ComparedReference {
  product: Product;
  item: ComparedItem;
  match: Match;
  /** Whether the reference names a variant. */
  names_variant: boolean;
  asked: PoolAsked;
}

/** Resolves a reference to what is compared. Throws `invalid_identifier` and `not_found`, naming `param`. */
export async function comparedReference(
  snapshot: Snapshot,
  reference: string,
  { param, signal }: { param: string; signal?: AbortSignal },
): Promise<ComparedReference> {
  const {
    product,
    match,
    variant_id,
    pool: asked,
  } = await referencedProduct(snapshot, reference, {
    param,
    ...(signal && { signal }),
  });
  const pool = shownPool(product, snapshot.currency, asked);
  const shown = comparedItem(product, variant_id ?? shownVariant(product, pool, asked), pool.condition);
  const item = withMaker(shown, await catalogueMakers(snapshot));
  // A reference that names a listing is as sure as that listing's place.
  const isPlaced = match.method === 'reference';
  const sure = isPlaced ? { ...item, match: { ...item.match, confidence: match.confidence } } : item;
  return {
    product,
    item: sure,
    match,
    names_variant: variant_id !== null || asked.meant !== undefined,
    asked,
  };
}
