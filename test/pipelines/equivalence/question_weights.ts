import type { QuestionWeights } from '../../../pipelines/equivalence/judgement.ts';

/** Of each question the weights that its answer is a sum of. */
type WeightsOf<Question extends string> = Readonly<Record<Question, QuestionWeights>>;

export const logitOf = (chance: number): number => Math.log(chance / (1 - chance));

/** What was answered by weights that it had no part in, and whether with yes. */
export interface Scored {
  is_yes: boolean;
  weight: number;
  logit: number;
}

/** By how much logits of what taught nothing are too large: the factor under which what happened is likeliest. */
export function bestScale(scored: readonly Scored[]): number {
  const likelihood = (factor: number) =>
    scored.reduce(
      (sum, { is_yes, weight, logit }) =>
        sum - weight * Math.log1p(Math.exp((is_yes ? -1 : 1) * factor * logit)),
      0,
    );
  const factors = Array.from({ length: 16 }, (_, at) => 0.25 + at * 0.05);
  return factors.toSorted((x, y) => likelihood(y) - likelihood(x))[0] as number;
}

/** Weights whose logits are taken for so much of themselves. */
export const scaled = <Question extends string>(
  weights: WeightsOf<Question>,
  scale: Readonly<Record<Question, number>>,
): WeightsOf<Question> => mapped(weights, (value, question) => value * scale[question]);

/** Weights as they are written to a file. */
export const rounded = <Question extends string>(weights: WeightsOf<Question>): WeightsOf<Question> =>
  mapped(weights, (value) => Number(value.toFixed(3)));

const mapped = <Question extends string>(
  weights: WeightsOf<Question>,
  change: (value: number, question: Question) => number,
): WeightsOf<Question> =>
  Object.fromEntries(
    (Object.entries(weights) as [Question, QuestionWeights][]).map(([question, own]) => [
      question,
      {
        base: change(own.base, question),
        weights: Object.fromEntries(
          Object.entries(own.weights).map(([name, value]) => [name, change(value, question)]),
        ),
      },
    ]),
  ) as unknown as WeightsOf<Question>;
