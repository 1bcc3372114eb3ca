import { fileList, loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';

/**
 * Marks the events that told prices which, by `all_changes`, listings of `rebuilt_keys` never had (`retracted_by`), and
 * tells behind each, with `corrects`, the step from the price it told to the right one: at the moment of the last word
 * about prices, so that doing it again tells the same.
 */
export async function correctEvents(publication: Publication): Promise<void> {
  const { database, settings } = publication;
  const paths = await publication.paths('events');
  const at = [...(settings.priceFactors ?? []), ...(settings.retract ?? [])]
    .map((one) => one.at)
    .sort()
    .at(-1);
  if (paths.length === 0 || at === undefined) return;
  await database.run(
    'open events',
    `create or replace temp view stored_events as select * from read_parquet(${fileList(paths)})`,
  );
  await database.run('correct events', loadSql(import.meta.url, './sql/corrected_events.sql'), {
    told_at: at.replace('T', ' ').replace('Z', ''),
  });
  publication.correctedEvents += await database.count(
    'count corrections',
    'select (select count(*) from events_corrected) - (select count(*) from stored_events)',
  );
  await publication.writePart('events', '(from events_corrected order by created_at, event_key)', {
    folder: 'facts/events/corrected',
    replace: true,
  });
}
