import { COMPARISON_COUNT } from '../compare/comparison.ts';
import type { Pairs } from '../compare/pairs.ts';
import { OFFSETS, WEIGHT_COUNT, type WeightPrior, type Weights, weighLevels } from '../score/weights.ts';

/** Pairs with what is known of them: 1 a match, 0 none; only records marked as taught speak. */
export interface TaughtPairs {
  pairs: Pairs;
  matches: Float64Array;
  left_taught: Uint8Array;
  right_taught: Uint8Array;
}

const MAX_STEP = 1.5;
const SETTLED = 0.01;
const MAX_WEIGHT = 40;

/**
 * Weights by conditional logit (McFadden 1974): each taught record chooses among its candidates and "none", the
 * probability of candidate k being exp(weight k) / (1 + sum of exp over all its candidates). Unlike weights learned
 * comparison by comparison this does not count evidence twice where comparisons go together. Newton steps with the
 * diagonal bound of the choice covariance, ridge towards `prior`.
 */
export function learnLogit(
  sets: readonly TaughtPairs[],
  prior: WeightPrior,
  start: Weights | undefined,
  steps: number,
): Weights {
  const weights = start ? start.slice() : prior.mean.slice();
  if (!start) weights[0] = -5;
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(WEIGHT_COUNT);
    const curvature = new Float64Array(WEIGHT_COUNT * WEIGHT_COUNT);
    for (const set of sets) accumulate(set, weights, gradient, curvature);
    for (let q = 0; q < WEIGHT_COUNT; q++) {
      const ridge = prior.ridge[q] as number;
      gradient[q]! += ridge * ((weights[q] as number) - (prior.mean[q] as number));
      curvature[q * WEIGHT_COUNT + q]! += ridge;
    }
    const change = solve(curvature, gradient);
    let largest = 0;
    for (let q = 0; q < WEIGHT_COUNT; q++) {
      const by = Math.max(-MAX_STEP, Math.min(MAX_STEP, change[q] as number));
      weights[q]! -= by;
      largest = Math.max(largest, Math.abs(by));
    }
    if (largest < SETTLED) break;
  }
  return weights;
}

function accumulate(
  set: TaughtPairs,
  weights: Weights,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const { pairs, matches } = set;
  const count = pairs.left.length;
  const odds = new Float64Array(count);
  const leftSum = new Float64Array(pairs.left_count).fill(1);
  const rightSum = new Float64Array(pairs.right_count).fill(1);
  for (let k = 0; k < count; k++) {
    const odd = Math.exp(Math.min(MAX_WEIGHT, weighLevels(pairs.levels, k * COMPARISON_COUNT, weights)));
    odds[k] = odd;
    leftSum[pairs.left[k] as number]! += odd;
    rightSum[pairs.right[k] as number]! += odd;
  }
  const columns = new Uint16Array(COMPARISON_COUNT + 1);
  for (let k = 0; k < count; k++) {
    const i = pairs.left[k] as number;
    const j = pairs.right[k] as number;
    let error = 0;
    let spread = 0;
    if (set.left_taught[i]) {
      const chance = (odds[k] as number) / (leftSum[i] as number);
      error += chance - (matches[k] as number);
      spread += chance * (1 - chance);
    }
    if (set.right_taught[j]) {
      const chance = (odds[k] as number) / (rightSum[j] as number);
      error += chance - (matches[k] as number);
      spread += chance * (1 - chance);
    }
    if (error === 0 && spread === 0) continue;
    for (let c = 0; c < COMPARISON_COUNT; c++)
      columns[c + 1] = (OFFSETS[c] as number) + (pairs.levels[k * COMPARISON_COUNT + c] as number);
    for (const column of columns) gradient[column]! += error;
    if (spread < 1e-5) continue;
    for (let r = 0; r <= COMPARISON_COUNT; r++) {
      const row = (columns[r] as number) * WEIGHT_COUNT;
      for (let c = 0; c <= r; c++) curvature[row + (columns[c] as number)]! += spread;
    }
  }
}

/** Solves the symmetric positive definite system by Cholesky; the lower triangle of `matrix` is read and overwritten. */
function solve(matrix: Float64Array, target: Float64Array): Float64Array {
  const size = target.length;
  const solution = target.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] as number;
      for (let k = 0; k < j; k++) sum -= (matrix[i * size + k] as number) * (matrix[j * size + k] as number);
      matrix[i * size + j] =
        i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (matrix[j * size + j] as number);
    }
    let sum = solution[i] as number;
    for (let k = 0; k < i; k++) sum -= (matrix[i * size + k] as number) * (solution[k] as number);
    solution[i] = sum / (matrix[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = solution[i] as number;
    for (let k = i + 1; k < size; k++) sum -= (matrix[k * size + i] as number) * (solution[k] as number);
    solution[i] = sum / (matrix[i * size + i] as number);
  }
  return solution;
}
