import { COMPARISON_COUNT, LEXICON_COMPARISON } from '../compare/comparison.ts';
import { type Features, featuresOf } from '../compare/features.ts';
import { comparePairs } from '../compare/pairs.ts';
import type { Vocabulary } from '../compare/vocabulary.ts';
import type { MatchRecord } from '../read/record.ts';
import { calibrate } from '../score/calibration.ts';
import type { RowModel } from '../score/model.ts';
import { WEIGHT_COUNT, type Weights, weighLevels } from '../score/weights.ts';
import { learnLogit, type TaughtPairs } from './logit.ts';

/** Pairs of which the truth is known, or was settled: `matches` may be probabilities. */
export interface RowLesson {
  left: readonly MatchRecord[];
  right: Features;
  taught: TaughtPairs;
}

/** How far weights may bend away from those of listings, in observations. */
const RIDGE = 4;
const STEPS = 8;
/** So many pairs of sellers say enough about rows; each costs a second. */
const LESSONS = 2;

/** What a caller would say of a listing. */
function asRow({ key, seller, title, brand = null, mpn = null }: MatchRecord): MatchRecord {
  return { key, seller, title, brand, mpn };
}

/**
 * Learns how rows are weighed: the left listings of each pair of sellers are taken for rows, and what listings taught is
 * bent to what rows say. A weight that only ever meant "a price is given, and agrees" would otherwise make every row
 * look doubtful. Calibrated on pairs of sellers that the weights were not learned from, where there are several.
 */
export function teachRows(lessons: readonly RowLesson[], vocabulary: Vocabulary, from: Weights): RowModel {
  const sets = lessons.slice(0, LESSONS).map((lesson) => rowSet(lesson, vocabulary));
  const prior = { mean: from, ridge: new Float64Array(WEIGHT_COUNT).fill(RIDGE) };
  prior.ridge[0] = 1e-3;
  const learn = (some: readonly TaughtPairs[]) => learnLogit(some, prior, from, STEPS);
  const scores: number[] = [];
  const matches: number[] = [];
  for (const half of [0, 1]) {
    const others = sets.filter((_, at) => at % 2 !== half);
    const weights = learn(others.length > 0 ? others : sets);
    for (const [at, set] of sets.entries()) if (at % 2 === half) collect(set, weights, scores, matches);
  }
  return { weights: learn(sets), calibration: calibrate(scores, matches) };
}

/**
 * Pairs of a row and a listing of both of which the truth is known: a listing that may be the row's own but does not
 * state its GTIN would teach that nothing is found.
 */
function rowSet({ left, right, taught }: RowLesson, vocabulary: Vocabulary): TaughtPairs {
  const { pairs, left_taught, right_taught } = taught;
  const known = [...pairs.left.keys()].filter(
    (k) => left_taught[pairs.left[k] as number] && right_taught[pairs.right[k] as number],
  );
  const places = {
    left: Uint32Array.from(known, (k) => pairs.left[k] as number),
    right: Uint32Array.from(known, (k) => pairs.right[k] as number),
  };
  const rowPairs = comparePairs(featuresOf(left.map(asRow), vocabulary), right, places, vocabulary);
  // What words say of a pair was weighed by what other items taught, and a row has the words of its listing.
  known.forEach((k, at) => {
    rowPairs.levels[at * COMPARISON_COUNT + LEXICON_COMPARISON] = pairs.levels[
      k * COMPARISON_COUNT + LEXICON_COMPARISON
    ] as number;
  });
  return {
    pairs: rowPairs,
    matches: Float64Array.from(known, (k) => taught.matches[k] as number),
    left_taught,
    // A row has rivals among its own candidates alone.
    right_taught: new Uint8Array(right_taught.length),
  };
}

/** The score that each taught row gives each of its candidates, beside whether it is the one. */
function collect(set: TaughtPairs, weights: Weights, scores: number[], matches: number[]): void {
  const { left, left_count, levels } = set.pairs;
  const sum = new Float64Array(left_count).fill(1);
  const odds = Float64Array.from(left, (_, k) =>
    Math.exp(weighLevels(levels, k * COMPARISON_COUNT, weights)),
  );
  for (const [k, odd] of odds.entries()) sum[left[k] as number]! += odd;
  for (const [k, odd] of odds.entries()) {
    if (!set.left_taught[left[k] as number]) continue;
    scores.push(odd / (sum[left[k] as number] as number));
    matches.push(set.matches[k] as number);
  }
}
