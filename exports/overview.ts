import { basename } from 'node:path';
import { Database, loadSql } from '../warehouse/database.ts';
import { nameOf } from '../warehouse/manifest.ts';
import type { Snapshot } from '../warehouse/reads/snapshot.ts';
import type { SnapshotTables } from '../warehouse/reads/snapshot_tables.ts';
import type { TableName } from '../warehouse/tables.ts';
import { DATASET_NAMES, DATASETS, type DatasetName } from './dataset.ts';
import { keepRelations } from './warehouse_relations.ts';

/** Where its rows come from: the tables, and `catalogue`, the feeds' staged rows under the keys of their generation. */
const SOURCES: Record<DatasetName, readonly (TableName | 'catalogue')[]> = {
  products: ['assignments', 'products', 'catalogue', 'vanished', 'placements'],
  variants: ['assignments', 'products', 'catalogue', 'vanished'],
  offers: ['assignments', 'catalogue'],
  observations: ['changes', 'assignments', 'catalogue', 'vanished'],
  events: ['events', 'assignments'],
  listings: ['assignments', 'catalogue', 'vanished', 'placements'],
};

/** Rows of every dataset without filters. Takes a scan of the change points: ask once per snapshot. */
export async function rowCounts(
  snapshot: Snapshot,
  settings: { memoryLimit: string; spill: string },
): Promise<Record<DatasetName, number>> {
  await using database = await Database.open(settings);
  keepRelations(database, snapshot);
  const [row] = await database.rows<Record<DatasetName, string>>(
    'count rows of exports',
    loadSql(import.meta.url, './sql/row_counts.sql'),
  );
  return Object.fromEntries(DATASET_NAMES.map((name) => [name, Number(row?.[name])])) as Record<
    DatasetName,
    number
  >;
}

/**
 * Sixteen hexadecimal digits over all that a dataset is made from (the names of immutable files, what is said of their
 * feeds) and its columns: equal in two snapshots means equal rows, so a consumer need not fetch it again.
 */
export function checksum(snapshot: SnapshotTables, dataset: DatasetName): string {
  const names = (table: TableName) => snapshot.files(table).map((path) => basename(path));
  const sources = SOURCES[dataset].map((source) =>
    source === 'catalogue' ? [feedsRead(snapshot), names('generations')] : names(source),
  );
  return nameOf(
    dataset,
    DATASETS[dataset].columns.map((column) => column.name),
    sources,
  );
}

/** Of each feed, where its rows are staged and how they are read. */
function feedsRead(snapshot: SnapshotTables): unknown[] {
  return snapshot
    .feeds()
    .map(({ configured, seller, feed, current, prices }) => [
      configured,
      seller,
      feed,
      current?.stage_id,
      current?.as_of,
      prices,
    ]);
}
