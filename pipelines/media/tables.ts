import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, fileList, literal, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { catalogueRowsSql } from '../../warehouse/listing_rows.ts';
import { type Manifest, nameOf } from '../../warehouse/manifest.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { FOUND_COLUMNS, type FoundRow, MEDIA_COLUMNS, type MediaRow, SOURCE_COLUMNS } from './columns.ts';
import { itemKeys, type Known } from './items.ts';
import { nextLook } from './next_look.ts';
import type { FoundTables } from './publish_media.ts';
import type { DueAddress, Outcome } from './work.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

export interface TableSettings {
  folder: DataFolder;
  store: BlobStore;
  scratch: string;
}

/** The tables of the media step in a database: what a snapshot's listings name, what is known of it, what was found. */
export class MediaTables {
  readonly #database: Database;
  readonly #settings: TableSettings;
  readonly #manifest: Manifest;

  private constructor(database: Database, settings: TableSettings, manifest: Manifest) {
    this.#database = database;
    this.#settings = settings;
    this.#manifest = manifest;
  }

  /** Defines `wanted`, `media_before` and `sources_before`. */
  static async open(database: Database, settings: TableSettings, manifest: Manifest): Promise<MediaTables> {
    const tables = new MediaTables(database, settings, manifest);
    const { folder } = settings;
    const [vanished, generations, assignments] = await Promise.all([
      tables.#paths('vanished'),
      tables.#paths('generations'),
      tables.#paths('assignments'),
    ]);
    const names = manifest.feeds.map((feed) => `(${feed.feed_no}::usmallint, ${literal(feed.seller)})`);
    await database.script(
      'open the snapshot',
      `create or replace temp table feed_names as select * from (values ${names.join(', ')}) as t(feed_no, seller);
       create or replace temp view catalogue_rows as ${catalogueRowsSql(
         (id) => folder.stagedRows(id),
         manifest.feeds,
         `read_parquet(${fileList(vanished)})`,
         generations.length > 0 ? `read_parquet(${fileList(generations)})` : undefined,
       )};
       create or replace temp view assignments as select * from read_parquet(${fileList(assignments)});
       ${await tables.#before('media', 'media_before', MEDIA_COLUMNS)}
       ${await tables.#before('media_sources', 'sources_before', SOURCE_COLUMNS)}`,
    );
    await database.run('find what is named', sql('wanted'));
    return tables;
  }

  /** The addresses to ask for now, at most so many. */
  async due(now: Date, most: number): Promise<DueAddress[]> {
    return this.#database.rows<DueAddress & Record<string, never>>('find what is due', sql('due'), {
      now: timestamp(now),
      most,
    });
  }

  /** Contents whose files are held. */
  async keptContents(): Promise<Set<string>> {
    const rows = await this.#database.rows<{ content: string }>(
      'find what is held',
      'select content from media_before where named',
    );
    return new Set(rows.map(({ content }) => content));
  }

  /** Makes `sources_after` and `media_after` of what was found. */
  async take(outcomes: readonly Outcome[], now: Date): Promise<void> {
    const found = outcomes.map((outcome): FoundRow => foundRow(outcome, now));
    await this.#load('found', FOUND_COLUMNS, found);
    await this.#load('found_media', MEDIA_COLUMNS, await this.#mediaRows(outcomes));
    await this.#database.run('tell of each address', sql('sources_after'));
    await this.#database.run('tell of each file', sql('media_after'));
  }

  /** Whether the tables differ from those before. */
  async isChanged(outcomes: readonly Outcome[]): Promise<boolean> {
    if (outcomes.length > 0) return true;
    return (
      (await this.#database.count(
        'count what is no longer named',
        'select count(*) from sources_before anti join sources_after using (address)',
      )) > 0
    );
  }

  /** Writes both tables; the name says what they were made of. */
  async write(outcomes: readonly Outcome[]): Promise<Omit<FoundTables, 'run'>> {
    const { scratch } = this.#settings;
    const [media, sources] = [join(scratch, 'media.parquet'), join(scratch, 'media_sources.parquet')];
    await this.#database.script(
      'write media',
      `copy (select ${Object.keys(MEDIA_COLUMNS).join(', ')} from media_after order by content) to ${literal(media)} (format parquet);
       copy (select ${Object.keys(SOURCE_COLUMNS).join(', ')} from sources_after order by address) to ${literal(sources)} (format parquet)`,
    );
    const count = (table: string) => this.#database.count(`count ${table}`, `select count(*) from ${table}`);
    return {
      name: nameOf(
        'media',
        this.#manifest.snapshot_id,
        outcomes.map(({ due, content, code }) => [due.address, content, code]),
      ),
      media,
      sources,
      rows: { media: await count('media_after'), sources: await count('sources_after') },
    };
  }

  async counts(): Promise<{ addresses: number; items: number; files: number; bytes: number }> {
    const [row] = await this.#database.rows<Record<string, string>>(
      'count media',
      `select (select count(*) from sources_after) as addresses, count(distinct media_key) as items,
         count(*) as files, coalesce(sum(kept_bytes), 0)::bigint as bytes
       from media_after where named`,
    );
    const { addresses, items, files, bytes } = row ?? {};
    return {
      addresses: Number(addresses),
      items: Number(items),
      files: Number(files),
      bytes: Number(bytes),
    };
  }

  async #mediaRows(outcomes: readonly Outcome[]): Promise<MediaRow[]> {
    const taken = outcomes.filter(({ taken: one }) => one !== null);
    const places = await this.#database.rows<{ address: string; products: string[] }>(
      'find products of addresses',
      'select address, list_sort(list_distinct(list(product_key::varchar))) as products from wanted semi join found using (address) group by address',
    );
    const alike = await this.#database.rows<Known>('find what their products have', sql('alike'));
    const productsOf = new Map(places.map(({ address, products }) => [address, products]));
    const keys = itemKeys(
      taken.flatMap(({ due, taken: one }) =>
        one ? [{ taken: one, products: productsOf.get(due.address) ?? [] }] : [],
      ),
      alike,
    );
    return taken.flatMap(({ taken: one }) => {
      if (!one) return [];
      const { own_key, fingerprint, ...row } = one;
      return {
        ...row,
        media_key: String(keys.get(one.content) ?? own_key),
        edges: fingerprint?.edges ?? null,
        fields: fingerprint?.fields ?? null,
        inks: fingerprint?.inks ?? null,
        named: true,
      };
    });
  }

  /** A small table of these rows, by way of a file. */
  async #load(
    name: string,
    columns: Readonly<Record<string, string>>,
    rows: readonly (FoundRow | MediaRow)[],
  ): Promise<void> {
    const path = join(this.#settings.scratch, `${name}.ndjson`);
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const types = Object.entries(columns)
      .map(([column, type]) => `${column}: ${literal(type)}`)
      .join(', ');
    await this.#database.run(
      `load ${name}`,
      `create or replace temp table ${name} as select * from read_json(${literal(path)}, columns = {${types}}, format = 'newline_delimited')`,
    );
  }

  async #before(
    table: 'media' | 'media_sources',
    name: string,
    columns: Readonly<Record<string, string>>,
  ): Promise<string> {
    const paths = await this.#paths(table);
    const definitions = Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', ');
    const rows = `insert into ${name} by name select * from read_parquet(${fileList(paths)});`;
    return `create or replace temp table ${name} (${definitions});${paths.length > 0 ? rows : ''}`;
  }

  #paths(table: keyof Manifest['tables']): Promise<string[]> {
    return Promise.all(
      (this.#manifest.tables[table] ?? []).map((part) => this.#settings.store.local(part.key)),
    );
  }
}

function foundRow({ due, content, code, detail, etag, last_modified }: Outcome, now: Date): FoundRow {
  const attempts = code === null ? 0 : due.attempts + 1;
  return {
    address: due.address,
    content,
    code,
    detail,
    attempts,
    etag,
    last_modified,
    checked_at: timestamp(now),
    next_at: timestamp(nextLook(now, attempts)),
  };
}

const timestamp = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '');
