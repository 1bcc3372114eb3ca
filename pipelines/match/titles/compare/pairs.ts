import { COMPARISON_COUNT, Comparer } from './comparison.ts';
import type { Features } from './features.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Candidate pairs between two lists of records: pair k is left[k] and right[k], with COMPARISON_COUNT levels from
 * `levels[k * COMPARISON_COUNT]`.
 */
export interface Pairs {
  left: Uint32Array;
  right: Uint32Array;
  levels: Uint8Array;
  /** Of each pair, what `Comparer.leftover` says. */
  leftover: Float32Array;
  left_count: number;
  right_count: number;
}

/** Compares pairs, which are cheapest in order of their left record. */
export function comparePairs(
  left: Features,
  right: Features,
  pairs: Pick<Pairs, 'left' | 'right'>,
  vocabulary: Vocabulary,
): Pairs {
  const comparer = new Comparer(vocabulary);
  const levels = new Uint8Array(pairs.left.length * COMPARISON_COUNT);
  const leftover = new Float32Array(pairs.left.length);
  let current = -1;
  for (let k = 0; k < pairs.left.length; k++) {
    const place = pairs.left[k] as number;
    if (place !== current) comparer.setLeft(left, place);
    current = place;
    comparer.compare(right, pairs.right[k] as number, levels, k * COMPARISON_COUNT);
    leftover[k] = comparer.leftover;
  }
  return { ...pairs, levels, leftover, left_count: left.count, right_count: right.count };
}
