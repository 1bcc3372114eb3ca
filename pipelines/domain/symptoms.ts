import type { FeedProfile, FileProfile } from './feed_profile.ts';
import { levelSymptoms } from './level_symptoms.ts';
import { moveSymptoms } from './move_symptoms.ts';
import { contradiction } from './number_grammar.ts';
import { levelsOf, type MeasuredRun, type RunComparison } from './run_measures.ts';
import type { Symptom } from './symptom.ts';

/** Smaller feeds change too much by chance for a share to mean anything. */
const GUARD_MIN_LISTINGS = 10;
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
  const moves = moveSymptoms(comparison, profile, gapTimes(profile, check.before_at, run.as_of));
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

/** How many times as long as usual the feed was not read; 1 at least. */
function gapTimes(profile: FeedProfile | undefined, before_at: string | null, as_of: string): number {
  if (before_at === null || profile?.interval_minutes === undefined) return 1;
  const minutes = (Date.parse(as_of) - Date.parse(before_at)) / 60_000;
  return Math.min(LONGEST_GAP, Math.max(1, minutes / profile.interval_minutes));
}
