import { type Database, loadSql } from '../../warehouse/database.ts';
import { type StagedRows, stagedRowsAt } from '../../warehouse/listing_rows.ts';
import type { CurrentRun } from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import { type FeedProfile, learnProfile } from '../domain/feed_profile.ts';
import type { Symptom } from '../domain/symptom.ts';
import type { FeedSeries } from './feed_series.ts';
import type { Observed } from './supplemented.ts';
import {
  compareWave,
  countMoves,
  type ListingMoves,
  type RunCheck,
  recordWave,
  type WaveEntry,
  type WaveOptions,
} from './wave.ts';

export interface SuspectRun {
  run: Run;
  reason: string;
  symptoms: Symptom[];
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

export interface FoldOptions extends WaveOptions {
  onWave?: (done: number, of: number) => void;
}

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
