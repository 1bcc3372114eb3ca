import { type Static, Type } from 'typebox';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import { type Listing, type Product, PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { isLive, summariseOffers } from '../../pipelines/domain/offer.ts';
import { type Pool, type PoolChoice, shownVariant } from '../../pipelines/domain/pool.ts';
import type { Verdict as PriceVerdict } from '../../pipelines/domain/price_context.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { type MediaFinder, Thumb } from '../catalogue/media_record.ts';
import { BestRecord, bestRecord, type OfferScope } from '../catalogue/offer_record.ts';
import { PooledVariants } from '../catalogue/pool_record.ts';
import { Condition, Currency, Display, Minor, nullable, recordOf } from '../catalogue/schema.ts';
import { Verdict, verdictOf } from '../intelligence/price_verdict.ts';

/** Which offers count. One offer must meet all of it at once. */
export interface OfferChoice {
  /** Any of these; absent means all. */
  sellers?: readonly string[];
  in_stock?: boolean;
  /** Of the landed cost, or the price where delivery is unknown; offers in another currency do not pass. */
  max_price_minor?: number;
}

/** Whether a listing is an offer that counts; the rule of `warehouse/text/offers.ts`, on the listing itself. */
export function isChosen(listing: Listing, choice: OfferChoice, currency: string): boolean {
  if (!isLive(listing)) return false;
  if (choice.sellers !== undefined && !choice.sellers.includes(listing.seller)) return false;
  if (choice.in_stock && !PURCHASABLE.includes(listing.availability)) return false;
  if (choice.max_price_minor === undefined) return true;
  const cost = weighedMinor(listing);
  return listing.currency === currency && cost <= choice.max_price_minor;
}

export const ProductResult = recordOf('ProductResult', {
  product_id: Type.String(),
  variant_id: Type.String({
    description:
      'The variant that the query names, else the one that stands for the pool; title and GTIN are its own.',
  }),
  pooled_variants: PooledVariants,
  condition: Condition,
  title: Type.String(),
  gtin: nullable(Type.String({ description: '14 digits, checksum-verified.' })),
  brand: nullable(Type.String()),
  category: nullable(Type.String()),
  best: BestRecord,
  offers: Type.Integer({ description: 'Live offers of the pool that pass the filters.' }),
  spread: nullable(Display('Highest minus lowest price of these offers')),
  spread_minor: nullable(Minor('The same')),
  currency: Currency,
  verdict: Verdict,
  thumb: Thumb,
  relaxed: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What was read of q and is not in its record, where anything is not.',
    }),
  ),
  alike: Type.Optional(
    Type.Boolean({
      description:
        'True for what has too little of the words and follows because it is like the best that were found.',
    }),
  ),
});
export type ProductResultValue = Omit<Static<typeof ProductResult>, 'verdict'> & {
  verdict: PriceVerdict | null;
};

/** A product as search shows it, by one of its pools, with the offer to buy; `asked`: which variants the query names. */
export function productResult(
  snapshot: Snapshot,
  scope: OfferScope,
  {
    product,
    pool,
    best,
    asked,
    media,
  }: {
    product: Product;
    pool: Pool;
    best: Listing | null;
    asked: Pick<PoolChoice, 'named' | 'meant'>;
    media: MediaFinder;
  },
): ProductResultValue {
  const variant_id = shownVariant(product, pool, asked);
  const variant = product.variants.find((candidate) => candidate.variant_id === variant_id);
  const { spread_minor } = summariseOffers(pool.offers, snapshot.currency);
  const { product_id, brand, category } = product;
  return {
    product_id,
    variant_id,
    pooled_variants: pool.variant_ids,
    condition: pool.condition,
    title: variant?.title ?? product.title,
    gtin: variant ? variant.gtin : product.gtin,
    brand,
    category,
    best: bestRecord(best, scope),
    offers: pool.offers.length,
    spread: spread_minor === null ? null : formatPrice(spread_minor, snapshot.currency, snapshot.locale),
    spread_minor,
    currency: snapshot.currency,
    verdict: best && verdictOf(snapshot, best),
    thumb: media.thumb(product, variant_id),
  };
}
