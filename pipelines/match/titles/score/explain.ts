import { COMPARISON_COUNT, COMPARISONS } from '../compare/comparison.ts';
import type { MatchModel } from './model.ts';
import { OFFSETS } from './weights.ts';

/** One step of the waterfall: what was found and what it weighs, in bits (doublings of the odds). */
export interface ExplainStep {
  comparison: string;
  found: string;
  bits: number;
}

/** How a pair came to its probability. `prior_bits` and the steps add up to `total_bits`. */
export interface Explanation {
  prior_bits: number;
  steps: ExplainStep[];
  total_bits: number;
  /** 2^total / (1 + 2^total): what the pair says by itself. */
  probability_alone: number;
  /** After competition with other candidates, and calibration. */
  probability: number;
}

const BITS = 1 / Math.LN2;

/** The waterfall of weights of a pair, the strongest evidence first. `levels` as `Comparer.compare` wrote them. */
export function explain(
  model: Pick<MatchModel, 'weights'>,
  levels: Uint8Array,
  offset: number,
  probability: number,
): Explanation {
  const prior = (model.weights[0] as number) * BITS;
  const steps: ExplainStep[] = [];
  let total = prior;
  for (let c = 0; c < COMPARISON_COUNT; c++) {
    const level = levels[offset + c] as number;
    const bits = (model.weights[(OFFSETS[c] as number) + level] as number) * BITS;
    total += bits;
    const { name, levels: words } = COMPARISONS[c] as (typeof COMPARISONS)[number];
    steps.push({ comparison: name, found: words[level] as string, bits });
  }
  steps.sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits));
  return {
    prior_bits: prior,
    steps,
    total_bits: total,
    probability_alone: 1 / (1 + 2 ** -total),
    probability,
  };
}
