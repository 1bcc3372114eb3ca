import type { TextEncoding } from '../domain/feed_profile.ts';
import { kindOf } from '../domain/settings/feed_settings.ts';
import { columnIndex, mapColumns, REQUIRED } from './columns.ts';
import { FeedError } from './error.ts';
import type { Finding } from './finding.ts';
import type { Format, Opened } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
import { mapInputColumns } from './input_columns.ts';
import type { LandedFile } from './landed.ts';
import { asOfColumn } from './observed.ts';
import type { PrepareOptions } from './prepare.ts';
import type { Source } from './reader.ts';
import type { StageOptions } from './stage.ts';

/** One file of an observation, ready to be read by DuckDB. */
export interface Part extends Pick<Opened, 'delimited' | 'strange' | 'findings'> {
  number: number;
  prepare: PrepareOptions;
  source: Source;
  /** Of its text, where that tells one. */
  encoding?: TextEncoding;
}

/** Unpacks a file where needed, finds how it is written and which column is which. Throws FeedError. */
export async function openPart(
  options: StageOptions,
  file: LandedFile,
  number: number,
  scratch: string,
): Promise<Part> {
  const { database, seller, feed, market, folder, limits, signal } = options;
  let encoding: TextEncoding | undefined;
  const prepare: PrepareOptions = {
    path: folder.path(file.path),
    name: file.name,
    limits,
    scratch,
    concerns: Object.values(feed.where ?? {}),
    encoding: feed.encoding,
    onEncoding: (found) => {
      encoding = found;
    },
    signal,
  };
  const format = FORMATS[feed.format];
  const {
    delimited,
    strange,
    nested,
    findings = [],
    ...opened
  } = await format.open({
    database,
    seller,
    feed,
    market,
    prepare,
  });
  const known = meaning(options, format, opened.header, file.name);
  const left = nested ? leaveNested({ ...known, header: opened.header, nested }, feed.mapping ?? {}) : [];
  return {
    number,
    prepare,
    source: { ...opened, ...known },
    ...(encoding && { encoding }),
    ...(delimited && { delimited }),
    ...(strange && { strange }),
    findings: [...findings, ...left],
  };
}

/** What a file's columns mean by the settings and the format. Throws `missing_columns`. */
function meaning(
  { feed }: StageOptions,
  format: Format,
  header: readonly string[],
  name: string,
): Pick<Source, 'name' | 'map' | 'where' | 'deleted' | 'asOfColumn' | 'nulls'> {
  const kind = kindOf(feed);
  const asOf = asOfColumn(feed.as_of);
  if (asOf !== null && columnIndex(header, asOf) === -1) {
    throw new FeedError(
      'missing_columns',
      `${name}: found no column ${JSON.stringify(asOf)} for as_of; its columns are ${header.join(', ')}`,
    );
  }
  return {
    name,
    map:
      kind === 'offers'
        ? mapColumns(header, feed.mapping ?? {}, format.columns, { name, skuColumns: feed.sku_columns })
        : mapInputColumns(header, feed, kind, name),
    where: feed.where ?? {},
    deleted: deletedMarks(feed, format, header, name),
    ...(feed.nulls && { nulls: feed.nulls }),
    asOfColumn: asOf,
  };
}

/** Where rows say that their listing is gone: by the settings, else by columns the format knows. Throws `missing_columns`. */
function deletedMarks(
  { deleted }: StageOptions['feed'],
  format: Format,
  header: readonly string[],
  name: string,
): { index: number; value: string }[] {
  const marks = Object.entries(deleted ?? format.columns.deleted ?? {}).map(([column, value]) => ({
    column,
    index: columnIndex(header, column),
    value,
  }));
  const lacking = deleted && marks.find(({ index }) => index === -1);
  if (lacking)
    throw new FeedError(
      'missing_columns',
      `${name}: found no column ${JSON.stringify(lacking.column)} of deleted; its columns are ${header.join(', ')}`,
    );
  return marks.filter(({ index }) => index !== -1).map(({ index, value }) => ({ index, value }));
}

/** Columns that hold objects or lists, and what they were taken for. */
interface NestedColumns extends Pick<Source, 'name' | 'map' | 'header'> {
  nested: NonNullable<Opened['nested']>;
}

/**
 * Leaves out columns that were taken for a field by their name but hold objects or lists, with a note. Throws
 * `missing_columns` for one that every listing must have or that the mapping names.
 */
function leaveNested(
  { name, map, header, nested }: NestedColumns,
  mapping: Readonly<Record<string, string>>,
): Finding[] {
  const findings: Finding[] = [];
  const leave = (columns: Partial<Record<string, number>>, key: string, field: string): void => {
    const index = columns[key] ?? -1;
    const column = header[index] ?? '';
    const shown = nested(index, field);
    if (shown === null) return;
    const advice = `name a value in it in mapping, as ${field}: $.${column}${/^\[|\]$/.test(shown) ? '[0]' : ''}.NAME`;
    if (field in mapping || REQUIRED.some((required) => required === field)) {
      throw new FeedError(
        'missing_columns',
        `${name}: the column ${JSON.stringify(column)} of ${field} holds objects or lists (${shown}); ${advice}`,
      );
    }
    findings.push({
      line: null,
      severity: 'note',
      field,
      code: 'column_nested',
      value: column,
      detail: `holds objects or lists; ${advice}`,
    });
    delete columns[key];
  };
  for (const field of Object.keys(map.fields)) leave(map.fields, field, field);
  for (const attribute of Object.keys(map.attributes))
    leave(map.attributes, attribute, `attributes.${attribute}`);
  return findings;
}
