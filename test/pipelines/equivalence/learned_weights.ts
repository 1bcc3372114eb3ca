import type { OddsConfidence } from '../../../pipelines/equivalence/confidence.ts';
import { evidenceBetween, weighed } from '../../../pipelines/equivalence/judged.ts';
import {
  chanceOf,
  QUESTIONS,
  type Question,
  type RelationWeights,
} from '../../../pipelines/equivalence/judgement.ts';
import { type Related, related } from '../../../pipelines/equivalence/relation.ts';
import { learnedConfidence } from './learned_confidence.ts';
import { type LogisticCase, learnLogistic } from './logistic.ts';
import { bestScale, logitOf, rounded, type Scored, scaled } from './question_weights.ts';
import { MOST_OF_FAMILY, type TaughtPair, TRADES, taughtPairs } from './taught_pairs.ts';

/** How much each weight is drawn towards none. */
const RIDGE = 10;
/**
 * A pair that follows from articles and families counts so much of one that a person labelled; up to so many of two
 * families say the same over again in other sellers' words, and count as one of them.
 */
const DRAWN_WEIGHT = 0.5 / MOST_OF_FAMILY;
/** Two families of one kind and maker are what is mistaken for one, and the drawn ones are seldom that near. */
const SISTERS_WEIGHT = 1 / MOST_OF_FAMILY;
/** Of whatever two things there are as many pairs as are labelled, and few of them are asked about. */
const FAR_WEIGHT = 0.2;
/** Two families of one maker may be two generations where figures are so near; what they teach is not known then. */
const DOUBTFUL = ['generation_other', 'figure_near', 'figure_digit_near', 'numbered_next'] as const;
/** A further trade is further from these than each of them from the others: every logit is taken for so much of itself. */
const OF_A_FURTHER_TRADE = 0.9;

export interface Lesson extends TaughtPair {
  evidence: Readonly<Record<string, number>>;
  told: Related;
}

/** A labelled pair as it is told by what the other trades taught. */
export interface Answered {
  lesson: Lesson;
  found: Related;
}

export interface Learned {
  weights: RelationWeights;
  /** Each trade by weights that it had no part in. */
  left_out: Answered[];
  /** Pairs of whatever two things, so too. */
  far_left_out: Answered[];
  scale: Record<Question, number>;
  /** How often answers of such odds were right in trades that taught nothing. */
  confidence: OddsConfidence;
}

/** Learns the weights from all trades, and answers each trade by what the others teach. */
export async function learnedWeights(): Promise<Learned> {
  const lessons: Lesson[] = [];
  for (const trade of TRADES)
    for (const pair of await taughtPairs(trade)) {
      const told = related(...pair.items, pair.rarity);
      lessons.push({ ...pair, told, evidence: evidenceBetween(...pair.items, told, pair.rarity) });
    }
  const ofTrades = TRADES.map((trade) => {
    const own = lessons.filter((one) => one.trade === trade && one.is_labelled);
    const far = lessons.filter((one) => one.trade === trade && isFar(one));
    return { own, far, weights: learn(lessons.filter((one) => one.trade !== trade)) };
  });
  const scale = Object.fromEntries(
    QUESTIONS.map((question) => [question, OF_A_FURTHER_TRADE * bestScale(scoredOf(question, ofTrades))]),
  ) as Record<Question, number>;
  const answered = (of: 'own' | 'far'): Answered[] =>
    ofTrades.flatMap(({ [of]: asked, weights }) => {
      const drawn = scaled(weights, scale);
      return asked.map((lesson) => ({ lesson, found: weighed(...lesson.items, lesson, drawn) }));
    });
  const [left_out, far_left_out] = [answered('own'), answered('far')];
  const weights = rounded(scaled(learn(lessons), scale));
  return { weights, left_out, far_left_out, scale, confidence: learnedConfidence(left_out) };
}

/** Whether a pair is of whatever two things of a market: it teaches what serves two purposes, and nothing of lines. */
const isFar = ({ relation, is_labelled }: Pick<TaughtPair, 'relation' | 'is_labelled'>): boolean =>
  !is_labelled && relation === 'unrelated';

const scoredOf = (
  question: Question,
  ofTrades: readonly { own: readonly Lesson[]; weights: RelationWeights }[],
): Scored[] =>
  ofTrades.flatMap(({ own, weights }) =>
    casesOf(question, own).map(({ is_yes, evidence, weight }) => ({
      is_yes,
      weight,
      logit: logitOf(chanceOf(evidence, weights[question])),
    })),
  );

const isOfLine = (relation: TaughtPair['relation']) =>
  relation === 'identical' || relation === 'variant' || relation === 'successor';

/** The pairs that answer a question, and how. */
function casesOf(question: Question, lessons: readonly Lesson[]): LogisticCase[] {
  const asked = lessons.filter((lesson) => {
    const { relation, items, evidence, is_labelled } = lesson;
    if (items[0].product_id === items[1].product_id) return false;
    if (isFar(lesson)) return question === 'same_purpose';
    switch (question) {
      case 'one_line':
        return relation !== 'other_family' || !DOUBTFUL.some((name) => evidence[name] === 1);
      case 'other_generation':
        return isOfLine(relation);
      case 'one_article':
        return relation === 'identical' || relation === 'variant';
      default:
        return is_labelled && !isOfLine(relation);
    }
  });
  const yes: Record<Question, (relation: TaughtPair['relation']) => boolean> = {
    one_line: isOfLine,
    other_generation: (relation) => relation === 'successor',
    one_article: (relation) => relation === 'identical',
    same_purpose: (relation) => relation === 'substitute',
  };
  return asked.map((lesson) => ({
    evidence: lesson.evidence,
    is_yes: yes[question](lesson.relation),
    weight: lesson.is_labelled ? 1 : drawnWeight(lesson),
  }));
}

function drawnWeight({ relation, evidence, is_labelled }: Lesson): number {
  if (isFar({ relation, is_labelled })) return FAR_WEIGHT;
  return relation === 'other_family' && evidence['kind_same'] === 1 ? SISTERS_WEIGHT : DRAWN_WEIGHT;
}

const learn = (lessons: readonly Lesson[]): RelationWeights =>
  Object.fromEntries(
    QUESTIONS.map((question) => [question, learnLogistic(casesOf(question, lessons), RIDGE)]),
  ) as Record<Question, ReturnType<typeof learnLogistic>>;
