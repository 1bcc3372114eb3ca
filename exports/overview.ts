import { basename } from 'node:path';
import { Database, loadSql } from '../warehouse/database.ts';
import { nameOf } from '../warehouse/manifest.ts';
import type { Snapshot } from '../warehouse/reads/snapshot.ts';
import type { TableName } from '../warehouse/tables.ts';
import { DATASET_NAMES, DATASETS, type DatasetName } from './dataset.ts';
import { defineRelations } from './warehouse_relations.ts';

/** What each dataset is made from; `catalogue` stands for the feeds' staged rows. */
const SOURCES: Record<DatasetName, readonly (TableName | 'catalogue')[]> = {
  products: ['assignments', 'products', 'catalogue', 'vanished'],
  variants: ['assignments', 'products', 'catalogue', 'vanished'],
  offers: ['assignments', 'catalogue'],
  observations: ['changes', 'assignments', 'catalogue', 'vanished'],
  events: ['events', 'assignments'],
  listings: ['assignments', 'catalogue', 'vanished'],
};

/** Rows of every dataset without filters. Takes a scan of the change points: ask once per snapshot. */
export async function rowCounts(
  snapshot: Snapshot,
  settings: { memoryLimit: string; spill: string },
): Promise<Record<DatasetName, number>> {
  await using database = await Database.open(settings);
  await defineRelations(database, snapshot);
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
 * Sixteen hexadecimal digits over the names of the immutable files a dataset is made from and its columns: equal
 * in two snapshots means equal rows, so a consumer need not fetch it again.
 */
export function checksum(snapshot: Snapshot, dataset: DatasetName): string {
  const sources = SOURCES[dataset].map((source) =>
    source === 'catalogue'
      ? snapshot
          .feeds()
          .map(({ configured, seller, feed, current }) => [
            configured,
            seller,
            feed,
            current?.stage_id,
            current?.as_of,
          ])
      : snapshot.files(source).map((path) => basename(path)),
  );
  return nameOf(
    dataset,
    DATASETS[dataset].columns.map((column) => column.name),
    sources,
  );
}
