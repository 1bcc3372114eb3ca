import { detectDialect } from '../dialect.ts';
import type { Prepared } from '../prepare.ts';
import { readDelimited, splitAddresses } from '../reader.ts';
import type { Opened } from './format.ts';

/** Delimited text, its columns by position. Throws `not_a_feed` when it is no table. */
export function openDelimited({ path, head }: Prepared, name: string): Opened {
  const dialect = detectDialect(head, name);
  return {
    header: dialect.header,
    from: readDelimited(path, dialect),
    column: cell,
    list: (index) => splitAddresses(cell(index)),
    delimited: { path, dialect },
  };
}

/** A column of `readDelimited`. */
function cell(index: number): string {
  return `c${index}`;
}
