import { type CandidateLimits, pairCandidates } from '../candidates/candidates.ts';
import { COMPARISON_COUNT } from '../compare/comparison.ts';
import type { Features } from '../compare/features.ts';
import { comparePairs, type Pairs } from '../compare/pairs.ts';
import type { Vocabulary } from '../compare/vocabulary.ts';
import {
  CLOSENESS,
  closenessOf,
  type Measured,
  type OpenWorld,
  openWorldSteps,
} from '../score/open_world.ts';
import { type Weights, weigh } from '../score/weights.ts';

/** The listings of two sellers and their candidate pairs, compared. */
export interface ComparedSellers {
  left: Features;
  right: Features;
  pairs: Pairs;
  /** Names of both; a seller stands in several pairs. */
  names: readonly [left: string, right: string];
}

/**
 * Measures what pairs of two sellers are worth by how often two listings of one seller, which are not one item, look
 * as sure. A seller that lists an item twice makes this stricter than it need be, never laxer.
 */
export function learnOpenWorld(
  sellers: readonly ComparedSellers[],
  vocabulary: Vocabulary,
  weights: Weights,
  limits: CandidateLimits,
): OpenWorld {
  const measured = CLOSENESS.map((): Measured => ({ targets: [], decoys: [] }));
  let [across, within] = [0, 0];
  for (const { left, right, pairs } of sellers) {
    collect(pairs, weights, (closeness, chance) => measured[closeness]?.targets.push(chance));
    across += left.count * right.count;
  }
  // Each seller's own once: the same luck counted twice would look like certainty.
  const owns = new Map(
    sellers.flatMap(({ left, right, names }) => [[names[0], left] as const, [names[1], right] as const]),
  );
  for (const own of owns.values()) {
    const decoys = ownPairs(own, vocabulary, limits);
    collect(decoys, weights, (closeness, chance, i, j) => {
      if (i < j) measured[closeness]?.decoys.push(chance);
    });
    within += (own.count * (own.count - 1)) / 2;
  }
  const scale = across / Math.max(1, within);
  return {
    steps: measured.map((one, closeness) =>
      openWorldSteps(one, scale, CLOSENESS[closeness] !== 'contradicting'),
    ),
  };
}

/** The candidate pairs of a seller's listings among themselves, each in both directions. */
function ownPairs(own: Features, vocabulary: Vocabulary, limits: CandidateLimits): Pairs {
  const found = pairCandidates(own, own, vocabulary, limits);
  const kept = [...found.left.keys()].filter((k) => found.left[k] !== found.right[k]);
  return comparePairs(
    own,
    own,
    {
      left: Uint32Array.from(kept, (k) => found.left[k] as number),
      right: Uint32Array.from(kept, (k) => found.right[k] as number),
    },
    vocabulary,
  );
}

/** The chance of each pair among the rivals of either record, the less convinced side's, as publication takes it. */
function collect(
  pairs: Pairs,
  weights: Weights,
  add: (closeness: number, chance: number, left: number, right: number) => void,
): void {
  const odds = weigh(pairs, weights).map((weight) => Math.exp(weight));
  const leftSum = new Float64Array(pairs.left_count).fill(1);
  const rightSum = new Float64Array(pairs.right_count).fill(1);
  for (let k = 0; k < odds.length; k++) {
    leftSum[pairs.left[k] as number]! += odds[k] as number;
    rightSum[pairs.right[k] as number]! += odds[k] as number;
  }
  for (let k = 0; k < odds.length; k++) {
    const [i, j] = [pairs.left[k] as number, pairs.right[k] as number];
    const chance = (odds[k] as number) / Math.max(leftSum[i] as number, rightSum[j] as number);
    if (chance < MIN_CHANCE) continue;
    const leftover = pairs.leftover[k] as number;
    add(closenessOf({ levels: pairs.levels, offset: k * COMPARISON_COUNT, leftover }), chance, i, j);
  }
}

/** Pairs less likely than this are nobody's business. */
const MIN_CHANCE = 0.1;
