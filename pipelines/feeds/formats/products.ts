import { literal } from '../../../warehouse/database.ts';
import { FIELDS, type Field, type KnownColumns } from '../columns.ts';
import { readLines } from '../reader.ts';
import type { FeedFile, Opened } from './format.ts';
import type { JsonLines } from './lines_file.ts';
import { openRelation } from './relation.ts';

/** The macros of nested feeds call their columns as the fields are called, and give the attributes they read. */
export const PRODUCT_COLUMNS: KnownColumns = {
  spellings: Object.fromEntries(FIELDS.map((field) => [field, [field]])) as Record<Field, [Field]>,
  attributes: [],
  members: 'members',
};

/**
 * Nested product feeds, one product a line, one row for each of its variants. `macro` is the table macro that
 * gives them: its first argument is the file of lines, `argument` its second.
 */
export async function openProducts(
  { database }: FeedFile,
  { path, findings }: JsonLines,
  macro: string,
  argument: string,
): Promise<Opened> {
  const from = `${macro}(${literal(path)}, ${literal(argument)})`;
  return {
    ...(await openRelation(database, `(select * exclude (line) from ${from})`)),
    from,
    line: 'line',
    // Shops' products.json and ACP are JSON of programs; minor units become decimals with a point here.
    isNumber: () => true,
    findings,
    strange: {
      lines: readLines(path),
      condition: 'not has_variants(json)',
      detail: 'not a JSON product with variants',
    },
  };
}
