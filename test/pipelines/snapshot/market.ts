import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TabledKind } from '../../../pipelines/domain/inputs/kinds.ts';
import { gtinKey, listingKey } from '../../../pipelines/domain/key.ts';
import type { Product } from '../../../pipelines/domain/listing.ts';
import type { FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import type { MarketSettings } from '../../../pipelines/domain/settings/market_settings.ts';
import {
  inputFeeds,
  type SellerSettings,
  withOffers,
} from '../../../pipelines/domain/settings/publisher_settings.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { stageRun } from '../../../pipelines/feeds/stage.ts';
import type { PublishSettings } from '../../../pipelines/publication.ts';
import { type PublishSummary, publish } from '../../../pipelines/snapshot/publish.ts';
import { type TableContent, tableContents } from '../../../warehouse/contents.ts';
import { Database } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { currentManifest, type Manifest } from '../../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { FolderStore } from '../../../warehouse/store.ts';

/** One listing of a feed in a test; what is left out takes a plain default. */
export interface Row {
  sku: string;
  title?: string;
  brand?: string;
  gtin?: string;
  mpn?: string;
  item_group_id?: string;
  category?: string;
  price?: string;
  availability?: string;
  color?: string;
  size?: string;
  condition?: string;
  net_content?: string;
  url?: string;
  image_link?: string;
  /** Parted by commas. */
  additional_image_link?: string;
  video_link?: string;
  description?: string;
  sale_price?: string;
}

/** A market in a temporary folder: sellers whose feeds are written by hand, staged and published for real. */
export class TestMarket implements AsyncDisposable {
  readonly root: string;
  readonly folder: DataFolder;
  readonly store: FolderStore;
  readonly market: MarketSettings = { country: 'US', currency: 'USD', locale: 'en-US' };
  sellers: SellerSettings[];

  private constructor(root: string, sellers: SellerSettings[]) {
    this.root = root;
    this.folder = new DataFolder(join(root, 'data'));
    this.store = new FolderStore(join(root, 'data'));
    this.sellers = sellers;
  }

  static async open(...sellers: string[]): Promise<TestMarket> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-index-market-'));
    return new TestMarket(
      root,
      sellers.map((id) => sellerOf(root, id)),
    );
  }

  /** A market of its own that stands where this one does, times of files included; both write feeds at the same places. */
  async copy(): Promise<TestMarket> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-index-market-'));
    await cp(this.folder.root, join(root, 'data'), { recursive: true, preserveTimestamps: true });
    return new TestMarket(root, structuredClone(this.sellers));
  }

  /** Gives a seller a feed of another input than offers, as csv. */
  addInput(seller: string, kind: TabledKind): void {
    const url = join(this.root, 'feeds', `${seller}-${kind}.csv`);
    this.#publisher(seller).feeds.push({ name: kind, url, format: 'csv', kind });
  }

  /** Gives a seller a supplemental feed, as csv. */
  addSupplement(seller: string, name: string, supplements = 'catalogue'): void {
    const url = join(this.root, 'feeds', `${seller}-${name}.csv`);
    this.#publisher(seller).feeds.push({ name, url, format: 'csv', supplements });
  }

  /** Stages one observation of a supplemental feed, of a day (`2026-01-01`) or a moment. */
  async observeSupplement(
    seller: string,
    name: string,
    asOf: string,
    lines: readonly string[],
  ): Promise<void> {
    await this.#stage(seller, name, asOf.includes('T') ? asOf : `${asOf}T00:00:00.000Z`, lines);
  }

  /** Stages one observation of an input. */
  async observeInput(
    seller: string,
    kind: TabledKind,
    asOf: string,
    lines: readonly string[],
  ): Promise<void> {
    await this.#stage(seller, kind, `${asOf}T00:00:00.000Z`, lines);
  }

  /** Stages one observation of a seller's feed. */
  async observe(seller: string, asOf: string, rows: readonly Row[], feedName = 'catalogue'): Promise<void> {
    const columns = [
      'sku',
      'title',
      'brand',
      'gtin',
      'mpn',
      'item_group_id',
      'category',
      'price',
      'availability',
      'color',
      'size',
      'condition',
      'net_content',
      'url',
      'image_link',
      'additional_image_link',
      'video_link',
      'description',
      'sale_price',
    ] as const;
    const lines = rows.map((row) => {
      const full: Row = { title: `Thing ${row.sku}`, price: '10.00', availability: 'in stock', ...row };
      return columns.map((column) => `"${(full[column] ?? '').replaceAll('"', '""')}"`).join(',');
    });
    const moment = asOf.includes('T') ? asOf : `${asOf}T00:00:00.000Z`;
    await this.#stage(seller, feedName, moment, [columns.join(','), ...lines]);
  }

  /** Stages this content of a seller's feed, in whatever format its settings say. */
  async observeFile(seller: string, asOf: string, content: string, feedName = 'catalogue'): Promise<void> {
    await this.#stage(seller, feedName, `${asOf}T00:00:00.000Z`, content.replace(/\n$/, '').split('\n'));
  }

  /** Gives a seller a second feed of the same shape. */
  addFeed(seller: string, name: string): void {
    const settings = this.#publisher(seller);
    const [first] = settings.feeds;
    if (!first) throw new Error(`no feed of ${seller}`);
    settings.feeds.push({ ...first, name, url: join(this.root, 'feeds', `${seller}-${name}.csv`) });
  }

  publish(options: Partial<PublishSettings> = {}): Promise<PublishSummary> {
    return publish({
      folder: this.folder,
      store: this.store,
      market: this.market,
      sellers: withOffers(this.sellers),
      inputs: inputFeeds(this.sellers),
      memoryLimit: '256MiB',
      now: () => new Date('2026-06-01T00:00:00Z'),
      acceptedByHand: new Set(),
      ...options,
    });
  }

  async manifest(): Promise<Manifest> {
    const current = await currentManifest(this.store);
    if (!current) throw new Error('nothing is published');
    return current.manifest;
  }

  async contents(): Promise<Record<string, TableContent>> {
    return tableContents(await this.manifest(), this.store, join(this.root, 'spill'));
  }

  /** The newest snapshot for the length of `read`. */
  async read<T>(read: (snapshot: OpenSnapshot) => Promise<T> | T): Promise<T> {
    const snapshot = await OpenSnapshot.open(await this.manifest(), this.store, {
      memoryLimit: '256MiB',
      timeLimitMs: 10_000,
    });
    try {
      return await read(snapshot);
    } finally {
      snapshot.close();
    }
  }

  /** The product a listing (`seller:sku`) or a 14-digit GTIN leads to, or null. */
  product(reference: string): Promise<Product | null> {
    const [seller = '', sku] = reference.split(':');
    return this.read(async (snapshot) => {
      const found = snapshot.find(sku === undefined ? gtinKey(reference) : listingKey(seller, sku));
      return found ? ((await snapshot.products([found.product_no]))[0] ?? null) : null;
    });
  }

  #publisher(id: string): SellerSettings {
    const settings = this.sellers.find((candidate) => candidate.id === id);
    if (!settings) throw new Error(`no seller ${id}`);
    return settings;
  }

  async #stage(seller: string, feedName: string, fetchedAt: string, lines: readonly string[]): Promise<void> {
    const settings = this.#publisher(seller);
    const feed = settings.feeds.find((candidate) => candidate.name === feedName);
    if (!feed) throw new Error(`no feed ${feedName} of ${seller}`);
    await mkdir(join(this.root, 'feeds'), { recursive: true });
    await writeFile(feed.url, `${lines.join('\n')}\n`);
    const limits = { feed_bytes: 1e9, feed_ratio: 200, fetch_seconds: 60, allow_private_addresses: false };
    const common = {
      folder: this.folder,
      store: this.store,
      seller: settings,
      feed,
      market: this.market,
      limits,
    };
    for (const landed of await landFeed({ ...common, asOf: fetchedAt, fetchedAt }))
      await inTurn((database) => stageRun({ ...common, database, landed }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

let staging: Promise<Database> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** One database for all files that are staged, as the engine has, of all markets of a process: opening it takes as long as staging a file. */
async function inTurn<T>(stage: (database: Database) => Promise<T>): Promise<T> {
  staging ??= Database.open({
    memoryLimit: '256MiB',
    threads: 1,
    spill: join(tmpdir(), `commerce-index-staging-${process.pid}`),
  });
  const database = await staging;
  const staged = turn.then(() => stage(database));
  turn = staged.catch(() => null);
  return staged;
}

function sellerOf(root: string, id: string): SellerSettings {
  const columns = [
    'sku',
    'title',
    'brand',
    'gtin',
    'mpn',
    'item_group_id',
    'category',
    'price',
    'availability',
    'condition',
    'url',
  ];
  const media = { image_url: 'image_link', image_urls: 'additional_image_link', video_url: 'video_link' };
  const feed: FeedSettings = {
    name: 'catalogue',
    url: join(root, 'feeds', `${id}.csv`),
    format: 'csv',
    mapping: {
      ...Object.fromEntries(columns.map((column) => [column, column])),
      ...media,
      'attributes.general.color': 'color',
      'attributes.general.size': 'size',
      'attributes.general.net_content': 'net_content',
    },
  };
  return { id, name: id, kind: 'retailer', access: 'merchant_feed', feeds: [feed] };
}
