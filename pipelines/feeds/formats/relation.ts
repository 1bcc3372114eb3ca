import { type Database, identifier, literal } from '../../../warehouse/database.ts';
import { splitAddresses } from '../reader.ts';
import type { Opened } from './format.ts';

/**
 * A relation (its SQL) that names and types its columns itself. `$.column.a[0].b` among `paths` reaches into a nested
 * column. Throws SqlError.
 */
export async function openRelation(
  database: Database,
  from: string,
  paths: readonly string[] = [],
): Promise<Opened> {
  const columns = await database.rows<{ column_name: string; column_type: string }>(
    'read columns',
    `describe from ${from}`,
  );
  const reached = paths.flatMap((path) => {
    const into = columnOfPath(path);
    return into && columns.some(({ column_name }) => column_name === into.column) ? [{ path, ...into }] : [];
  });
  const named = (index: number): string => identifier(columns[index]?.column_name ?? '');
  const column = (index: number): string => {
    const into = reached[index - columns.length];
    if (!into) return `${named(index)}::varchar`;
    return `json_extract_string(to_json(${identifier(into.column)}), ${literal(into.rest)})`;
  };
  const typeOf = (index: number): string => columns[index]?.column_type ?? 'VARCHAR';
  return {
    header: [...columns.map(({ column_name }) => column_name), ...reached.map(({ path }) => path)],
    from,
    column,
    list: (index) =>
      typeOf(index).endsWith('[]') ? `${named(index)}::varchar[]` : splitAddresses(column(index)),
    isNumber: (index) =>
      /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|INTEGER|UINTEGER|FLOAT|DOUBLE|DECIMAL)/.test(typeOf(index)),
    nested(index, field) {
      const type = field === 'image_urls' ? typeOf(index).replace(/\[\]$/, '') : typeOf(index);
      return /^(?:STRUCT|MAP|UNION)\(|\]$/.test(type) ? typeOf(index) : null;
    },
  };
}

/** `$.title[0].text` as the column `title` and the path `$[0].text` in it; a name with other signs stands in quotes. */
function columnOfPath(path: string): { column: string; rest: string } | null {
  const match = /^\$\.(?:"([^"]+)"|([^.["]+))(.*)$/.exec(path);
  const column = match?.[1] ?? match?.[2];
  return column === undefined ? null : { column, rest: `$${match?.[3] ?? ''}` };
}
