/**
 * The one list of a listing's fields. From it come the columns of staged rows (`run.ts`), what a served document
 * holds and in which order (`document.ts`), and what makes a document out of date (pipelines/snapshot/rows.ts).
 */
export type ListingField = {
  /** DuckDB type of its column in staged rows; of what comes from the feed. */
  staged?: 'VARCHAR' | 'VARCHAR[]' | 'BIGINT' | 'UBIGINT' | 'TIMESTAMP';
} & (Served | { served?: never; moved_by?: never });

interface Served {
  /** How the document holds it; `document.ts` says what each is. */
  served: 'key' | 'text' | 'integer' | 'ten_thousandths' | 'flag' | 'json' | 'texts';
  /**
   * What tells that a document no longer has it as it stands: `content` the content hash that staging makes of it
   * (pipelines/feeds/sql/stage.sql), `itself` its staged value, `place` its value in the assignments, `history` a
   * new change point.
   */
  moved_by: 'content' | 'itself' | 'place' | 'history';
}

/**
 * In the order of staged rows and of documents. A field that is served goes behind those of its kind (text, or
 * other): documents written before keep the others where they are.
 */
export const LISTING_FIELDS = {
  as_of: { staged: 'TIMESTAMP' },
  listing_key: { staged: 'UBIGINT', served: 'key', moved_by: 'place' },
  variant_key: { served: 'key', moved_by: 'place' },
  product_key: { served: 'key', moved_by: 'place' },
  sku: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  title: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  brand: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  gtin: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  gtin_status: { staged: 'VARCHAR' },
  seller_code: { staged: 'VARCHAR' },
  asin: { staged: 'VARCHAR' },
  mpn: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  category: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  url: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  image_url: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  description: { staged: 'VARCHAR' },
  condition: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  availability: { staged: 'VARCHAR' },
  currency: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  item_group_id: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  method: { served: 'text', moved_by: 'place' },
  pool_key: { served: 'key', moved_by: 'place' },
  video_url: { staged: 'VARCHAR', served: 'text', moved_by: 'content' },
  stock_band: { staged: 'VARCHAR', served: 'text', moved_by: 'itself' },
  feed_no: { served: 'integer', moved_by: 'place' },
  price_minor: { staged: 'BIGINT' },
  list_price_minor: { staged: 'BIGINT', served: 'integer', moved_by: 'itself' },
  delivery_minor: { staged: 'BIGINT', served: 'integer', moved_by: 'itself' },
  landed_minor: { staged: 'BIGINT' },
  confidence: { served: 'ten_thousandths', moved_by: 'place' },
  gtin_conflict: { served: 'flag', moved_by: 'place' },
  last_seen: { served: 'integer', moved_by: 'history' },
  attributes: { staged: 'VARCHAR', served: 'json', moved_by: 'content' },
  history: { served: 'json', moved_by: 'history' },
  axes: { served: 'json', moved_by: 'place' },
  readings: { served: 'json', moved_by: 'content' },
  image_urls: { staged: 'VARCHAR[]', served: 'texts', moved_by: 'content' },
  content_hash: { staged: 'UBIGINT' },
} as const satisfies Record<string, ListingField>;

type Fields = typeof LISTING_FIELDS;
export type ListingFieldName = keyof Fields;
/** Names of the fields that have a property, for example `{ served: 'text' }`. */
export type FieldsWith<P> = { [N in ListingFieldName]: Fields[N] extends P ? N : never }[ListingFieldName];

/** The fields whose property is one of these values, in the order of the list. */
export function fieldsWith<P extends keyof Served, V extends Served[P]>(
  property: P,
  ...values: V[]
): FieldsWith<Record<P, V>>[] {
  return Object.entries<ListingField>(LISTING_FIELDS)
    .filter(([, field]) => values.some((value) => value === field[property]))
    .map(([name]) => name as FieldsWith<Record<P, V>>);
}
