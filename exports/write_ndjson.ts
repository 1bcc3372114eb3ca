import { type Database, identifier, literal } from '../warehouse/database.ts';
import type { Column } from './dataset.ts';

/** Writes the rows of a select to `path`, each as the JSON object of these columns of it, and gives their count. */
export function writeNdjson(
  database: Database,
  sql: string,
  columns: readonly Column[],
  path: string,
): Promise<number> {
  // A file of one column, written as it is. Quotes that are none are forced, or every letter is looked at for whether
  // the line needs any.
  return database.count(
    'export as NDJSON',
    `copy (${linesSql(sql, columns)}) to ${literal(path)} (format csv, header false, quote '', escape '', force_quote *)`,
  );
}

/** One row per row of the select: the line of it. DuckDB's own writer of JSON makes a tree of every row first. */
function linesSql(sql: string, columns: readonly Column[]): string {
  const members = columns.map((column, index) => {
    const name = `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`;
    return `${literal(name)}, coalesce(${valueSql(column)}, 'null')`;
  });
  return `select concat(${members.join(', ')}, '}') as line from (${sql})`;
}

/** The JSON text of a value; null where there is none. */
function valueSql({ name, type }: Column): string {
  const column = identifier(name);
  switch (type) {
    case 'integer':
    case 'boolean':
      return `${column}::varchar`;
    case 'timestamp':
      // As Date.toISOString writes it, which has nothing to escape.
      return `strftime(${column}, '"%Y-%m-%dT%H:%M:%S.%gZ"')`;
    case 'text':
    case 'text[]':
    case 'number':
    case 'json':
      // JSON anew too: what it was stored as may have line breaks.
      return `to_json(${column})::varchar`;
  }
}
