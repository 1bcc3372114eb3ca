import { loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';

/** A match by title that lost this much of its probability is told of; less is the noise of a model learned anew. */
const LEAST_FALL = 0.05;

/**
 * Makes `degraded_events` from `assignments` (just made) and `assignments_before`, with the columns of `events`; returns how
 * many. They count as having happened at the newest observation or decision, whichever is later, so that a
 * publication done again tells the same. A warehouse of an older format is only read otherwise: of that nothing is
 * told, but of listings that a person has decided about meanwhile.
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
  if (publication.isUpgrade)
    await database.run(
      'leave what was only read otherwise',
      'delete from degraded_events where not list_contains($decided::ubigint[], listing_key)',
      { decided: `[${decidedSince(publication).join(', ')}]` },
    );
  return database.count('count degraded matches', 'select count(*) from degraded_events');
}

/** Keys of the listings that a person decided about since the snapshot before was published. */
function decidedSince({ before, settings }: Publication): bigint[] {
  const since = before?.published_at ?? '';
  return (settings.matchDecisions ?? [])
    .filter(({ decided_at }) => decided_at > since)
    .flatMap(({ left, right }) => [left, right]);
}
