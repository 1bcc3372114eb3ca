import { IMAGINED_WRONG, mergeFrom } from '../score/calibration.ts';

/** Chances of pairs, whether each is right (1 or 0), and for how many it stands. */
export interface JudgedChances {
  scores: readonly number[];
  matches: readonly number[];
  counts: readonly number[];
}

/** How wrong pairs are that are less likely than this says nothing of those above: the curve is of these alone. */
const LEAST = 0.7;
const STEPS = 30;
/** Log odds by which an estimate moves at most in one step. */
const MAX_STEP = 2;
/** Where the likelier are all right and the others all wrong, no slope is steep enough: this stops it. */
const RIDGE = 1e-6;
/** Chances nearer to 0 or 1 are as likely as this one. */
const SURELY = 1e-6;

/**
 * From which chance on 98 of 100 pairs are expected to be right, with three more imagined wrong; more than 1 from none.
 * What is wrong among the likely is so rare that the count of it above a chance hangs on luck, so the share that is
 * right follows a curve: logistic in the log odds of the chance (Platt 1999), fitted to likely pairs by maximum likelihood.
 * Where all of these may be joined, what lies below is counted as it is.
 */
export function learnCut({ scores, matches, counts }: JudgedChances): number {
  const likely = [...scores.keys()].filter((k) => (scores[k] as number) >= LEAST);
  const take = (values: readonly number[]) => likely.map((k) => values[k] as number);
  const right = [...matches];
  // Without a wrong one no curve bends.
  if (likely.some((k) => matches[k] !== 1)) {
    const shares = fitted({ scores: take(scores), matches: take(matches), counts: take(counts) });
    likely.forEach((k, at) => {
      right[k] = shares[at] as number;
    });
  }
  return mergeFrom(scores, right, counts, IMAGINED_WRONG);
}

/** The share that is right at the chance of each pair, by Newton's method. */
function fitted({ scores, matches, counts }: JudgedChances): number[] {
  const odds = scores.map(logOdds);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const mean = odds.reduce((sum, own, k) => sum + own * (counts[k] as number), 0) / all;
  const away = odds.map((own) => own - mean);
  let [base, slope] = [0, 0];
  const shareAt = (k: number) => 1 / (1 + Math.exp(-base - slope * (away[k] as number)));
  for (let step = 0; step < STEPS; step++) {
    let [ofBase, ofSlope] = [-RIDGE * base, -RIDGE * slope];
    let [base2, both, slope2] = [RIDGE, 0, RIDGE];
    away.forEach((own, k) => {
      const share = shareAt(k);
      const error = (counts[k] as number) * ((matches[k] as number) - share);
      const spread = (counts[k] as number) * share * (1 - share);
      ofBase += error;
      ofSlope += error * own;
      base2 += spread;
      both += spread * own;
      slope2 += spread * own * own;
    });
    const determinant = base2 * slope2 - both * both;
    base += bounded((slope2 * ofBase - both * ofSlope) / determinant);
    slope += bounded((base2 * ofSlope - both * ofBase) / determinant);
  }
  return away.map((_, k) => shareAt(k));
}

const logOdds = (score: number) => {
  const chance = Math.min(1 - SURELY, Math.max(SURELY, score));
  return Math.log(chance / (1 - chance));
};

const bounded = (step: number) => Math.min(MAX_STEP, Math.max(-MAX_STEP, step));
