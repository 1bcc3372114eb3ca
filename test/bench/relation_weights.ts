import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { confidenceOf, type OddsConfidence } from '../../pipelines/equivalence/confidence.ts';
import {
  asSeen,
  type Relation,
  STRICTNESSES,
  type Strictness,
} from '../../pipelines/equivalence/relation.ts';
import { type Answered, learnedWeights } from '../pipelines/equivalence/learned_weights.ts';
import { TRADES } from '../pipelines/equivalence/taught_pairs.ts';

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../pipelines/equivalence/${name}.json`, import.meta.url));
/** Deciles. */
const BINS = Array.from({ length: 10 }, (_, at) => at / 10);

/**
 * Learns the weights by which `POST /v1/equivalence` judges two items from all labelled pairs, and prints how right each
 * trade is told by what the other trades taught. RELATION_WEIGHTS=write writes relation_weights.json and
 * odds_confidence.json,
 * RELATION_WRONG=third lists what is told wrong of a trade.
 */
export async function benchRelationWeights(): Promise<void> {
  const { weights, left_out, far_left_out, scale, confidence } = await learnedWeights();
  console.log('logits are taken for so much of themselves', scale);
  print(left_out, confidence);
  const { length } = far_left_out.filter(({ found }) => found.relation !== 'unrelated');
  console.log(
    `of ${far_left_out.length} pairs of whatever two things ${length} are told otherwise than unrelated`,
  );
  for (const { lesson, found } of left_out)
    if (lesson.trade === process.env['RELATION_WRONG'] && lesson.relation !== found.relation)
      console.log(
        `${lesson.relation} taken for ${found.relation} (${found.basis}; the rules: ${lesson.told.relation}): ${lesson.items.map(({ title }) => title).join(' | ')}`,
      );
  if (process.env['RELATION_WEIGHTS'] !== 'write') return;
  for (const [name, learned] of Object.entries({ relation_weights: weights, odds_confidence: confidence })) {
    writeFileSync(fileOf(name), `${JSON.stringify(learned, null, 2)}\n`);
    console.log(`written: ${fileOf(name)}`);
  }
}

function print(answered: readonly Answered[], learned: OddsConfidence): void {
  const share = (some: readonly Answered[], strictness: Strictness, of: (one: Answered) => Relation) =>
    Number(
      (
        some.filter(
          (one) => asSeen(of(one), strictness) === asSeen(one.lesson.relation as Relation, strictness),
        ).length / some.length
      ).toFixed(3),
    );
  const shares = (some: readonly Answered[]) =>
    Object.fromEntries(
      STRICTNESSES.flatMap((one) => [
        [`${one}, rules`, share(some, one, ({ lesson }) => lesson.told.relation)],
        [one, share(some, one, ({ found }) => found.relation)],
      ]),
    );
  const trades = TRADES.map((trade) => [
    trade,
    shares(answered.filter(({ lesson }) => lesson.trade === trade)),
  ]);
  console.log('each trade by what the others taught, beside the rules alone, which knew all but the third');
  console.table(Object.fromEntries([...trades, ['all', shares(answered)]]));
  for (const strictness of STRICTNESSES) {
    const told = answered.map(({ lesson, found }) => ({
      confidence: confidenceOf(...lesson.items, found, strictness, learned),
      right: asSeen(found.relation, strictness) === asSeen(lesson.relation as Relation, strictness) ? 1 : 0,
    }));
    const bins = Map.groupBy(told, ({ confidence }) => BINS.findLast((from) => confidence >= from));
    for (const [from, own] of [...bins].toSorted(([x], [y]) => (x ?? 0) - (y ?? 0))) {
      const mean = (of: 'confidence' | 'right') => own.reduce((sum, one) => sum + one[of], 0) / own.length;
      console.log(
        `${strictness} from ${from}: ${own.length} stated ${mean('confidence').toFixed(3)} right ${mean('right').toFixed(3)}`,
      );
    }
  }
}
