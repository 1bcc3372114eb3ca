import { IMAGINED_WRONG, MERGE_PRECISION, mergeFrom } from '../score/calibration.ts';

/** Chances of pairs, whether each is right (1 or 0), and for how many it stands. */
export interface JudgedChances {
  scores: readonly number[];
  matches: readonly number[];
  counts: readonly number[];
}

/** How wrong pairs are that are less likely than this says nothing of those above: the curve is of these alone. */
const LEAST = 0.7;
const STEPS = 30;
/** A step that helps only when it is shorter than this part of it helps no more. */
const LEAST_SHARE = 1e-6;
/** Where the likelier are all right and the others all wrong, no slope is steep enough, and the curvature goes to 0. */
const RIDGE = 1e-6;
/** A chance of 1 is as likely as one so much below it. */
const SURELY = 1e-6;

/**
 * From which chance on 98 of 100 pairs are expected to be right, with some more imagined wrong; more than 1 from none.
 * What is wrong among the likely is so rare that the count of it above a chance hangs on luck, so the share that is
 * right follows a curve: logistic in the log odds of the chance (Platt 1999), fitted to likely pairs by maximum likelihood.
 * Where all of these may be joined, what lies below is counted as it is. As many are imagined wrong as chance hides of so
 * many pairs in one draw of six (a standard deviation), and `least` at least.
 */
export function learnCut(
  { scores, matches, counts }: JudgedChances,
  least = IMAGINED_WRONG,
  weight_of_wrong = meanOf(counts),
): number {
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
  const share = weight_of_wrong / meanOf(counts);
  const hidden = (pairs: number) => Math.sqrt(share * pairs * MERGE_PRECISION * (1 - MERGE_PRECISION));
  return mergeFrom(scores, right, counts, (pairs) => Math.max(share * least, hidden(pairs)));
}

const meanOf = (counts: readonly number[]) =>
  counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);

/**
 * The share that is right at the chance of each pair, by Newton's method. A step that would not make what was seen
 * likelier is halved until it does, so the top is found however steep the curve is.
 */
function fitted({ scores, matches, counts }: JudgedChances): number[] {
  const odds = scores.map(logOdds);
  // Log odds of being right at the pair's chance.
  const at = (curve: Curve, k: number) => curve.base + curve.slope * (odds[k] as number);
  const shareAt = (curve: Curve, k: number) => 1 / (1 + Math.exp(-at(curve, k)));
  const likelihood = (curve: Curve) =>
    odds.reduce((sum, _, k) => {
      const own = matches[k] === 1 ? at(curve, k) : -at(curve, k);
      return sum - (counts[k] as number) * Math.log1p(Math.exp(-own));
    }, 0);
  let curve: Curve = { base: 0, slope: 0 };
  let best = likelihood(curve);
  for (let step = 0; step < STEPS; step++) {
    let [ofBase, ofSlope] = [0, 0];
    let [base2, both, slope2] = [RIDGE, 0, RIDGE];
    odds.forEach((own, k) => {
      const share = shareAt(curve, k);
      const error = (counts[k] as number) * ((matches[k] as number) - share);
      const spread = (counts[k] as number) * share * (1 - share);
      ofBase += error;
      ofSlope += error * own;
      base2 += spread;
      both += spread * own;
      slope2 += spread * own * own;
    });
    const determinant = base2 * slope2 - both * both;
    const base = (slope2 * ofBase - both * ofSlope) / determinant;
    const slope = (base2 * ofSlope - both * ofBase) / determinant;
    let share = 1;
    const after = (): Curve => ({ base: curve.base + share * base, slope: curve.slope + share * slope });
    while (share > LEAST_SHARE && !(likelihood(after()) > best)) share /= 2;
    if (share <= LEAST_SHARE) break;
    curve = after();
    best = likelihood(curve);
  }
  return odds.map((_, k) => shareAt(curve, k));
}

interface Curve {
  base: number;
  slope: number;
}

/** Of a chance above 0. */
const logOdds = (score: number) => {
  const chance = Math.min(1 - SURELY, score);
  return Math.log(chance / (1 - chance));
};
