import {
  CODES_ALIKE,
  CODES_DIFFER,
  CODES_MPN,
  CODES_MPN_PART,
  CODES_PART,
  CODES_SAME,
} from '../compare/codes.ts';
import { COMPARISON_COUNT, COMPARISONS } from '../compare/comparison.ts';
import type { Pairs } from '../compare/pairs.ts';

/** Weight in nats of every level of every comparison, one after another, behind the prior: `[prior, …levels]`. */
export type Weights = Float64Array;

/** Where the weights of each comparison begin. */
export const OFFSETS: readonly number[] = COMPARISONS.map((_, index) =>
  COMPARISONS.slice(0, index).reduce((sum, { levels }) => sum + levels.length, 1),
);
export const WEIGHT_COUNT = COMPARISONS.reduce((sum, { levels }) => sum + levels.length, 1);

/**
 * What identity-bearing levels are taken to weigh before any data, in nats. Unsupervised EM learns "same family" and
 * would let a different model number or colour pass, so EM keeps these as they are and the logit only bends them: a
 * shared part number is shared by chance about once in e^10 candidate pairs; a listing states a model number that is
 * not its own, or another colour, size or quantity than the same item elsewhere, about once in twenty.
 */
const PRIORS: readonly (readonly [comparison: string, level: number, weight: number])[] = [
  ['codes', CODES_ALIKE, -3],
  ['codes', CODES_DIFFER, -1.5],
  ['codes', CODES_PART, 2],
  ['codes', CODES_SAME, 7],
  ['codes', CODES_MPN_PART, 8],
  ['codes', CODES_MPN, 11],
  ['numbers', 1, -1],
  ['quantity', 1, -3],
  ['quantity', 2, -2],
  ['measures', 1, -2],
  ['measures', 2, -2],
  ['colour', 3, -3],
  ['size', 2, -3],
];
/** Ridge penalty on a weight, in observations; identity-bearing levels are held harder. */
const RIDGE = 2;
const IDENTITY_RIDGE = 16;
/** Without labels a disagreement about identity is not bent at all: only "same family" would bend it. */
const HELD_RIDGE = 1e6;

/** The weights that are held, by their place. */
export const IDENTITY_PRIORS: readonly { at: number; weight: number }[] = PRIORS.map(
  ([comparison, level, weight]) => {
    const index = COMPARISONS.findIndex(({ name }) => name === comparison);
    return { at: (OFFSETS[index] as number) + level, weight };
  },
);

export interface WeightPrior {
  mean: Float64Array;
  ridge: Float64Array;
}

/** The prior of the weights; `labelled` where truth may bend what identity-bearing levels weigh. */
export function weightPrior(labelled: boolean): WeightPrior {
  const mean = new Float64Array(WEIGHT_COUNT);
  const ridge = new Float64Array(WEIGHT_COUNT).fill(RIDGE);
  ridge[0] = 1e-3;
  for (const { at, weight } of IDENTITY_PRIORS) {
    mean[at] = weight;
    ridge[at] = labelled || weight > 0 ? IDENTITY_RIDGE : HELD_RIDGE;
  }
  return { mean, ridge };
}

/** Total weight of each pair: the prior and the weight of each comparison's level, in nats. */
export function weigh(pairs: Pick<Pairs, 'levels'>, weights: Weights): Float64Array {
  const totals = new Float64Array(pairs.levels.length / COMPARISON_COUNT);
  for (let k = 0; k < totals.length; k++)
    totals[k] = weighLevels(pairs.levels, k * COMPARISON_COUNT, weights);
  return totals;
}

/** Total weight of the levels at `offset`. */
export function weighLevels(levels: Uint8Array, offset: number, weights: Weights): number {
  let total = weights[0] as number;
  for (let c = 0; c < COMPARISON_COUNT; c++)
    total += weights[(OFFSETS[c] as number) + (levels[offset + c] as number)] as number;
  return total;
}
