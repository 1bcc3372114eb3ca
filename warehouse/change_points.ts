import { fileList } from './database.ts';

/** Columns of the table `changes` with their DuckDB types. */
const CHANGE_COLUMNS = {
  /** The feed that said so. */
  feed_no: 'USMALLINT',
  listing_key: 'UBIGINT',
  from_at: 'TIMESTAMP',
  /** Null in files from before it was kept; a publication fills it in. */
  currency: 'VARCHAR',
  price_minor: 'BIGINT',
  landed_minor: 'BIGINT',
  availability: 'VARCHAR',
} as const;

const NO_ROWS = `select ${Object.entries(CHANGE_COLUMNS)
  .map(([name, type]) => `null::${type} as ${name}`)
  .join(', ')} where false`;

/**
 * A select over the change points of these files, none with no file. All of them may be from before a column was kept,
 * never some: a publication that finds them so writes all anew.
 */
export function changePointsSql(paths: readonly string[]): string {
  if (paths.length === 0) return NO_ROWS;
  return `from read_parquet(${fileList(paths)}) union all by name (${NO_ROWS})`;
}
