import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { confidenceOf } from '../../pipelines/equivalence/confidence.ts';
import { evidenceBetween, judged } from '../../pipelines/equivalence/judged.ts';
import { chanceOf, QUESTIONS, type Question, type RelationWeights } from '../../pipelines/equivalence/judgement.ts';
import { asSeen, type Related, type Relation, related, STRICTNESSES, type Strictness } from '../../pipelines/equivalence/relation.ts';
import { type TaughtPair, TRADES, taughtPairs } from '../pipelines/equivalence/taught_pairs.ts';
import { type LogisticCase, learnLogistic } from './logistic.ts';

const FILE = fileURLToPath(new URL('../../pipelines/equivalence/relation_weights.json', import.meta.url));

/** How much each weight is drawn towards none. */
const RIDGE = 10;
/** A pair that follows from articles and families counts so much of one that a person labelled. */
const DRAWN_WEIGHT = 0.25;
/** Two families of one maker may be two generations where figures are so near; what they teach is not known then. */
const DOUBTFUL = ['generation_other', 'figure_near', 'small_figure_one'] as const;
const BINS = [0, 0.5, 0.7, 0.8, 0.9];

interface Lesson extends TaughtPair {
  evidence: Readonly<Record<string, number>>;
  told: Related;
}

/**
 * Learns the weights by which `POST /v1/equivalence` judges two items from all labelled pairs, and prints how right each
 * trade is told by what the other trades taught. RELATION_WEIGHTS=write writes relation_weights.json,
 * RELATION_WRONG=third lists what is told wrong of a trade.
 */
export async function benchRelationWeights(): Promise<void> {
  const lessons: Lesson[] = [];
  for (const trade of TRADES)
    for (const pair of await taughtPairs(trade)) {
      const told = related(...pair.items, pair.rarity);
      lessons.push({ ...pair, told, evidence: evidenceBetween(...pair.items, told, pair.rarity) });
    }
  const answered: Answered[] = [];
  const shrunk = Object.fromEntries(QUESTIONS.map((one) => [one, [] as Scored[]])) as Record<Question, Scored[]>;
  const learned = TRADES.map((trade) => {
    const weights = learn(lessons.filter((one) => one.trade !== trade));
    for (const one of QUESTIONS)
      for (const { is_yes, evidence, weight } of casesOf(one, lessons.filter((own) => own.trade === trade && own.is_labelled)))
        shrunk[one].push({ is_yes, weight, logit: logitOf(chanceOf(evidence, weights[one])) });
    return { trade, weights };
  });
  const scale = Object.fromEntries(QUESTIONS.map((one) => [one, bestScale(shrunk[one])])) as Record<Question, number>;
  console.log('weights are drawn towards none by', scale);
  for (const { trade, weights } of learned)
    answered.push(...answersOf(lessons.filter((one) => one.trade === trade), scaled(weights, scale)));
  print(answered);
  for (const { lesson, found } of answered)
    if (lesson.trade === process.env['RELATION_WRONG'] && lesson.relation !== found.relation)
      console.log(
        `${lesson.relation} taken for ${found.relation} (${found.basis}; the rules: ${lesson.told.relation}): ${lesson.items.map(({ title }) => title).join(' | ')}`,
      );
  if (process.env['RELATION_WEIGHTS'] !== 'write') return;
  writeFileSync(FILE, `${JSON.stringify(rounded(scaled(learn(lessons), scale)), null, 2)}\n`);
  console.log(`written: ${FILE}`);
}

const isOfLine = (relation: TaughtPair['relation']) =>
  relation === 'identical' || relation === 'variant' || relation === 'successor';

/** The pairs that answer a question, and how. */
function casesOf(question: Question, lessons: readonly Lesson[]): LogisticCase[] {
  const asked = lessons.filter(({ relation, items: [a, b], evidence, is_labelled }) => {
    if (a.product_id === b.product_id) return false;
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
  return asked.map(({ relation, evidence, is_labelled }) => ({
    evidence,
    is_yes: yes[question](relation),
    weight: is_labelled ? 1 : DRAWN_WEIGHT,
  }));
}

const learn = (lessons: readonly Lesson[]): RelationWeights =>
  Object.fromEntries(
    QUESTIONS.map((question) => [question, learnLogistic(casesOf(question, lessons), RIDGE)]),
  ) as Record<Question, ReturnType<typeof learnLogistic>>;

interface Scored {
  is_yes: boolean;
  weight: number;
  logit: number;
}

const logitOf = (chance: number): number => Math.log(chance / (1 - chance));

/** By how much logits of trades that taught nothing are too large: the factor under which what happened is likeliest. */
function bestScale(scored: readonly Scored[]): number {
  const likelihood = (factor: number) =>
    scored.reduce(
      (sum, { is_yes, weight, logit }) => sum - weight * Math.log1p(Math.exp((is_yes ? -1 : 1) * factor * logit)),
      0,
    );
  const factors = Array.from({ length: 16 }, (_, at) => 0.25 + at * 0.05);
  return factors.toSorted((x, y) => likelihood(y) - likelihood(x))[0] as number;
}

const scaled = (weights: RelationWeights, scale: Record<Question, number>): RelationWeights =>
  mapped(weights, (value, question) => value * scale[question]);
const rounded = (weights: RelationWeights): RelationWeights => mapped(weights, (value) => Number(value.toFixed(3)));

const mapped = (weights: RelationWeights, change: (value: number, question: Question) => number): RelationWeights =>
  Object.fromEntries(
    QUESTIONS.map((question) => [
      question,
      {
        base: change(weights[question].base, question),
        weights: Object.fromEntries(
          Object.entries(weights[question].weights).map(([name, value]) => [name, change(value, question)]),
        ),
      },
    ]),
  ) as unknown as RelationWeights;

interface Answered {
  lesson: Lesson;
  found: Related;
}

const answersOf = (lessons: readonly Lesson[], weights: RelationWeights): Answered[] =>
  lessons
    .filter(({ is_labelled }) => is_labelled)
    .map((lesson) => ({ lesson, found: judged(...lesson.items, lesson.rarity, weights) }));

function print(answered: readonly Answered[]): void {
  const share = (some: readonly Answered[], strictness: Strictness, of: (one: Answered) => Relation) =>
    Number(
      (
        some.filter((one) => asSeen(of(one), strictness) === asSeen(one.lesson.relation as Relation, strictness))
          .length / some.length
      ).toFixed(3),
    );
  const shares = (some: readonly Answered[]) =>
    Object.fromEntries(
      STRICTNESSES.flatMap((one) => [
        [`${one}, rules`, share(some, one, ({ lesson }) => lesson.told.relation)],
        [one, share(some, one, ({ found }) => found.relation)],
      ]),
    );
  const trades = TRADES.map((trade) => [trade, shares(answered.filter(({ lesson }) => lesson.trade === trade))]);
  console.log('each trade by what the others taught, beside the rules alone, which knew all but the third');
  console.table(Object.fromEntries([...trades, ['all', shares(answered)]]));
  for (const strictness of STRICTNESSES) {
    const told = answered.map(({ lesson, found }) => ({
      confidence: confidenceOf(...lesson.items, found, strictness),
      right: asSeen(found.relation, strictness) === asSeen(lesson.relation as Relation, strictness) ? 1 : 0,
    }));
    const bins = Map.groupBy(told, ({ confidence }) => BINS.findLast((from) => confidence >= from));
    for (const [from, own] of [...bins].toSorted(([x], [y]) => (x ?? 0) - (y ?? 0))) {
      const mean = (of: 'confidence' | 'right') => own.reduce((sum, one) => sum + one[of], 0) / own.length;
      console.log(`${strictness} from ${from}: ${own.length} stated ${mean('confidence').toFixed(3)} right ${mean('right').toFixed(3)}`);
    }
  }
}
