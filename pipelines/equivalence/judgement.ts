import type { Evidence } from './evidence.ts';
import type { Relation } from './relation.ts';
import table from './relation_weights.json' with { type: 'json' };

/**
 * What is asked of two items one after the other, each answered by a sum of weighed evidence (logistic regression): are
 * they of one line of a maker; if so, is one a newer generation, and if not that, are they one article; if they are of no
 * line, do they serve the same purpose.
 */
export const QUESTIONS = ['one_line', 'other_generation', 'one_article', 'same_purpose'] as const;
export type Question = (typeof QUESTIONS)[number];

/** Of a question the weight of each evidence, and what it is without any. */
export interface QuestionWeights {
  base: number;
  weights: Readonly<Record<string, number>>;
}
export type RelationWeights = Readonly<Record<Question, QuestionWeights>>;

export const RELATION_WEIGHTS: RelationWeights = table;

/** How likely each relation is; the sum is 1. */
export type Odds = Readonly<Record<Relation, number>>;

/** The chance that a question is answered with yes. */
export function chanceOf(evidence: Evidence, { base, weights }: QuestionWeights): number {
  let sum = base;
  for (const name of Object.keys(evidence)) sum += (weights[name] ?? 0) * (evidence[name] as number);
  return 1 / (1 + Math.exp(-sum));
}

export function oddsOf(evidence: Evidence, all: RelationWeights = RELATION_WEIGHTS): Odds {
  const [line, generation, article, purpose] = QUESTIONS.map((one) => chanceOf(evidence, all[one])) as [
    number,
    number,
    number,
    number,
  ];
  return {
    identical: line * (1 - generation) * article,
    variant: line * (1 - generation) * (1 - article),
    successor: line * generation,
    substitute: (1 - line) * purpose,
    unrelated: (1 - line) * (1 - purpose),
  };
}

/** The likeliest relation: first whether the two are of one line, since that tells most of them apart. */
export function likeliest({ identical, variant, successor, substitute, unrelated }: Odds): Relation {
  if (identical + variant + successor < substitute + unrelated)
    return substitute >= unrelated ? 'substitute' : 'unrelated';
  if (successor > identical && successor > variant) return 'successor';
  return identical > variant ? 'identical' : 'variant';
}
