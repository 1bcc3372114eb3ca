import type { Pairs } from '../compare/pairs.ts';

/** What weighs so many nats is as good as certain; more would overflow. */
export const CERTAIN = 30;
const ROUNDS = 6;

/**
 * Probability of each pair where a record matches at most one record of the other list: the marginals of the
 * monomer-dimer model with weight exp(`weights[k]`) on pair k, by belief propagation (Bayati, Gamarnik, Katz, Nair and
 * Tetali 2007: exact on trees, correlations decay on sparse graphs). A rival counts as far as it is itself free, so a
 * sibling that has a better partner of its own takes nothing away. Damped, a fixed number of rounds: a pair depends
 * on pairs at most ROUNDS steps away, and not on the order of the pairs.
 */
export function compete(
  pairs: Pick<Pairs, 'left' | 'right' | 'left_count' | 'right_count'>,
  weights: Float64Array,
): Float64Array {
  const count = weights.length;
  const odds = weights.map((weight) => Math.exp(Math.min(CERTAIN, weight)));
  const { left, right } = pairs;
  let leftFree = new Float64Array(count).fill(1);
  let rightFree = new Float64Array(count).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const leftSum = new Float64Array(pairs.left_count).fill(1);
    const rightSum = new Float64Array(pairs.right_count).fill(1);
    for (let k = 0; k < count; k++) {
      const odd = odds[k] as number;
      leftSum[left[k] as number]! += odd * (rightFree[k] as number);
      rightSum[right[k] as number]! += odd * (leftFree[k] as number);
    }
    const nextLeft = new Float64Array(count);
    const nextRight = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const odd = odds[k] as number;
      const others = Math.max(1, (leftSum[left[k] as number] as number) - odd * (rightFree[k] as number));
      const rivals = Math.max(1, (rightSum[right[k] as number] as number) - odd * (leftFree[k] as number));
      nextLeft[k] = round === 0 ? 1 / others : Math.sqrt((leftFree[k] as number) / others);
      nextRight[k] = round === 0 ? 1 / rivals : Math.sqrt((rightFree[k] as number) / rivals);
    }
    leftFree = nextLeft;
    rightFree = nextRight;
  }
  return odds.map((odd, k) => {
    const free = odd * (leftFree[k] as number) * (rightFree[k] as number);
    return free / (1 + free);
  });
}

/**
 * The pairs in which both records have each other, best first: greedy one-to-one assignment. Ties go to the lower
 * rank of `tie` (places by key), so the result does not depend on the order of the pairs.
 */
export function assignOneToOne(
  pairs: Pick<Pairs, 'left' | 'right' | 'left_count' | 'right_count'>,
  scores: Float64Array,
): number[] {
  const order = Array.from(scores.keys()).sort(
    (x, y) =>
      (scores[y] as number) - (scores[x] as number) ||
      (pairs.left[x] as number) - (pairs.left[y] as number) ||
      (pairs.right[x] as number) - (pairs.right[y] as number),
  );
  const leftTaken = new Uint8Array(pairs.left_count);
  const rightTaken = new Uint8Array(pairs.right_count);
  const chosen: number[] = [];
  for (const k of order) {
    const i = pairs.left[k] as number;
    const j = pairs.right[k] as number;
    if (leftTaken[i] || rightTaken[j]) continue;
    leftTaken[i] = 1;
    rightTaken[j] = 1;
    chosen.push(k);
  }
  return chosen;
}
