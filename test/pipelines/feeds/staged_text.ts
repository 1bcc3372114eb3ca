import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import type { SellerSettings } from '../../../pipelines/domain/settings/publisher_settings.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { type StageOptions, stageRun } from '../../../pipelines/feeds/stage.ts';
import { Database, literal } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { FolderStore } from '../../../warehouse/store.ts';

/** What is set for one feed of a test; the market is the United States. */
export interface FeedOptions {
  currency?: string;
  shipping?: SellerSettings['shipping'];
  decimal_mark?: FeedSettings['decimal_mark'];
  /** `many`: the statements that large feeds are staged by. */
  form?: 'few' | 'many';
}

/** What became of a row: minor units, or the code and detail of its reject. */
export interface StagedRow {
  sku: string;
  currency: string | null;
  price_minor: string | null;
  list_price_minor: string | null;
  delivery_minor: string | null;
  landed_minor: string | null;
  availability: string | null;
  condition: string | null;
  url: string | null;
  image_url: string | null;
  reject: string | null;
  detail: string | null;
}

/** Feeds written by hand and staged for real, in a temporary folder. */
export class StagedText implements AsyncDisposable {
  readonly #folder: DataFolder;
  readonly #database: Database;

  private constructor(folder: DataFolder, database: Database) {
    this.#folder = folder;
    this.#database = database;
  }

  static async open(): Promise<StagedText> {
    const folder = new DataFolder(await mkdtemp(join(tmpdir(), 'commerce-index-staged-')));
    const database = await Database.open({ memoryLimit: '256MiB', spill: folder.scratch('spill') });
    return new StagedText(folder, database);
  }

  /** Stages rows of the given columns besides `id` and `title`; what is left out of a row is empty. In their order. */
  async stage<Column extends string>(
    columns: readonly Column[],
    rows: readonly Partial<Record<Column, string>>[],
    { currency, shipping, decimal_mark, form = 'few' }: FeedOptions = {},
  ): Promise<StagedRow[]> {
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const lines = rows.map((row, index) =>
      [`r${index}`, `Thing ${index}`, ...columns.map((column) => row[column] ?? '')].map(quote).join(','),
    );
    const url = this.#folder.path('feed.csv');
    await writeFile(url, `${[['id', 'title', ...columns].join(','), ...lines].join('\n')}\n`);
    const feed: FeedSettings = {
      name: 'catalogue',
      url,
      format: 'google',
      ...(currency && { currency }),
      ...(decimal_mark && { decimal_mark }),
    };
    const seller: SellerSettings = {
      id: 'shop',
      name: 'Shop',
      kind: 'retailer',
      access: 'merchant_feed',
      feeds: [feed],
      ...(shipping && { shipping }),
    };
    const fetchedAt = '2026-08-01T00:00:00.000Z';
    const market = { country: 'US', currency: 'USD' };
    const store = new FolderStore(this.#folder.root);
    const common = { folder: this.#folder, store, seller, feed, market, limits: FEED_LIMITS };
    const [landed] = await landFeed({ ...common, asOf: fetchedAt, fetchedAt });
    if (!landed) throw new Error('nothing landed');
    const options: StageOptions = { ...common, database: this.#database, landed };
    const [run] = await stageRun({ ...options, ...(form === 'many' && { inMemoryBytes: 0 }) });
    if (!run) throw new Error('nothing staged');
    const [accepted, rejects] = [
      this.#folder.stagedRows(run.stage_id),
      this.#folder.stagedRejects(run.stage_id),
    ];
    const found = await this.#database.rows<StagedRow>(
      'read staged rows',
      `with rejects as (select 'r' || (line - 2) as sku, code, detail from read_parquet(${literal(rejects)}) where severity = 'reject')
       select coalesce(rows.sku, rejects.sku) as sku, currency, price_minor::varchar as price_minor, list_price_minor::varchar as list_price_minor,
         delivery_minor::varchar as delivery_minor, landed_minor::varchar as landed_minor, availability, condition,
         url, image_url,
         rejects.code as reject, rejects.detail as detail
       from read_parquet(${literal(accepted)}) as rows full join rejects on rejects.sku = rows.sku`,
    );
    const bySku = new Map(found.map((row) => [row.sku, row]));
    return rows.map((_, index) => {
      const row = bySku.get(`r${index}`);
      if (!row) throw new Error(`row r${index} is neither accepted nor rejected`);
      return row;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
    await rm(this.#folder.root, { recursive: true, force: true });
  }
}
