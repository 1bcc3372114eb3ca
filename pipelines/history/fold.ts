import { type Database, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import {
  type StagedRows,
  stagedRowsAt,
  stagedRowsSql,
  timestampLiteral,
} from '../../warehouse/listing_rows.ts';
import type { CurrentRun } from '../../warehouse/manifest.ts';
import type { FeedPrices } from '../../warehouse/price_correction.ts';
import { type Run, STAGED_COLUMNS, type StagedColumn } from '../../warehouse/run.ts';
import { type FeedProfile, learnProfile } from '../domain/feed_profile.ts';
import { movesOf, type RunComparison, type RunMeasures } from '../domain/run_measures.ts';
import { futureSymptom, type Symptom, symptomsOf } from '../domain/symptoms.ts';
import { beginGenerations, endGenerations, type GenerationTable } from './generations.ts';
import { compareRuns, EXAMPLE_COLUMNS, withExamples } from './guard.ts';
import type { Observed, SupplementedSeries } from './supplemented.ts';

/** A feed and the runs to be folded into its series, oldest first. */
export interface FeedSeries {
  feed_no: number;
  seller: string;
  /** The last accepted run's rows; null before the first. */
  before: StagedRows | null;
  /** What its accepted runs told of it. */
  profile?: FeedProfile;
  pending: Run[];
  /** What people said of its prices. */
  prices?: FeedPrices;
  /** Of a feed that has supplements: what is laid over its rows. Their runs are pending here among its own. */
  supplemented?: SupplementedSeries;
  /** No events: a series that is being rebuilt tells nothing new. */
  silent: boolean;
  /** Runs that have told their events before, by id. */
  told?: ReadonlySet<string>;
}

export interface SuspectRun {
  run: Run;
  reason: string;
  symptoms: Symptom[];
}

/** What a run came to when it was held against its feed. */
export interface RunCheck {
  /** How far it moved; absent of a feed's first run. */
  measures?: RunMeasures;
  symptoms: Symptom[];
}

/** What runs did to listings; a listing counts once for every run. */
export interface ListingMoves {
  /** Seen for the first time, or again after it had vanished. */
  new: number;
  changed: number;
  vanished: number;
  unchanged: number;
}

export interface FoldResult {
  /** Every feed's last accepted rows after all waves. */
  current: Map<number, StagedRows>;
  accepted: Run[];
  suspect: SuspectRun[];
  /** Of every accepted run, by its id. */
  checks: Map<string, RunCheck>;
  /** Where feeds that have supplements stand, by number. */
  stands: Map<number, CurrentRun>;
  /** What is known of each feed after all waves, by number. */
  profiles: Map<number, FeedProfile>;
  moves: ListingMoves;
  /** True when a listing came, went or came back. */
  live_changed: boolean;
}

export interface FoldOptions {
  folder: DataFolder;
  /** A run of a later time is dated in the future. */
  now: Date;
  /** Runs a person has accepted although they were suspect. */
  acceptedByHand: ReadonlySet<string>;
  /** Which skus were given to another article; grows with those that the runs tell. */
  reused: GenerationTable;
  /** Listings may have moved between feeds, so arrivals are noted. */
  isShared?: boolean;
  onWave?: (done: number, of: number) => void;
}

interface WaveEntry {
  series: FeedSeries;
  run: Run;
  before: StagedRows | null;
  after: StagedRows;
  /** What is known of the feed before it. */
  profile: FeedProfile | undefined;
  /** Of a feed that has supplements. */
  observed?: Observed;
}

const STAGED_COLUMN_LIST = Object.keys(STAGED_COLUMNS) as StagedColumn[];
const STATE_COLUMNS: readonly StagedColumn[] = [
  'listing_key',
  'currency',
  'price_minor',
  'landed_minor',
  'availability',
  'sku',
  'title',
  'brand',
  'gtin',
  'content_hash',
];

/** Creates the empty tables that `foldRuns` fills: new_changes, transitions and (unless it stands) vanished. */
export async function prepareFold(database: Database): Promise<void> {
  await database.script('prepare history', loadSql(import.meta.url, './sql/fold_tables.sql'));
}

/**
 * Folds the pending runs of all feeds into change points (`new_changes`), transitions and `vanished`, wave by
 * wave: the first wave holds every feed's first pending run, the second its next, and so on; a wave is a fixed
 * number of statements whatever the number of feeds. A suspect run is left out and its feed goes on from the
 * last good one.
 */
export async function foldRuns(
  database: Database,
  feeds: readonly FeedSeries[],
  options: FoldOptions,
): Promise<FoldResult> {
  const current = new Map<number, StagedRows>();
  for (const feed of feeds) if (feed.before) current.set(feed.feed_no, feed.before);
  const profiles = new Map(
    feeds.flatMap((feed) => (feed.profile ? [[feed.feed_no, feed.profile] as const] : [])),
  );
  const stands = new Map<number, CurrentRun>();
  const checks = new Map<string, RunCheck>();
  const accepted: Run[] = [];
  const suspect: SuspectRun[] = [];
  const moves: ListingMoves = { new: 0, changed: 0, vanished: 0, unchanged: 0 };
  let liveChanged = false;
  const waves = Math.max(0, ...feeds.map((feed) => feed.pending.length));
  for (let wave = 0; wave < waves; wave++) {
    const entries: WaveEntry[] = [];
    for (const series of feeds) {
      const run = series.pending[wave];
      if (!run) continue;
      const before = current.get(series.feed_no) ?? null;
      const entry = await entryOf(series, run, before, profiles.get(series.feed_no));
      if (entry) entries.push(entry);
      else
        suspect.push({
          run,
          reason: `it supplements a feed of ${series.seller} of which no file was taken yet`,
          symptoms: [],
        });
    }
    if (entries.length === 0) continue;
    const { stopped, wave_checks } = await compareWave(database, entries, options);
    const going = entries.filter((entry) => !stopped.has(entry.series.feed_no));
    if (await recordWave(database, going, stopped.size > 0, options)) liveChanged = true;
    await countMoves(database, going, moves);
    for (const entry of entries) {
      const { run, series } = entry;
      const check = wave_checks.get(series.feed_no) ?? { symptoms: [] };
      if (stopped.has(series.feed_no)) suspect.push({ run, ...told(check.symptoms) });
      else {
        accepted.push(run);
        checks.set(run.run_id, check);
        current.set(series.feed_no, entry.after);
        if (run.kind === undefined) profiles.set(series.feed_no, learned(entry, check, entry.profile));
        if (entry.observed) stands.set(series.feed_no, moveOn(entry, entry.observed, check));
      }
    }
    options.onWave?.(wave + 1, waves);
  }
  return { current, accepted, suspect, checks, stands, profiles, moves, live_changed: liveChanged };
}

/** A run in its wave; null for a supplement that has nothing to be laid over. */
async function entryOf(
  series: FeedSeries,
  run: Run,
  before: StagedRows | null,
  profile: FeedProfile | undefined,
): Promise<WaveEntry | null> {
  const { supplemented } = series;
  if (!supplemented) return { series, run, before, after: stagedRowsAt(series, run), profile };
  const observed = await supplemented.observe(run);
  if (!observed) return null;
  return {
    series,
    run: observed.run,
    before,
    after: observed.rows,
    profile: supplemented.profileOf(run, profile),
    observed,
  };
}

/** Moves a series of supplements on, and says where its feed stands now. */
function moveOn(entry: WaveEntry, observed: Observed, check: RunCheck): CurrentRun {
  const { supplemented } = entry.series;
  supplemented?.accept(observed, learned(entry, check, supplemented.ownProfile(entry.run)));
  return observed.current;
}

/** Most of what speaks against a run that its reason names; `runs` shows all. */
const MOST_NAMED = 3;

function told(symptoms: Symptom[]): { reason: string; symptoms: Symptom[] } {
  const holds = symptoms.filter(({ grade }) => grade === 'hold').slice(0, MOST_NAMED);
  const [first] = holds;
  const examples = first && first.examples.length > 0 ? `; for example ${first.examples.join(', ')}` : '';
  return { reason: holds.map(({ message }) => message).join('; ') + examples, symptoms };
}

function learned(
  { run, before }: WaveEntry,
  { measures, symptoms }: RunCheck,
  profile: FeedProfile | undefined,
): FeedProfile {
  const by_hand = symptoms.some(({ grade }) => grade === 'hold');
  return learnProfile(profile, { ...run, ...(measures && { measures }), by_hand }, before?.as_of ?? null);
}

/** Adds what a recorded wave did to `moves`. */
async function countMoves(
  database: Database,
  entries: readonly WaveEntry[],
  moves: ListingMoves,
): Promise<void> {
  const rowsSeen = (wanted: (entry: WaveEntry) => boolean) =>
    entries
      .filter(wanted)
      .reduce((sum, { run, observed }) => sum + (observed?.current.listings ?? run.accepted), 0);
  moves.new += rowsSeen((entry) => entry.before === null);
  if (entries.every((entry) => entry.before === null)) return;
  const [row] = await database.rows<Record<'appeared' | 'vanished' | 'changed', string>>(
    'count moves',
    `select count(*) filter (appeared) as appeared, count(*) filter (vanished) as vanished,
       count(*) filter (not appeared and not vanished) as changed
     from wave_difference`,
  );
  const [appeared, changed] = [Number(row?.appeared), Number(row?.changed)];
  moves.new += appeared;
  moves.changed += changed;
  moves.vanished += Number(row?.vanished);
  moves.unchanged += rowsSeen((entry) => entry.before !== null) - appeared - changed;
}

/** Builds wave_difference, and says what each run shows and which feeds stop at theirs. */
async function compareWave(
  database: Database,
  entries: readonly WaveEntry[],
  options: FoldOptions,
): Promise<{ stopped: Set<number>; wave_checks: Map<number, RunCheck> }> {
  await defineWave(database, entries, options);
  const later = entries.filter((entry) => entry.before !== null);
  const compared = later.map(({ series, after: { as_of } }) => ({
    feed_no: series.feed_no,
    seller: series.seller,
    run: { as_of },
  }));
  if (later.length > 0 && (await beginGenerations(options.reused, compared)))
    await defineWave(database, entries, options);
  await database.run('compare runs', loadSql(import.meta.url, './sql/wave_difference.sql'));
  const comparisons = later.length > 0 ? await compareRuns(database) : new Map<number, RunComparison>();
  const wave_checks = new Map<number, RunCheck>();
  const stopped = new Set<number>();
  for (const entry of entries) {
    const { series, run } = entry;
    const check = await checkRun(database, entry, comparisons.get(series.feed_no) ?? null, options);
    wave_checks.set(series.feed_no, check);
    if (check.symptoms.every(({ grade }) => grade !== 'hold') || options.acceptedByHand.has(run.run_id))
      continue;
    stopped.add(series.feed_no);
    await endGenerations(options.reused, series.feed_no, entry.after);
  }
  return { stopped, wave_checks };
}

async function checkRun(
  database: Database,
  { series, run, before, after, profile, observed }: WaveEntry,
  comparison: RunComparison | null,
  { now, folder }: FoldOptions,
): Promise<RunCheck> {
  const future = futureSymptom(run, now);
  const found = symptomsOf({ run, profile, comparison, before_at: before?.as_of ?? null });
  const view = (rows: StagedRows) =>
    stagedRowsSql((id) => folder.stagedRows(id), [{ ...rows, feed_no: series.feed_no }], EXAMPLE_COLUMNS);
  const doubts = observed ? (series.supplemented?.doubts(run) ?? []) : [];
  const all = [...(future ? [future] : []), ...doubts, ...found];
  const symptoms = before
    ? await withExamples(database, { before: view(before), after: view(after) }, all)
    : all;
  return { ...(comparison && { measures: movesOf(comparison) }), symptoms };
}

/** Views wave_before (feeds with an earlier run), wave_after (the same feeds), wave_new (first runs), table wave_runs. */
async function defineWave(
  database: Database,
  entries: readonly WaveEntry[],
  { folder, reused }: FoldOptions,
): Promise<void> {
  const later = entries.filter((entry) => entry.before !== null);
  const view = (rows: readonly StagedRows[], columns: readonly StagedColumn[]) =>
    rows.length > 0
      ? stagedRowsSql((id) => folder.stagedRows(id), rows, columns, reused.generations)
      : `select * from no_state_rows`;
  const runs = entries
    .map(
      ({ series, run, before, after }) =>
        `(${series.feed_no}::usmallint, ${timestampLiteral(after.as_of)}, ${series.silent || series.told?.has(run.run_id) === true}, ${before === null})`,
    )
    .join(', ');
  await database.script(
    'define wave',
    `create or replace temp view wave_before as ${view(
      later.map((entry) => entry.before as StagedRows),
      STATE_COLUMNS,
    )};
     create or replace temp view wave_after as ${view(
       later.map((entry) => entry.after),
       STATE_COLUMNS,
     )};
     create or replace temp table wave_runs as select * from (values ${runs}) as t(feed_no, as_of, silent, is_first);`,
  );
}

/** Adds the wave's change points, transitions and vanished listings; true when a listing came, went or came back. */
async function recordWave(
  database: Database,
  entries: readonly WaveEntry[],
  redefine: boolean,
  options: FoldOptions,
): Promise<boolean> {
  if (entries.length === 0) return false;
  if (redefine) {
    await defineWave(database, entries, options);
    await database.run(
      'leave suspect runs out',
      'delete from wave_difference where feed_no not in (select feed_no from wave_runs)',
    );
  }
  await database.run('add change points', loadSql(import.meta.url, './sql/wave_changes.sql'));
  await database.run('add transitions', loadSql(import.meta.url, './sql/wave_transitions.sql'));
  const first = entries.filter((entry) => entry.before === null);
  if (first.length > 0) {
    await database.run(
      'define first runs',
      `create or replace temp view wave_first as ${stagedRowsSql(
        (id) => options.folder.stagedRows(id),
        first.map((entry) => entry.after),
        STATE_COLUMNS,
        options.reused.generations,
      )}`,
    );
    await database.run('add first change points', loadSql(import.meta.url, './sql/wave_first.sql'));
  }
  if (options.isShared)
    await database.run('note arrivals', loadSql(import.meta.url, './sql/wave_arrivals.sql'));
  const lost = await database.count(
    'count vanished',
    'select count(*) from wave_difference where vanished or appeared',
  );
  if (lost === 0) return first.length > 0;
  const before = entries.flatMap((entry) => (entry.before ? [entry.before] : []));
  await database.run(
    'define lost rows',
    `create or replace temp view wave_lost as ${stagedRowsSql((id) => options.folder.stagedRows(id), before, STAGED_COLUMN_LIST, options.reused.generations)}`,
  );
  await database.script('keep vanished listings', loadSql(import.meta.url, './sql/wave_vanished.sql'));
  return true;
}
