import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conflictsOf } from '../../../../../pipelines/domain/conflicts.ts';
import {
  conflictBits,
  hasOtherFigure,
  kindsOf,
  NONE_TOLERATED,
  recordConflictBits,
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

describe('a record that codes made, known by several titles', () => {
  const differ = (listing: string, titles: string[]) => {
    const known = [listing, ...titles].map((title, at) => ({ key: String(at), seller: 's', title }));
    const of = featuresOf(known, new VocabularyCounter().freeze());
    const places = titles.map((_, at) => at + 1);
    const bits = recordConflictBits(of, [0], of, places);
    expect(recordConflictBits(of, places, of, [0])).toBe(bits);
    return kindsOf(bits);
  };

  test('differs where none of its titles agrees', () => {
    expect(differ('Milki vanilla 170 ml', ['Milki vanilla 133 ml'])).toEqual(['volume']);
    expect(differ('Milki vanilla 170 ml', ['Milki vanilla 133 ml', 'Strauss Milki vanilla'])).toEqual([
      'volume',
    ]);
    expect(differ('Milki vanilla 170 ml', ['Milki vanilla 133 ml', 'Milki vanilla 150 ml'])).toEqual([
      'volume',
    ]);
    expect(differ('Milki vanilla 170 ml', ['Milki vanilla 133 ml', 'Milki 170 ml vanilla'])).toEqual([]);
    expect(differ('Tea green 20 g', ['Tea red 20 g', 'Tea green 25 g'])).toEqual([]);
  });

  test('and where each of its titles says what the other leaves out', () => {
    const [pack, single] = ['Eden soda, pack of 6', 'Eden soda'];
    expect(differ(single, [pack])).toEqual(['pack']);
    expect(differ(single, [pack, 'Eden soda water, pack of 6'])).toEqual(['pack']);
    expect(differ(single, [pack, 'Soda Eden'])).toEqual([]);
    expect(differ(pack, [single, 'Soda Eden'])).toEqual(['pack']);
    // A pack of another number is one still, whatever a third title leaves out.
    expect(differ(pack, ['Eden soda, pack of 4', single])).toEqual(['pack']);
    expect(differ('Eden tent 2 person', ['Eden tent, 3 person'])).toEqual(['holds']);
    expect(differ('Eden tent 2 person', ['Eden tent, 3 person', 'Eden tent 2P'])).toEqual([]);
  });
});

test('a record has another figure where the other has it in no sense', () => {
  const titles = ['Ash 14', 'Ash, 14 inch', 'Ash 15', 'Ash', 'Ash 14 of 2020'];
  const of = featuresOf(
    titles.map((title, at) => ({ key: String(at), seller: 's', title })),
    new VocabularyCounter().freeze(),
  );
  const has = (one: number, other: number) => hasOtherFigure(of, one, of, other);
  expect([has(0, 1), has(0, 4), has(3, 0), has(0, 0)]).toEqual([false, false, false, false]);
  expect([has(0, 2), has(0, 3), has(4, 0)]).toEqual([true, true, true]);
});

test('each kind has a bit of its own, the last one that of the sign', () => {
  expect(STATED_KINDS.length).toBeLessThanOrEqual(32);
  STATED_KINDS.forEach((kind, at) => expect(kindsOf(1 << at)).toEqual([kind]));
  const sign = 1 << 31;
  expect(kindsOf(sign)).toEqual(['holds']);
  expect(kindsOf(weightyBits(sign | 1, NONE_TOLERATED, 1, 2))).toEqual(['weight', 'holds']);
  expect(kindsOf(weightyBits(sign | 1, { everywhere: sign, sellers: [] }, 1, 2))).toEqual(['weight']);
  expect(weightyBits(sign, { everywhere: 0, sellers: [[2, sign]] }, 1, 2)).toBe(0);
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
