import { type Database, identifier } from '../../../warehouse/database.ts';
import { splitAddresses } from '../reader.ts';
import type { Opened } from './format.ts';

/** A relation (its SQL) that names and types its columns itself. Throws SqlError. */
export async function openRelation(database: Database, from: string): Promise<Opened> {
  const columns = await database.rows<{ column_name: string; column_type: string }>(
    'read columns',
    `describe from ${from}`,
  );
  const named = (index: number): string => identifier(columns[index]?.column_name ?? '');
  const column = (index: number): string => `${named(index)}::varchar`;
  return {
    header: columns.map(({ column_name }) => column_name),
    from,
    column,
    list: (index) =>
      columns[index]?.column_type.endsWith('[]')
        ? `${named(index)}::varchar[]`
        : splitAddresses(column(index)),
  };
}
