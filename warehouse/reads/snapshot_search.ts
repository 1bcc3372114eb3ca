import { openVectorFile } from '../embedding/vector_file.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import { readColumnFile } from '../text/array_file.ts';
import { AttributeValues } from '../text/attribute_values.ts';
import { Browser } from '../text/browser.ts';
import { SearchIndex } from '../text/search_index.ts';
import { openTextFile, type Texts } from '../text/text_file.ts';
import { VariantAmounts } from '../text/variant_amounts.ts';
import { firstSeen, loadOffers } from './listing_offers.ts';
import type { Members } from './members.ts';
import { type ReadSettings, withDatabase } from './snapshot_arrays.ts';
import type { SnapshotTables } from './snapshot_tables.ts';

/** The text index ready to be asked, and the file it is over, which must stay for other snapshots to find. */
interface LoadedSearch {
  texts: Texts;
  index: SearchIndex;
  browser: Browser;
  /** By offer, the number of its listing. */
  listings: Int32Array;
}

/** The snapshot was published by a version that made no text index. */
export class NoTextIndexError extends Error {
  constructor(snapshot: string) {
    super(`snapshot ${snapshot} was published without a text index; run \`commerce-index rebuild\``);
    this.name = 'NoTextIndexError';
  }
}

/** Of the file of facets. */
const isOfFacets = (name: string) => name.startsWith('facet_');
const isOfAmounts = (name: string) => name.startsWith('amount_') || name === 'facet_variants';

/** What a snapshot is searched by; each part is loaded when it is first asked for, once. */
export class SnapshotSearch {
  readonly #tables: SnapshotTables;
  readonly #members: Members;
  readonly #settings: ReadSettings;
  readonly #loaded = new Map<string, Promise<unknown>>();

  constructor(tables: SnapshotTables, members: Members, settings: ReadSettings) {
    this.#tables = tables;
    this.#members = members;
    this.#settings = settings;
  }

  /** The text index. Two snapshots with the same texts share them. Throws NoTextIndexError where there is none. */
  async index(): Promise<SearchIndex> {
    return (await this.#search()).index;
  }

  async browser(): Promise<Browser> {
    return (await this.#search()).browser;
  }

  async vectors(): Promise<VectorTable | null> {
    const [path] = this.#tables.files('vectors');
    return path === undefined ? null : this.#once('vectors', () => openVectorFile(path));
  }

  async variantAmounts(): Promise<VariantAmounts | null> {
    const [path] = this.#tables.files('facets');
    if (path === undefined) return null;
    return this.#once('amounts', async () => {
      const { listings } = await this.#search();
      return VariantAmounts.of(await readColumnFile(path, isOfAmounts), listings);
    });
  }

  async attributeValues(): Promise<AttributeValues | null> {
    const [path] = this.#tables.files('facets');
    if (path === undefined) return null;
    return this.#once('values', async () => {
      const { listings } = await this.#search();
      return new AttributeValues(await readColumnFile(path, isOfFacets), listings);
    });
  }

  /** Loads a part, or gives the one that was loaded. What failed is tried again by the next who asks. */
  #once<Part>(part: string, load: () => Promise<Part>): Promise<Part> {
    const known = this.#loaded.get(part) as Promise<Part> | undefined;
    if (known) return known;
    const loading = load();
    this.#loaded.set(part, loading);
    loading.catch(() => this.#loaded.delete(part));
    return loading;
  }

  #search(): Promise<LoadedSearch> {
    return this.#once('search', async () => {
      const [path] = this.#tables.files('texts');
      if (path === undefined) throw new NoTextIndexError(this.#tables.id);
      const texts = await openTextFile(path);
      const { offers, listings } = await withDatabase(this.#settings, (connection) =>
        loadOffers(connection, this.#tables.files('offers'), this.#members, this.#tables.feeds()),
      );
      const ages = firstSeen(this.#members);
      return {
        texts,
        listings,
        index: new SearchIndex(texts, offers, ages),
        browser: new Browser(texts.columns, offers, ages),
      };
    });
  }
}
