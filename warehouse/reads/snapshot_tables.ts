import { fileList } from '../database.ts';
import { catalogueRowsSql } from '../listing_rows.ts';
import {
  type FeedState,
  type Manifest,
  manifestKey,
  readManifest,
  WarehouseFormatError,
} from '../manifest.ts';
import type { BlobStore } from '../store.ts';
import type { TableName } from '../tables.ts';

/** The files of a snapshot, for bulk reads. */
export interface SnapshotTables {
  readonly id: string;
  /** Local paths of a table's files. */
  files(table: TableName): readonly string[];
  /** A select over every listing as it last stood, of these feeds or all: feed_no, last_seen, gone_since and the staged columns. */
  catalogueRowsSql(feeds?: readonly FeedState[]): string;
  /** The feeds behind `feed_no`. */
  feeds(): readonly FeedState[];
}

/** The tables that a manifest names, on this machine's disk. */
export class ManifestTables implements SnapshotTables {
  readonly #manifest: Manifest;
  readonly #paths: Partial<Record<TableName, string[]>>;
  /** By stage. */
  readonly #stagedPaths: ReadonlyMap<string, string>;

  private constructor(
    manifest: Manifest,
    paths: Partial<Record<TableName, string[]>>,
    stagedPaths: ReadonlyMap<string, string>,
  ) {
    this.#manifest = manifest;
    this.#paths = paths;
    this.#stagedPaths = stagedPaths;
  }

  static async of(manifest: Manifest, store: BlobStore): Promise<ManifestTables> {
    const paths: Partial<Record<TableName, string[]>> = {};
    for (const [table, parts] of Object.entries(manifest.tables))
      paths[table as TableName] = await Promise.all(parts.map((part) => store.local(part.key)));
    const stagedPaths = new Map<string, string>();
    for (const { current } of manifest.feeds)
      if (current)
        stagedPaths.set(current.stage_id, await store.local(`staged/${current.stage_id}/rows.parquet`));
    return new ManifestTables(manifest, paths, stagedPaths);
  }

  get id(): string {
    return this.#manifest.snapshot_id;
  }

  files(table: TableName): readonly string[] {
    return this.#paths[table] ?? [];
  }

  feeds(): readonly FeedState[] {
    return this.#manifest.feeds;
  }

  catalogueRowsSql(feeds = this.feeds()): string {
    const generations = this.files('generations');
    return catalogueRowsSql(
      (id) => this.#stagedPaths.get(id) ?? id,
      feeds,
      `read_parquet(${fileList(this.files('vanished'))})`,
      generations.length > 0 ? `read_parquet(${fileList(generations)})` : undefined,
    );
  }
}

/** The tables of a snapshot that is still kept; null for one that is not, or is of another format. */
export async function keptTables(snapshotId: string, store: BlobStore): Promise<SnapshotTables | null> {
  if ((await store.readText(manifestKey(snapshotId))) === null) return null;
  try {
    return await ManifestTables.of(await readManifest(store, snapshotId), store);
  } catch (error) {
    if (error instanceof WarehouseFormatError) return null;
    throw error;
  }
}
