import { calibrate, calibrated, IMAGINED_WRONG, mergeFrom } from '../score/calibration.ts';
import type { MatchModel } from '../score/model.ts';

/** Chances of pairs, whether each is right (1 or 0), and for how many listings it stands. */
export interface HiddenScores {
  scores: number[];
  matches: number[];
  counts: number[];
}

/** Fewer pairs say nothing. */
const MIN_SCORES = 300;

/**
 * What a chance is worth, and from where on pairs are joined without a person, from listings that publication saw
 * without their codes; null where these are too few.
 */
export function learnHidden({
  scores,
  matches,
  counts,
}: HiddenScores): Pick<MatchModel, 'calibration' | 'merge_from'> | null {
  if (scores.length < MIN_SCORES) return null;
  const right = matches.map((match, k) => match * (counts[k] as number));
  const calibration = calibrate(scores, right, counts);
  const probabilities = scores.map((score) => calibrated(calibration, score));
  return { calibration, merge_from: mergeFrom(probabilities, matches, counts, IMAGINED_WRONG) };
}
