import { identifier, literal } from '../../warehouse/database.ts';
import { HIGHLIGHTS } from '../domain/attribute.ts';
import { type ColumnMap, columnIndex, FIELDS } from './columns.ts';
import type { Dialect } from './dialect.ts';
import { FeedError } from './error.ts';

/** Most unreadable lines of one file; beyond it the file as a whole is taken for broken. */
export const MOST_MALFORMED = 200_000;

/** A relation with a feed's columns, and where to find each of them in it. */
export interface Source {
  /** For messages. */
  name: string;
  header: readonly string[];
  map: ColumnMap;
  /** SQL of the relation. */
  from: string;
  /** SQL of the column at a position of the header, as text. */
  column: (index: number) => string;
  /** SQL of the list of texts at a position. */
  list: (index: number) => string;
  /** True of a column whose numbers are no texts of the feed's, so that a point parts their decimals. */
  isNumber?: (index: number) => boolean;
  /** SQL that is true where a row has an object or a list at a position, of relations where rows differ in that. */
  nestedIn?: (index: number) => string;
  /** SQL of the physical line, where the relation knows it. */
  line?: string;
  where: Readonly<Record<string, string>>;
  /** Column and value of rows that say that their listing is gone, by position; letters may be of either case. */
  deleted?: readonly { index: number; value: string }[];
  asOfColumn: string | null;
  /** Texts that stand for no value. */
  nulls?: readonly string[];
}

/** The select that gives `raw` of offers: `line, record, as_of`, the fields, `attributes`, `nested`, the fields that no text is in, and `deleted`, the text by which a row says that its listing is gone. */
export function rawSelect(source: Source): string {
  const { map } = source;
  return sourceRows(source, (column) => [
    ...offerFields(source, column),
    `${attributes(map, column)} as attributes`,
    `${nestedFields(source)} as nested`,
    `${deletedText(source, column)} as deleted`,
  ]);
}

/**
 * `line, record, as_of` and further columns of a source's rows, those of its `where` only. `columns` is given the
 * SQL of the text at a position of the header, where nulls are nulls. Throws `missing_columns`.
 */
export function sourceRows(
  source: Source,
  columns: (text: (index: number) => string) => readonly string[],
): string {
  const { header, name, nulls = [] } = source;
  const isNull = nulls.map((one) => literal(one)).join(', ');
  const column =
    nulls.length === 0
      ? source.column
      : (index: number) =>
          `case when trim(${source.column(index)}) not in (${isNull}) then ${source.column(index)} end`;
  const position = (wanted: string): string => {
    const index = columnIndex(header, wanted);
    if (index !== -1) return column(index);
    throw new FeedError(
      'missing_columns',
      `${name}: found no column ${JSON.stringify(wanted)}; its columns are ${header.join(', ')}`,
    );
  };
  const conditions = Object.entries(source.where).map(
    ([wanted, value]) => `trim(${position(wanted)}) = ${literal(value)}`,
  );
  const filtered = conditions.length > 0 && source.line === undefined;
  return [
    `select ${source.line ?? 'null::bigint'} as line, ${filtered ? 'record_number' : 'null::bigint'} as record,`,
    `${source.asOfColumn === null ? 'null::varchar' : position(source.asOfColumn)} as as_of,`,
    columns(column).join(', '),
    // A filter loses the place in the file that the order of the rows keeps otherwise.
    `from ${filtered ? `(select *, row_number() over () - 1 as record_number from ${source.from})` : source.from}`,
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
  ].join('\n');
}

/** The fields of an offer as columns. */
function offerFields({ map, list, nestedIn }: Source, column: (index: number) => string): string[] {
  return FIELDS.map((field) => {
    const index = map.fields[field];
    const none = field === 'image_urls' ? 'null::varchar[]' : 'null::varchar';
    const read = field === 'image_urls' ? list : column;
    if (field === 'category' && index !== undefined && map.taxonomy !== undefined) {
      // Google's id or path says which node, the seller's own path only what it is called.
      return `coalesce(tidy(${column(map.taxonomy)}), ${column(index)}) as category`;
    }
    if (field === 'sku' && map.sku_parts) return `${joined(map.sku_parts.map(column))} as sku`;
    const value = index === undefined ? none : read(index);
    const isNested = index !== undefined && field !== 'image_urls' && nestedIn?.(index);
    return `${isNested ? `case when not coalesce(${isNested}, false) then ${value} end` : value} as ${identifier(field)}`;
  });
}

/** SQL of the text that marks a row as deleted, or null. */
function deletedText({ deleted = [] }: Source, column: (index: number) => string): string {
  const marks = deleted.map(
    ({ index, value }) =>
      `when lower(trim(${column(index)})) = ${literal(value.trim().toLowerCase())} then ${column(index)}`,
  );
  return marks.length === 0 ? 'null::varchar' : `case ${marks.join(' ')} end`;
}

/** SQL of several columns as one text; null where one of them has none. */
export function joined(columns: readonly string[]): string {
  const parts = columns.map((column) => `tidy(${column})`);
  return `case when ${parts.map((part) => `${part} is not null`).join(' and ')} then concat_ws(':', ${parts.join(', ')}) end`;
}

/** Names of the fields in which a row has an object or a list, or null. */
function nestedFields({ map, nestedIn }: Source): string {
  if (!nestedIn) return 'null::varchar';
  const names = Object.entries(map.fields).flatMap(([field, index]) =>
    index === undefined || field === 'image_urls'
      ? []
      : [`case when ${nestedIn(index)} then ${literal(field)} end`],
  );
  return `nullif(concat_ws(', ', ${names.join(', ')}), '')`;
}

/** DuckDB's strict reader over delimited text. Columns go by position (`c0`, `c1` …), so doubled names do no harm. */
export function readDelimited(path: string, dialect: Dialect): string {
  const types = Array.from({ length: dialect.columns }, (_, index) => `'c${index}': 'VARCHAR'`).join(', ');
  const options = [
    'auto_detect = false',
    // Unpacked by its first bytes before; its name may say otherwise.
    "compression = 'none'",
    `header = ${dialect.hasHeader}`,
    `skip = ${dialect.skip}`,
    `delim = ${literal(dialect.delimiter)}`,
    `quote = ${literal(dialect.quote)}`,
    `escape = ${literal(dialect.quote)}`,
    `columns = {${types}}`,
    'strict_mode = true',
    'store_rejects = true',
    "rejects_table = 'feed_rejects'",
    "rejects_scan = 'feed_reject_scans'",
    `rejects_limit = ${MOST_MALFORMED}`,
  ];
  return `read_csv(${literal(path)}, ${options.join(', ')})`;
}

/** The lines of a text file: `json` and its number `line`. */
export function readLines(path: string): string {
  return `json_lines(${literal(path)})`;
}

/** Addresses separated by commas, as Google's additional_image_link; a comma within an address is %2C there. */
export function splitAddresses(text: string): string {
  return `case when tidy(${text}) is not null then string_split_regex(tidy(${text}), '\\s*,\\s*') end`;
}

/** JSON object text of the attribute columns that a row has values in, or null. */
function attributes(map: ColumnMap, column: (index: number) => string): string {
  // Null where the row has no value, and concat_ws leaves nulls out.
  const members = Object.entries(map.attributes).map(
    ([key, index]) => `${literal(`${JSON.stringify(key)}:`)} || to_json(tidy_text(${column(index)}))`,
  );
  for (const index of map.details)
    members.push(`case when ${column(index)} is not null then odd_details(${column(index)}) end`);
  if (map.highlights.length > 0) {
    const texts = map.highlights.map((index) => `tidy_text(joined_sentences(${column(index)}))`);
    members.push(
      `${literal(`${JSON.stringify(HIGHLIGHTS)}:`)} || to_json(nullif(concat_ws(', ', ${texts.join(', ')}), ''))`,
    );
  }
  if (map.members !== undefined) members.push(map.members);
  return members.length === 0
    ? 'null::varchar'
    : `nullif('{' || concat_ws(',', ${members.join(', ')}) || '}', '{}')`;
}
