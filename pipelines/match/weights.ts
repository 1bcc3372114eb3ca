import {
  CODE_LEVELS,
  CODES_ALIKE,
  CODES_DIFFER,
  CODES_MPN,
  CODES_MPN_PART,
  CODES_PART,
  CODES_SAME,
} from './codes.ts';
import { COMPARISON_COUNT, COMPARISONS } from './comparison.ts';
import type { Pairs } from './pairs.ts';

/** Weight in nats of every level of every comparison, one after another, behind the prior: `[prior, …levels]`. */
export type Weights = Float64Array;

/** Where the weights of each comparison begin. */
export const OFFSETS: readonly number[] = COMPARISONS.map((_, index) =>
  COMPARISONS.slice(0, index).reduce((sum, { levels }) => sum + levels.length, 1),
);
export const WEIGHT_COUNT = COMPARISONS.reduce((sum, { levels }) => sum + levels.length, 1);
const CODES = COMPARISONS.findIndex(({ name }) => name === 'codes');

/**
 * What identity-bearing levels are taken to weigh before any data, in nats. Unsupervised EM learns "same family" and
 * would let a different model number pass, so these are fixed by hand and only bent by evidence: a shared part
 * number is shared by chance about once in e^10 candidate pairs, and a listing states a wrong one about once in
 * twenty.
 */
const CODE_PRIORS: readonly (readonly [level: number, weight: number])[] = [
  [CODES_ALIKE, -3],
  [CODES_DIFFER, -1.5],
  [CODES_PART, 2],
  [CODES_SAME, 7],
  [CODES_MPN_PART, 8],
  [CODES_MPN, 11],
];
/** Ridge penalty on a weight, in observations; identity-bearing levels are held harder. */
const RIDGE = 2;
const IDENTITY_RIDGE = 16;

export interface WeightPrior {
  mean: Float64Array;
  ridge: Float64Array;
}

export function weightPrior(): WeightPrior {
  const mean = new Float64Array(WEIGHT_COUNT);
  const ridge = new Float64Array(WEIGHT_COUNT).fill(RIDGE);
  ridge[0] = 1e-3;
  const offset = OFFSETS[CODES] as number;
  if (CODE_LEVELS.length !== COMPARISONS[CODES]?.levels.length) throw new Error('codes: levels out of step');
  for (const [level, weight] of CODE_PRIORS) {
    mean[offset + level] = weight;
    ridge[offset + level] = IDENTITY_RIDGE;
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
