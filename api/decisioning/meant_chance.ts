import { chanceOf, type QuestionWeights } from '../../pipelines/equivalence/judgement.ts';
import type { DecisionQuestion } from './decision_request.ts';
import type { MeantEvidence } from './meant_evidence.ts';
import table from './meant_weights.json' with { type: 'json' };

/**
 * What is asked of the evidence: whether what the reading of a text chose is what it means, and whether a product that only
 * shares words with a text is.
 */
export const MEANT_QUESTIONS = ['as_read', 'by_words'] as const;
export type MeantQuestion = (typeof MEANT_QUESTIONS)[number];
export type MeantWeights = Readonly<Record<MeantQuestion, QuestionWeights>>;

/** Learned from shoppers' texts over several markets, each market told by what the others taught. */
export const MEANT_WEIGHTS: MeantWeights = table;

/**
 * What was read with something left aside is recommended where it is likelier right than wrong; what only shares words with a text
 * where six such answers of ten are right by what is stated (of those of other authors eight were).
 */
export const LEAST_CHANCE: Readonly<Record<MeantQuestion, number>> = { as_read: 0.5, by_words: 0.6 };

/**
 * The weights were learned over shops of 350 products and more. In one of a handful everything leads, whatever it is, so the
 * evidence decides nothing there.
 */
export const LEAST_LEARNED = 200;

/** The chance that a question is answered with yes. */
export const chanceMeant = (
  question: MeantQuestion,
  evidence: MeantEvidence,
  weights: MeantWeights = MEANT_WEIGHTS,
): number => chanceOf(evidence, weights[question]);

/**
 * How an answer came about, as evidence; null where nothing of the text was left aside, and where something is bought
 * against a trouble or for what ran out, which shares no words with what tells of it.
 */
export function readingEvidence(
  { left_aside, need, constraints }: Pick<DecisionQuestion, 'left_aside' | 'need' | 'constraints'>,
  unknown: readonly string[],
): MeantEvidence | null {
  const isTold = (aside: string) => !constraints.unread.some((own) => aside.includes(own));
  const evidence = {
    not_understood: left_aside.length > 0 ? 1 : 0,
    aside: constraints.asides.some(isTold) ? 1 : 0,
    unknown: unknown.length > 0 ? 1 : 0,
  };
  const isOfWords = need === null && constraints.ranOut === null;
  return isOfWords && Object.values(evidence).some((value) => value > 0) ? evidence : null;
}
