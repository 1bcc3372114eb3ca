import { DATASETS, type ExportFormat } from '../../exports/dataset.ts';
import { columnsOf, wholeDataset } from '../../exports/export_query.ts';
import { columnSql } from '../../exports/slice.ts';
import { keepRelations } from '../../exports/warehouse_relations.ts';
import { Database, literal } from '../../warehouse/database.ts';
import { ManyTables } from './exports_tables.ts';

/**
 * `exports_floor.ts DATA TABLES OUT FORMAT WHERE`: a plain COPY by DuckDB of the select that an export of offers makes,
 * as Parquet or JSON; Arrow, for which DuckDB has no COPY, against Parquet.
 */
const [data = '', folder = '', out = '', format = 'parquet', where = ''] = process.argv.slice(2);
const query = wholeDataset('offers', format as ExportFormat);
const columns = columnsOf(query).map((column) => columnSql(column, query.format));
await using database = await Database.open({ memoryLimit: '512MiB', spill: `${out}.spill` });
const started = performance.now();
const before = process.cpuUsage();
keepRelations(database, await ManyTables.open(data, folder));
const rows = await database.count(
  'plain copy',
  `copy (select ${columns.join(', ')} from (${DATASETS.offers.sql}) ${where}) to ${literal(out)} (format ${format === 'ndjson' ? 'json' : 'parquet'})`,
);
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({ rows, seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }),
);
