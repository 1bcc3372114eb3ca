import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Database, fileList, literal } from '../../warehouse/database.ts';
import { catalogueRowsSql } from '../../warehouse/listing_rows.ts';
import { currentManifest, type Manifest } from '../../warehouse/manifest.ts';
import { ManifestTables, type SnapshotTables } from '../../warehouse/reads/snapshot_tables.ts';
import { FolderStore } from '../../warehouse/store.ts';
import type { TableName } from '../../warehouse/tables.ts';

/** What a copy of the catalogue has otherwise than the first: its keys, and with them its numbers. */
const COPIED: Partial<Record<TableName, string>> = {
  assignments:
    'xor(listing_key, copy) as listing_key, xor(variant_key, copy) as variant_key, xor(product_key, copy) as product_key',
  products: 'xor(product_key, copy) as product_key',
  placements: 'xor(listing_key, copy) as listing_key',
  vanished: 'xor(listing_key, copy) as listing_key',
};

/**
 * The tables that exports read of an ingested index, its listings so many times over: an index of millions of offers
 * in a minute. Point reads and search are not there.
 */
export class ManyTables implements SnapshotTables {
  readonly id: string;
  readonly #manifest: Manifest;
  readonly #folder: string;

  private constructor(manifest: Manifest, folder: string) {
    this.id = manifest.snapshot_id;
    this.#manifest = manifest;
    this.#folder = folder;
  }

  /** Those that `write` wrote. */
  static async open(data: string, folder: string): Promise<ManyTables> {
    const current = await currentManifest(new FolderStore(data));
    if (!current) throw new Error(`nothing is published in ${data}`);
    return new ManyTables(current.manifest, folder);
  }

  /** At least so many offers. */
  static async write(data: string, folder: string, offers: number): Promise<ManyTables> {
    const many = await ManyTables.open(data, folder);
    const copies = Math.ceil(offers / many.offers);
    await mkdir(folder, { recursive: true });
    const one = await ManifestTables.of(many.#manifest, new FolderStore(data));
    await using database = await Database.open({ memoryLimit: '1GiB', spill: join(folder, 'spill') });
    const write = (source: string, replaced: string, target: string) =>
      database.run(
        `write ${basename(target)}`,
        `copy (select rows.* exclude (copy, range) replace (${replaced}) from (select *, (n.range::ubigint << 48) as copy from ${source} cross join range(${copies}) as n(range)) as rows)
         to ${literal(target)} (format parquet, compression zstd)`,
      );
    for (const [table, replaced] of Object.entries(COPIED))
      await write(`read_parquet(${fileList(one.files(table as TableName))})`, replaced, many.#path(table));
    for (const { current } of many.#manifest.feeds)
      if (current)
        await write(
          literal(join(data, 'staged', current.stage_id, 'rows.parquet')),
          'xor(listing_key, copy) as listing_key',
          many.#path(current.stage_id),
        );
    return many;
  }

  files(table: TableName): readonly string[] {
    return table in COPIED ? [this.#path(table)] : [];
  }

  feeds(): Manifest['feeds'] {
    return this.#manifest.feeds;
  }

  /** Of the index that was ingested. */
  get offers(): number {
    return this.#manifest.counts.live_listings;
  }

  sellers() {
    return this.#manifest.sellers;
  }

  catalogueRowsSql(feeds = this.feeds()): string {
    const vanished = `read_parquet(${literal(this.#path('vanished'))})`;
    return catalogueRowsSql((id) => this.#path(id), feeds, vanished);
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.parquet`);
  }
}
