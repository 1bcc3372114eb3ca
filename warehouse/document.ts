import { formatId } from '../pipelines/domain/key.ts';
import {
  type Availability,
  type ChangePoint,
  type Condition,
  type Listing,
  type MatchMethod,
} from '../pipelines/domain/listing.ts';

/**
 * A listing as it is served: one JSON array of texts, numbers, attributes and history, because names would be
 * half of the bytes written and read. The order here is that of pipelines/snapshot/sql/slice_documents.sql.
 */
type DocumentBody = [
  texts: [
    listing: string,
    variant: string,
    product: string,
    sku: string,
    title: string,
    brand: string | null,
    gtin: string | null,
    mpn: string | null,
    category: string | null,
    url: string | null,
    image_url: string | null,
    condition: string,
    currency: string,
    item_group_id: string | null,
    method: string,
  ],
  feed_no: number,
  list_price_minor: number | null,
  delivery_minor: number | null,
  /** In ten-thousandths. */
  confidence: number,
  gtin_conflict: boolean,
  /** Epoch seconds of its last appearance, for a listing that its feed no longer carries. */
  last_seen: number | null,
  attributes: Record<string, string> | null,
  history: [from: number, price_minor: number, landed_minor: number | null, availability: Availability][],
];

/** The feed of a document, as the snapshot knows it. */
export interface DocumentFeed {
  seller: string;
  feed: string;
  last_as_of: string;
}

/** Reads a document body. `feedOf` resolves its feed number. */
export function parseDocument(body: string, feedOf: (feedNo: number) => DocumentFeed): Listing {
  const [texts, feedNo, listPrice, delivery, confidence, conflict, lastSeen, attributes, history] =
    JSON.parse(body) as DocumentBody;
  const [
    listing,
    variant,
    product,
    sku,
    title,
    brand,
    gtin,
    mpn,
    category,
    url,
    image,
    condition,
    currency,
    group,
    method,
  ] = texts;
  const changes: ChangePoint[] = history.map(([from, price_minor, landed_minor, availability]) => ({
    from,
    price_minor,
    landed_minor,
    availability,
  }));
  const now = changes.at(-1);
  if (!now)
    throw new Error(
      `listing ${listing} has no history: its document is damaged; run \`commerce-index rebuild\``,
    );
  const feed = feedOf(feedNo);
  return {
    offer_id: formatId('offer', BigInt(`0x${listing}`)),
    variant_id: formatId('variant', BigInt(`0x${variant}`)),
    product_id: formatId('product', BigInt(`0x${product}`)),
    seller: feed.seller,
    feed: feed.feed,
    sku,
    title,
    brand,
    gtin,
    mpn,
    category,
    url,
    image_url: image,
    condition: condition as Condition,
    currency,
    price_minor: now.price_minor,
    list_price_minor: listPrice,
    delivery_minor: delivery,
    landed_minor: now.landed_minor,
    availability: now.availability,
    attributes: attributes ?? {},
    item_group_id: group,
    method: method as MatchMethod,
    confidence: confidence / 10_000,
    gtin_conflict: conflict,
    last_seen: lastSeen === null ? feed.last_as_of : new Date(lastSeen * 1000).toISOString(),
    changes,
  };
}
