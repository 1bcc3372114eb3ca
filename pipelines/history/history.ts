import { existsSync } from 'node:fs';
import { fileList, loadSql } from '../../warehouse/database.ts';
import { stagedRowsOf } from '../../warehouse/listing_rows.ts';
import { isStaged, type Run } from '../../warehouse/run.ts';
import type { Publication } from '../publication.ts';
import { type FeedSeries, foldRuns, type ListingMoves, prepareFold, type SuspectRun } from './fold.ts';
import { overlappingRuns } from './overlap.ts';
import { advance, gapsOf } from './series.ts';

export interface HistorySummary {
  accepted: Run[];
  suspect: SuspectRun[];
  /** Runs older than what their feed already has; taken only with backfill. */
  late: Run[];
  new_changes: number;
  moves: ListingMoves;
  /** True when a listing came, went or came back. */
  live_changed: boolean;
}

/**
 * Folds the pending runs into change points, moves the feeds on, and writes the part of `changes` that is new.
 * A late run is refused, or with `backfill` its feed's whole series is rebuilt from the staged files.
 */
export async function foldHistory(
  publication: Publication,
  pending: readonly Run[],
): Promise<HistorySummary> {
  const { database, settings } = publication;
  const doubled = new Set(supersededRuns(pending));
  const late = pending.filter((run) => doubled.has(run) || isLate(publication, run));
  const rebuilt = new Set(settings.backfill ? late.map(feedOf) : []);
  const known = new Set<string>();
  const series: FeedSeries[] = [];
  for (const state of publication.feeds) {
    if (!state.configured) continue;
    const mine = pending.filter((run) => feedOf(run) === feedOf(state) && !doubled.has(run));
    const again = rebuilt.has(feedOf(state));
    const published = again ? await publishedRuns(publication, state) : [];
    for (const run of published) known.add(run.run_id);
    const runs = again ? [...published, ...mine] : mine.filter((run) => !late.includes(run));
    const doubledAgain = new Set(supersededRuns(runs));
    series.push({
      feed_no: state.feed_no,
      seller: state.seller,
      before: again ? null : stagedRowsOf(state),
      pending: runs.filter((run) => !doubledAgain.has(run)).sort((a, b) => (a.as_of < b.as_of ? -1 : 1)),
      silent: again,
    });
  }
  const overlaps = await overlappingRuns(database, publication.folder, series);
  for (const feed of series)
    feed.pending = feed.pending.filter((run) => !overlaps.some((overlap) => overlap.run === run));
  await prepareFold(database);
  const rebuiltNos = series.filter((feed) => feed.silent).map((feed) => feed.feed_no);
  if (rebuiltNos.length > 0)
    await database.run(
      'forget vanished of rebuilt feeds',
      `delete from vanished where feed_no in (${rebuiltNos.join(', ')})`,
    );
  const waiting = series.filter((feed) => feed.pending.length > 0);
  const fold = await foldRuns(database, waiting, {
    folder: publication.folder,
    acceptedByHand: new Set([...settings.acceptedByHand, ...known]),
    onWave: (done, of) => settings.onStep?.('history', done, of),
  });
  await moveFeeds(publication, fold.accepted, rebuilt);
  const newChanges = await writeChanges(publication, rebuiltNos);
  return {
    accepted: fold.accepted.filter((run) => !known.has(run.run_id)),
    suspect: [...overlaps, ...fold.suspect],
    late: settings.backfill ? [] : late,
    new_changes: newChanges,
    moves: fold.moves,
    live_changed: fold.live_changed,
  };
}

/** Of runs of one feed for the same moment, all but the one staged last. */
function supersededRuns(runs: readonly Run[]): Run[] {
  const last = new Map<string, Run>();
  for (const run of runs) {
    const moment = `${feedOf(run)} ${run.as_of}`;
    const known = last.get(moment);
    if (!known || known.staged_at < run.staged_at) last.set(moment, run);
  }
  return runs.filter((run) => last.get(`${feedOf(run)} ${run.as_of}`) !== run);
}

function feedOf(run: { seller: string; feed: string }): string {
  return `${run.seller}/${run.feed}`;
}

function isLate(publication: Publication, run: Run): boolean {
  const state = publication.feeds.find((feed) => feed.seller === run.seller && feed.feed === run.feed);
  return state?.current !== null && state?.current !== undefined && run.as_of <= state.current.as_of;
}

/** The runs a feed's series was made of. Throws when the staged rows of one have been collected. */
async function publishedRuns(
  publication: Publication,
  feed: { seller: string; feed: string },
): Promise<Run[]> {
  const mine = await acceptedRuns(publication, feed);
  const gone = mine.find((run) => !existsSync(publication.folder.stagedRows(run.stage_id)));
  if (gone)
    throw new Error(
      `${feedOf(feed)} cannot be rebuilt: the staged rows of ${gone.as_of} (${gone.run_id}) have been collected; publish without backfill, the late run stays pending`,
    );
  return mine;
}

/** The published runs of a feed, oldest first, with where their rows lie now. */
async function acceptedRuns({ log }: Publication, feed: { seller: string; feed: string }): Promise<Run[]> {
  return (await log.all(feed)).filter(isStaged).filter((run) => run.outcome.state === 'accepted');
}

/**
 * Moves each feed to its last accepted run and adds the gaps between the new observation times. They are recomputed
 * from all of them where an earlier one came in, or the interval that they are held against is another.
 */
async function moveFeeds(
  publication: Publication,
  accepted: readonly Run[],
  rebuilt: ReadonlySet<string>,
): Promise<void> {
  const intervals = new Map(
    publication.before?.feeds.map((state) => [state.feed_no, state.interval_minutes]),
  );
  for (const [index, state] of publication.feeds.entries()) {
    const mine = accepted.filter((run) => feedOf(run) === feedOf(state));
    const last = mine.at(-1);
    const sameInterval = (intervals.get(state.feed_no) ?? state.interval_minutes) === state.interval_minutes;
    const anew = rebuilt.has(feedOf(state)) || !sameInterval;
    if (!anew && !last) continue;
    const earlier = anew ? await acceptedRuns(publication, state) : [state.current ?? []].flat();
    const asOf = [...new Set([...earlier, ...mine].map((run) => run.as_of))].sort();
    const moved = last ? advance(state, last, asOf) : state;
    const gaps = gapsOf(asOf, state.interval_minutes);
    publication.feeds[index] = { ...moved, gaps: anew ? gaps : [...state.gaps, ...gaps] };
  }
}

/** Writes the new change points as a part; a rebuilt feed's earlier ones are left out of a part that replaces all. */
async function writeChanges(publication: Publication, rebuiltNos: readonly number[]): Promise<number> {
  const { database } = publication;
  const count = await database.count('count change points', 'select count(*) from new_changes');
  const earlier = await publication.paths('changes');
  const earlierRows =
    earlier.length > 0 ? `from read_parquet(${fileList(earlier)})` : 'from new_changes where false';
  await database.run('open earlier changes', `create or replace temp view earlier_changes as ${earlierRows}`);
  if (rebuiltNos.length > 0 && earlier.length > 0) {
    const nos = rebuiltNos.map((no) => `(${no}::usmallint)`).join(', ');
    await database.run(
      'name rebuilt feeds',
      `create or replace temp table rebuilt_feeds as from (values ${nos}) as t(feed_no)`,
    );
    await database.run('rebuild series', loadSql(import.meta.url, './sql/changes_rebuilt.sql'));
    await publication.writePart('changes', 'changes_rebuilt', {
      folder: 'facts/changes/rebuilt',
      replace: true,
    });
    await database.run(
      'define all changes',
      'create or replace temp view all_changes as from changes_rebuilt',
    );
    return count;
  }
  await database.run(
    'define all changes',
    'create or replace temp view all_changes as from earlier_changes union all from new_changes',
  );
  if (count > 0) {
    const [row] = await database.rows<{ month: string }>(
      'month of changes',
      `select strftime(max(from_at), '%Y-%m') as month from new_changes`,
    );
    await publication.writePart('changes', 'new_changes', {
      folder: `facts/changes/${row?.month ?? 'unknown'}`,
      replace: false,
    });
  }
  return count;
}
