import { loadSql } from '../warehouse/database.ts';

export const EXPORT_FORMATS = ['ndjson', 'parquet', 'arrow'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Endings of file names; that of Arrow is the one of streams, `.arrow` being the file format with a footer. */
export const FILE_ENDINGS: Record<ExportFormat, string> = {
  ndjson: 'ndjson',
  parquet: 'parquet',
  arrow: 'arrows',
};

/** What a column holds; column_types.ts says how each format stores it. */
export type ColumnType = 'text' | 'text[]' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'json';

export interface Column {
  name: string;
  type: ColumnType;
  description: string;
}

export interface Dataset {
  description: string;
  columns: readonly Column[];
  /** The column that names a row in every snapshot, by which `changes_since` compares two; null where there is none. */
  key: string | null;
  /** The column that `since` compares. */
  time: string;
  /** True when a row belongs to one seller; else a seller's rows are the products it carries now. */
  by_seller: boolean;
  /** A select of all columns and of `product_key`, over the relations of warehouse_relations.ts. */
  sql: string;
}

type Spelling = readonly [name: string, type: ColumnType, description: string];

const columns = (...spellings: Spelling[]): Column[] =>
  spellings.map(([name, type, description]) => ({ name, type, description }));

const PRODUCT_ID: Spelling = ['product_id', 'text', '`prd_…`'];
const VARIANT_ID: Spelling = ['variant_id', 'text', '`var_…`'];
const OFFER_ID: Spelling = ['offer_id', 'text', '`off_…`'];
const SELLER: Spelling = ['seller', 'text', 'Id of the seller.'];
const SKU: Spelling = ['sku', 'text', 'The seller’s own.'];
const PRICE: Spelling = ['price_minor', 'integer', 'Minor units of `currency`.'];
const LANDED: Spelling = ['landed_minor', 'integer', 'Price and delivery; null where delivery is unknown.'];
const DELIVERY: Spelling = ['delivery_minor', 'integer', 'Null where unknown.'];
const LIST_PRICE: Spelling = ['list_price_minor', 'integer', 'The price that the seller strikes out.'];
const CURRENCY: Spelling = ['currency', 'text', 'ISO 4217.'];
const CONDITION: Spelling = ['condition', 'text', 'new, refurbished or used.'];
const AVAILABILITY: Spelling = ['availability', 'text', '`gone` once its feed no longer carries it.'];
const URL: Spelling = ['url', 'text', 'The seller’s page.'];
const ATTRIBUTES: Spelling = ['attributes', 'json', 'Attribute key to value.'];
const OFFERS: Spelling = ['offers', 'integer', 'Listings that stand now.'];
const LISTINGS: Spelling = ['listings', 'integer', 'Listings, those that are gone included.'];
const OBSERVED: Spelling = ['observed_at', 'timestamp', 'When its feed was last seen with it.'];

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** The one description of what can be exported: the endpoint, its documentation and the files are made from it. */
export const DATASETS = {
  products: {
    description: 'One row per product.',
    key: 'product_id',
    time: 'observed_at',
    by_seller: false,
    columns: columns(
      PRODUCT_ID,
      ['gtin', 'text', '14 digits; of the variant that names the product.'],
      ['brand', 'text', 'As its seller spells it.'],
      ['title', 'text', 'As the seller that names it writes it.'],
      ['category', 'text', 'Dotted path.'],
      ATTRIBUTES,
      ['variants', 'integer', 'Count of variants.'],
      ['sellers', 'integer', 'Sellers that carry it now.'],
      OFFERS,
      LISTINGS,
      OBSERVED,
    ),
    sql: sql('products'),
  },
  variants: {
    description: 'One row per variant of a product: one trade item.',
    key: 'variant_id',
    time: 'observed_at',
    by_seller: false,
    columns: columns(
      VARIANT_ID,
      PRODUCT_ID,
      ['gtin', 'text', '14 digits.'],
      ['title', 'text', 'As the seller that names it writes it.'],
      ATTRIBUTES,
      ['axes', 'json', 'Where it stands on the axes of its product: key, value, unit, bears_on_price.'],
      OFFERS,
      LISTINGS,
      OBSERVED,
    ),
    sql: sql('variants'),
  },
  offers: {
    description: 'One row per listing that stands now, as something to buy.',
    key: 'id',
    time: 'observed_at',
    by_seller: true,
    columns: columns(
      ['id', 'text', '`off_…`'],
      PRODUCT_ID,
      VARIANT_ID,
      SELLER,
      SKU,
      PRICE,
      LANDED,
      DELIVERY,
      LIST_PRICE,
      CURRENCY,
      CONDITION,
      AVAILABILITY,
      URL,
      OBSERVED,
    ),
    sql: sql('offers'),
  },
  observations: {
    description: 'One row per change point: an offer stood like this from one moment to the next.',
    key: null,
    time: 'from',
    by_seller: true,
    columns: columns(
      OFFER_ID,
      PRODUCT_ID,
      VARIANT_ID,
      SELLER,
      PRICE,
      LANDED,
      CURRENCY,
      AVAILABILITY,
      ['from', 'timestamp', 'Since when it stood like this.'],
      ['to', 'timestamp', 'When the next change came; null for what stands now.'],
    ),
    sql: sql('observations'),
  },
  events: {
    description: 'One row per event of the log, under the ids that its listing belongs to now.',
    key: null,
    time: 'created_at',
    by_seller: true,
    columns: columns(
      ['id', 'text', '`evt_…`'],
      ['type', 'text', 'price.changed, availability.changed or seller.changed.'],
      ['created_at', 'timestamp', 'When it was observed.'],
      SELLER,
      PRODUCT_ID,
      VARIANT_ID,
      OFFER_ID,
      ['payload', 'json', 'What changed, as the event itself says it.'],
    ),
    sql: sql('events'),
  },
  listings: {
    description: 'One row per listing with all that its feed said last, those that are gone included.',
    key: 'offer_id',
    time: 'last_seen',
    by_seller: true,
    columns: columns(
      OFFER_ID,
      PRODUCT_ID,
      VARIANT_ID,
      SELLER,
      ['feed', 'text', 'Name of the seller’s feed.'],
      SKU,
      ['title', 'text', 'The seller’s own.'],
      ['brand', 'text', 'As its seller spells it.'],
      ['gtin', 'text', '14 digits; only a globally valid one.'],
      ['gtin_status', 'text', 'valid, missing, malformed, checksum or restricted.'],
      ['seller_code', 'text', 'A code that is the seller’s own (a restricted GTIN).'],
      ['asin', 'text', 'Amazon’s own number.'],
      ['mpn', 'text', 'Manufacturer’s part number.'],
      ['item_group_id', 'text', 'What ties variants together at this seller.'],
      ['category', 'text', 'Dotted path.'],
      URL,
      ['image_url', 'text', 'The first picture.'],
      ['image_urls', 'text[]', 'Further images.'],
      ['video_url', 'text', 'A film of the article.'],
      ['description', 'text', 'The seller’s own.'],
      CONDITION,
      AVAILABILITY,
      CURRENCY,
      PRICE,
      LIST_PRICE,
      DELIVERY,
      LANDED,
      ATTRIBUTES,
      ['match_method', 'text', 'gtin_exact, brand_mpn, title_fuzzy, reference or none.'],
      ['match_confidence', 'number', 'Probability that it is this variant, 0 to 1.'],
      ['gtin_conflict', 'boolean', 'Its GTIN is claimed by something else, so it joins nothing.'],
      ['last_seen', 'timestamp', 'When its feed was last seen with it.'],
      ['gone_since', 'timestamp', 'Null while its feed carries it.'],
    ),
    sql: sql('listings'),
  },
} as const satisfies Record<string, Dataset>;

/** What `changes_since` puts behind the columns asked for. */
export const REMOVED: Column = {
  name: 'removed',
  type: 'boolean',
  description: 'True for a row that is no more, of which only the key is told.',
};

export type DatasetName = keyof typeof DATASETS;
export const DATASET_NAMES = Object.keys(DATASETS) as DatasetName[];
