import { stagedRowsOf } from '../../warehouse/listing_rows.ts';
import { type CurrentRun, type FeedState, ownRun } from '../../warehouse/manifest.ts';
import { byAsOf, type Run } from '../../warehouse/run.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import type { Publication } from '../publication.ts';
import { openChanges, writeChanges } from './changes.ts';
import { correctEvents } from './corrected_events.ts';
import type { FeedSeries } from './feed_series.ts';
import { foldRuns, prepareFold, type SuspectRun } from './fold.ts';
import { forgetGenerations, writeGenerations } from './generations.ts';
import { joinMoved, type MovedPair, NOTHING_MOVED, openShared } from './moved_listings.ts';
import { overlappingRuns } from './overlap.ts';
import {
  acceptedRuns,
  collectedSince,
  feedOf,
  openRefolds,
  type Refolds,
  refoldedSeries,
  refoldsOf,
} from './refold.ts';
import { advance, gapsOf, inheritedGaps, withMoves } from './series.ts';
import { isOutOfTurn, openSeries, type SupplementedSeries, seriesName } from './supplemented.ts';
import type { ListingMoves, RunCheck } from './wave.ts';

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
 * A late run is refused, or with `backfill` its feed's whole series is rebuilt from the staged files. `moved` are feeds that
 * must be folded again besides, and since when.
 */
export async function foldHistory(
  publication: Publication,
  pending: readonly Run[],
  moved: Refolds = new Map(),
): Promise<HistorySummary> {
  const { database, settings } = publication;
  const doubled = new Set(supersededRuns(pending));
  const late = pending.filter((run) => doubled.has(run) || isLate(publication, run));
  const turned = await outOfTurn(
    publication,
    pending.filter((run) => settings.backfill || !late.includes(run)),
  );
  late.push(...turned.late);
  const rebuilt = refoldsOf(
    publication,
    settings.backfill ? late.filter(({ kind }) => kind === undefined) : [],
    earliest(moved, turned.since),
  );
  const { series, known } = await seriesOf(publication, { pending, late, doubled, rebuilt });
  const found = await overlappingRuns(database, publication.folder, series);
  const overlaps = found.filter(({ run }) => !known.has(run.run_id));
  for (const feed of series)
    feed.pending = feed.pending.filter((run) => !overlaps.some((overlap) => overlap.run === run));
  await prepareFold(database);
  await openRefolds(publication, rebuilt);
  await forgetGenerations(publication);
  const { mended } = await openChanges(publication);
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
  const joined = isShared ? await joinMoved(publication, fold.moves) : NOTHING_MOVED;
  moveSupplements(publication, series);
  await moveFeeds(publication, { ...fold, pairs: joined.pairs, rebuilt });
  const anew = mended || joined.superseded > 0 || (rebuilt.size > 0 && publication.before !== null);
  const newChanges = await writeChanges(publication, anew);
  if ([...rebuilt.values()].some((since) => since !== null)) await correctEvents(publication);
  const reused = await writeGenerations(publication);
  const replaced = replacedRuns(doubled, fold.accepted);
  return {
    accepted: fold.accepted.filter((run) => !known.has(run.run_id)),
    suspect: [...overlaps, ...fold.suspect, ...replaced],
    checks: fold.checks,
    late: settings.backfill ? [] : late.filter((run) => replaced.every((one) => one.run !== run)),
    new_changes: newChanges,
    reused_skus: reused,
    moves: fold.moves,
    live_changed: fold.live_changed,
  };
}

/** Of two lists of feeds to be folded again, the earlier moment of each. */
function earliest(one: Refolds, other: Refolds): Refolds {
  const all = new Map(one);
  for (const [feed, since] of other) {
    const known = all.get(feed);
    if (known === undefined || (known !== null && (since === null || since < known))) all.set(feed, since);
  }
  return all;
}

/**
 * From when on feeds with supplements are folded again, because a run of one side is older than what the other has
 * brought already. Where the staged rows that this needs are gone, the run is late.
 */
async function outOfTurn(
  publication: Publication,
  pending: readonly Run[],
): Promise<{ since: Map<string, string>; late: Run[] }> {
  const since = new Map<string, string>();
  const late: Run[] = [];
  for (const run of pending.toSorted(byAsOf)) {
    const name = seriesName(publication.settings, run);
    const state = publication.feeds.find((feed) => feedOf(feed) === feedOf(name));
    if (!state || !isOutOfTurn(state, run)) continue;
    if (await collectedSince(publication, name, run.as_of)) late.push(run);
    else if (!since.has(feedOf(name))) since.set(feedOf(name), run.as_of);
  }
  return { since, late };
}

/** Where the supplemental feeds stand now; those that left the configuration stand nowhere. */
function moveSupplements(publication: Publication, series: readonly FeedSeries[]): void {
  publication.inputs = [
    ...publication.inputs.filter(({ kind }) => kind !== 'supplements'),
    ...series.flatMap(({ supplemented }) => supplemented?.states() ?? []),
  ];
}

/** Runs in whose place another file of the same moment, read after them, is taken now. */
function replacedRuns(doubled: ReadonlySet<Run>, accepted: readonly Run[]): SuspectRun[] {
  return [...doubled]
    .filter((run) => accepted.some((other) => feedOf(other) === feedOf(run) && other.as_of === run.as_of))
    .map((run) => ({
      run,
      reason: 'another file of the same moment, read after it, was taken in its place',
      symptoms: [],
    }));
}

/** The runs to be folded into each feed's series, and those of them that were published before. */
async function seriesOf(
  publication: Publication,
  { pending, late, doubled, rebuilt }: SeriesInputs,
): Promise<{ series: FeedSeries[]; known: Set<string> }> {
  const known = new Set<string>();
  const series: FeedSeries[] = [];
  for (const state of publication.feeds) {
    const since = rebuilt.get(feedOf(state));
    if (!state.configured && since === undefined) continue;
    const again = since === undefined ? null : await refoldedSeries(publication, state, since);
    const published = again?.published ?? [];
    for (const run of published) known.add(run.run_id);
    const mine = pending.filter(
      (run) => feedOf(seriesName(publication.settings, run)) === feedOf(state) && !doubled.has(run),
    );
    const isTaken = (run: Run) =>
      !late.includes(run) ||
      since === null ||
      (run.kind !== undefined && publication.settings.backfill === true);
    const runs = [...published, ...mine.filter(isTaken)];
    const doubledAgain = new Set(supersededRuns(runs));
    const { before, profile, supplemented } = again ?? {
      before: stagedRowsOf(state),
      profile: state.profile,
      supplemented: openSeries(publication, state),
    };
    const taken = runs.filter((run) => !doubledAgain.has(run));
    series.push({
      feed_no: state.feed_no,
      seller: state.seller,
      before,
      ...(profile && { profile }),
      ...(state.prices && { prices: state.prices }),
      ...(supplemented && { supplemented }),
      pending: inOrder(taken, before, supplemented),
      silent: since === null,
      told: known,
    });
  }
  return { series, known };
}

/** The runs in the order of their observations. */
function inOrder(
  runs: readonly Run[],
  before: FeedSeries['before'],
  supplemented: SupplementedSeries | undefined,
): Run[] {
  return supplemented
    ? supplemented.inOrder(runs, before?.as_of ?? null)
    : runs.toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1));
}

interface SeriesInputs {
  pending: readonly Run[];
  late: readonly Run[];
  /** Of several runs for one moment, all but the last. */
  doubled: ReadonlySet<Run>;
  rebuilt: Refolds;
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

function isLate(publication: Publication, run: Run): boolean {
  const states = run.kind === undefined ? publication.feeds : publication.inputs;
  const current = states.find((feed) => feed.seller === run.seller && feed.feed === run.feed)?.current;
  return current !== null && current !== undefined && run.as_of <= ownRun(current).as_of;
}

interface FeedMoves {
  accepted: readonly Run[];
  profiles: ReadonlyMap<number, FeedProfile>;
  stands: ReadonlyMap<number, CurrentRun>;
  pairs: readonly MovedPair[];
  rebuilt: Refolds;
}

/**
 * Moves each feed to its last accepted run and adds the gaps between the new observation times. Only where earlier ones
 * came in, or the interval that they are held against is another, are all of them looked at again.
 */
async function moveFeeds(
  publication: Publication,
  { accepted, profiles, stands, pairs, rebuilt }: FeedMoves,
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
    const current = before.current ? [ownRun(before.current)] : [];
    const asOf = timesOf(before, anew ? await acceptedRuns(publication, before) : current);
    const state = { ...withMoves(before, pairs), ...(await inherited(before, asOf)) };
    const known = anew || !before.current ? (state.inherited_gaps ?? []) : before.gaps;
    const gaps = [...known, ...gapsOf(asOf, state.interval_minutes)];
    const profile = profiles.get(before.feed_no);
    const moved = last ? { ...advance(state, last), ...(profile && { profile }) } : state;
    const stands_on = stands.get(before.feed_no);
    publication.feeds[index] = { ...moved, ...(stands_on && { current: stands_on }), gaps };
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
