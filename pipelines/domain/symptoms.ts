import { type FeedProfile, type FileProfile, LEARNED_RUNS, type Usual } from './feed_profile.ts';
import { contradiction } from './number_grammar.ts';
import {
  type Level,
  levelsOf,
  type Measure,
  type MeasuredRun,
  type Move,
  movesOf,
  type RunComparison,
  type RunMeasures,
} from './run_measures.ts';

/** What a run that strays from its feed shows: a `hold` waits for a person, a `warning` is only told. */
export interface Symptom {
  measure: Measure | 'numbers' | 'encoding' | 'as_of';
  grade: 'hold' | 'warning';
  /** What was found and what is usual, as a sentence. */
  message: string;
  /** Measured, usual of the feed (null while too few runs are known), and from where on it is held or warned of. */
  value: number | null;
  usual: number | null;
  limit: number | null;
  /** Up to three of the worst listings. */
  examples: string[];
}

/** Smaller feeds change too much by chance for a share to mean anything. */
export const GUARD_MIN_LISTINGS = 10;
/** Fewer listings are nothing to stop a feed for, whatever share they are. */
const LEAST_LISTINGS = 5;

interface LevelRule {
  /** Held below this share of what is usual, warned of below that one. */
  hold: number;
  warning: number;
  says: string;
}

/** A level that is not held on is only warned of. */
const NEVER = 0;

const LEVEL_RULES: Record<Level, LevelRule> = {
  accepted: { hold: 0.7, warning: 0.9, says: 'of its rows could be taken' },
  gtin: { hold: 0.6, warning: 0.85, says: 'of its rows have a valid GTIN' },
  distinct_titles: { hold: 0.7, warning: 0.85, says: 'of its titles are different ones' },
  readable_titles: {
    hold: 0.95,
    warning: 0.99,
    says: 'of its titles are free of signs that were decoded wrongly',
  },
  in_stock: { hold: 0.25, warning: 0.6, says: 'of its rows are in stock' },
  usual_currency: { hold: 0.8, warning: 0.95, says: 'of its prices are in the usual currency' },
  brand: { hold: NEVER, warning: 0.6, says: 'of its rows have a brand' },
  mpn: { hold: NEVER, warning: 0.6, says: 'of its rows have a part number' },
  category: { hold: NEVER, warning: 0.6, says: 'of its rows have a category' },
  url: { hold: NEVER, warning: 0.6, says: 'of its rows have an address' },
  image_url: { hold: NEVER, warning: 0.6, says: 'of its rows have a picture' },
};

interface MoveRule {
  /** Held above this share while the feed is not known yet … */
  unknown: number;
  /** … and above this one, or what is usual of the feed if that is more, once it is. */
  known: number;
  /** So many times its greatest move so far. */
  times: number;
  /** Whatever is usual, above this share it is held. */
  most: number;
  /** True of a measure that a longer time between two runs makes greater. */
  grows_with_time: boolean;
  says: string;
}

const MOVE_RULES: Record<Move, MoveRule | null> = {
  grown: {
    unknown: 4,
    known: 0.8,
    times: 2,
    most: 9,
    grows_with_time: true,
    says: 'more listings than before',
  },
  shrunk: {
    unknown: 0.25,
    known: 0.2,
    times: 1.5,
    most: 0.6,
    grows_with_time: true,
    says: 'fewer listings than before',
  },
  vanished: {
    unknown: 0.4,
    known: 0.25,
    times: 1.5,
    most: 0.8,
    grows_with_time: true,
    says: 'of its listings vanished',
  },
  far: {
    unknown: 0.1,
    known: 0.05,
    times: 3,
    most: 0.5,
    grows_with_time: false,
    says: 'prices are more than three times, or less than a third of, what they were',
  },
  leapt: {
    unknown: 0.3,
    known: 0.25,
    times: 2,
    most: 0.9,
    grows_with_time: false,
    says: 'prices moved by more than a half',
  },
  scatter: {
    unknown: 0.3,
    known: 0.25,
    times: 2.5,
    most: 1,
    grows_with_time: false,
    says: 'is how far the prices moved apart (mean distance from their middle ratio, logarithm)',
  },
  renamed: {
    unknown: 0.3,
    known: 0.2,
    times: 2,
    most: 0.6,
    grows_with_time: true,
    says: 'skus name something else (another GTIN, or no word of the title in common)',
  },
  // Only warned of: on a sale day half of the prices move, some sellers price anew every day, a season may be half new.
  changed: null,
  both_ways: null,
  appeared: null,
};

/** From these shares on a move that is not held is told. */
const WARNED_MOVES: Partial<Record<Move, number>> = {
  grown: 0.3,
  shrunk: 0.1,
  vanished: 0.15,
  leapt: 0.1,
  changed: 0.75,
  both_ways: 0.25,
};
/** A move below this many times its greatest so far is no news. */
const NEWS = 1.5;
/** So many mean distances from the mean are nothing unusual. */
const SPREADS = 6;
/** As a season does it: of what vanished, this share at least came anew, and no more than half of all went. */
const REPLACED = 0.6;
const SEASON = 0.5;
/** A gap makes no move more than so many times as large. */
const LONGEST_GAP = 3;
/** A file may be dated so far ahead: the day of another time zone, a clock that is wrong. */
const AHEAD_MS = 36 * 3_600_000;

/** A run and what is known of its feed. */
export interface CheckedRun extends MeasuredRun {
  as_of: string;
  profile?: FileProfile;
}

export interface Check {
  run: CheckedRun;
  profile: FeedProfile | undefined;
  /** Null of a feed's first run. */
  comparison: RunComparison | null;
  /** Observation time of the run before, ISO 8601. */
  before_at: string | null;
}

/** Why a file that is dated so cannot be taken, or null: until then every later one would be late. */
export function futureSymptom({ as_of }: CheckedRun, now: Date): Symptom | null {
  if (Date.parse(as_of) <= now.getTime() + AHEAD_MS) return null;
  const message = `it is dated ${as_of}, but now is ${now.toISOString()}: everything read until then would be late`;
  return { measure: 'as_of', grade: 'hold', message, value: null, usual: null, limit: null, examples: [] };
}

/** Everything in which a run strays from what its feed usually is; what holds it first. */
export function symptomsOf(check: Check): Symptom[] {
  const { comparison, profile, run } = check;
  const written = writtenSymptoms(profile, run.profile);
  if (!comparison || comparison.listings_before < GUARD_MIN_LISTINGS) return written;
  const moves = moveSymptoms(check, comparison);
  const levels = levelSymptoms(levelsOf(run, profile?.currency), profile, run.shape?.rows ?? run.rows_read);
  return [...written, ...moves, ...levels].sort((a, b) => order(a) - order(b));
}

/** What a file tells of how it is written, where its feed was written otherwise so far. */
function writtenSymptoms(before: FileProfile | undefined, file: FileProfile | undefined): Symptom[] {
  const none = { value: null, usual: null, limit: null, examples: [] };
  const symptoms: Symptom[] = [];
  const numbers = contradiction(before?.numbers ?? {}, file?.numbers ?? {});
  if (numbers !== null) symptoms.push({ measure: 'numbers', grade: 'hold', message: numbers, ...none });
  const [was, is] = [before?.encoding, file?.encoding];
  if (was && is && was !== is) {
    const message = `its text is ${is}, so far ${was}`;
    symptoms.push({ measure: 'encoding', grade: 'warning', message, ...none });
  }
  return symptoms;
}

const order = ({ grade }: Symptom): number => (grade === 'hold' ? 0 : 1);

function moveSymptoms({ profile, run, before_at }: Check, comparison: RunComparison): Symptom[] {
  const moves = movesOf(comparison);
  const gap = gapTimes(profile, before_at, run.as_of);
  const symptoms: Symptom[] = [];
  for (const [name, rule] of Object.entries(MOVE_RULES) as [Move, MoveRule | null][]) {
    const value = moves[name] ?? 0;
    const usual = profile?.usual?.[name];
    const limit = rule ? moveLimit(rule, profile, usual, gap) : null;
    const listings = name === 'scatter' ? comparison.listings_before : countOf(name, comparison);
    if (limit !== null && rule && value > limit && listings >= LEAST_LISTINGS)
      symptoms.push(moveSymptom('hold', name, { value, usual: known(profile, usual), limit, comparison }));
    else if (isNews(name, value, usual, profile))
      symptoms.push(moveSymptom('warning', name, { value, usual: known(profile, usual), limit, comparison }));
  }
  return asSeason(symptoms, moves);
}

/** What went and was replaced, while what stayed costs about the same, is another season's assortment, and no loss. */
function asSeason(symptoms: readonly Symptom[], moves: RunMeasures): Symptom[] {
  const { vanished = 0, appeared = 0 } = moves;
  const isSeason =
    vanished <= SEASON &&
    appeared >= REPLACED * vanished &&
    symptoms.every(({ measure, grade }) => grade === 'warning' || measure === 'vanished');
  return symptoms.map((one) =>
    isSeason && one.measure === 'vanished' ? { ...one, grade: 'warning' as const } : one,
  );
}

/** The share from which on a move is held. */
function moveLimit(
  { unknown, known: floor, times, most, grows_with_time }: MoveRule,
  profile: FeedProfile | undefined,
  usual: Usual | undefined,
  gap: number,
): number {
  const factor = grows_with_time ? gap : 1;
  if (!usual || !isKnown(profile)) return Math.min(most, Math.max(unknown, times * (usual?.most ?? 0)));
  const own = Math.max(usual.mean + SPREADS * usual.spread, times * usual.most);
  return Math.min(most, Math.max(floor, factor * own));
}

function isKnown(profile: FeedProfile | undefined): boolean {
  return (profile?.runs ?? 0) >= LEARNED_RUNS;
}

function known(profile: FeedProfile | undefined, usual: Usual | undefined): number | null {
  return usual && isKnown(profile) ? usual.mean : null;
}

function isNews(
  name: Move,
  value: number,
  usual: Usual | undefined,
  profile: FeedProfile | undefined,
): boolean {
  const from = WARNED_MOVES[name];
  if (from === undefined || value < from) return false;
  return !isKnown(profile) || !usual || value > Math.max(NEWS * usual.most, usual.mean + 3 * usual.spread);
}

/** How many times as long as usual the feed was not read; 1 at least. */
function gapTimes(profile: FeedProfile | undefined, before_at: string | null, as_of: string): number {
  if (before_at === null || profile?.interval_minutes === undefined) return 1;
  const minutes = (Date.parse(as_of) - Date.parse(before_at)) / 60_000;
  return Math.min(LONGEST_GAP, Math.max(1, minutes / profile.interval_minutes));
}

function countOf(name: Move, comparison: RunComparison): number {
  const { listings, listings_before, up, down } = comparison;
  if (name === 'grown' || name === 'shrunk') return Math.abs(listings - listings_before);
  if (name === 'both_ways') return Math.min(up, down);
  if (name === 'scatter') return listings_before;
  return comparison[name];
}

interface Found {
  value: number;
  usual: number | null;
  limit: number | null;
  comparison: RunComparison;
}

function moveSymptom(
  grade: Symptom['grade'],
  measure: Move,
  { value, usual, limit, comparison }: Found,
): Symptom {
  const usually =
    usual === null ? 'the feed has too few runs to know what is usual' : `usually ${shown(measure, usual)}`;
  const message = `${spelled(measure, value, comparison)} (${usually}${grade === 'hold' && limit !== null ? `; held above ${shown(measure, limit)}` : ''})`;
  return { measure, grade, message, value, usual, limit, examples: [] };
}

function spelled(measure: Move, value: number, comparison: RunComparison): string {
  const { listings_before, listings, vanished, median_ratio } = comparison;
  const kept = listings_before - vanished;
  const ratio = median_ratio === null ? '' : `, their middle ratio is ${median_ratio.toPrecision(3)}`;
  switch (measure) {
    case 'grown':
    case 'shrunk':
      return `${listings} listings, ${listings_before} before`;
    case 'vanished':
      return `${vanished} of ${listings_before} listings vanished, ${comparison.appeared} are new`;
    case 'changed':
      return `${comparison.changed} of ${kept} prices changed${ratio}`;
    case 'scatter':
      return `the prices moved apart by ${value.toFixed(2)} (mean distance from their middle ratio, as a logarithm)`;
    case 'appeared':
      return `${comparison.appeared} listings are new`;
    case 'both_ways':
      return `${comparison.up} of ${kept} prices rose and ${comparison.down} fell`;
    default:
      return `${countOf(measure, comparison)} of ${kept} ${MOVE_RULES[measure]?.says ?? ''}${measure === 'renamed' ? '' : ratio}`;
  }
}

function shown(measure: Measure, value: number): string {
  return measure === 'scatter' ? value.toFixed(2) : percent(value);
}

function levelSymptoms(levels: RunMeasures, profile: FeedProfile | undefined, rows: number): Symptom[] {
  const symptoms: Symptom[] = [];
  for (const [name, { hold, warning, says }] of Object.entries(LEVEL_RULES) as [Level, LevelRule][]) {
    const [value, usual] = [levels[name], profile?.usual?.[name]];
    if (value === undefined || !usual) continue;
    // What is nearer: a feed that a person let fall is held against where it fell to.
    const reference = Math.abs(usual.last - value) < Math.abs(usual.mean - value) ? usual.last : usual.mean;
    const lost = reference - value;
    if (lost * rows < LEAST_LISTINGS) continue;
    const own = isKnown(profile) ? Math.max(SPREADS * usual.spread, NEWS * usual.most) : 0;
    const isHeld = hold !== NEVER && lost > Math.max(reference * (1 - hold), own);
    if (!isHeld && lost <= Math.max(reference * (1 - warning), own)) continue;
    const limit = reference - Math.max(reference * (1 - (isHeld ? hold : warning)), own);
    const message = `${percent(value)} ${says} (usually ${percent(reference)}${isHeld ? `; held below ${percent(limit)}` : ''})`;
    const grade = isHeld ? 'hold' : 'warning';
    symptoms.push({ measure: name, grade, message, value, usual: reference, limit, examples: [] });
  }
  return symptoms;
}

/** `46.8 %`. */
function percent(value: number): string {
  return `${Number((value * 100).toFixed(1))} %`;
}
