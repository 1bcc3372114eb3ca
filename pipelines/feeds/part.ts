import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Database, identifier, literal, loadSql } from '../../warehouse/database.ts';
import { columnIndex, mapColumns, REQUIRED } from './columns.ts';
import { type Dialect, detectDialect } from './dialect.ts';
import { elementsToLines } from './elements.ts';
import { FeedError } from './error.ts';
import type { LandedFile } from './landed.ts';
import { asOfColumn } from './observed.ts';
import { type Prepared, type PrepareOptions, prepareText, readHead, unpack } from './prepare.ts';
import { readDelimited, readLines, type Source, splitAddresses } from './reader.ts';
import { itemsToLines } from './rss.ts';
import type { StageOptions } from './stage.ts';

/** One file of an observation, ready to be read by DuckDB. */
export interface Part {
  number: number;
  prepare: PrepareOptions;
  source: Source;
  /** Of delimited text, whose unreadable records DuckDB sets apart. */
  delimited?: { path: string; dialect: Dialect };
  /** SQL that is true of a line of `lines` that is no record; of JSON. */
  strange?: { lines: string; condition: string; detail: string };
}

type Open = Omit<Part, 'number' | 'prepare'>;

const NOT_OBJECT = 'not is_object(json)';
const NO_VARIANTS =
  "not coalesce(case when is_object(json) then json_array_length(json, '$.variants') > 0 end, false)";

/** Unpacks a file where needed, finds how it is written and which column is which. Throws FeedError. */
export async function openPart(
  options: StageOptions,
  file: LandedFile,
  number: number,
  scratch: string,
): Promise<Part> {
  const { database, feed, folder, limits, signal } = options;
  const prepare: PrepareOptions = { path: folder.path(file.path), name: file.name, limits, scratch, signal };
  if (feed.format === 'parquet')
    return { number, prepare, ...(await openParquet(options, await unpack(prepare), file.name, database)) };
  const prepared = await prepareText(prepare);
  return { number, prepare, ...(await openText(options, prepared, prepare)) };
}

async function openText(options: StageOptions, prepared: Prepared, prepare: PrepareOptions): Promise<Open> {
  const { format } = options.feed;
  const start = prepared.head.trimStart();
  const target = join(prepare.scratch, `lines-${randomUUID()}.ndjson`);
  if (format === 'google' && start.startsWith('<')) {
    const names = await itemsToLines(prepared.path, target, prepare.name, prepare.signal);
    if (names.length === 0) throw new FeedError('empty', `${prepare.name} has no item`);
    return openRecords(options, target, names, prepare.name, "json_extract_string(json, '$.line')::bigint");
  }
  if (format === 'google' || format === 'csv') return openDelimited(options, prepared, prepare.name);
  const isArray = start.startsWith('[') || /^\{\s*"(?:products|items)"\s*:\s*\[/.test(start);
  if (format === 'shopify' || isArray)
    await elementsToLines(prepared.path, target, prepare.name, prepare.signal);
  const path = format === 'shopify' || isArray ? target : prepared.path;
  if (format === 'ndjson') {
    const header = withMapped(await keysOf(path, prepare.name), options.feed.mapping ?? {});
    return openRecords(options, path, header, prepare.name, 'line');
  }
  return openProducts(options, path, format === 'shopify' ? 'shopify' : 'acp', prepare.name);
}

/** A column of `readDelimited`. */
function cell(index: number): string {
  return `c${index}`;
}

/** A value of the list `v` that openRecords reads. */
function member(index: number): string {
  return `v[${index + 1}]`;
}

function openDelimited(options: StageOptions, prepared: Prepared, name: string): Open {
  const dialect = detectDialect(prepared.head, name);
  return {
    source: {
      ...common(options, name, dialect.header),
      from: readDelimited(prepared.path, dialect),
      column: cell,
      list: (index) => splitAddresses(cell(index)),
    },
    delimited: { path: prepared.path, dialect },
  };
}

/** JSON objects, one a line, whose members are the columns. `$.a.b` in the mapping reaches into them. */
function openRecords(options: StageOptions, path: string, keys: string[], name: string, line: string): Open {
  const deep = Object.values(options.feed.mapping ?? {}).filter((column) => column.startsWith('$.'));
  const header = [...keys, ...deep];
  const paths = header.map((key) =>
    literal(key.startsWith('$.') ? key : `$."${key.replaceAll('"', '\\"')}"`),
  );
  const lines = readLines(path);
  return {
    source: {
      ...common(options, name, header),
      from: `(select ${line} as line, json_extract_string(json, [${paths.join(', ')}]) as v from ${lines} where is_object(json))`,
      column: member,
      list: (index) =>
        `case when starts_with(${member(index)}, '[') then from_json(${member(index)}, '["VARCHAR"]') else ${splitAddresses(member(index))} end`,
      line: 'line',
    },
    strange: { lines, condition: NOT_OBJECT, detail: 'not a JSON object' },
  };
}

/** Nested product feeds, one product a line, one row for each of its variants. */
function openProducts(options: StageOptions, path: string, format: 'shopify' | 'acp', name: string): Open {
  const { seller, feed, market } = options;
  const lines = readLines(path);
  const sql = loadSql(import.meta.url, `./sql/${format}.sql`)
    .replaceAll('$storefront', literal(storefront(seller.id, feed.url)))
    .replaceAll('$currency', literal(feed.currency ?? market.currency))
    .replaceAll('from lines', `from (select * from ${lines} where not (${NO_VARIANTS})) as lines`);
  const header = [...sql.slice(sql.lastIndexOf('\nselect\n')).matchAll(/ as ([a-z_]+),?$/gm)].map(
    (match) => match[1] ?? '',
  );
  const settings = common(options, name, header);
  return {
    source: {
      ...settings,
      map: { ...settings.map, members: 'members' },
      from: `(${sql})`,
      column: (index) => identifier(header[index] ?? ''),
      list: (index) => identifier(header[index] ?? ''),
      line: 'line',
    },
    strange: { lines, condition: NO_VARIANTS, detail: 'not a JSON product with variants' },
  };
}

async function openParquet(
  options: StageOptions,
  path: string,
  name: string,
  database: Database,
): Promise<Open> {
  if ((await readHead(path, 4)).toString('latin1') !== 'PAR1')
    throw new FeedError('not_a_feed', `${name} is not a Parquet file`);
  const from = `read_parquet(${literal(path)}, file_row_number = true)`;
  const columns = await database
    .rows<{ column_name: string; column_type: string }>('read columns', `describe from ${from}`)
    .catch((error: unknown) => {
      throw new FeedError(
        'truncated',
        `${name} is not a whole Parquet file: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
  const header = columns.map((column) => column.column_name);
  const column = (index: number): string => `${identifier(header[index] ?? '')}::varchar`;
  return {
    source: {
      ...common(options, name, header),
      from,
      column,
      list: (index) =>
        columns[index]?.column_type.endsWith('[]')
          ? `${identifier(header[index] ?? '')}::varchar[]`
          : splitAddresses(column(index)),
      line: 'file_row_number + 1',
    },
  };
}

function common(
  { feed }: StageOptions,
  name: string,
  header: readonly string[],
): Pick<Source, 'name' | 'header' | 'map' | 'where' | 'asOfColumn'> {
  const asOf = asOfColumn(feed.as_of);
  if (asOf !== null && columnIndex(header, asOf) === -1) {
    throw new FeedError(
      'missing_columns',
      `${name}: found no column ${JSON.stringify(asOf)} for as_of; its columns are ${header.join(', ')}`,
    );
  }
  return {
    name,
    header,
    map: mapColumns(header, feed.mapping ?? {}, name),
    where: feed.where ?? {},
    asOfColumn: asOf,
  };
}

/**
 * The members seen, and the mapped ones of fields that a listing may lack: JSON leaves out what has no value, so
 * a member can be absent from the first lines or from a whole file.
 */
function withMapped(keys: readonly string[], mapping: Readonly<Record<string, string>>): string[] {
  const optional = Object.entries(mapping).filter(
    ([field, column]) => !REQUIRED.some((name) => name === field) && columnIndex(keys, column) === -1,
  );
  return [...keys, ...new Set(optional.map(([, column]) => column))];
}

/** Members of the objects in the first block of lines. */
async function keysOf(path: string, name: string): Promise<string[]> {
  const head = (await readHead(path)).toString('utf8').replace(/^\ufeff/, '');
  const keys = new Set<string>();
  for (const line of head.split('\n')) {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const key of Object.keys(value)) keys.add(key);
    } catch {
      // A cut or malformed line; the reader sets those apart.
    }
  }
  if (keys.size === 0)
    throw new FeedError(
      'not_a_feed',
      `${name} has no JSON object in its first lines: ${JSON.stringify(head.slice(0, 120))}`,
    );
  return [...keys];
}

/** Where a shop's product pages are: its own host, else the seller's domain-like id. */
function storefront(seller: string, url: string): string {
  return /^https?:/.test(url) ? new URL(url).origin : `https://${seller}`;
}
