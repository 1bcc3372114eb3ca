import { type Static, Type } from 'typebox';
import { type Listing, PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import {
  channelOf,
  type Observed,
  offerConfidence,
  valueConfidence,
} from '../../pipelines/domain/provenance.ts';
import type { SellerFacts, Snapshot } from '../../warehouse/reads/snapshot.ts';
import { Thumb } from './media_record.ts';
import {
  Availability,
  Condition,
  Currency,
  Display,
  MatchRecord,
  Minor,
  nullable,
  recordOf,
  Source,
  Timestamp,
} from './schema.ts';

const FieldSource = Type.Object({ ...Source.properties, observed_at: Timestamp });

/** An offer with everything that is known of it. */
export const OfferRecord = recordOf('Offer', {
  id: Type.String({ description: '`off_…`' }),
  seller: Type.String(),
  seller_kind: Type.String({ description: 'retailer, brand_storefront or marketplace_seller' }),
  sku: Type.String({ description: 'The seller’s own.' }),
  variant_id: Type.String(),
  title: Type.String({ description: 'The seller’s own.' }),
  price: Display('Price'),
  price_minor: Minor('Price'),
  list_price_minor: nullable(Minor('The price that the seller strikes out')),
  landed: nullable(Display('Price and delivery; null where the cost of delivery is unknown')),
  landed_minor: nullable(Minor('Price and delivery')),
  currency: Currency,
  comparable: Type.Boolean({
    description:
      'False in another currency than the market’s: such an offer is listed last and never compared.',
  }),
  condition: Condition,
  availability: Availability,
  purchasable: Type.Boolean({ description: 'An order is taken now.' }),
  delivers_by: nullable(Type.String({ description: 'Date; null where the seller gives no delivery times.' })),
  url: nullable(Type.String()),
  thumb: Thumb,
  observed_at: Timestamp,
  match: MatchRecord,
  gtin_conflict: Type.Boolean({ description: 'Its GTIN is also claimed by something visibly different.' }),
  source: Source,
  provenance: Type.Record(Type.String(), FieldSource, {
    description:
      'For each field that the seller stated: where it came from, how sure it is, and when it was seen.',
  }),
});

export type OfferRecordValue = Static<typeof OfferRecord>;

/** What the offers of one answer share. */
export interface OfferScope {
  currency: string;
  locale: string;
  /** Epoch milliseconds of the snapshot's newest observation: ages are counted from it, so an answer depends on the snapshot alone. */
  as_of_ms: number;
  sellers: ReadonlyMap<string, SellerFacts>;
}

export function offerScope(snapshot: Snapshot): OfferScope {
  return {
    currency: snapshot.currency,
    locale: snapshot.locale,
    as_of_ms: Date.parse(snapshot.as_of),
    sellers: new Map(snapshot.sellers().map((seller) => [seller.id, seller])),
  };
}

function sellerOf(listing: Listing, scope: OfferScope): SellerFacts {
  const seller = scope.sellers.get(listing.seller);
  if (!seller)
    throw new Error(
      `listing ${listing.offer_id} is of seller ${listing.seller}, which is not in the directory`,
    );
  return seller;
}

function observedOf(listing: Listing, scope: OfferScope): Observed {
  const seller = sellerOf(listing, scope);
  const feed = seller.feeds.find((candidate) => candidate.feed === listing.feed);
  return {
    channel: channelOf(seller.access),
    age_minutes: Math.max(0, (scope.as_of_ms - Date.parse(listing.last_seen)) / 60_000),
    interval_minutes: feed?.interval_minutes ?? 1440,
  };
}

/** `source` of an offer: the channel of its seller, and how sure the offer as a whole is. */
export function sourceOf(listing: Listing, scope: OfferScope): Static<typeof Source> {
  const observed = observedOf(listing, scope);
  return { channel: observed.channel, confidence: offerConfidence(observed, listing.confidence) };
}

/** `best` as products carry it. */
export function bestRecord(listing: Listing | null, scope: OfferScope) {
  if (!listing) return null;
  const { seller, offer_id, price_minor, currency } = listing;
  return { seller, offer_id, price: formatPrice(price_minor, currency, scope.locale), price_minor, currency };
}

export const BestRecord = nullable(
  Type.Object(
    {
      seller: Type.String(),
      offer_id: Type.String(),
      price: Display('Price'),
      price_minor: Minor('Price'),
      currency: Currency,
    },
    {
      description:
        'The cheapest offer to buy, by landed cost, but for one with a flag of severity `high` while another is left; null where nothing can be bought.',
    },
  ),
);

/** Shows a listing as an offer; `thumb` is of its variant. */
export function offerRecord(listing: Listing, scope: OfferScope, thumb: string | null): OfferRecordValue {
  const { price_minor, landed_minor, currency } = listing;
  const display = (minor: number) => formatPrice(minor, currency, scope.locale);
  return {
    id: listing.offer_id,
    seller: listing.seller,
    seller_kind: sellerOf(listing, scope).kind,
    sku: listing.sku,
    variant_id: listing.variant_id,
    title: listing.title,
    price: display(price_minor),
    price_minor,
    list_price_minor: listing.list_price_minor,
    landed: landed_minor === null ? null : display(landed_minor),
    landed_minor,
    currency,
    comparable: currency === scope.currency,
    condition: listing.condition,
    availability: listing.availability,
    purchasable: PURCHASABLE.includes(listing.availability),
    delivers_by: null,
    url: listing.url,
    thumb,
    observed_at: listing.last_seen,
    match: { method: listing.method, confidence: listing.confidence },
    gtin_conflict: listing.gtin_conflict,
    source: sourceOf(listing, scope),
    provenance: provenanceOf(listing, scope),
  };
}

function provenanceOf(listing: Listing, scope: OfferScope): OfferRecordValue['provenance'] {
  const observed = observedOf(listing, scope);
  const field = {
    channel: observed.channel,
    confidence: valueConfidence(observed),
    observed_at: listing.last_seen,
  };
  return {
    price: field,
    ...(listing.landed_minor === null ? {} : { landed: field }),
    ...(listing.list_price_minor === null ? {} : { list_price: field }),
    condition: field,
    ...(listing.availability === 'unknown' ? {} : { availability: field }),
    ...(listing.url === null ? {} : { url: field }),
  };
}
