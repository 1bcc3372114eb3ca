import type { Listing } from '../../pipelines/domain/listing.ts';
import { rankOffers } from '../../pipelines/domain/offer.ts';
import { shownPool } from '../../pipelines/domain/pool.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { poolOfVariant, type ReferencedProduct } from '../catalogue/referenced_product.ts';
import { ApiError } from '../http/errors.ts';

/** Which offer of a product is meant: of this seller, of this variant. */
export interface OfferAsked {
  seller?: string | undefined;
  variant_id?: string | undefined;
}

/**
 * The offer whose own price series an answer is about: the cheapest current one of the pool shown, of the seller and
 * variant asked for. Throws `not_found`, naming who carries it.
 */
export function contextOffer(
  snapshot: Snapshot,
  { product, named, pool }: ReferencedProduct,
  { seller, variant_id }: OfferAsked,
): Listing {
  const passes = (listing: Listing) =>
    (seller === undefined || listing.seller === seller) &&
    (variant_id === undefined || listing.variant_id === variant_id);
  const asked = variant_id === undefined ? pool : poolOfVariant(product, variant_id);
  const [offer] = shownPool(product, snapshot.currency, { ...asked, passes }).offers;
  const ranked = rankOffers(variant_id === undefined ? named : product.listings, snapshot.currency);
  // A seller may carry it in another condition only.
  const other = offer ?? ranked.find(passes);
  if (other) return other;
  const carriers = [...new Set(ranked.map((listing) => listing.seller))];
  const detail =
    carriers.length === 0
      ? `no seller carries product ${product.product_id} now, so there is no current price; see its history`
      : `${seller === undefined ? `nobody carries variant ${variant_id}` : `seller ${seller} does not carry ${variant_id === undefined ? `product ${product.product_id}` : `variant ${variant_id}`}`} now; these carry the product: ${carriers.join(', ')}`;
  throw new ApiError('not_found', {
    detail,
    param: seller === undefined ? (variant_id === undefined ? 'id' : 'variant_id') : 'seller',
    extras: { suggestions: [], sellers: carriers },
  });
}
