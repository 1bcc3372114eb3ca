import { existsSync } from 'node:fs';
import { stagedRowsOf } from '../../warehouse/listing_rows.ts';
import type { FeedState } from '../../warehouse/manifest.ts';
import { isStaged, type Run } from '../../warehouse/run.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import type { Publication } from '../publication.ts';
import { openChanges, writeChanges } from './changes.ts';
import {
  type FeedSeries,
  foldRuns,
  type ListingMoves,
  prepareFold,
  type RunCheck,
  type SuspectRun,
} from './fold.ts';
import { forgetGenerations, writeGenerations } from './generations.ts';
import { joinMoved, type MovedPair, NOTHING_MOVED, openShared } from './moved_listings.ts';
import { overlappingRuns } from './overlap.ts';
import { advance, gapsOf, inheritedGaps, withMoves } from './series.ts';

export interface HistorySummary {
  accepted: Run[];
  suspect: SuspectRun[];
  /** What the accepted runs came to when they were held against their feeds, by run. */
  checks: ReadonlyMap<string, RunCheck>;
  /** Runs older than what their feed already has; taken only with backfill. */
  late: Run[];
  new_changes: number;
  /** Skus that name another article than before; each began a new offer. */
  reused_skus: number;
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
  const rebuilt = settings.backfill ? rebuiltFeeds(publication, late) : new Set<string>();
  const known = new Set<string>();
  const series: FeedSeries[] = [];
  for (const state of publication.feeds) {
    const again = rebuilt.has(feedOf(state));
    if (!state.configured && !again) continue;
    const mine = pending.filter((run) => feedOf(run) === feedOf(state) && !doubled.has(run));
    const published = again ? await publishedRuns(publication, state) : [];
    for (const run of published) known.add(run.run_id);
    const runs = again ? [...published, ...mine] : mine.filter((run) => !late.includes(run));
    const doubledAgain = new Set(supersededRuns(runs));
    series.push({
      feed_no: state.feed_no,
      seller: state.seller,
      before: again ? null : stagedRowsOf(state),
      ...(!again && state.profile && { profile: state.profile }),
      pending: runs.filter((run) => !doubledAgain.has(run)).sort((a, b) => (a.as_of < b.as_of ? -1 : 1)),
      silent: again,
    });
  }
  const found = await overlappingRuns(database, publication.folder, series);
  const overlaps = found.filter(({ run }) => !known.has(run.run_id));
  for (const feed of series)
    feed.pending = feed.pending.filter((run) => !overlaps.some((overlap) => overlap.run === run));
  await prepareFold(database);
  const rebuiltNos = series.filter((feed) => feed.silent).map((feed) => feed.feed_no);
  if (rebuiltNos.length > 0)
    await database.run(
      'forget vanished of rebuilt feeds',
      `delete from vanished where feed_no in (${rebuiltNos.join(', ')})`,
    );
  await forgetGenerations(publication, rebuiltNos);
  const { mended } = await openChanges(publication, rebuiltNos);
  const isShared = await openShared(publication, publication.feeds, series);
  const waiting = series.filter((feed) => feed.pending.length > 0);
  const fold = await foldRuns(database, waiting, {
    folder: publication.folder,
    now: settings.now(),
    reused: publication,
    isShared,
    acceptedByHand: new Set([...settings.acceptedByHand, ...known]),
    onWave: (done, of) => settings.onStep?.('history', done, of),
  });
  const moved = isShared ? await joinMoved(publication, fold.moves) : NOTHING_MOVED;
  await moveFeeds(publication, { ...fold, pairs: moved.pairs, rebuilt });
  const anew = mended || moved.superseded > 0 || (rebuiltNos.length > 0 && publication.before !== null);
  const newChanges = await writeChanges(publication, anew);
  const reused = await writeGenerations(publication);
  return {
    accepted: fold.accepted.filter((run) => !known.has(run.run_id)),
    suspect: [...overlaps, ...fold.suspect],
    checks: fold.checks,
    late: settings.backfill ? [] : late,
    new_changes: newChanges,
    reused_skus: reused,
    moves: fold.moves,
    live_changed: fold.live_changed,
  };
}

/** The feeds of late runs, with those that listings moved to or from, for these have one series in all of them. */
function rebuiltFeeds({ feeds }: Publication, late: readonly Run[]): Set<string> {
  const names = new Set(late.map(feedOf));
  const rebuilt = feeds.filter((state) => names.has(feedOf(state)));
  for (const state of rebuilt)
    for (const other of feeds)
      if (!rebuilt.includes(other) && state.moved_with?.includes(other.feed_no)) rebuilt.push(other);
  return new Set(rebuilt.map(feedOf));
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
  const staged = (await log.all(feed)).filter((run) => isStaged(run));
  return staged.filter((run) => run.outcome.state === 'accepted');
}

interface FeedMoves {
  accepted: readonly Run[];
  profiles: ReadonlyMap<number, FeedProfile>;
  pairs: readonly MovedPair[];
  rebuilt: ReadonlySet<string>;
}

/**
 * Moves each feed to its last accepted run and adds the gaps between the new observation times. Only where earlier ones
 * came in, or the interval that they are held against is another, are all of them looked at again.
 */
async function moveFeeds(
  publication: Publication,
  { accepted, profiles, pairs, rebuilt }: FeedMoves,
): Promise<void> {
  const then = [...publication.feeds];
  const intervals = new Map(publication.before?.feeds.map((one) => [one.feed_no, one.interval_minutes]));
  const timesOf = (feed: FeedState, earlier: readonly { as_of: string }[]) => {
    const mine = accepted.filter((run) => feedOf(run) === feedOf(feed));
    return [...new Set([...earlier, ...mine].map((run) => run.as_of))].sort();
  };
  for (const [index, before] of then.entries()) {
    const last = accepted.findLast((run) => feedOf(run) === feedOf(before));
    const interval = intervals.get(before.feed_no) ?? before.interval_minutes;
    const anew = rebuilt.has(feedOf(before)) || interval !== before.interval_minutes;
    const current = before.current ? [before.current] : [];
    const asOf = timesOf(before, anew ? await acceptedRuns(publication, before) : current);
    const state = { ...withMoves(before, pairs), ...(await inherited(before, asOf)) };
    const known = anew || !before.current ? (state.inherited_gaps ?? []) : before.gaps;
    const gaps = [...known, ...gapsOf(asOf, state.interval_minutes)];
    const profile = profiles.get(before.feed_no);
    const moved = last ? { ...advance(state, last), ...(profile && { profile }) } : state;
    publication.feeds[index] = { ...moved, gaps };
  }

  /** What a feed that is read for the first time takes over from the one that most of its listings come from. */
  async function inherited(
    state: FeedState,
    [first]: readonly string[],
  ): Promise<Pick<FeedState, 'inherited_gaps'>> {
    const taken = state.current ? [] : pairs.filter(({ feed_no }) => feed_no === state.feed_no);
    const most = taken.sort((a, b) => b.listings - a.listings)[0];
    const donor = then.find(({ feed_no }) => feed_no === most?.from_no);
    if (!donor || first === undefined) return {};
    const times = timesOf(donor, await acceptedRuns(publication, donor));
    return { inherited_gaps: inheritedGaps(donor, times, first) };
  }
}
