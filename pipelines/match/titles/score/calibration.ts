/** Weight of evidence → probability, measured: a rising step function over scores between 0 and 1. */
export interface Calibration {
  /** Scores, ascending, and the probability from each on; between two, linear. Empty: scores are probabilities. */
  scores: number[];
  probabilities: number[];
}

export const UNCALIBRATED: Calibration = { scores: [], probabilities: [] };

/** Scores below this are all alike: nobody asks how unlikely an unlikely pair is. */
const MIN_SCORE = 0.02;
const MIN_SAMPLE = 100;
/** Scores are taken together by so many before they are put in order. */
const MIN_BLOCK = 20;
const MAX_BLOCKS = 200;

/**
 * Isotonic regression (pool adjacent violators; Zadrozny and Elkan 2002) of truth on score. Each block's probability
 * is the share of matches among it and one imagined pair that is none, so few observations never make a certainty.
 * Too few pairs calibrate nothing. `counts` is how many pairs an observation is, 1 unless told; an observation of none
 * that counts negative matches tells of so many wrong ones among the others.
 */
export function calibrate(
  scores: readonly number[],
  matches: readonly number[],
  counts?: readonly number[],
): Calibration {
  const order = [...scores.keys()].filter((k) => (scores[k] as number) >= MIN_SCORE);
  if (order.length < MIN_SAMPLE) return UNCALIBRATED;
  order.sort((x, y) => (scores[x] as number) - (scores[y] as number));
  const blocks: { score: number; matches: number; count: number; entries: number }[] = [];
  const size = Math.ceil(Math.max(MIN_BLOCK, order.length / MAX_BLOCKS));
  for (let from = 0; from < order.length; from += size) {
    const some = order.slice(from, from + size);
    blocks.push({
      score: some.reduce((sum, k) => sum + (scores[k] as number), 0),
      matches: some.reduce((sum, k) => sum + (matches[k] as number), 0),
      count: counts ? some.reduce((sum, k) => sum + (counts[k] as number), 0) : some.length,
      entries: some.length,
    });
    while (blocks.length > 1) {
      const last = blocks.at(-1) as (typeof blocks)[number];
      const before = blocks.at(-2) as (typeof blocks)[number];
      if (before.matches * last.count < last.matches * before.count && before.matches >= 0) break;
      blocks.pop();
      before.score += last.score;
      before.matches += last.matches;
      before.count += last.count;
      before.entries += last.entries;
    }
  }
  return {
    scores: blocks.map((block) => block.score / block.entries),
    probabilities: blocks
      .map((block) => Math.max(0, block.matches) / (block.count + 1))
      .map((_, at, all) => Math.max(...all.slice(0, at + 1))),
  };
}

/** The probability behind a score between 0 and 1. */
export function calibrated(calibration: Calibration, score: number): number {
  const { scores, probabilities } = calibration;
  if (scores.length === 0) return score;
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scores[middle] as number) <= score) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return Math.min(score, probabilities[0] as number);
  const from = scores[low - 1] as number;
  const start = probabilities[low - 1] as number;
  if (low === scores.length) return start;
  // Chances lie close below 1, where as much of a step in odds is as much evidence.
  const [least, most] = [logOdds(from), logOdds(scores[low] as number)];
  const share = most > least ? (logOdds(score) - least) / (most - least) : 0;
  return start + share * ((probabilities[low] as number) - start);
}

/** In nats, of a chance that may be 0 or 1. */
const logOdds = (chance: number): number => {
  const held = Math.min(1 - NEARLY, Math.max(NEARLY, chance));
  return Math.log(held / (1 - held));
};
/** A chance is held as far from 0 and from 1. */
const NEARLY = 1e-12;

/** A probability with so many nats more in its log odds; what is certain stays so. */
export function shifted(probability: number, nats: number): number {
  const raised = probability * Math.exp(nats);
  return raised / (1 - probability + raised);
}

/** One of ten bins of probability: how many pairs, their mean probability and the share that match. */
export interface ReliabilityBin {
  count: number;
  probability: number;
  matched: number;
}

/** Reliability in ten bins over the pairs with a probability of 0.1 or more (DeGroot and Fienberg 1983). */
export function reliability(probabilities: ArrayLike<number>, matches: ArrayLike<number>): ReliabilityBin[] {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, probability: 0, matched: 0 }));
  for (let k = 0; k < probabilities.length; k++) {
    const probability = probabilities[k] as number;
    if (probability < 0.1) continue;
    const bin = bins[Math.min(9, Math.floor(probability * 10))] as ReliabilityBin;
    bin.count++;
    bin.probability += probability;
    bin.matched += matches[k] as number;
  }
  for (const bin of bins) {
    bin.probability /= Math.max(1, bin.count);
    bin.matched /= Math.max(1, bin.count);
  }
  return bins;
}

/** Expected calibration error: the mean over pairs of how far their bin's probability is from its truth. */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 0;
  return bins.reduce(
    (sum, { count, probability, matched }) => sum + (count * Math.abs(probability - matched)) / total,
    0,
  );
}

/** What is merged without a person should be right this often. */
export const MERGE_PRECISION = 0.98;
/** So many observations are imagined that are wrong where one cut joins many pairs at once and should stand. */
export const IMAGINED_WRONG = 3;
/** And so many where two judgements that learned from different things both vouch for the pairs. */
export const IMAGINED_VOUCHED = 1;

/**
 * The least probability such that pairs from it on are expected to be right in 98 of 100: from it on the mean
 * of `right` (truth, or where there is none the probabilities themselves), with so many `imagined` pairs that are wrong,
 * stays at that: the cut is chosen where it looks best, so few pairs must look better. More than 1 where no cut does.
 * `counts` is how many pairs each stands for, 1 unless told; so do the imagined ones, in the mean.
 */
export function mergeFrom(
  probabilities: ArrayLike<number>,
  right: ArrayLike<number>,
  counts?: ArrayLike<number>,
  imagined: number | ((pairs: number) => number) = 1,
): number {
  const order = Array.from(probabilities, (_, k) => k).sort(
    (x, y) => (probabilities[y] as number) - (probabilities[x] as number),
  );
  let cut = NEVER;
  let [sum, all] = [0, 0];
  const mean = counts ? order.reduce((total, k) => total + (counts[k] as number), 0) / order.length : 1;
  const imaginedOf = (pairs: number) => (typeof imagined === 'number' ? imagined : imagined(pairs));
  for (let at = 0; at < order.length; at++) {
    const k = order[at] as number;
    const count = counts?.[k] ?? 1;
    sum += count * (right[k] as number);
    all += count;
    const isLast = probabilities[order[at + 1] ?? -1] !== probabilities[k];
    if (isLast && sum / (all + imaginedOf(all / mean) * mean) >= MERGE_PRECISION)
      cut = probabilities[k] as number;
  }
  return cut;
}

/** A cut that no probability reaches. */
export const NEVER = 2;
