import { COMPARISONS } from '../../../../pipelines/match/titles/compare/comparison.ts';
import { generalWeights } from '../../../../pipelines/match/titles/score/general_weights.ts';
import { OFFSETS } from '../../../../pipelines/match/titles/score/weights.ts';

const weights = generalWeights();

/** The level of each comparison that speaks most for one item, by what public sets taught. */
export const ALIKE: readonly number[] = COMPARISONS.map(({ levels }, at) => {
  const own = weights.subarray(OFFSETS[at], (OFFSETS[at] as number) + levels.length);
  return own.indexOf(Math.max(...own));
});
