import { type Database, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { type StagedRows, stagedRowsSql, timestampLiteral } from '../../warehouse/listing_rows.ts';
import { type Run, STAGED_COLUMNS, type StagedColumn } from '../../warehouse/run.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import { movesOf, type RunComparison, type RunMeasures } from '../domain/run_measures.ts';
import type { Symptom } from '../domain/symptom.ts';
import { futureSymptom, symptomsOf } from '../domain/symptoms.ts';
import type { FeedSeries } from './feed_series.ts';
import { beginGenerations, endGenerations, type GenerationTable } from './generations.ts';
import { compareRuns, EXAMPLE_COLUMNS, withExamples } from './guard.ts';
import type { Observed } from './supplemented.ts';

/** A run of a feed in its wave, which holds one run of every feed that has one left. */
export interface WaveEntry {
  series: FeedSeries;
  run: Run;
  before: StagedRows | null;
  after: StagedRows;
  /** What is known of the feed before it. */
  profile: FeedProfile | undefined;
  /** Of a feed that has supplements. */
  observed?: Observed;
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

/** What waves are folded by. */
export interface WaveOptions {
  folder: DataFolder;
  /** A run of a later time is dated in the future. */
  now: Date;
  /** Runs a person has accepted although they were suspect. */
  acceptedByHand: ReadonlySet<string>;
  /** Which skus were given to another article; grows with those that the runs tell. */
  reused: GenerationTable;
  /** Listings may have moved between feeds, so arrivals are noted. */
  isShared?: boolean;
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

/** Builds wave_difference, and says what each run shows and which feeds stop at theirs. */
export async function compareWave(
  database: Database,
  entries: readonly WaveEntry[],
  options: WaveOptions,
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
  { now, folder }: WaveOptions,
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
  { folder, reused }: WaveOptions,
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
export async function recordWave(
  database: Database,
  entries: readonly WaveEntry[],
  redefine: boolean,
  options: WaveOptions,
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

/** Adds what a recorded wave did to `moves`. */
export async function countMoves(
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
