import { mapColumns } from './columns.ts';
import { type Dialect, detectDialect } from './dialect.ts';
import type { LandedFile } from './landed.ts';
import { asOfColumn } from './observed.ts';
import { prepareText } from './prepare.ts';
import { delimitedSource, type RawSource } from './reader.ts';
import type { StageOptions } from './stage.ts';

/** One file of an observation, ready to be read by DuckDB. */
export interface Part {
  number: number;
  name: string;
  /** The prepared file. */
  path: string;
  source: RawSource;
  dialect?: Dialect;
}

/** Unpacks a file where needed, finds how it is written and which column is which. */
export async function openPart(
  options: StageOptions,
  file: LandedFile,
  number: number,
  scratch: string,
): Promise<Part> {
  const { feed, folder, limits, signal } = options;
  const prepared = await prepareText(folder.path(file.path), file.name, limits, scratch, signal);
  const dialect = detectDialect(prepared.head, file.name);
  const map = mapColumns(dialect.header, feed.mapping ?? {}, file.name);
  const source = delimitedSource(prepared.path, dialect, map, {
    ...(feed.where && { where: feed.where }),
    asOfColumn: asOfColumn(feed.as_of),
    name: file.name,
  });
  return { number, name: file.name, path: prepared.path, source, dialect };
}
