import { calibrate, calibrated, IMAGINED_WRONG, mergeFrom, NEVER } from '../score/calibration.ts';
import type { MatchModel } from '../score/model.ts';

/** Chances of pairs, whether each is right (1 or 0), for how many listings it stands, and whether it names two makers. */
export interface HiddenScores {
  scores: number[];
  matches: number[];
  counts: number[];
  two_makers: boolean[];
}

/** Fewer pairs show nothing: with three more imagined wrong 98 of 100 are not reached. */
const MIN_SCORES = 150;

/**
 * What a chance is worth, and from where on pairs are joined without a person, from listings that publication saw
 * without their codes; where these are too few nothing is. Pairs that name two makers must show by themselves that they are
 * right: they are few, so the others would vouch for them, and what another brand makes is another thing unless these
 * sellers are seen to name makers otherwise.
 */
export function learnHidden({
  scores,
  matches,
  counts,
  two_makers,
}: HiddenScores): Pick<MatchModel, 'merge_from' | 'two_makers_from'> &
  Partial<Pick<MatchModel, 'calibration'>> {
  if (scores.length < MIN_SCORES) return { merge_from: NEVER, two_makers_from: NEVER };
  const right = matches.map((match, k) => match * (counts[k] as number));
  const calibration = calibrate(scores, right, counts);
  const cutOf = (of: boolean) => {
    const isChosen = (_: unknown, k: number) => two_makers[k] === of;
    const probabilities = scores.filter(isChosen).map((score) => calibrated(calibration, score));
    return mergeFrom(probabilities, matches.filter(isChosen), counts.filter(isChosen), IMAGINED_WRONG);
  };
  return { calibration, merge_from: cutOf(false), two_makers_from: cutOf(true) };
}
