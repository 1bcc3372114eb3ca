import { INPUTS, type TabledKind } from '../pipelines/domain/inputs/kinds.ts';

/** The table of an input. */
export type InputTable = `input_${TabledKind}`;

/**
 * The one list of the warehouse's tables: each is a set of Parquet files (for `documents` and `forecasts` document files, for `texts` a file of
 * columns, for `match_model` and `forecast_model` JSON,
 * for `titles` a file of columns)
 * named by a manifest.
 */
export const TABLES = {
  changes: 'one row per change point of an offer: from this moment it stood like this',
  events: 'one row per event, in the order of the log',
  generations:
    'one row per time that a seller gave a sku to another article: the key of its listing from then on',
  vanished: 'one row per listing that its feed no longer carries, as last seen',
  identities: 'one row per listing: the keys it can be recognised by',
  assignments: 'one row per listing: its variant and product, by which method and how sure',
  traits: 'one row per listing of a product of several variants: what it says of itself',
  reviews: 'one row per pair of listings that a person should look at: may they be one item?',
  match_model: 'one row per record it was learned for: what titles are weighed by',
  titles: 'one row per listing or variant that titles are matched by: what was read of it, and who is alike',
  forecast_model: 'one row per market: what was learned of the series of all prices',
  forecasts:
    'one row per listing: what is expected of its price, as JSON; a later file replaces rows of an earlier one',
  redirects: 'one row per id that has become another',
  placements: 'one row per listing: its node in the taxonomy, and how sure',
  readings: 'one row per listing: what its fields and texts say of its item, typed',
  products: 'one row per product: the listing that names it and its counts',
  keys: 'one row per key that leads to a product',
  members: 'one row per listing of a product; rank 0 names the product',
  offers:
    'one row per listing: what it costs delivered and its stock; a later file replaces rows of an earlier one',
  texts: 'one row per word: the text index',
  facets: 'one row per value of an attribute: which variants are sure to have it, to filter and count by',
  vectors: 'one row per product: what its title means, as numbers',
  media: 'one row per file of a picture or video that was ever taken: its item, size, role and looks',
  media_sources: 'one row per address of a picture or video that a listing names: what was found there',
  input_reviews: INPUTS.reviews.rows,
  input_deliveries: INPUTS.deliveries.rows,
  input_stores: INPUTS.stores.rows,
  input_local_inventory: INPUTS.local_inventory.rows,
  input_shipping_rates: INPUTS.shipping_rates.rows,
  input_transit_times: INPUTS.transit_times.rows,
  input_return_terms: INPUTS.return_terms.rows,
  input_authorisations: INPUTS.authorisations.rows,
  input_minimum_prices: INPUTS.minimum_prices.rows,
  violations: 'one row per offer and policy that it stands against: since when, and the figures',
  documents: 'one row per listing as it is served, as JSON; a later file replaces rows of an earlier one',
} as const satisfies Record<string, string> & Record<InputTable, string>;

export type TableName = keyof typeof TABLES;

/** Tables that a rebuild writes anew without reading them: whatever became of their files, nothing is lost. */
export const REBUILT_TABLES: ReadonlySet<TableName> = new Set<TableName>([
  'identities',
  'traits',
  'reviews',
  'match_model',
  'titles',
  'forecast_model',
  'forecasts',
  'readings',
  'products',
  'keys',
  'members',
  'offers',
  'texts',
  'facets',
  'vectors',
  'documents',
]);
