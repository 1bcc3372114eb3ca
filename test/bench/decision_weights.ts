import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decisionCandidates } from '../../api/decisioning/decision_candidates.ts';
import { type DecisionQuestion, decisionQuestion } from '../../api/decisioning/decision_request.ts';
import {
  chanceMeant,
  LEAST_CHANCE,
  MEANT_QUESTIONS,
  type MeantQuestion,
  type MeantWeights,
  readingEvidence,
} from '../../api/decisioning/meant_chance.ts';
import { type MeantEvidence, meantCandidates } from '../../api/decisioning/meant_evidence.ts';
import { heldTo, isClear } from '../../api/decisioning/nearest_thing.ts';
import { answeredAsRead } from '../../api/decisioning/second_look.ts';
import { thingAsked } from '../../api/decisioning/thing_asked.ts';
import { tellsOfHealth } from '../../api/decisioning/unread.ts';
import { learnLogistic } from '../pipelines/equivalence/logistic.ts';
import {
  bestScale,
  logitOf,
  rounded,
  type Scored,
  scaled,
} from '../pipelines/equivalence/question_weights.ts';
import { type AskedText, type DecisionWorld, decisionWorlds } from './decision_worlds.ts';

const FILE = fileURLToPath(new URL('../../api/decisioning/meant_weights.json', import.meta.url));
/** How much each weight is drawn towards none. */
const RIDGE = 10;
/** Where what is meant is not sold all else is wrong; so much of each text is asked of such a shop. */
const UNSOLD_WEIGHT = 0.3;

/** What one text teaches. */
interface Lesson {
  asked: AskedText;
  /** What the reading chose, plain where nothing of the text was left aside; null where it chose nothing. */
  read: (Near & { is_plain: boolean }) | null;
  /** What shares words with it, held to what may never be left aside. */
  near: readonly Near[];
  /** The same where nothing that is right is sold. */
  unsold: readonly Near[];
}

interface Near {
  evidence: MeantEvidence;
  words: readonly string[];
  is_right: boolean;
}

/**
 * Learns by which evidence what a text means is told, from shoppers' texts over four markets, and prints how right each author's
 * texts are answered by what the others' teach. DECISION_WEIGHTS=write writes meant_weights.json.
 */
export async function benchDecisionWeights(): Promise<void> {
  const lessons: Lesson[] = [];
  for await (const world of decisionWorlds())
    for (const asked of world.texts) lessons.push(await lessonOf(world, asked));
  const authors = [...new Set(lessons.map(({ asked }) => asked.author))];
  const leftOut = authors.map((author) => ({
    author,
    own: lessons.filter(({ asked }) => asked.author === author),
    weights: learn(lessons.filter(({ asked }) => asked.author !== author)),
  }));
  const scale = Object.fromEntries(
    MEANT_QUESTIONS.map((question) => [
      question,
      bestScale(leftOut.flatMap((one) => logitsOf(question, one))),
    ]),
  ) as Record<MeantQuestion, number>;
  console.log('logits are taken for so much of themselves', scale);
  const rows = leftOut.map(
    ({ author, own, weights }) => [author, told(own, scaled(weights, scale))] as const,
  );
  const sums = rows.reduce<Record<string, number>>((all, [, row]) => {
    for (const [name, value] of Object.entries(row)) all[name] = (all[name] ?? 0) + value;
    return all;
  }, {});
  console.table(Object.fromEntries([...rows, ['all', sums]]));
  printCalibration(leftOut, scale);
  if (process.env['DECISION_WEIGHTS'] !== 'write') return;
  writeFileSync(FILE, `${JSON.stringify(rounded(scaled(learn(lessons), scale)), null, 2)}\n`);
  console.log(`written: ${FILE}`);
}

async function lessonOf({ deps, articleOf, articlesOf }: DecisionWorld, asked: AskedText): Promise<Lesson> {
  const signal = AbortSignal.timeout(60_000);
  const caller = { key_id: '', owner: 'bench', scopes: [] };
  const question = await decisionQuestion(deps, { intent: asked.text }, caller);
  const found = await decisionCandidates(deps, undefined, question.constraints, signal);
  const read = await answeredAsRead(deps, found, question, signal);
  const [winner] = read.decided.ranked;
  const { unknown } = await thingAsked(deps.snapshot, read.question.constraints);
  const also = read.candidates.filter(({ product }) => product === winner?.product);
  const isRightProduct = (product: Parameters<typeof articlesOf>[0]) =>
    articlesOf(product).some((article) => asked.right.has(article));
  const isHeld = await heldTo(deps.snapshot, question);
  const looked = async (isUnsold: boolean) =>
    meantCandidates(deps.snapshot, question, found, {
      signal,
      also,
      without: (product) => isUnsold && isRightProduct(product),
    });
  const near = await looked(false);
  const held = (some: typeof near): Near[] =>
    isNeverAnswered(question)
      ? []
      : some
          .filter(isHeld)
          .map(({ evidence, words, product }) => ({ evidence, words, is_right: isRightProduct(product) }));
  const reading = readingEvidence(read.question, unknown);
  const own = near.find(({ product }) => product.product_id === winner?.product.product_id);
  return {
    asked,
    read:
      winner === undefined || own === undefined
        ? null
        : {
            evidence: { ...own.evidence, ...reading },
            words: own.words,
            is_right: asked.right.has(articleOf(winner.offer) ?? ''),
            is_plain: reading === null,
          },
    near: held(near),
    unsold: asked.right.size === 0 ? [] : held(await looked(true)),
  };
}

/** What no evidence of words may answer. */
function isNeverAnswered({ constraints: { unread, doubted, clauses, ranOut } }: DecisionQuestion): boolean {
  return unread.length > 0 || ranOut !== null || [...doubted, ...clauses].some(tellsOfHealth);
}

interface Case {
  evidence: MeantEvidence;
  is_yes: boolean;
  weight: number;
}

function casesOf(question: MeantQuestion, lessons: readonly Lesson[]): Case[] {
  const cases = (some: readonly Near[], weight: number) =>
    some.map(({ evidence, is_right }) => ({ evidence, is_yes: is_right, weight }));
  return lessons.flatMap(({ read, near, unsold }) =>
    question === 'as_read'
      ? read === null
        ? []
        : cases([read], 1)
      : [...cases(near, 1), ...cases(unsold, UNSOLD_WEIGHT)],
  );
}

const learn = (lessons: readonly Lesson[]): MeantWeights =>
  Object.fromEntries(
    MEANT_QUESTIONS.map((question) => [question, learnLogistic(casesOf(question, lessons), RIDGE)]),
  ) as unknown as MeantWeights;

interface LeftOut {
  own: readonly Lesson[];
  weights: MeantWeights;
}

/** The likeliest of what shares words with a text. */
const likeliest = (near: readonly Near[], weights: MeantWeights): (Near & { chance: number }) | undefined =>
  near
    .map((one) => ({ ...one, chance: chanceMeant('by_words', one.evidence, weights) }))
    .toSorted((a, b) => b.chance - a.chance)[0];

/** What is asked of a question where it decides, with its chance. */
function decidingChances(question: MeantQuestion, { own, weights }: LeftOut) {
  return own.flatMap(({ read, near, unsold }) => {
    if (question === 'as_read')
      return read === null || read.is_plain
        ? []
        : [{ chance: chanceMeant('as_read', read.evidence, weights), is_right: read.is_right, weight: 1 }];
    if (read !== null) return [];
    const weighed = (some: readonly Near[], weight: number) => {
      const best = likeliest(some, weights);
      return best === undefined ? [] : [{ chance: best.chance, is_right: best.is_right, weight }];
    };
    return [...weighed(near, 1), ...weighed(unsold, UNSOLD_WEIGHT)];
  });
}

const logitsOf = (question: MeantQuestion, one: LeftOut): Scored[] =>
  decidingChances(question, one).map(({ chance, is_right, weight }) => ({
    is_yes: is_right,
    weight,
    logit: logitOf(chance),
  }));

/** As `nearestThing` decides. */
const isAnswer = (best: ReturnType<typeof likeliest>): boolean =>
  best !== undefined && isClear(best, best.chance);

/** How texts are answered by weights that they had no part in. */
function told(own: readonly Lesson[], weights: MeantWeights): Record<string, number> {
  const count = {
    read_right: 0,
    read_wrong: 0,
    withheld_right: 0,
    withheld_wrong: 0,
    words_right: 0,
    words_wrong: 0,
  };
  const more = { words_for_nothing: 0, nothing_rightly: 0, nothing: 0, unsold_answered: 0 };
  for (const { asked, read, near, unsold } of own) {
    const best = likeliest(near, weights);
    const isSure = isAnswer(best);
    if (read !== null) {
      const isKept = read.is_plain || chanceMeant('as_read', read.evidence, weights) >= LEAST_CHANCE.as_read;
      count[`${isKept ? 'read' : 'withheld'}_${read.is_right ? 'right' : 'wrong'}`] += 1;
    } else if (!isSure) more[asked.right.size === 0 ? 'nothing_rightly' : 'nothing'] += 1;
    else if (best?.is_right) count.words_right += 1;
    else if (asked.right.size === 0) more.words_for_nothing += 1;
    else count.words_wrong += 1;
    if (read === null && isAnswer(likeliest(unsold, weights))) more.unsold_answered += 1;
  }
  return { ...count, ...more };
}

const DECILES = Array.from({ length: 10 }, (_, at) => at / 10);

function printCalibration(leftOut: readonly LeftOut[], scale: Record<MeantQuestion, number>): void {
  for (const question of MEANT_QUESTIONS) {
    const stated = leftOut.flatMap(({ own, weights }) =>
      decidingChances(question, { own, weights: scaled(weights, scale) }).filter(
        ({ weight }) => weight === 1,
      ),
    );
    for (const from of DECILES) {
      const bin = stated.filter(({ chance }) => chance >= from && chance < from + 0.1);
      const right = bin.filter(({ is_right }) => is_right).length;
      const mean = bin.reduce((sum, { chance }) => sum + chance, 0) / bin.length;
      if (bin.length > 0)
        console.log(
          `${question} from ${from}: ${bin.length} stated ${mean.toFixed(3)} right ${(right / bin.length).toFixed(3)}`,
        );
    }
  }
}
