import {
  forecastOf,
  type NoSignal,
  noSignalOf,
  type PriceForecast,
  type StoredForecast,
  type StoredNoSignal,
} from '../../pipelines/domain/forecast.ts';
import { formatId, type Key, parseId } from '../../pipelines/domain/key.ts';
import { VERDICT_CUTS, type VerdictCuts } from '../../pipelines/domain/price_context.ts';
import { RecentValues } from '../../pipelines/text/recent_values.ts';
import { parseDocument } from '../document.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import type { FeedState, Manifest } from '../manifest.ts';
import type { BlobStore } from '../store.ts';
import type { TableName } from '../tables.ts';
import type { AttributeValues } from '../text/attribute_values.ts';
import type { Browser } from '../text/browser.ts';
import type { SearchIndex } from '../text/search_index.ts';
import { SearchThreads } from '../text/search_threads.ts';
import type { VariantAmounts } from '../text/variant_amounts.ts';
import { Documents, ReadLimitError } from './documents.ts';
import type { KeyIndex } from './key_index.ts';
import type { Members } from './members.ts';
import { assembleProduct } from './product.ts';
import type {
  CategoryFacts,
  Found,
  Gap,
  MatchCalibration,
  Product,
  SellerFacts,
  Snapshot,
} from './snapshot.ts';
import { loadArrays, type ReadSettings } from './snapshot_arrays.ts';
import { SnapshotSearch } from './snapshot_search.ts';
import { keptTables, ManifestTables, type SnapshotTables } from './snapshot_tables.ts';

/** What the methods are taken to be worth before a catalogue has been measured: the priors of the measurement. */
const UNMEASURED: MatchCalibration = { gtin_exact: 0.995, brand_mpn: 0.95 };

/** Listings one call may read. */
const MAX_LISTINGS_PER_READ = 20_000;

/** Listings of the products that were read last, which the looks of one decision and those after it read again. */
const KEPT_LISTINGS = 4_096;

const startSearchThreads = async (snapshot: Snapshot) =>
  SearchThreads.start(
    await snapshot.searchIndex(),
    await snapshot.vectors(),
    await snapshot.variantAmounts(),
  );

/** A snapshot opened for reading; `close` once nobody uses it. */
export class OpenSnapshot implements Snapshot {
  readonly manifest: Manifest;
  readonly #store: BlobStore;
  readonly #tables: ManifestTables;
  readonly #matchModel: string | null;
  readonly #keys: KeyIndex;
  readonly #members: Members;
  readonly #productKeys: BigUint64Array;
  readonly #documents: Documents;
  readonly #forecasts: Documents;
  readonly #feeds: Map<number, { seller: string; feed: string; last_as_of: string }>;
  readonly #gaps: Map<string, Gap[]>;
  readonly #search: SnapshotSearch;
  readonly #recent = new RecentValues<Product, number>(KEPT_LISTINGS, ({ listings }) => listings.length);
  readonly #held = new Map<(snapshot: Snapshot) => Promise<Disposable>, Promise<Disposable>>();

  private constructor(parts: {
    manifest: Manifest;
    store: BlobStore;
    tables: ManifestTables;
    matchModel: string | null;
    keys: KeyIndex;
    members: Members;
    productKeys: BigUint64Array;
    documents: Documents;
    forecasts: Documents;
    settings: ReadSettings;
  }) {
    this.manifest = parts.manifest;
    this.#store = parts.store;
    this.#tables = parts.tables;
    this.#matchModel = parts.matchModel;
    this.#keys = parts.keys;
    this.#members = parts.members;
    this.#search = new SnapshotSearch(parts.tables, parts.members, parts.settings);
    this.#productKeys = parts.productKeys;
    this.#documents = parts.documents;
    this.#forecasts = parts.forecasts;
    const { feeds } = parts.manifest;
    this.#feeds = new Map(
      feeds.map((state) => [
        state.feed_no,
        { seller: state.seller, feed: state.feed, last_as_of: state.current?.as_of ?? '' },
      ]),
    );
    this.#gaps = new Map(feeds.map((state) => [`${state.seller}/${state.feed}`, state.gaps]));
  }

  /** Loads keys and members into arrays and opens the documents; no database stays open behind point reads. */
  static async open(manifest: Manifest, store: BlobStore, settings: ReadSettings): Promise<OpenSnapshot> {
    const tables = await ManifestTables.of(manifest, store);
    const { matcher } = manifest;
    const matchModel = matcher ? await store.local(matcher.model) : null;
    const arrays = await loadArrays(manifest, tables, settings);
    const documents = await Documents.open(tables.files('documents'), settings.timeLimitMs);
    const forecasts = await Documents.open(tables.files('forecasts'), settings.timeLimitMs);
    return new OpenSnapshot({
      manifest,
      store,
      tables,
      matchModel,
      ...arrays,
      documents,
      forecasts,
      settings,
    });
  }

  get id(): string {
    return this.manifest.snapshot_id;
  }

  get as_of(): string {
    return this.manifest.as_of;
  }

  get published_at(): string {
    return this.manifest.published_at;
  }

  get country(): string {
    return this.manifest.market.country;
  }

  get currency(): string {
    return this.manifest.market.currency;
  }

  get locale(): string {
    return this.manifest.market.locale;
  }

  get verdict_cuts(): VerdictCuts {
    return this.manifest.market.verdict_cuts ?? VERDICT_CUTS;
  }

  get calibration(): MatchCalibration {
    return this.manifest.calibration ?? UNMEASURED;
  }

  get product_count(): number {
    return this.#members.productCount;
  }

  get listing_count(): number {
    return this.#members.listingCount;
  }

  sellers(): readonly SellerFacts[] {
    return this.manifest.sellers;
  }

  categories(): readonly CategoryFacts[] {
    return this.manifest.categories;
  }

  categoryRedirects(): Readonly<Record<string, string>> {
    return this.manifest.category_redirects ?? {};
  }

  gaps(seller: string, feed: string): readonly Gap[] {
    return this.#gaps.get(`${seller}/${feed}`) ?? [];
  }

  files(table: TableName): readonly string[] {
    return this.#tables.files(table);
  }

  matchModel(): string | null {
    return this.#matchModel;
  }

  feeds(): readonly FeedState[] {
    return this.manifest.feeds;
  }

  catalogueRowsSql(feeds?: readonly FeedState[]): string {
    return this.#tables.catalogueRowsSql(feeds);
  }

  tablesOf(snapshotId: string): Promise<SnapshotTables | null> {
    return keptTables(snapshotId, this.#store);
  }

  find(key: Key): Found | null {
    const productNo = this.#keys.find(key);
    return productNo < 0
      ? null
      : { product_no: productNo, product_id: formatId('product', this.#productKeys[productNo] as bigint) };
  }

  async products(numbers: readonly number[], signal?: AbortSignal): Promise<Product[]> {
    const members = numbers.map((number) => this.#members.listingsOf(number));
    const wanted = members.flatMap((listings) => [...listings]);
    if (wanted.length > MAX_LISTINGS_PER_READ)
      throw new ReadLimitError(
        'rows',
        `these ${numbers.length} products have ${wanted.length} listings; one read takes ${MAX_LISTINGS_PER_READ}`,
      );
    const known = numbers.map((number) => this.#recent.find(number));
    const unread = members.flatMap((listings, at) => (known[at] ? [] : [...listings]));
    const bodies = (await this.#documents.read(unread)).values();
    signal?.throwIfAborted();
    return members.map((listings, at) => {
      const product =
        known[at] ??
        assembleProduct(
          Array.from(listings, () =>
            parseDocument(bodies.next().value as string, (feedNo) => this.#feedOf(feedNo)),
          ),
        );
      return this.#recent.of(numbers[at] as number, () => product);
    });
  }

  async forecasts({ product_id, listings }: Product): Promise<(PriceForecast | NoSignal)[]> {
    const key = parseId(product_id);
    const found = key && this.find(key.key);
    const numbers = found ? [...this.#members.listingsOf(found.product_no)] : [];
    if (numbers.length !== listings.length)
      throw new Error(`product ${product_id} is not of snapshot ${this.id}`);
    return Promise.all(
      numbers.map(async (number) => {
        if (!this.#forecasts.has(number)) return { reason: 'insufficient_history' as const, peers: [] };
        const [body = ''] = await this.#forecasts.read([number]);
        const stored = JSON.parse(body) as StoredForecast | StoredNoSignal;
        return 'r' in stored ? noSignalOf(stored) : forecastOf(stored);
      }),
    );
  }

  searchIndex(): Promise<SearchIndex> {
    return this.#search.index();
  }

  searcher(): Promise<SearchThreads> {
    return this.hold(startSearchThreads);
  }

  browser(): Promise<Browser> {
    return this.#search.browser();
  }

  vectors(): Promise<VectorTable | null> {
    return this.#search.vectors();
  }

  variantAmounts(): Promise<VariantAmounts | null> {
    return this.#search.variantAmounts();
  }

  attributeValues(): Promise<AttributeValues | null> {
    return this.#search.attributeValues();
  }

  #feedOf(feedNo: number) {
    const feed = this.#feeds.get(feedNo);
    if (!feed) throw new Error(`feed number ${feedNo} is not in the manifest of ${this.id}`);
    return feed;
  }

  hold<T extends Disposable>(open: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const known = this.#held.get(open);
    if (known) return known as Promise<T>;
    const made = open(this);
    this.#held.set(open, made);
    made.catch(() => this.#held.delete(open));
    return made;
  }

  /** Opens what requests have opened of another snapshot, so that the first of this one need not wait for it. */
  async holdAsMuchAs(other: OpenSnapshot): Promise<void> {
    for (const open of other.#held.keys()) await this.hold(open);
  }

  close(): void {
    this.#documents.close();
    this.#forecasts.close();
    for (const made of this.#held.values())
      made.then(
        (held) => held[Symbol.dispose](),
        () => undefined,
      );
    this.#held.clear();
  }
}
