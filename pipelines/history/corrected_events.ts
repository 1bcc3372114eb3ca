import { loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';
import { openEvents, writeRetold } from './retold_events.ts';

/**
 * Marks the events that told prices which, by `all_changes`, listings of `rebuilt_keys` never had (`retracted_by`), and
 * tells behind each, with `corrects`, the step from the price it told to the right one: at the moment of the last word
 * about prices, so that doing it again tells the same.
 */
export async function correctEvents(publication: Publication): Promise<void> {
  const { database, settings } = publication;
  const at = [...(settings.priceFactors ?? []), ...(settings.retract ?? [])]
    .map((one) => one.at)
    .sort()
    .at(-1);
  if (at === undefined || !(await openEvents(publication))) return;
  await database.run('correct events', loadSql(import.meta.url, './sql/corrected_events.sql'), {
    told_at: at.replace('T', ' ').replace('Z', ''),
  });
  await writeRetold(publication, 'events_corrected', 'facts/events/corrected');
}
