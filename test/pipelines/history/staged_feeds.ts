import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listingKey } from '../../../pipelines/domain/key.ts';
import type { FeedSeries } from '../../../pipelines/history/feed_series.ts';
import { defineGenerations } from '../../../pipelines/history/generations.ts';
import { Database, literal } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import type { StagedRows } from '../../../warehouse/listing_rows.ts';
import { type Run, STAGED_COLUMNS } from '../../../warehouse/run.ts';

const GIVEN = [
  'listing_key',
  'sku',
  'availability',
  'currency',
  'price_minor',
  'landed_minor',
  'title',
  'brand',
  'gtin',
];

/**
 * Staged runs written by hand, and the tables that history folds them into. A listing is a line of text: `sku price
 * landed availability currency`, `-` for a landed cost that is not known; what is left out is `-`, `in_stock`, `USD`.
 * What it is may follow: `| title | brand | GTIN`.
 */
export class StagedFeeds implements AsyncDisposable {
  readonly folder: DataFolder;
  readonly database: Database;
  readonly #skus = new Map<string, string>();
  #staged = 0;

  private constructor(folder: DataFolder, database: Database) {
    this.folder = folder;
    this.database = database;
  }

  static async open(): Promise<StagedFeeds> {
    const folder = new DataFolder(await mkdtemp(join(tmpdir(), 'commerce-index-history-')));
    const database = await Database.open({
      memoryLimit: '256MiB',
      threads: 1,
      spill: folder.scratch('spill'),
    });
    const feeds = new StagedFeeds(folder, database);
    await feeds.forget();
    return feeds;
  }

  /** Empties `vanished`, which publication opens before it folds. */
  async forget(): Promise<void> {
    const columns = Object.entries(STAGED_COLUMNS).map(([name, type]) => `${name} ${type}`);
    await this.database.run(
      'define vanished',
      `create or replace temp table vanished (feed_no usmallint, gone_at timestamp, ${columns.join(', ')})`,
    );
    await defineGenerations(this.database);
  }

  /** Stages what `seller/feed` said on a day (`2026-01-01`), or at a full ISO 8601 time. */
  async stage(name: string, day: string, lines: readonly string[]): Promise<Run> {
    const [seller = '', feed = 'catalogue'] = name.split('/');
    const number = (++this.#staged).toString(16).padStart(8, '0');
    const as_of = day.includes('T') ? day : `${day}T00:00:00.000Z`;
    await this.#writeRows(`stage${number}`, seller, as_of, lines);
    const run: Run = {
      run_id: `run_${number}`,
      seller,
      feed,
      as_of,
      stage_id: `stage${number}`,
      by_as_of: false,
      rows_read: lines.length,
      accepted: lines.length,
      rejected: 0,
      rejected_by: {},
      notes_by: {},
      gtin: { valid: 0, missing: lines.length, malformed: 0, checksum: 0, restricted: 0 },
      source: { name: `${feed}.csv`, sha256: number, bytes: 1 },
      staged_at: new Date(Date.UTC(2026, 5, 1) + this.#staged).toISOString(),
      seconds: { land: 0, stage: 0 },
    };
    await mkdir(this.folder.runs(), { recursive: true });
    await writeFile(join(this.folder.runs(), `${run.run_id}.json`), JSON.stringify(run));
    return run;
  }

  async #writeRows(stageId: string, seller: string, asOf: string, lines: readonly string[]): Promise<void> {
    await mkdir(this.folder.staged(stageId), { recursive: true });
    const rows = lines.map((line) => {
      const [state = '', ...described] = line.split('|').map((part) => part.trim());
      const [sku = '', price = '', landed = '-', availability = 'in_stock', currency = 'USD'] =
        state.split(' ');
      const [title = `Thing ${sku}`, brand = '', gtin = ''] = described;
      const claims = [title, brand, gtin].map((text) => (text === '' ? 'null' : literal(text)));
      const key = listingKey(seller, sku);
      this.#skus.set(String(key), sku);
      for (const generation of [1, 2])
        this.#skus.set(String(listingKey(seller, sku, generation)), `${sku}#${generation}`);
      const amounts = [price, landed].map((amount) => (amount === '-' ? 'null' : amount));
      return `(${[key, ...[sku, availability, currency].map(literal), ...amounts, ...claims].join(', ')})`;
    });
    const columns = Object.entries(STAGED_COLUMNS).map(([name, type]) => {
      if (name === 'as_of') return `timestamp ${literal(asOf.slice(0, -1))} as as_of`;
      if (name === 'content_hash') return 'hash(title, brand, gtin) as content_hash';
      return GIVEN.includes(name) ? `${name}::${type} as ${name}` : `null::${type} as ${name}`;
    });
    await this.database.run(
      'stage rows',
      `copy (
         select ${columns.join(', ')}
         from (values ${rows.join(', ') || `(0, '', '', '', 0, 0, '', '', '')`})
           as t(${GIVEN.join(', ')})
         ${rows.length > 0 ? '' : 'where false'}
       ) to ${literal(this.folder.stagedRows(stageId))} (format parquet)`,
    );
  }

  /** The change points, sorted: `feed_no sku day price landed availability`, and the currency where it is not USD. */
  changes(table: 'new_changes' | 'all_changes' = 'new_changes'): Promise<string[]> {
    return this.#lines(table, ['from_at', 'price_minor', 'landed_minor', 'availability', 'currency']);
  }

  /** The transitions, sorted: `feed_no sku day kind currency prices availabilities`, both before and after; `USD>EUR`. */
  transitions(): Promise<string[]> {
    return this.#lines('transitions', [
      'happened_at',
      'kind',
      'currencies',
      'price_before',
      'price_after',
      'availability_before',
      'availability_after',
    ]);
  }

  /** What is kept of vanished listings, sorted: `feed_no sku gone_on last_seen price landed availability title`. */
  vanished(): Promise<string[]> {
    const columns = ['gone_at', 'as_of', 'price_minor', 'landed_minor', 'availability', 'title'];
    return this.#lines('vanished', columns);
  }

  async #lines(table: string, columns: readonly string[]): Promise<string[]> {
    const own: Record<string, string> = {
      currency: `case when currency <> 'USD' then currency end`,
      currencies: `concat_ws('>', currency_before, case when currency_after is distinct from currency_before then currency_after end)`,
    };
    const spelled = columns.map((column) =>
      ['from_at', 'happened_at', 'gone_at', 'as_of'].includes(column)
        ? `strftime(${column}, '%Y-%m-%d')`
        : (own[column] ?? `coalesce(${column}::varchar, '-')`),
    );
    const rows = await this.database.rows<{ feed_no: number; listing_key: string; line: string }>(
      `read ${table}`,
      `select feed_no, listing_key::varchar as listing_key, concat_ws(' ', ${spelled.join(', ')}) as line from ${table}`,
    );
    return rows.map((row) => `${row.feed_no} ${this.#skus.get(row.listing_key)} ${row.line}`).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database[Symbol.asyncDispose]();
    await rm(this.folder.root, { recursive: true, force: true });
  }
}

/** The rows a run left, as the next one is compared with them. */
export function rowsBefore(feedNo: number, { stage_id, as_of, by_as_of }: Run): StagedRows {
  return { feed_no: feedNo, stage_id, as_of, by_as_of };
}

/** A feed of the seller `alpha` that goes on from `before` with the pending runs. */
export function seriesOf(before: Run | null, pending: Run[], more: Partial<FeedSeries> = {}): FeedSeries {
  const feed_no = more.feed_no ?? 0;
  const rows = before ? rowsBefore(feed_no, before) : null;
  return { feed_no, seller: 'alpha', before: rows, pending, silent: false, ...more };
}
