import { loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';

/** A match by title that lost this much of its probability is told of; less is the noise of a model learned anew. */
const LEAST_FALL = 0.05;

/**
 * Makes `degraded_events` from `assignments` (just made) and `assignments_before`, with the columns of `events`; returns how
 * many. They count as having happened at the newest observation or decision, whichever is later, so that a
 * publication done again tells the same.
 */
export async function findDegraded(publication: Publication): Promise<number> {
  const { database, name, feeds, settings } = publication;
  const moments = [
    ...feeds.flatMap(({ configured, current }) => (configured && current ? [current.as_of] : [])),
    ...(settings.matchDecisions ?? []).map(({ decided_at }) => decided_at),
  ].sort();
  await database.run('find degraded matches', loadSql(import.meta.url, './sql/degraded.sql'), {
    publication: name,
    created_at: moments.at(-1) ?? settings.now().toISOString(),
    fall: LEAST_FALL,
  });
  return database.count('count degraded matches', 'select count(*) from degraded_events');
}
