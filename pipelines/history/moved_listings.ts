import { fileList, loadSql } from '../../warehouse/database.ts';
import type { FeedState } from '../../warehouse/manifest.ts';
import type { Publication } from '../publication.ts';
import type { FeedSeries } from './feed_series.ts';
import type { ListingMoves } from './wave.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** What became of listings that one feed passed on to another. */
export interface MovedListings {
  /** Earlier change points that another feed speaks instead of now. */
  superseded: number;
  pairs: MovedPair[];
}

/** How many listings a feed took from another one, both by number. */
export interface MovedPair {
  feed_no: number;
  from_no: number;
  listings: number;
}

export const NOTHING_MOVED: MovedListings = { superseded: 0, pairs: [] };

/**
 * Defines `shared_feeds`: the feeds of sellers of which several have been read, or are about to be. Only between those
 * can a listing move. False where there are none, so that nothing more needs to be done.
 */
export async function openShared(
  { database }: Publication,
  feeds: readonly FeedState[],
  series: readonly FeedSeries[],
): Promise<boolean> {
  const pending = new Map(series.map((one) => [one.feed_no, one]));
  const read = feeds.filter(
    ({ feed_no, current }) => current !== null || (pending.get(feed_no)?.pending.length ?? 0) > 0,
  );
  const shared = read.filter(({ seller }) => read.filter((other) => other.seller === seller).length > 1);
  await database.run(
    'define shared feeds',
    'create or replace temp table shared_feeds (feed_no usmallint, interval_minutes bigint, silent boolean)',
  );
  if (shared.length === 0) return false;
  const rows = shared.map(
    ({ feed_no, interval_minutes }) =>
      `(${feed_no}, ${Math.ceil(interval_minutes)}, ${isSilent(pending.get(feed_no))})`,
  );
  await database.run('name shared feeds', `insert into shared_feeds values ${rows.join(', ')}`);
  return true;
}

/**
 * Gives each listing that moved between feeds of its seller one series: what `new_changes`, `transitions` and
 * `vanished` say of it, and `superseded_changes`. A feed that was renamed, split or joined to another thereby goes on
 * where the earlier one ended. Takes from `moves` what neither came nor went.
 */
export async function joinMoved(publication: Publication, moves: ListingMoves): Promise<MovedListings> {
  const { database } = publication;
  await database.run('find moved listings', sql('moved_keys'));
  if ((await database.count('count moved listings', 'select count(*) from moved_keys')) === 0)
    return NOTHING_MOVED;
  await database.run('order moved listings', sql('moved_points'));
  await openEvents(publication);
  await database.run('tell moved listings', sql('moved_transitions'));
  const [row] = await database.rows<Record<'stayed' | 'changed' | 'left_out', string>>(
    'count moves between feeds',
    sql('moved_counts'),
  );
  const [stayed, changed] = [Number(row?.stayed), Number(row?.changed)];
  moves.new -= stayed + changed;
  moves.changed += changed;
  moves.unchanged += stayed;
  moves.vanished -= Number(row?.left_out);
  const pairs = await database.rows<MovedPair>('find pairs of feeds', sql('moved_pairs'));
  await database.script('join moved listings', sql('moved_applied'));
  const superseded = await database.count(
    'count superseded change points',
    'select count(*) from superseded_changes',
  );
  return { superseded, pairs };
}

/** A series that is folded again has told what it says before. */
function isSilent(series: FeedSeries | undefined): boolean {
  return (
    series !== undefined && (series.silent || series.pending.some((run) => series.told?.has(run.run_id)))
  );
}

async function openEvents(publication: Publication): Promise<void> {
  const { database } = publication;
  const paths = await publication.paths('events');
  await database.run(
    'open earlier events',
    paths.length > 0
      ? `create or replace temp view earlier_events as select listing_key, created_at, type from read_parquet(${fileList(paths)})`
      : 'create or replace temp view earlier_events as select null::ubigint as listing_key, null::timestamp as created_at, null as type where false',
  );
}
