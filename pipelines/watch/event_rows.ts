import { type Database, loadSql } from '../../warehouse/database.ts';
import type { NewEvent } from '../../warehouse/state/events.ts';

type EventRow = Omit<NewEvent, 'payload' | 'owner'> & { payload: string };

/** Events of a file that a publication wrote, in its order, `most` of them from row `from` on. */
export async function eventRows(
  database: Database,
  path: string,
  from: number,
  most: number,
): Promise<NewEvent[]> {
  const rows = await database.rows<EventRow>(
    'read events',
    loadSql(import.meta.url, './sql/event_rows.sql'),
    { path, from, most },
  );
  return rows.map(({ payload, ...event }) => ({
    ...event,
    owner: null,
    payload: JSON.parse(payload) as Record<string, unknown>,
  }));
}
