import { columnIndex, mapColumns } from './columns.ts';
import { FeedError } from './error.ts';
import type { Format, Opened } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
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
}

/** Unpacks a file where needed, finds how it is written and which column is which. Throws FeedError. */
export async function openPart(
  options: StageOptions,
  file: LandedFile,
  number: number,
  scratch: string,
): Promise<Part> {
  const { database, seller, feed, market, folder, limits, signal } = options;
  const prepare: PrepareOptions = {
    path: folder.path(file.path),
    name: file.name,
    limits,
    scratch,
    concerns: Object.values(feed.where ?? {}),
    signal,
  };
  const format = FORMATS[feed.format];
  const { delimited, strange, findings, ...opened } = await format.open({
    database,
    seller,
    feed,
    market,
    prepare,
  });
  return {
    number,
    prepare,
    source: { ...opened, ...meaning(options, format, opened.header, file.name) },
    ...(delimited && { delimited }),
    ...(strange && { strange }),
    ...(findings && { findings }),
  };
}

/** What a file's columns mean by the settings and the format. Throws `missing_columns`. */
function meaning(
  { feed }: StageOptions,
  format: Format,
  header: readonly string[],
  name: string,
): Pick<Source, 'name' | 'map' | 'where' | 'asOfColumn'> {
  const asOf = asOfColumn(feed.as_of);
  if (asOf !== null && columnIndex(header, asOf) === -1) {
    throw new FeedError(
      'missing_columns',
      `${name}: found no column ${JSON.stringify(asOf)} for as_of; its columns are ${header.join(', ')}`,
    );
  }
  return {
    name,
    map: mapColumns(header, feed.mapping ?? {}, format.columns, name),
    where: feed.where ?? {},
    asOfColumn: asOf,
  };
}
