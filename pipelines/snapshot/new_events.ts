import { tellTransitions } from '../history/events.ts';
import { findDegraded } from '../match/degraded.ts';
import { findViolations } from '../policy/violations.ts';
import type { Publication } from '../publication.ts';

/** Writes what this publication tells, of prices and stock, of matches and of policies. Gives the number of events. */
export async function writeEvents(publication: Publication, identityChanged: boolean): Promise<number> {
  const { database } = publication;
  const transitions = await database.count('count transitions', 'select count(*) from transitions');
  const degraded = identityChanged && publication.before ? await findDegraded(publication) : 0;
  const violated = await findViolations(publication);
  if (transitions + degraded + violated === 0) return 0;
  await tellTransitions(database);
  if (degraded > 0)
    await database.run('add degraded matches', 'insert into new_events by name from degraded_events');
  if (violated > 0)
    await database.run('add violations', 'insert into new_events by name from violation_events');
  const [row] = await database.rows<{ month: string }>(
    'month of events',
    `select strftime(max(created_at), '%Y-%m') as month from new_events`,
  );
  const part = await publication.writePart('events', '(from new_events order by created_at, event_key)', {
    folder: `facts/events/${row?.month ?? 'unknown'}`,
    replace: false,
  });
  return part.rows;
}
