import {
  CODES_ALIKE,
  CODES_COMMON,
  CODES_DIFFER,
  CODES_MPN,
  CODES_MPN_PART,
  CODES_PART,
  CODES_SAME,
} from '../compare/codes.ts';
import { COMPARISON_COUNT, COMPARISONS } from '../compare/comparison.ts';
import type { Pairs } from '../compare/pairs.ts';
import { assignOneToOne, compete } from '../score/competition.ts';
import { generalWeights } from '../score/general_weights.ts';
import {
  IDENTITY_PRIORS,
  OFFSETS,
  WEIGHT_COUNT,
  type WeightPrior,
  type Weights,
  weigh,
  weightPrior,
} from '../score/weights.ts';
import { learnLogit, type TaughtPairs } from './logit.ts';

const EM_ROUNDS = 10;
/** Of the pairs that are each other's best at the start, so many are taken to match. */
const FIRST_MATCH = 0.7;
const FIRST_OTHER = 0.005;
const SMOOTHING = 5;
/** A share of matched records of 1 would leave no room for "none". */
const MAX_MATCHED = 0.98;
/** Records whose best pair is likelier than the first teach as matches, less likely than the second as single. */
const TEACH_MATCH = 0.5;
const TEACH_SINGLE = 0.1;
const TEACH_ROUNDS = 2;
const LOGIT_STEPS = 8;
/** EM is too sure and the logit, which learns from what is settled, too timid: their weights are pooled. */
const LOGIT_SHARE = 0.9;
/** Ridge towards what public sets taught where only competition tells what matches, in observations. */
const DRAWN_RIDGE = 60;
/** And the part of such weights in the pool with those of the catalogue alone. */
const DRAWN_SHARE = 0.8;

const column = (name: string) => COMPARISONS.findIndex((comparison) => comparison.name === name);
const WORDS = column('words');
const REST = column('rest');
const CODES = column('codes');
const NUMBERS = column('numbers');
const QUANTITY = column('quantity');
const CHARACTERS = column('characters');
const CODE_START: Readonly<Record<number, number>> = {
  [CODES_ALIKE]: -4,
  [CODES_DIFFER]: -1,
  [CODES_PART]: 4,
  [CODES_COMMON]: 4,
  [CODES_SAME]: 6,
  [CODES_MPN_PART]: 8,
  [CODES_MPN]: 10,
};

/** A first order of pairs, before anything is learned. */
function firstScore(levels: Uint8Array, offset: number): number {
  const level = (at: number) => levels[offset + at] as number;
  const disagree = (at: number) => (level(at) === 1 ? -3 : 0);
  return (
    level(WORDS) * 0.3 +
    level(CHARACTERS) * 0.4 -
    level(REST) * 0.5 +
    (CODE_START[level(CODES)] ?? 0) +
    disagree(NUMBERS) +
    disagree(QUANTITY)
  );
}

/** Responsibilities to begin EM with: pairs that are best for both their records against all others. */
function firstGuess(pairs: Pairs): Float64Array {
  const count = pairs.left.length;
  const scores = new Float64Array(count);
  const bestLeft = new Float64Array(pairs.left_count).fill(Number.NEGATIVE_INFINITY);
  const bestRight = new Float64Array(pairs.right_count).fill(Number.NEGATIVE_INFINITY);
  for (let k = 0; k < count; k++) {
    const score = firstScore(pairs.levels, k * COMPARISON_COUNT);
    scores[k] = score;
    const i = pairs.left[k] as number;
    const j = pairs.right[k] as number;
    bestLeft[i] = Math.max(bestLeft[i] as number, score);
    bestRight[j] = Math.max(bestRight[j] as number, score);
  }
  return scores.map((score, k) =>
    score >= (bestLeft[pairs.left[k] as number] as number) &&
    score >= (bestRight[pairs.right[k] as number] as number)
      ? FIRST_MATCH
      : FIRST_OTHER,
  );
}

/**
 * Fellegi-Sunter weights (1969) without labels: EM over candidate pairs, where the E-step lets the candidates of a
 * record compete (see competition.ts). That is what keeps "same item" apart from "same family": of a family one
 * member can be the match, and what tells it from its siblings is learned. m and u are counted over candidate pairs,
 * so a weight says what a level adds once a pair is a candidate, and no level looks like a miracle as it does against
 * random pairs. The prior is set each round so that the expected matches agree with what was found.
 */
export function learnUnlabelled(pairs: Pairs): Weights {
  const count = pairs.left.length;
  let chances = firstGuess(pairs);
  let weights: Weights = new Float64Array(WEIGHT_COUNT);
  for (let round = 0; round < EM_ROUNDS; round++) {
    weights = maximise(pairs, chances);
    const found = chances.reduce((sum, chance) => sum + chance, 0);
    const leftFree = 1 - Math.min(MAX_MATCHED, found / pairs.left_count);
    const rightFree = 1 - Math.min(MAX_MATCHED, found / pairs.right_count);
    weights[0] = Math.log(found / count) - Math.log(leftFree * rightFree);
    chances = compete(pairs, weigh(pairs, weights));
  }
  return weights;
}

/** log(m / u) of every level from soft labels, smoothed towards no evidence. */
function maximise(pairs: Pairs, chances: Float64Array): Weights {
  const matched = new Float64Array(WEIGHT_COUNT);
  const others = new Float64Array(WEIGHT_COUNT);
  let sum = 0;
  for (let k = 0; k < chances.length; k++) {
    const chance = chances[k] as number;
    sum += chance;
    for (let c = 0; c < COMPARISON_COUNT; c++) {
      const at = (OFFSETS[c] as number) + (pairs.levels[k * COMPARISON_COUNT + c] as number);
      matched[at]! += chance;
      others[at]! += 1 - chance;
    }
  }
  const rest = chances.length - sum;
  const weights = new Float64Array(WEIGHT_COUNT);
  COMPARISONS.forEach(({ levels }, c) => {
    for (let level = 0; level < levels.length; level++) {
      const at = (OFFSETS[c] as number) + level;
      const u = ((others[at] as number) + 1) / (rest + levels.length);
      const m = ((matched[at] as number) + SMOOTHING * u) / (sum + SMOOTHING);
      weights[at] = Math.log(m / u);
    }
  });
  for (const { at, weight } of IDENTITY_PRIORS) weights[at] = weight;
  return weights;
}

/**
 * Refines weights without labels: what competition has settled teaches a conditional logit, which sees that
 * comparisons go together; records in doubt do not teach (classification EM, Celeux and Govaert 1992). The
 * result is the weighted sum of both sets of weights, a logarithmic opinion pool (Genest and Zidek 1986).
 */
export function refineUnlabelled(pairs: Pairs, first: Weights): Weights {
  return refine(pairs, first, weightPrior(false));
}

/**
 * Weights of the catalogue's own (`own`), pooled with such as are drawn to what public sets taught: competition settles
 * what is plain, so what tells near-twins apart is shown by few pairs. What bears identity is held as ever.
 */
export function drawUnlabelled(pairs: Pairs, first: Weights, own: Weights): Weights {
  const prior = weightPrior(false);
  const held = new Set(IDENTITY_PRIORS.map(({ at }) => at));
  generalWeights().forEach((weight, at) => {
    if (at === 0 || held.has(at)) return;
    prior.mean[at] = weight;
    prior.ridge[at] = DRAWN_RIDGE;
  });
  return refine(pairs, first, prior).map(
    (weight, at) => DRAWN_SHARE * weight + (1 - DRAWN_SHARE) * (own[at] as number),
  );
}

function refine(pairs: Pairs, first: Weights, prior: WeightPrior): Weights {
  let weights = first;
  for (let round = 0; round < TEACH_ROUNDS; round++) {
    const taught = settled(pairs, compete(pairs, weigh(pairs, weights)));
    weights = learnLogit([taught], prior, undefined, LOGIT_STEPS).map(
      (weight, at) => LOGIT_SHARE * weight + (1 - LOGIT_SHARE) * (first[at] as number),
    );
  }
  return weights;
}

const teaches = (best: number) => (best >= TEACH_MATCH || best < TEACH_SINGLE ? 1 : 0);

/** The pairs that competition has settled, as teachers. */
export function settled(pairs: Pairs, chances: Float64Array): TaughtPairs {
  const matches = new Float64Array(chances.length);
  for (const k of assignOneToOne(pairs, chances)) if ((chances[k] as number) >= TEACH_MATCH) matches[k] = 1;
  const bestLeft = new Float64Array(pairs.left_count);
  const bestRight = new Float64Array(pairs.right_count);
  for (let k = 0; k < chances.length; k++) {
    const chance = chances[k] as number;
    const i = pairs.left[k] as number;
    const j = pairs.right[k] as number;
    bestLeft[i] = Math.max(bestLeft[i] as number, chance);
    bestRight[j] = Math.max(bestRight[j] as number, chance);
  }
  return {
    pairs,
    matches,
    left_taught: Uint8Array.from(bestLeft, teaches),
    right_taught: Uint8Array.from(bestRight, teaches),
  };
}

/** Weights from pairs whose truth is known by hidden GTINs. */
export const learnLabelled = (sets: readonly TaughtPairs[], start?: Weights): Weights =>
  learnLogit(sets, weightPrior(true), start, 12);

/**
 * The same, drawn to what public sets taught instead of to nothing: of levels that few of the catalogue's own pairs show
 * these say what they are worth. Only what hidden codes vouch for afterwards is weighed so.
 */
export const learnDrawn = (sets: readonly TaughtPairs[], start: Weights): Weights => {
  const { ridge } = weightPrior(true);
  const mean = Float64Array.from(generalWeights());
  mean[0] = 0;
  return learnLogit(sets, { mean, ridge }, start, 12);
};
