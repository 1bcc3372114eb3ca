import { type Static, Type } from 'typebox';
import { type Listing, type Product, PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { highestBand, quantityBand } from '../../pipelines/domain/local_stock.ts';
import { isLive } from '../../pipelines/domain/offer.ts';
import { type Pool, shownPool } from '../../pipelines/domain/pool.ts';
import {
  bestAvailability,
  jointAvailability,
  sharedGaps,
  stockoutsOf,
} from '../../pipelines/domain/stockouts.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { AxisValues, axisValues, PooledVariants } from '../catalogue/pool_record.ts';
import { poolOfVariant, referencedProduct, requireSellers } from '../catalogue/referenced_product.ts';
import {
  Availability,
  Condition,
  closed,
  DaysQuery,
  MatchRecord,
  nullable,
  ProductParams,
  SellerFilter,
  Timestamp,
  VariantFilter,
} from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { gapsOf, knownUntil, timestamp } from './seller_history.ts';

const DAY_SECONDS = 86_400;

const query = Type.Object({ seller: SellerFilter, variant_id: VariantFilter, days: DaysQuery }, closed);

const SellerStock = Type.Object({
  seller: Type.String(),
  state: { ...Availability, description: 'Of its best offer; `gone`: it stopped to carry them.' },
  since: { ...Timestamp, description: 'Since when it stands so, as far as it was seen.' },
  quantity_band: nullable(
    Type.String({
      description:
        'How many it has, as a range and never a count: `0`, `1-2`, `3-5`, `6-10`, `11-20` or `21+`. By what its feed of offers says of the one of these offers of which it has most, and where that counts nothing by its stores together; null where nobody counts.',
    }),
  ),
  stockouts: Type.Integer({ description: 'Times that it was sold out in the window, the running one too.' }),
  stockout_share: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of time sold out, of the time in which it was seen to take orders or to be sold out; null where it never was.',
    }),
  ),
  median_outage_days: nullable(
    Type.Number({
      description:
        'By Kaplan and Meier, so that what still goes on counts as lasting at least so long; null where too few have ended to tell.',
    }),
  ),
  last_seen: Timestamp,
});

const VariantOut = Type.Object({
  variant_id: Type.String(),
  title: Type.String(),
  axes: AxisValues,
  state: Availability,
});

const response = Type.Object({
  product_id: Type.String(),
  match: MatchRecord,
  pooled_variants: PooledVariants,
  condition: Condition,
  state: { ...Availability, description: 'Of the best seller.' },
  in_stock_sellers: Type.Integer({ description: 'Sellers that take an order now.' }),
  sellers: Type.Array(SellerStock, {
    description: 'Those that take an order first, then by how seldom they are sold out.',
  }),
  variants_out: Type.Array(VariantOut, { description: 'Variants that nobody takes an order for now.' }),
  days: Type.Integer({ description: 'Length of the window.' }),
});

/** The listings that are asked about: of the pool's variants and condition, carried at some time of the window. */
function wantedListings(
  product: Product,
  { pool, from, filter }: { pool: Pool; from: number; filter: Static<typeof query> },
): Listing[] {
  return product.listings.filter(
    (listing) =>
      pool.variant_ids.includes(listing.variant_id) &&
      listing.condition === pool.condition &&
      (filter.variant_id === undefined || listing.variant_id === filter.variant_id) &&
      (filter.seller?.includes(listing.seller) ?? true) &&
      (listing.availability !== 'gone' || (listing.changes.at(-1)?.from ?? 0) > from),
  );
}

/** How one seller's offers of the pool stand, together. */
function sellerStock(snapshot: Snapshot, seller: string, listings: readonly Listing[], days: number) {
  const points = jointAvailability(listings.map(({ changes }) => changes));
  const now = knownUntil(snapshot);
  const gaps = sharedGaps(listings.map((listing) => gapsOf(snapshot, listing)));
  const { stockouts, stockout_share, median_outage_days } = stockoutsOf({ points, now, days, gaps });
  return {
    seller,
    state: points.at(-1)?.availability ?? 'unknown',
    since: timestamp(points.at(-1)?.from ?? now),
    stockouts,
    stockout_share: stockout_share === null ? null : rounded(stockout_share, 4),
    median_outage_days: median_outage_days === null ? null : rounded(median_outage_days, 2),
    last_seen:
      listings
        .map(({ last_seen }) => last_seen)
        .sort()
        .at(-1) ?? timestamp(now),
  };
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

const takesOrders = ({ state }: { state: Listing['availability'] }) => PURCHASABLE.includes(state);

/** The variants of these listings that nobody takes an order for. */
function variantsOut(product: Product, listings: readonly Listing[]): Static<typeof VariantOut>[] {
  const states = Map.groupBy(listings, ({ variant_id }) => variant_id);
  return product.variants.flatMap(({ variant_id, title, axes }) => {
    const own = states.get(variant_id);
    const state = bestAvailability(own?.map(({ availability }) => availability) ?? []);
    return own && !takesOrders({ state }) ? [{ variant_id, title, axes: axisValues(axes), state }] : [];
  });
}

export const availability: Operation = {
  group: 'intelligence',
  id: 'getAvailability',
  method: 'GET',
  path: '/v1/products/:id/availability',
  summary: 'Stock state across sellers, with stockout frequency',
  description:
    'Of the pool that POST /v1/compare shows. A seller with several offers of it stands as its best one does. Silences of a seller’s feed count neither as stock nor as stockout.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response,
  cacheable: true,
  async run({ snapshot }, input) {
    const filter = input.query as Static<typeof query>;
    const { days = 90 } = filter;
    const reference = { param: 'id', signal: input.signal };
    const {
      product,
      match,
      pool: asked,
    } = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    requireSellers(snapshot, filter.seller ?? [], 'seller');
    const choice = filter.variant_id === undefined ? asked : poolOfVariant(product, filter.variant_id);
    const pool = shownPool(product, snapshot.currency, choice);
    const from = knownUntil(snapshot) - days * DAY_SECONDS;
    const listings = wantedListings(product, { pool, from, filter });
    const inputs = await snapshot.hold(FulfilmentInputs.open);
    const counted = await inputs.countedStock(listings.filter(isLive));
    const sellers = [...Map.groupBy(listings, ({ seller }) => seller)]
      .map(([seller, own]) => ({
        ...sellerStock(snapshot, seller, own, days),
        quantity_band:
          highestBand(own.filter(isLive).map(({ stock_band }) => stock_band)) ??
          quantityBand(counted.get(seller) ?? null),
      }))
      .sort(
        (a, b) =>
          Number(takesOrders(b)) - Number(takesOrders(a)) ||
          (a.stockout_share ?? 1) - (b.stockout_share ?? 1) ||
          (a.seller < b.seller ? -1 : 1),
      );
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        match,
        pooled_variants: pool.variant_ids,
        condition: pool.condition,
        state: bestAvailability(sellers.map(({ state }) => state)),
        in_stock_sellers: sellers.filter(takesOrders).length,
        sellers,
        variants_out: variantsOut(product, listings),
        days,
      },
    };
  },
};
