import { type Database, identifier, literal } from '../warehouse/database.ts';
import type { SnapshotTables } from '../warehouse/reads/snapshot_tables.ts';
import { writeArrow } from './arrow/write_arrow.ts';
import { changesSql } from './changes.ts';
import { type Column, DATASETS } from './dataset.ts';
import { columnsOf, type ExportQuery } from './export_query.ts';
import { columnSql, sliceSql } from './slice.ts';
import { writeNdjson } from './write_ndjson.ts';

/** Two snapshots to compare: the one that is exported, and an earlier one. */
export interface Compared {
  now: SnapshotTables;
  before: SnapshotTables;
}

/**
 * Writes the rows asked for to `path` and gives their count. The relations must be defined
 * (warehouse_relations.ts). `compared` is wanted where the query asks for changes. Rows come in no promised order:
 * keeping one would cost a sort of the whole.
 */
export async function writeDataset(
  database: Database,
  query: ExportQuery,
  path: string,
  compared?: Compared,
): Promise<number> {
  const sql = await datasetSql(database, query, compared);
  const columns = columnsOf(query);
  const { description } = DATASETS[query.dataset];
  switch (query.format) {
    case 'arrow':
      return writeArrow(database, sql, { dataset: description, columns }, path);
    case 'parquet':
      // Dictionaries are for the columns of few values; trying one for every id costs a tenth of the time. Each thread
      // holds a row group, which by rows alone grows with what a dataset says in one.
      return database.count(
        'export as Parquet',
        `copy (${sql}) to ${literal(path)} (format parquet, dictionary_size_limit 1000, row_group_size_bytes '32MB', ${metadata(description, columns)})`,
      );
    case 'ndjson':
      return writeNdjson(database, sql, columns, path);
  }
}

/** The select of what a file holds: what floors of the same select are measured by. */
export async function datasetSql(
  database: Database,
  query: ExportQuery,
  compared?: Compared,
): Promise<string> {
  if (query.changes_since !== null) {
    if (compared === undefined) throw new Error(`the snapshot ${query.changes_since} is not given`);
    return changesSql(database, query, compared);
  }
  return sliceSql(
    database,
    query,
    columnsOf(query).map((column) => columnSql(column, query.format)),
  );
}

/** What the dataset and each of its columns are, as key-value metadata of a Parquet file: `dataset`, `column.<name>`. */
function metadata(dataset: string, columns: readonly Column[]): string {
  const pairs = [
    `dataset: ${literal(dataset)}`,
    ...columns.map(({ name, description }) => `${identifier(`column.${name}`)}: ${literal(description)}`),
  ];
  return `kv_metadata {${pairs.join(', ')}}`;
}
