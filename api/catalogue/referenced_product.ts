import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { namedVariants } from '../../pipelines/domain/named_variants.ts';
import { isLive } from '../../pipelines/domain/offer.ts';
import { type PoolChoice, usualCondition } from '../../pipelines/domain/pool.ts';
import { resolveAnyReference } from '../../warehouse/reads/plain_reference.ts';
import {
  type Match,
  matchOf,
  namedListings,
  type ResolvedReference,
} from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { ApiError } from '../http/errors.ts';

/** Which pool a reference asks for. */
export type PoolAsked = Pick<PoolChoice, 'named' | 'meant' | 'conditions'>;

/** The product of a reference, as endpoints use it. */
export interface ReferencedProduct {
  product: Product;
  match: Match;
  /** Listings of the variant that the reference names, or all. */
  named: Listing[];
  /** The variant that the reference names; null for the product as a whole. */
  variant_id: string | null;
  /** The one listing that the reference names; null where it names several or none. */
  offer: Listing | null;
  /** Which pool it asks for. */
  pool: PoolAsked;
}

/**
 * Resolves a reference and reads its product. Throws `invalid_identifier` and `not_found` (with `suggestions`),
 * naming `param`.
 */
export async function referencedProduct(
  snapshot: Snapshot,
  reference: string,
  { param, signal }: { param: string; signal?: AbortSignal },
): Promise<ReferencedProduct> {
  const resolved = await requireReference(snapshot, reference, param, signal);
  const [product] = await snapshot.products([resolved.product_no], signal);
  if (!product) throw new Error(`product number ${resolved.product_no} of ${snapshot.id} could not be read`);
  const named = namedListings(product, resolved);
  const meant = resolved.names ? product.listings.filter(resolved.names) : [];
  return {
    pool: poolAsked(product, resolved, reference),
    product,
    match: matchOf(product, resolved),
    named,
    variant_id: meant[0]?.variant_id ?? null,
    offer: meant.length === 1 ? (meant[0] ?? null) : null,
  };
}

/**
 * Which pool a reference asks for: that of the variant it names, in the condition it is sold in; plain language names
 * variants by their values (`512 GB`).
 */
export function poolAsked(
  product: Product,
  { names, kind }: Pick<ResolvedReference, 'names' | 'kind'>,
  reference: string,
): PoolAsked {
  if (kind === 'text') return { meant: namedVariants(product, reference) };
  const named = names ? product.listings.filter(names) : [];
  if (named.length === 0) return {};
  return {
    named: new Set(named.map(({ variant_id }) => variant_id)),
    conditions: [usualCondition(named)],
  };
}

/** Asks for the pool of one variant, in the condition it is sold in. Throws `not_found` where it is not the product's. */
export function poolOfVariant(product: Product, variantId: string): PoolAsked {
  requireVariant(product, variantId);
  const own = product.listings.filter(({ variant_id }) => variant_id === variantId);
  return { named: new Set([variantId]), conditions: [usualCondition(own)] };
}

async function requireReference(
  snapshot: Snapshot,
  reference: string,
  param: string,
  signal: AbortSignal | undefined,
): Promise<ResolvedReference> {
  const resolution = await resolveAnyReference(snapshot, reference, signal);
  if (resolution.outcome === 'found') return resolution;
  const { outcome, detail, suggestions } = resolution;
  throw new ApiError(outcome, {
    detail,
    param,
    errors: [{ param, detail }],
    ...(outcome === 'not_found' ? { extras: { suggestions } } : {}),
  });
}

/** An offer that a reference names, with its product. */
export interface ReferencedOffer {
  product: Product;
  offer: Listing;
  match: Match;
}

/**
 * Resolves a reference to one offer: `off_…`, `<seller>:<sku>`, or a link or code that only one listing has. Throws
 * `invalid_identifier`, `not_found`, and `ambiguous_offer` where several listings are meant, naming `param`.
 */
export async function referencedOffer(
  snapshot: Snapshot,
  reference: string,
  { param, signal }: { param: string; signal?: AbortSignal },
): Promise<ReferencedOffer> {
  const resolved = await requireReference(snapshot, reference, param, signal);
  const [product] = await snapshot.products([resolved.product_no], signal);
  if (!product) throw new Error(`product number ${resolved.product_no} of ${snapshot.id} could not be read`);
  const meant = resolved.names ? product.listings.filter(resolved.names) : product.listings;
  const live = meant.filter(isLive);
  const [offer, ...others] = meant.length > 1 ? live : meant;
  if (offer && others.length === 0) return { product, offer, match: matchOf(product, resolved) };
  const offers = (live.length > 0 ? live : meant).slice(0, 20);
  const detail = `"${reference.slice(0, 100)}" means ${meant.length} listings, ${live.length} of them live; name one, for example ${offers[0]?.offer_id ?? 'by its offer id'}`;
  throw new ApiError('ambiguous_offer', {
    detail,
    param,
    errors: [{ param, detail }],
    extras: { offers: offers.map(({ offer_id, seller, sku }) => ({ id: offer_id, seller, sku })) },
  });
}

/** Throws `not_found` for a seller that the directory does not hold. */
export function requireSellers(snapshot: Snapshot, sellers: readonly string[], param: string): void {
  const known = new Set(snapshot.sellers().map(({ id }) => id));
  const unknown = sellers.find((seller) => !known.has(seller));
  if (unknown === undefined) return;
  const detail = `there is no seller ${unknown}; GET /v1/sellers lists them`;
  throw new ApiError('not_found', {
    detail,
    param,
    errors: [{ param, detail }],
    extras: { suggestions: [] },
  });
}

/** Throws `not_found` for a variant that is not the product's. */
export function requireVariant(product: Product, variantId: string): void {
  if (product.variants.some(({ variant_id }) => variant_id === variantId)) return;
  const some = product.variants.slice(0, 5).map(({ variant_id }) => variant_id);
  const detail = `product ${product.product_id} has no variant ${variantId}; it has ${some.join(', ')}${product.variants.length > 5 ? ' and others' : ''}`;
  throw new ApiError('not_found', {
    detail,
    param: 'variant_id',
    errors: [{ param: 'variant_id', detail }],
    extras: { suggestions: [] },
  });
}
