import type { Condition, Listing, Product } from './listing.ts';
import { CONDITIONS } from './listing.ts';
import { comparableOffers, comparePositions, isLive, offerPosition, rankOffers } from './offer.ts';

/**
 * Offers that are weighed against one another: of variants that cost the same (they differ along axes that do not bear
 * on price), of one condition. Which axes those are was found at publication (pipelines/variants).
 */
export interface Pool {
  /** Variants of the pool, as the product lists them, with those that nobody offers now. */
  variant_ids: string[];
  condition: Condition;
  /** Its live offers that pass, in rank order. */
  offers: Listing[];
}

/** Which pool of a product is shown. */
export interface PoolChoice {
  /** Any of these conditions; absent: new, where anybody sells it new. */
  conditions?: readonly Condition[] | undefined;
  /** Which offers count; absent: all that are live. */
  passes?: ((listing: Listing) => boolean) | undefined;
  /** Variants that an identifier names: no other pool than theirs is shown. */
  named?: ReadonlySet<string> | undefined;
  /** Variants that words mean: theirs is shown where it has an offer that passes. */
  meant?: ReadonlySet<string> | undefined;
  /** Shows the pool of the cheapest offer rather than the most carried one. */
  cheapest?: boolean | undefined;
}

const variantsKey = ({ pool_key, variant_id }: Pick<Listing, 'pool_key' | 'variant_id'>): string =>
  pool_key ?? variant_id;

/** What a product is sold as unless another condition is asked for: new where it is, else refurbished, else used. */
export function usualCondition(listings: readonly Pick<Listing, 'condition' | 'availability'>[]): Condition {
  const sold = new Set(listings.filter(isLive).map(({ condition }) => condition));
  return CONDITIONS.find((condition) => sold.has(condition)) ?? 'new';
}

/** Every pool that has a live offer which passes; by conditions, new first, then in the order of the variants. */
export function poolsOf(
  product: Product,
  currency: string,
  { passes = () => true, conditions = CONDITIONS }: Pick<PoolChoice, 'passes' | 'conditions'> = {},
): Pool[] {
  const ranked = rankOffers(product.listings, currency).filter(passes);
  const variants = variantsByKey(product);
  return CONDITIONS.filter((condition) => conditions.includes(condition)).flatMap((condition) => {
    const offers = Map.groupBy(
      ranked.filter((offer) => offer.condition === condition),
      variantsKey,
    );
    return [...variants].flatMap(([key, variant_ids]) => {
      const own = offers.get(key);
      return own ? [{ variant_ids, condition, offers: own }] : [];
    });
  });
}

/**
 * The pool of a product that answers show: the one that is named or meant, else the most carried, or that of the
 * cheapest offer. Where nothing passes, the pool of the named or of the naming variant, without offers.
 */
export function shownPool(product: Product, currency: string, choice: PoolChoice = {}): Pool {
  const { named, meant, passes } = choice;
  const holds =
    (variants: ReadonlySet<string>) =>
    ({ variant_ids }: Pool) =>
      variant_ids.some((id) => variants.has(id));
  const conditions = choice.conditions ?? [usualCondition(product.listings)];
  const all = poolsOf(product, currency, { passes, conditions });
  const pools = named ? all.filter(holds(named)) : all;
  const preferred = meant ? pools.filter(holds(meant)) : [];
  const wanted = preferred.length > 0 ? preferred : pools;
  const [first] = wanted.sort(choice.cheapest ? byCheapest(currency) : byCarriers(currency));
  if (first) return first;
  const listing = product.listings.find(({ variant_id }) => named?.has(variant_id)) ?? product.listings[0];
  if (!listing) throw new Error(`product ${product.product_id} has no listings`);
  return {
    variant_ids: variantsByKey(product).get(variantsKey(listing)) ?? [listing.variant_id],
    condition: conditions[0] ?? 'new',
    offers: [],
  };
}

/**
 * The variant that stands for a pool: the one named or meant, else the one that names the product, else the most
 * carried.
 */
export function shownVariant(
  product: Product,
  pool: Pool,
  { named, meant }: Pick<PoolChoice, 'named' | 'meant'> = {},
): string {
  const asked = named ?? meant;
  const own = pool.variant_ids.filter((id) => asked?.has(id) ?? false);
  const candidates = own.length > 0 ? own : pool.variant_ids;
  const naming = product.listings[0]?.variant_id;
  if (naming !== undefined && candidates.includes(naming)) return naming;
  const carriers = new Map(candidates.map((id) => [id, 0]));
  for (const { variant_id } of pool.offers) {
    const count = carriers.get(variant_id);
    if (count !== undefined) carriers.set(variant_id, count + 1);
  }
  const [[most] = []] = [...carriers].sort((a, b) => b[1] - a[1]);
  if (most === undefined) throw new Error(`a pool of ${product.product_id} has no variants`);
  return most;
}

function variantsByKey(product: Product): Map<string, string[]> {
  const keys = new Map(product.listings.map((listing) => [listing.variant_id, variantsKey(listing)]));
  const variants = new Map<string, string[]>();
  for (const { variant_id } of product.variants) {
    const key = keys.get(variant_id) ?? variant_id;
    variants.set(key, [...(variants.get(key) ?? []), variant_id]);
  }
  return variants;
}

const sellersOf = (offers: readonly Listing[]) => new Set(offers.map(({ seller }) => seller)).size;

/** By how many sellers it can be bought from, then by how many list it, then by the cheapest offer. */
function byCarriers(currency: string) {
  return (a: Pool, b: Pool): number =>
    sellersOf(comparableOffers(b.offers, currency)) - sellersOf(comparableOffers(a.offers, currency)) ||
    sellersOf(b.offers) - sellersOf(a.offers) ||
    byCheapest(currency)(a, b);
}

function byCheapest(currency: string) {
  return (a: Pool, b: Pool): number =>
    comparePositions(
      offerPosition(a.offers[0] as Listing, currency),
      offerPosition(b.offers[0] as Listing, currency),
    );
}
