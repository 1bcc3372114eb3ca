import { readFile } from 'node:fs/promises';
import { type Table, tableFromIPC, Vector } from 'apache-arrow';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import parquetjs from 'parquetjs-lite';
import type { ColumnType, ExportFormat } from '../../exports/dataset.ts';
import type { ExportFile } from '../../exports/export_files.ts';
import { columnsOf } from '../../exports/export_query.ts';
import { Database, identifier, literal } from '../../warehouse/database.ts';

export type Row = Record<string, unknown>;

/** What reads files of a format: `columns` are told to those that want a schema, or cannot read all. */
interface Reader {
  format: ExportFormat;
  /** Types that it fails at, whoever wrote the file. */
  fails?: readonly ColumnType[];
  read(path: string, columns: readonly string[]): Promise<Row[]>;
}

/** Programs of others that read our files. */
export const READERS = {
  'JSON.parse': { format: 'ndjson', read: jsonLines },
  'DuckDB, NDJSON': {
    format: 'ndjson',
    read: (path, columns) =>
      inDuckDb(
        `read_json(${literal(path)}, format = 'newline_delimited', columns = {${columns.map((name) => `${identifier(name)}: 'json'`).join(', ')}})`,
      ),
  },
  hyparquet: {
    format: 'parquet',
    read: async (path) => (await parquetReadObjects({ file: await asyncBufferFromFile(path) })) as Row[],
  },
  // It makes a text of what lies in a dictionary, numbers too, and fails at the times that it makes of that.
  'parquetjs-lite': { format: 'parquet', fails: ['timestamp'], read: withParquetJs },
  'DuckDB, Parquet': { format: 'parquet', read: (path) => inDuckDb(`read_parquet(${literal(path)})`) },
  'apache-arrow': { format: 'arrow', read: async (path) => arrowRows(tableFromIPC(await readFile(path))) },
} satisfies Record<string, Reader>;
export type ReaderName = keyof typeof READERS;
export const READER_NAMES = Object.keys(READERS) as ReaderName[];

/** The rows of a file as a reader sees them, each value as JSON would have it: times as ISO texts. */
export async function rowsOf(file: ExportFile, name: ReaderName): Promise<Row[]> {
  const columns = readable(columnsOf(file.query), name);
  const rows = await READERS[name].read(
    file.path,
    columns.map((column) => column.name),
  );
  const types = new Map(columns.map((column) => [column.name, column.type]));
  const spelled = (row: Row, column: string) => asJson(row[column], types.get(column), name);
  return rows.map((row) =>
    Object.fromEntries([...names(row, types, name)].map((column) => [column, spelled(row, column)])),
  );
}

/** The columns that a reader is able to read. */
export function readable<T extends { type: ColumnType }>(columns: readonly T[], name: ReaderName): T[] {
  const { fails = [] }: Reader = READERS[name];
  return columns.filter(({ type }) => !fails.includes(type));
}

/** Parquet.js leaves out what is null; the others name every column, in the order of the file. */
function names(row: Row, types: ReadonlyMap<string, ColumnType>, reader: ReaderName): Iterable<string> {
  return reader === 'parquetjs-lite' ? types.keys() : Object.keys(row);
}

function asJson(value: unknown, type: ColumnType | undefined, reader: ReaderName): unknown {
  if (value === null || value === undefined) return null;
  if (reader === 'DuckDB, NDJSON') return JSON.parse(value as string);
  switch (type) {
    case 'json':
      return typeof value === 'string' ? JSON.parse(value) : value;
    case 'timestamp':
      return isoOf(value as Date | number | string);
    case 'integer':
    case 'number':
      return Number(value);
    case 'text[]':
      return reader === 'parquetjs-lite'
        ? (value as { list: { element?: string }[] }).list.map(({ element }) => element ?? null)
        : [...(value as Iterable<unknown>)];
    default:
      return value;
  }
}

/** DuckDB writes `2026-01-01 00:00:00+00`. */
function isoOf(value: Date | number | string): string {
  return new Date(typeof value === 'string' ? value.replace(/\+00$/, 'Z') : value).toISOString();
}

async function jsonLines(path: string): Promise<Row[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

async function inDuckDb(relation: string): Promise<Row[]> {
  await using database = await Database.open({ memoryLimit: '128MiB', spill: '' });
  return await database.rows('read', `from ${relation}`);
}

async function withParquetJs(path: string, columns: readonly string[]): Promise<Row[]> {
  const reader = await parquetjs.ParquetReader.openFile(path);
  const cursor = reader.getCursor(columns);
  const rows: Row[] = [];
  for (let row = await cursor.next(); row !== null; row = await cursor.next()) rows.push(row);
  await reader.close();
  return rows;
}

function arrowRows(table: Table): Row[] {
  return table.toArray().map((row: { toJSON(): Row }) => {
    const values = Object.entries(row.toJSON());
    return Object.fromEntries(
      values.map(([name, value]) => [name, value instanceof Vector ? [...value] : value]),
    );
  });
}
