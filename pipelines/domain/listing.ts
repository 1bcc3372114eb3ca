import type { AttributeReading } from './attribute.ts';

/** The state of a listing as something to buy. `gone`: the seller's feed no longer carries it. */
export const AVAILABILITIES = [
  'in_stock',
  'low_stock',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
  'unknown',
  'gone',
] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** States in which an order is taken now. */
export const PURCHASABLE: readonly Availability[] = ['in_stock', 'low_stock', 'preorder', 'backorder'];

export const CONDITIONS = ['new', 'refurbished', 'used'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Where a variant stands on one axis of its product: what sets it apart from the product's others. */
export interface AxisValue {
  /** `<namespace>.<name>`, for example `general.size`. */
  key: string;
  /** A number is in `unit`. */
  value: string | number;
  unit: string | null;
  /** Sellers ask different prices along this axis, so what differs in it is not compared. */
  bears_on_price: boolean;
}

/** How a listing came to its variant. `none`: it stands alone. */
export const MATCH_METHODS = ['gtin_exact', 'brand_mpn', 'title_fuzzy', 'reference', 'none'] as const;
export type MatchMethod = (typeof MATCH_METHODS)[number];

/** What the feed's code turned out to be; see pipelines/domain/gtin.ts. */
export const GTIN_STATUSES = ['valid', 'missing', 'malformed', 'checksum', 'restricted'] as const;
export type GtinStatus = (typeof GTIN_STATUSES)[number];

/**
 * One change point: the offer stood like this from `from` (epoch seconds, UTC) until the next change point, or
 * until now. Prices in minor units of the point's own `currency`, since a feed may go over to another one;
 * `landed_minor` null where delivery cost is unknown.
 */
export interface ChangePoint {
  from: number;
  currency: string;
  price_minor: number;
  landed_minor: number | null;
  availability: Availability;
}

/** One row of one seller's feed as the index serves it, with its place in a variant and product and its history. */
export interface Listing {
  offer_id: string;
  variant_id: string;
  product_id: string;
  seller: string;
  feed: string;
  sku: string;
  title: string;
  brand: string | null;
  gtin: string | null;
  mpn: string | null;
  category: string | null;
  url: string | null;
  image_url: string | null;
  /** Further pictures, in the seller's order; may name `image_url` again. */
  image_urls: string[];
  video_url: string | null;
  /** How many its feed says there are, as a range (`quantityBand`); null where it does not count. */
  stock_band: string | null;
  condition: Condition;
  currency: string;
  price_minor: number;
  list_price_minor: number | null;
  delivery_minor: number | null;
  landed_minor: number | null;
  availability: Availability;
  attributes: Record<string, string>;
  /** What its fields and texts say, typed. */
  readings: AttributeReading[];
  item_group_id: string | null;
  /** Hexadecimal; the pool that its variant is in with others which cost the same, null where it is alone. */
  pool_key: string | null;
  /** Where its variant stands on the axes of its product; empty where there is nothing to choose. */
  axes: AxisValue[];
  method: MatchMethod;
  confidence: number;
  gtin_conflict: boolean;
  /** ISO 8601: when the feed was last seen with this row. */
  last_seen: string;
  /** Oldest first; never empty. */
  changes: ChangePoint[];
}

/** One trade item: what its listings agree on. */
export interface Variant {
  variant_id: string;
  gtin: string | null;
  title: string;
  attributes: Record<string, string>;
  axes: AxisValue[];
}

/** One record per real-world product, assembled from its listings; `listings[0]` is the one that names it. */
export interface Product {
  product_id: string;
  gtin: string | null;
  brand: string | null;
  title: string;
  category: string | null;
  attributes: Record<string, string>;
  variants: Variant[];
  listings: Listing[];
}
