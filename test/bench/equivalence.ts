import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { confidenceOf, GROUPS, groupOf } from '../../pipelines/equivalence/confidence.ts';
import {
  asSeen,
  BASES,
  RELATIONS,
  STRICTNESSES,
  type Strictness,
} from '../../pipelines/equivalence/relation.ts';
import {
  type AnsweredPair,
  accuracies,
  answeredTable,
  isRight,
  OPEN_MARKETS,
  PAIR_TABLES,
} from '../pipelines/equivalence/labelled_pairs.ts';

const CONFIDENCE = fileURLToPath(new URL('../../pipelines/equivalence/confidence.json', import.meta.url));

/**
 * What the rules make of the labelled pairs: a confusion matrix per strictness, the share that is right and what
 * confidence is worth. `EQUIVALENCE_TABLE` names the table of fixtures/equivalence (`pairs`); `EQUIVALENCE_WRITE=1` writes
 * confidence.json from those that rules were written by; `EQUIVALENCE_WRONG=1` lists what is wrong.
 */
export async function benchEquivalence(): Promise<void> {
  const asked = process.env['EQUIVALENCE_TABLE'] ?? 'pairs';
  const tables = [...PAIR_TABLES, ...OPEN_MARKETS];
  const table = tables.find((one) => one === asked);
  if (!table) throw new Error(`EQUIVALENCE_TABLE is one of ${tables.join(', ')}`);
  const answered = await answeredTable(table);
  if (process.env['EQUIVALENCE_WRITE'] === '1') {
    const all = (await Promise.all(tables.map(answeredTable))).flat();
    const ruled = all.filter(({ found }) => !found.odds);
    const groups = Map.groupBy(ruled, ({ items }) => groupOf(...items));
    const shares = Object.fromEntries(GROUPS.map((group) => [group, measuredBy(groups.get(group) ?? [])]));
    writeFileSync(CONFIDENCE, `${JSON.stringify(shares, null, 2)}\n`);
  }
  for (const strictness of STRICTNESSES) printMatrix(answered, strictness);
  console.log('right', accuracies(answered));
  for (const strictness of STRICTNESSES)
    console.log(`calibration error at ${strictness}`, calibrationError(answered, strictness).toFixed(3));
  if (process.env['EQUIVALENCE_WRONG'] === '1')
    for (const one of answered.filter((each) => !isRight(each, 'loose')))
      console.log(
        `${one.relation} taken for ${one.found.relation} (${one.found.basis}): ${one.titles.join(' | ')}`,
      );
}

/** Pairs and right answers by basis, and of all. */
function measuredBy(answered: readonly AnsweredPair[]) {
  const count = (some: readonly AnsweredPair[]) => ({
    pairs: some.length,
    ...Object.fromEntries(STRICTNESSES.map((one) => [one, some.filter((pair) => isRight(pair, one)).length])),
  });
  const byBasis = BASES.map((basis) => [basis, count(answered.filter(({ found }) => found.basis === basis))]);
  return Object.fromEntries([['all', count(answered)], ...byBasis]) as Record<string, object>;
}

function printMatrix(answered: readonly AnsweredPair[], strictness: Strictness): void {
  console.log(`at ${strictness}: rows are what a person says, columns what the rules say`);
  const rows = RELATIONS.map((label) => [
    label,
    Object.fromEntries(
      RELATIONS.map((told) => [
        told,
        answered.filter(
          ({ relation, found }) =>
            asSeen(relation, strictness) === label && asSeen(found.relation, strictness) === told,
        ).length,
      ]),
    ),
  ]);
  console.table(Object.fromEntries(rows) as Record<string, object>);
}

/** Mean distance of confidence from the share that is right, over bins of a tenth, by pairs. */
function calibrationError(answered: readonly AnsweredPair[], strictness: Strictness): number {
  const told = answered.map((one) => ({
    confidence: confidenceOf(...one.items, one.found, strictness),
    right: isRight(one, strictness) ? 1 : 0,
  }));
  const bins = Map.groupBy(told, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  let error = 0;
  for (const bin of bins.values()) {
    const sum = (of: 'confidence' | 'right') => bin.reduce((total, one) => total + one[of], 0);
    error += Math.abs(sum('confidence') - sum('right'));
  }
  return error / told.length;
}
