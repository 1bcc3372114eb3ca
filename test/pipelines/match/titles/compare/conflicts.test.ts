import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conflictsOf } from '../../../../../pipelines/domain/conflicts.ts';
import {
  conflictBits,
  kindsOf,
  NONE_TOLERATED,
  weightyBits,
} from '../../../../../pipelines/match/titles/compare/conflicts.ts';
import { selectFeatures } from '../../../../../pipelines/match/titles/compare/feature_selection.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { VocabularyCounter } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import { STATED_KINDS } from '../../../../../pipelines/text/statement.ts';

const pairs = ['titles', 'shops'].flatMap((name) =>
  readFileSync(new URL(`../../../../../fixtures/conflicts/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [string, string, string]),
);
const records = pairs.flatMap(([left, right], at) =>
  [left, right].map((title, side) => ({ key: `${at} ${side}`, seller: `s${side}`, title })),
);
const features = featuresOf(records, new VocabularyCounter().freeze());

test('features hold what titles state: the same kinds differ', () => {
  for (const [at, [left, right]] of pairs.entries()) {
    const named = conflictsOf({ title: left }, { title: right }).map(({ kind }) => kind);
    expect(kindsOf(conflictBits(features, 2 * at, features, 2 * at + 1))).toEqual(
      STATED_KINDS.filter((kind) => named.includes(kind)),
    );
  }
});

test('of some records chosen, the same differs', () => {
  const odd = Uint32Array.from(pairs.keys(), (at) => 2 * at + 1);
  const rights = selectFeatures(features, odd);
  for (const at of pairs.keys())
    expect(conflictBits(features, 2 * at, rights, at)).toBe(
      conflictBits(features, 2 * at, features, 2 * at + 1),
    );
});

test('a kind more would not fit into 31 bits', () => {
  expect(STATED_KINDS.length).toBeLessThanOrEqual(31);
});

test('what a seller states wrongly does not count, whichever side it is on; nor what everybody does', () => {
  const bit = (kind: (typeof STATED_KINDS)[number]) => 1 << STATED_KINDS.indexOf(kind);
  const both = bit('colour') | bit('spare_part');
  expect(kindsOf(weightyBits(both, NONE_TOLERATED, 1, 2))).toEqual(['colour', 'spare_part']);
  const tolerated = { everywhere: bit('spare_part'), sellers: [[7, bit('colour')]] as [number, number][] };
  expect(kindsOf(weightyBits(both, tolerated, 1, 2))).toEqual(['colour']);
  expect(weightyBits(both, tolerated, 7, 2)).toBe(0);
  expect(weightyBits(both, tolerated, 2, 7)).toBe(0);
  expect(kindsOf(weightyBits(bit('size'), tolerated, 7, 7))).toEqual(['size']);
});
