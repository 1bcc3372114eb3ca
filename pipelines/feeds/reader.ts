import { identifier, literal } from '../../warehouse/database.ts';
import { type ColumnMap, columnIndex, FIELDS } from './columns.ts';
import type { Dialect } from './dialect.ts';
import { FeedError } from './error.ts';

/** SQL that reads one prepared file as the columns of `raw`: `line, as_of`, the fields, `attributes`. */
export interface RawSource {
  /** A select statement. */
  sql: string;
  /** True when DuckDB records unreadable lines of this source in `reject_errors`. */
  delimited: boolean;
}

/** Most unreadable lines of one file; beyond it the file as a whole is taken for broken. */
export const MOST_MALFORMED = 200_000;

const LIST_COLUMNS = new Set(['image_urls']);

/** Reads delimited text; columns go by position, so doubled names in a header do no harm. */
export function delimitedSource(
  path: string,
  dialect: Dialect,
  map: ColumnMap,
  settings: { where?: Record<string, string>; asOfColumn: string | null; name: string },
): RawSource {
  const types = Array.from({ length: dialect.columns }, (_, index) => `'c${index}': 'VARCHAR'`).join(', ');
  const options = [
    'auto_detect = false',
    'header = true',
    `skip = ${dialect.skip}`,
    `delim = ${literal(dialect.delimiter)}`,
    `quote = ${literal(dialect.quote)}`,
    `escape = ${literal(dialect.quote)}`,
    `columns = {${types}}`,
    'strict_mode = true',
    'store_rejects = true',
    `rejects_limit = ${MOST_MALFORMED}`,
  ];
  const from = `read_csv(${literal(path)}, ${options.join(', ')})`;
  return { sql: rawSelect(from, dialect.header, map, settings, (index) => `c${index}`), delimited: true };
}

/** The select of `raw` over any relation whose column of position i is `column(i)`. */
export function rawSelect(
  from: string,
  header: readonly string[],
  map: ColumnMap,
  settings: { where?: Record<string, string>; asOfColumn: string | null; name: string },
  column: (index: number) => string,
  line = 'null::bigint',
): string {
  const position = (name: string): string => {
    const index = columnIndex(header, name);
    if (index !== -1) return column(index);
    throw new FeedError(
      'missing_columns',
      `${settings.name}: found no column ${JSON.stringify(name)}; its columns are ${header.join(', ')}`,
    );
  };
  const fields = FIELDS.map((field) => {
    const index = map.fields[field];
    const text = index === undefined ? 'null::varchar' : column(index);
    return `${LIST_COLUMNS.has(field) ? addressList(text) : text} as ${identifier(field)}`;
  });
  const conditions = Object.entries(settings.where ?? {}).map(
    ([name, value]) => `trim(${position(name)}) = ${literal(value)}`,
  );
  return [
    `select ${line} as line, ${settings.asOfColumn === null ? 'null::varchar' : position(settings.asOfColumn)} as as_of,`,
    `${fields.join(', ')}, ${attributes(map, column)} as attributes`,
    `from ${from}`,
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
  ].join('\n');
}

/** Addresses separated by commas, as Google's additional_image_link; a comma within an address is %2C. */
function addressList(text: string): string {
  return text === 'null::varchar'
    ? 'null::varchar[]'
    : `case when ${text} is not null then string_split_regex(trim(${text}), '\\s*,\\s*') end`;
}

/** JSON object text of the attribute columns that a row has values in, or null. */
function attributes(map: ColumnMap, column: (index: number) => string): string {
  const pairs = Object.entries(map.attributes).map(
    ([key, index]) =>
      `case when tidy(${column(index)}) is not null then ${literal(`${JSON.stringify(key)}:`)} || to_json(tidy_text(${column(index)})) end`,
  );
  for (const index of map.details) pairs.push(`odd_details(${column(index)})`);
  return pairs.length === 0
    ? 'null::varchar'
    : `nullif('{' || concat_ws(',', ${pairs.join(', ')}) || '}', '{}')`;
}
