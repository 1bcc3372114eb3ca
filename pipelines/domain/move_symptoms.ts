import { type FeedProfile, isKnown, type Usual } from './feed_profile.ts';
import { type Measure, type Move, movesOf, type RunComparison, type RunMeasures } from './run_measures.ts';
import { LEAST_LISTINGS, NEWS, percent, SPREADS, type Symptom } from './symptom.ts';

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
/** As a season does it: of what vanished, this share at least came anew, and no more than half of all went. */
const REPLACED = 0.6;
const SEASON = 0.5;

/** Each way in which a run moved further from the one before it than the feed does. `gap`: the time between them, in usual ones. */
export function moveSymptoms(
  comparison: RunComparison,
  profile: FeedProfile | undefined,
  gap: number,
): Symptom[] {
  const moves = movesOf(comparison);
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
  // Where too few runs are known, `usual` is null, which need not be said of each symptom again.
  const bounds = [
    ...(usual === null ? [] : [`usually ${shown(measure, usual)}`]),
    ...(grade === 'hold' && limit !== null ? [`held above ${shown(measure, limit)}`] : []),
  ];
  const beside = bounds.length === 0 ? '' : ` (${bounds.join('; ')})`;
  const message = `${spelled(measure, value, comparison)}${beside}`;
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
