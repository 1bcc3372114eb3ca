import { type Database, identifier, loadSql } from '../warehouse/database.ts';
import type { SnapshotTables } from '../warehouse/reads/snapshot_tables.ts';
import { type Column, DATASETS, type Dataset, REMOVED } from './dataset.ts';
import { columnsOf, type ExportQuery } from './export_query.ts';
import { columnSql, sliceSql } from './slice.ts';
import { keepRelations } from './warehouse_relations.ts';

/**
 * A select of what the slice of a query holds otherwise in `now` than in `before`: its rows that are new or differ in
 * one of the columns asked for, and `removed` rows, with the key alone, for what is in it no more. Both sides are the
 * slice as a full export has it, so whoever applies the rows by their key has the full export of `now`, whatever
 * happened in between. Leaves the relations of `now` defined.
 */
export async function changesSql(
  database: Database,
  query: ExportQuery,
  { now, before }: { now: SnapshotTables; before: SnapshotTables },
): Promise<string> {
  const { key }: Dataset = DATASETS[query.dataset];
  if (key === null) throw new RangeError(`${query.dataset} have no key to compare two snapshots by`);
  const columns = columnsOf(query).filter((column) => column !== REMOVED);
  const identity = [`${identifier(key)} as row_key`, `${digestSql(columns)} as row_digest`];
  keepRelations(database, before);
  const slice = await sliceSql(database, query, identity);
  await database.run('rows before', `create or replace temp table rows_before as ${slice}`);
  keepRelations(database, now);
  const spelled = columns.map((column) => columnSql(column, query.format));
  await defineView(database, 'rows_now', await sliceSql(database, query, [...spelled, ...identity]));
  await defineView(database, 'keys_now', await sliceSql(database, query, identity.slice(0, 1)));
  await defineView(database, 'rows_changed', loadSql(import.meta.url, './sql/rows_changed.sql'));
  await defineView(database, 'keys_removed', loadSql(import.meta.url, './sql/keys_removed.sql'));
  return `select * from rows_changed
    union all by name select row_key as ${identifier(key)}, true as removed from keys_removed`;
}

/** 64 bits of the values of these columns: two versions of one row that differ have the same once in 2^64 times. */
function digestSql(columns: readonly Column[]): string {
  const values = columns.map(({ name, type }) =>
    type === 'json' ? `${identifier(name)}::varchar` : identifier(name),
  );
  return `hash(row(${values.join(', ')}))`;
}

function defineView(database: Database, name: string, sql: string): Promise<void> {
  return database.run(`define ${name}`, `create or replace temp view ${name} as ${sql}`);
}
