import { literal } from './database.ts';
import { type DataFolder } from './folder.ts';

/** A feed's rows of one observation: the staged file, and the observation time when the file holds several. */
export interface StagedRows {
  feed_no: number;
  stage_id: string;
  as_of: string;
  by_as_of: boolean;
}

/** DuckDB's spelling of an ISO 8601 UTC time. */
export function timestampLiteral(iso: string): string {
  return `timestamp ${literal(iso.replace('T', ' ').replace('Z', ''))}`;
}

/**
 * The body of a view over staged rows of several feeds with their `feed_no`. `columns` are the fixed column
 * names wanted, `*` for all. `as_of` is the run's: the same staged file may serve several observation times.
 */
export function stagedRowsSql(
  folder: DataFolder,
  feeds: readonly StagedRows[],
  columns: readonly string[],
): string {
  return feeds
    .map((rows) => {
      const file = literal(`${folder.staged(rows.stage_id)}/rows.parquet`);
      const wanted = columns
        .map((column) =>
          /^as_of\b/.test(column) ? column.replace('as_of', timestampLiteral(rows.as_of)) : column,
        )
        .map((column) => (column === '*' ? `* replace (${timestampLiteral(rows.as_of)} as as_of)` : column));
      const where = rows.by_as_of ? ` where as_of = ${timestampLiteral(rows.as_of)}` : '';
      return `select ${rows.feed_no}::usmallint as feed_no, ${wanted.join(', ')} from read_parquet(${file})${where}`;
    })
    .join('\nunion all\n');
}
