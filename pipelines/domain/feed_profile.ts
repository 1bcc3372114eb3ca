import type { NumberGrammar } from './number_grammar.ts';
import {
  LEVELS,
  levelsOf,
  type Measure,
  type MeasuredRun,
  MOVES,
  mainCurrency,
  type RunMeasures,
} from './run_measures.ts';

/** How one file is written, as far as it tells. */
export interface FileProfile {
  numbers?: NumberGrammar;
  encoding?: TextEncoding;
}

export type TextEncoding = 'utf-8' | 'utf-16' | 'windows-1252';

/** What is usual of one measure. */
export interface Usual {
  /** Mean of some twenty runs, newer ones weighing more. */
  mean: number;
  /** Mean distance from it. */
  spread: number;
  /** Greatest move (of a level: greatest fall below the mean), which is forgotten by a fiftieth with each run. */
  most: number;
  /** Of the last accepted run. */
  last: number;
}

/** What is known of a feed, learned from its own accepted runs. Every field may be absent: nothing told it. */
export interface FeedProfile extends FileProfile {
  /** Runs that it was learned from. */
  runs?: number;
  /** The currency of most prices. */
  currency?: string;
  /** Usual minutes from one observation to the next. */
  interval_minutes?: number;
  usual?: Partial<Record<Measure, Usual>>;
}

/** Runs from which on a feed's own ways count; fewer are held against limits that are the same for all. */
const LEARNED_RUNS = 10;

/** Whether a feed's own ways are known. */
export function isKnown(profile: FeedProfile | undefined): boolean {
  return (profile?.runs ?? 0) >= LEARNED_RUNS;
}

/** Runs that a mean remembers. */
const MEMORY = 20;
/** What of the greatest move is remembered with each further run. */
const KEPT = 0.98;

/** A run as a profile learns it. */
export interface LearnedRun extends MeasuredRun {
  as_of: string;
  profile?: FileProfile;
  /** Absent of a feed's first run. */
  measures?: RunMeasures;
  /** A person let it pass: it tells how the feed is now, not how far it usually moves. */
  by_hand?: boolean;
}

/**
 * A feed's profile after a further run was taken. `before_at` is the observation time of the one before, ISO 8601.
 */
export function learnProfile(
  before: FeedProfile | undefined,
  run: LearnedRun,
  before_at: string | null = null,
): FeedProfile {
  const numbers = { ...before?.numbers, ...run.profile?.numbers };
  const encoding = run.profile?.encoding ?? before?.encoding;
  const currency = movedCurrency(run, before?.currency ?? (run.shape && mainCurrency(run.shape)));
  const interval = learnInterval(before?.interval_minutes, before_at, run.as_of);
  return {
    ...(Object.keys(numbers).length > 0 && { numbers }),
    ...(encoding && { encoding }),
    runs: (before?.runs ?? 0) + 1,
    ...(currency !== undefined && { currency }),
    ...(interval !== undefined && { interval_minutes: interval }),
    usual: learnUsual(before, run),
  };
}

/** A run that was taken with most of its prices in another currency makes that the usual one. */
function movedCurrency({ shape }: LearnedRun, currency: string | undefined): string | undefined {
  if (!shape || currency === undefined) return currency;
  return (shape.currencies[currency] ?? 0) * 2 < shape.rows ? mainCurrency(shape) : currency;
}

function learnInterval(
  known: number | undefined,
  before_at: string | null,
  as_of: string,
): number | undefined {
  if (before_at === null) return known;
  const minutes = Math.max(1, (Date.parse(as_of) - Date.parse(before_at)) / 60_000);
  return known === undefined ? minutes : rounded(known + (minutes - known) / MEMORY);
}

function learnUsual(before: FeedProfile | undefined, run: LearnedRun): NonNullable<FeedProfile['usual']> {
  const measured = { ...levelsOf(run, before?.currency), ...run.measures };
  const runs = (before?.runs ?? 0) + 1;
  const usual = { ...before?.usual };
  for (const level of LEVELS) {
    const value = measured[level];
    if (value === undefined) continue;
    usual[level] = learned(usual[level], value, runs, (one) =>
      run.by_hand ? 0 : Math.max(0, one.mean - value),
    );
  }
  // The first run has no moves: their count begins with the second.
  for (const move of MOVES) {
    const value = run.measures?.[move];
    if (value === undefined) continue;
    usual[move] = learned(usual[move], value, runs - 1, () => (run.by_hand ? 0 : value));
  }
  return usual;
}

function learned(
  before: Usual | undefined,
  value: number,
  runs: number,
  moved: (before: Usual) => number,
): Usual {
  if (!before) {
    const first = { mean: rounded(value), spread: 0, most: 0, last: rounded(value) };
    return { ...first, most: rounded(moved(first)) };
  }
  const weight = 1 / Math.max(2, Math.min(runs, MEMORY));
  return {
    mean: rounded(before.mean + weight * (value - before.mean)),
    spread: rounded(before.spread + weight * (Math.abs(value - before.mean) - before.spread)),
    most: rounded(Math.max(before.most * KEPT, moved(before))),
    last: rounded(value),
  };
}

/** A profile stands in every manifest: five digits are enough. */
function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
