import { Type } from 'typebox';
import type { Explanation } from '../../pipelines/match/titles/score/explain.ts';

/** The waterfall of weights of a pair, as endpoints answer with it. */
export const ExplanationRecord = Type.Object(
  {
    prior_bits: Type.Number({ description: 'What any candidate weighs before it is looked at.' }),
    steps: Type.Array(
      Type.Object({
        comparison: Type.String(),
        found: Type.String(),
        bits: Type.Number({ description: 'Doublings of the odds; negative speaks against the match.' }),
      }),
      { description: 'The strongest evidence first.' },
    ),
    total_bits: Type.Number({ description: '`prior_bits` and all steps added up.' }),
    probability_alone: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'What the pair says by itself: 2^total / (1 + 2^total).',
    }),
    probability: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Among its rivals, and calibrated.',
    }),
    words: Type.Array(Type.String(), {
      description:
        'What a person reads first, a line each: what both state differently, the words that agree, those only one has, what known matches taught, in order of weight.',
    }),
  },
  {
    title: 'Explanation',
    description: 'Waterfall of weights: how a pair of listings came to its probability.',
  },
);

/** A waterfall with what it means in plain words. */
export interface ToldExplanation extends Explanation {
  words: string[];
}
