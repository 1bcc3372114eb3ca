import { type DialectSettings, detectDialect } from '../dialect.ts';
import { MOST_ROW_BYTES } from '../finding.ts';
import { type Prepared, type PrepareOptions, withoutLargeLines } from '../prepare.ts';
import { readDelimited, splitAddresses } from '../reader.ts';
import type { Opened } from './format.ts';

/** Delimited text, its columns by position. Throws `not_a_feed` when it is no table. */
export async function openDelimited(
  prepared: Prepared,
  prepare: PrepareOptions,
  settings: DialectSettings,
): Promise<Opened> {
  const { path, head, findings } = await withoutLargeLines(prepared, prepare, MOST_ROW_BYTES);
  const dialect = detectDialect(head, prepare.name, settings);
  return {
    header: dialect.header,
    from: readDelimited(path, dialect),
    column: cell,
    list: (index) => splitAddresses(cell(index)),
    delimited: { path, dialect },
    findings,
  };
}

/** A column of `readDelimited`. */
function cell(index: number): string {
  return `c${index}`;
}
