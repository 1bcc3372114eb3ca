import { fileList, literal } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';

/** Opens all events as `stored_events`, each with the file that it stands in. False where there are none. */
export async function openEvents(publication: Publication): Promise<boolean> {
  const paths = await publication.paths('events');
  if (paths.length === 0) return false;
  await publication.database.run(
    'open events',
    `create or replace temp view stored_events as select * from read_parquet(${fileList(paths)}, filename = true)`,
  );
  return true;
}

/**
 * Writes what became of the events of `stored_events`: each file with a marked row anew, in its place, and what is told
 * only now (no `filename`) behind all. So the number of a file never changes, by which a watch knows what it is to be told.
 */
export async function writeRetold(publication: Publication, table: string, folder: string): Promise<void> {
  const { database } = publication;
  const paths = await publication.paths('events');
  const parts = publication.tables.events ?? [];
  const [told] = await database.rows<{ marked: string[] | null; rows: number }>(
    'find marked events',
    `select
       list(distinct filename) filter (is_marked and filename is not null) as marked,
       count(*) filter (filename is null)::integer as rows
     from ${table}`,
  );
  publication.correctedEvents += told?.rows ?? 0;
  const write = (which: string, name: string, replace: false | (typeof parts)[number]) =>
    publication.writePart(
      'events',
      `(select * exclude (filename, is_marked) from ${table} where ${which} order by created_at, event_key)`,
      { folder: `${folder}/${name}`, replace },
    );
  for (const [index, part] of parts.entries())
    if (told?.marked?.includes(paths[index] as string))
      await write(`filename = ${literal(paths[index] as string)}`, String(index), part);
  if (told && told.rows > 0) await write('filename is null', 'told', false);
}
