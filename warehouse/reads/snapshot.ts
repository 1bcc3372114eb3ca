import type { NoSignal, PriceForecast } from '../../pipelines/domain/forecast.ts';
import type { Key } from '../../pipelines/domain/key.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import type { VerdictCuts } from '../../pipelines/domain/price_context.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import type { AttributeValues } from '../text/attribute_values.ts';
import type { Browser } from '../text/browser.ts';
import type { SearchIndex } from '../text/search_index.ts';
import type { Searcher } from '../text/search_threads.ts';
import type { VariantAmounts } from '../text/variant_amounts.ts';
import type { SnapshotTables } from './snapshot_tables.ts';

/** One seller as the directory shows it; recomputed at every publication. */
export interface SellerFacts {
  id: string;
  name: string;
  kind: 'retailer' | 'brand_storefront' | 'marketplace_seller';
  access: 'direct_api' | 'merchant_feed';
  /** Products it carries now. */
  products: number;
  listings: number;
  /** Listings with a globally valid GTIN. */
  listings_with_gtin: number;
  /** ISO 8601; the newest observation of each of its feeds. */
  feeds: { feed: string; last_as_of: string; interval_minutes: number; listings: number }[];
}

export interface CategoryFacts {
  /** Dotted path. */
  id: string;
  parent: string | null;
  /** Products in this node and below. */
  products: number;
}

/** Stretches in which a feed was silent longer than three of its intervals; epoch seconds. */
export interface Gap {
  from: number;
  to: number;
}

/** Probability that what a method says is right, measured on this catalogue at its last matching. */
export interface MatchCalibration {
  gtin_exact: number;
  brand_mpn: number;
}

/** What a key leads to; enough to answer bulk match without reading the product. */
export interface Found {
  /** Dense number of the product in this snapshot; only valid together with it. */
  product_no: number;
  product_id: string;
}

/**
 * One published, immutable state of the index, open for reading. Point reads are answered at once from memory and the
 * page cache; every read obeys the time limit and the row cap it was opened with.
 */
export interface Snapshot extends SnapshotTables {
  /** ISO 8601: the newest observation in it. */
  readonly as_of: string;
  readonly published_at: string;
  /** Of the market, ISO 3166-1. */
  readonly country: string;
  readonly currency: string;
  readonly locale: string;
  /** From which percentiles on a price is called good or poor. */
  readonly verdict_cuts: VerdictCuts;
  readonly calibration: MatchCalibration;
  sellers(): readonly SellerFacts[];
  categories(): readonly CategoryFacts[];
  /** What ids of categories that were given out before became, by id. */
  categoryRedirects(): Readonly<Record<string, string>>;
  gaps(seller: string, feed: string): readonly Gap[];
  /** Looks a key up (product, variant, offer, GTIN, brand+MPN, link, ASIN); old ids lead to what they became. */
  find(key: Key): Found | null;
  /** The products of these numbers, in their order; shared by all who read them, so nobody changes one. */
  products(numbers: readonly number[], signal?: AbortSignal): Promise<Product[]>;
  /**
   * What is expected of the price of each listing of a product, in their order, or why nothing is: an
   * `insufficient_history` where none was made.
   */
  forecasts(product: Product): Promise<(PriceForecast | NoSignal)[]>;
  /** The tables of another snapshot, or null once it is no longer kept. */
  tablesOf(snapshotId: string): Promise<SnapshotTables | null>;
  /** Ranks products by words and filters; hits carry the product numbers that `products` takes. */
  searchIndex(): Promise<SearchIndex>;
  /** Searches the text index in threads of its own, which are started when it is first asked for. */
  searcher(): Promise<Searcher>;
  /** The same filters and orders without words. */
  browser(): Promise<Browser>;
  /** What variants are sure to be, to filter and count by; null in snapshots from before it was kept. */
  attributeValues(): Promise<AttributeValues | null>;
  /** What each product means, by product number; null in snapshots from before it was kept. */
  vectors(): Promise<VectorTable | null>;
  /** What variants state of amounts, loaded when it is first asked for; null where it was published without. */
  variantAmounts(): Promise<VariantAmounts | null>;
  /**
   * What `open` makes of this snapshot: made when it is first asked for, the same one from then on, and disposed when
   * the snapshot is closed. For what the layers above load of its files.
   */
  hold<T extends Disposable>(open: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Local path of the match model, or null while none has been learned. */
  matchModel(): string | null;
  /** Dense numbers 0 … count-1. */
  readonly product_count: number;
  readonly listing_count: number;
}

/** Follows the published pointer: `current()` is the newest snapshot, and one in use stays open until released. */
export interface Catalogue {
  /**
   * The newest snapshot, held open until `release` is called; or the one named, as long as it is still open,
   * so that a cursor walks one state. Throws `NoSnapshotError` while there is none.
   */
  acquire(snapshotId?: string): { snapshot: Snapshot; release(): void };
  readonly ready: boolean;
}

export type { Product };
