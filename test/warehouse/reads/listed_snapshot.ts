import { FacetColumns } from '../../../pipelines/attributes/facet_columns.ts';
import { readAttributes } from '../../../pipelines/attributes/read.ts';
import { listingQuantities } from '../../../pipelines/attributes/stated_quantities.ts';
import type { NoForecast, NoSignal, PriceForecast } from '../../../pipelines/domain/forecast.ts';
import {
  brandMpnKey,
  formatId,
  gtinKey,
  type Key,
  linkKey,
  listingKey,
  parseId,
} from '../../../pipelines/domain/key.ts';
import { normaliseLink } from '../../../pipelines/domain/link.ts';
import type { Listing, Product } from '../../../pipelines/domain/listing.ts';
import { PURCHASABLE } from '../../../pipelines/domain/listing.ts';
import { isLive } from '../../../pipelines/domain/offer.ts';
import { usualCondition } from '../../../pipelines/domain/pool.ts';
import { VERDICT_CUTS } from '../../../pipelines/domain/price_context.ts';
import { foldKey } from '../../../pipelines/text/fold.ts';
import { vectorText } from '../../../warehouse/embedding/product_vectors.ts';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { VectorTable } from '../../../warehouse/embedding/vector_table.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import type { CategoryFacts, Gap, SellerFacts, Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { Arena } from '../../../warehouse/text/arena.ts';
import { AttributeValues } from '../../../warehouse/text/attribute_values.ts';
import { Browser } from '../../../warehouse/text/browser.ts';
import { IndexBuilder } from '../../../warehouse/text/builder.ts';
import { Offers } from '../../../warehouse/text/offers.ts';
import { SearchIndex } from '../../../warehouse/text/search_index.ts';
import { buildSuggestions, PhraseCounter } from '../../../warehouse/text/suggestion_entries.ts';
import { encodeLine } from '../../../warehouse/text/text_line.ts';
import { VariantAmounts } from '../../../warehouse/text/variant_amounts.ts';

export const AS_OF = '2026-06-30T00:00:00.000Z';
const at = (iso: string) => Date.parse(iso) / 1000;

/** A listing that stood alone and unchanged since 2026-01-01; prices follow the last change point. */
export function listing(seller: string, sku: string, parts: Partial<Listing> = {}): Listing {
  const key = listingKey(seller, sku);
  const gtin = parts.gtin ?? null;
  const variantKey = gtin === null ? key : gtinKey(gtin);
  const price_minor = parts.price_minor ?? 1000;
  const landed_minor = parts.landed_minor ?? null;
  const availability = parts.availability ?? 'in_stock';
  const currency = parts.currency ?? 'USD';
  const changes = parts.changes ?? [
    { from: at('2026-01-01'), currency, price_minor, landed_minor, availability },
  ];
  const last = changes.at(-1);
  return {
    offer_id: formatId('offer', key),
    variant_id: formatId('variant', variantKey),
    product_id: formatId('product', variantKey),
    seller,
    feed: 'catalogue',
    sku,
    title: `Thing ${sku}`,
    brand: null,
    gtin,
    mpn: null,
    category: null,
    url: null,
    image_url: null,
    image_urls: [],
    video_url: null,
    stock_band: null,
    condition: 'new',
    currency: 'USD',
    list_price_minor: null,
    delivery_minor: null,
    attributes: {},
    item_group_id: null,
    pool_key: null,
    axes: [],
    method: gtin === null ? 'none' : 'gtin_exact',
    confidence: gtin === null ? 1 : 0.99,
    gtin_conflict: false,
    last_seen: AS_OF,
    ...parts,
    readings: parts.readings ?? readAttributes({ title: `Thing ${sku}`, ...parts }),
    changes,
    price_minor: last?.price_minor ?? price_minor,
    landed_minor: last?.landed_minor ?? landed_minor,
    availability: last?.availability ?? availability,
  };
}

export interface ListedParts {
  sellers?: Partial<SellerFacts>[];
  categories?: CategoryFacts[];
  /** Whether sellers say the categories of their listings; by default they were told by the titles. */
  areCategoriesStated?: boolean;
  /** What sellers write of a listing beside its record, by sku. */
  descriptions?: Readonly<Record<string, string>>;
  categoryRedirects?: Record<string, string>;
  gaps?: Record<string, Gap[]>;
  /** Old id to new id. */
  redirects?: Record<string, string>;
  /** Further keys to a `seller:sku`: ASINs and sellers' own codes, which listings do not carry. */
  keys?: [Key, string][];
  calibration?: Snapshot['calibration'];
  verdictCuts?: Snapshot['verdict_cuts'];
  /** By offer. */
  forecasts?: Record<string, PriceForecast | NoSignal | NoForecast>;
  /** Path of a match model. */
  matchModel?: string;
}

/** A snapshot made of these listings, for tests that are not about publication. */
export function listedSnapshot(listings: readonly Listing[], parts: ListedParts = {}): Snapshot {
  const products: Product[] = [...Map.groupBy(listings, ({ product_id }) => product_id).values()].map(
    assembleProduct,
  );
  const numbers = keysOf(products);
  for (const [old, now] of Object.entries(parts.redirects ?? {}))
    numbers.set(keyOf(old), numbers.get(keyOf(now)) ?? -1);
  for (const [key, reference] of parts.keys ?? []) {
    const [seller = '', sku = ''] = reference.split(':');
    numbers.set(key, numbers.get(listingKey(seller, sku)) ?? -1);
  }
  const sellers = (
    parts.sellers ?? [...new Set(listings.map(({ seller }) => seller))].map((id) => ({ id }))
  ).map((seller) => sellerFacts(seller, listings));
  let made: ReturnType<typeof listedTexts> | undefined;
  const texts = () =>
    (made ??= listedTexts(
      products,
      sellers.map(({ id }) => id),
      { areCategoriesStated: false, descriptions: {}, ...parts },
    ));
  let nearest: VectorTable | undefined;
  const vectors = () => (nearest ??= listedVectors(products));
  const held = new Map<unknown, Promise<unknown>>();
  const snapshot: Snapshot = {
    id: 'snp_0123456789abcdef',
    as_of: AS_OF,
    published_at: AS_OF,
    country: 'US',
    currency: 'USD',
    locale: 'en-US',
    verdict_cuts: parts.verdictCuts ?? VERDICT_CUTS,
    calibration: parts.calibration ?? { gtin_exact: 0.995, brand_mpn: 0.85 },
    sellers: () => sellers,
    categories: () => parts.categories ?? [],
    categoryRedirects: () => parts.categoryRedirects ?? {},
    gaps: (seller, feed) => parts.gaps?.[`${seller}/${feed}`] ?? [],
    find: (key) => {
      const product_no = numbers.get(key);
      const product = product_no === undefined ? undefined : products[product_no];
      return product && product_no !== undefined ? { product_no, product_id: product.product_id } : null;
    },
    products: async (wanted) => wanted.map((number) => products[number] as Product),
    searchIndex: async () => texts().index,
    browser: async () => texts().browser,
    attributeValues: async () => texts().attributes,
    variantAmounts: async () => texts().amounts,
    vectors: async () => vectors(),
    forecasts: async ({ listings: own }) =>
      own.map(({ offer_id }) => {
        const told = parts.forecasts?.[offer_id] ?? 'insufficient_history';
        return typeof told === 'string' ? { reason: told, peers: [] } : told;
      }),
    files: () => [],
    tablesOf: async () => null,
    catalogueRowsSql: () => '',
    matchModel: () => parts.matchModel ?? null,
    searcher: async () => ({
      search: async (request) => texts().index.searchNow(request, vectors(), texts().amounts),
      suggest: async (request) => texts().index.suggestNow(request),
    }),
    hold: <T extends Disposable>(open: (of: Snapshot) => Promise<T>) => {
      const known = (held.get(open) ?? open(snapshot)) as Promise<T>;
      held.set(open, known);
      return known;
    },
    feeds: () => [],
    product_count: products.length,
    listing_count: listings.length,
  };
  return snapshot;
}

function keysOf(products: readonly Product[]): Map<Key, number> {
  const numbers = new Map<Key, number>();
  for (const [number, product] of products.entries())
    for (const { seller, sku, url, brand, mpn, ...own } of product.listings) {
      for (const id of [own.offer_id, own.variant_id, own.product_id]) numbers.set(keyOf(id), number);
      numbers.set(listingKey(seller, sku), number);
      if (url) numbers.set(linkKey(normaliseLink(url) as string), number);
      if (brand && mpn) numbers.set(brandMpnKey(foldKey(brand), foldKey(mpn)), number);
      if (own.gtin && !own.gtin_conflict) numbers.set(gtinKey(own.gtin), number);
    }
  return numbers;
}

function keyOf(id: string): Key {
  const parsed = parseId(id);
  if (!parsed) throw new Error(`not an id: ${id}`);
  return parsed.key;
}

function sellerFacts(seller: Partial<SellerFacts>, listings: readonly Listing[]): SellerFacts {
  const own = listings.filter((candidate) => candidate.seller === seller.id);
  return {
    id: '',
    name: `The ${seller.id}`,
    kind: 'retailer',
    access: 'merchant_feed',
    products: own.length,
    listings: own.length,
    listings_with_gtin: own.filter(({ gtin }) => gtin !== null).length,
    feeds: [{ feed: 'catalogue', last_as_of: AS_OF, interval_minutes: 1440, listings: own.length }],
    ...seller,
  };
}

/** The text index of products in memory, made by the builder that publication uses. */
function listedTexts(
  products: readonly Product[],
  sellers: readonly string[],
  { areCategoriesStated, descriptions }: Required<Pick<ListedParts, 'areCategoriesStated' | 'descriptions'>>,
) {
  const builder = new IndexBuilder(products.length);
  const phrases = new PhraseCounter(products.length);
  for (const [product_no, { listings }] of products.entries())
    for (const [rank, { sku, brand, mpn, category, title, attributes }] of listings.entries()) {
      const line = encodeLine({
        product_no,
        rank,
        brand,
        mpn,
        category,
        category_stated: areCategoriesStated && category !== null,
        title,
        attributes,
        ...(descriptions[sku] !== undefined && { description: descriptions[sku] }),
      });
      builder.addLine(line, 0, line.length);
      phrases.addLine(line, 0, line.length);
    }
  const built = builder.finish();
  const columns = { ...built, ...buildSuggestions(built, phrases) };
  const live = products.map(({ listings }) =>
    listings.filter((one) => isLive(one) && one.condition === usualCondition(listings)),
  );
  const firsts = new Uint32Array(products.length + 1);
  for (const [no, offers] of live.entries()) firsts[no + 1] = (firsts[no] as number) + offers.length;
  const flat = live.flat();
  const stockOf = ({ availability }: Listing) =>
    PURCHASABLE.includes(availability) ? 0 : availability === 'unknown' ? 1 : 2;
  const offers = Offers.of(
    {
      firsts,
      sellerNos: Uint16Array.from(flat, ({ seller }) => sellers.indexOf(seller)),
      costs: Float64Array.from(flat, ({ currency, landed_minor, price_minor }) =>
        currency === 'USD' ? (landed_minor ?? price_minor) : Number.POSITIVE_INFINITY,
      ),
      stock: Uint8Array.from(flat, stockOf),
    },
    sellers,
  );
  const ages = Int32Array.from(products, (_, no) => no);
  const numbers = new Map(products.flatMap(({ listings }) => listings).map((one, no) => [one, no]));
  const facets = new FacetColumns();
  for (const { listings } of products)
    facets.add(
      listings.map((one) => ({
        ...one,
        listing_no: numbers.get(one) as number,
        amounts: listingQuantities(one),
      })),
    );
  const listingNos = Int32Array.from(flat, (one) => numbers.get(one) as number);
  const settled = facets.finish();
  return {
    attributes: new AttributeValues(settled, listingNos),
    amounts: VariantAmounts.of(settled, listingNos),
    index: new SearchIndex({ columns, arena: new Arena() }, offers, ages),
    browser: new Browser(columns, offers, ages),
  };
}

function listedVectors(products: readonly Product[]): VectorTable {
  const model = staticEmbedder();
  const table = VectorTable.create(model.id, model.dims, products.length);
  for (const [no, { title, category }] of products.entries())
    table.rows.set(model.embedText(vectorText(title, category)).values, no * model.dims);
  return table;
}
