import { expect, test } from 'vitest';
import { Alignment } from '../../../../../pipelines/match/titles/compare/alignment.ts';
import {
  type Equivalents,
  equivalentTaught,
} from '../../../../../pipelines/match/titles/compare/equivalents.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { EquivalentTeacher } from '../../../../../pipelines/match/titles/learn/learn_equivalents.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { readRecord } from '../../../../../pipelines/match/titles/read/reading.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { vocabularyOf } from '../catalogue.ts';

/** What titles of one item teach, two by two. */
function taughtBy(titles: readonly (readonly [string, string])[]): Equivalents {
  const record = (title: string, at: number): MatchRecord => ({ key: String(at), seller: 's', title });
  const [left, right] = [0, 1].map((side) => titles.map((both, at) => record(both[side] as string, at)));
  if (!left || !right) throw new Error('no titles');
  const all = [...left, ...right];
  const vocabulary = vocabularyOf(all);
  const [a, b] = [featuresOf(left, vocabulary), featuresOf(right, vocabulary)];
  const teacher = new EquivalentTeacher();
  const alignment = new Alignment();
  for (let at = 0; at < titles.length; at++) {
    alignment.align(a, at, b, at);
    teacher.add(alignment.left, alignment.right);
  }
  const words = all.flatMap((one) => readRecord(one).words);
  return teacher.finish(new Map(words.map(({ id, text }) => [id, text])));
}

const taughtOf = (table: Equivalents, one: string, other: string) =>
  equivalentTaught(table, hashText(one), hashText(other));

/** Names of makers, each on a few items: what else stands in a title. */
const maker = (at: number) => `maker${'bcdfghjklmnpqrst'[at % 16]}${'vwxz'[at % 4]}`;
const many = (count: number, titles: (at: number) => readonly [string, string]) =>
  Array.from({ length: count }, (_, at) => titles(at));

const DAIRY = [
  ...many(30, (at) => [`${maker(at)} sfm jug`, `${maker(at)} semi fat milk jug`] as const),
  ...many(30, (at) => [`${maker(at)} käse`, `${maker(at)} cheese`] as const),
  ...many(2, (at) => [`${maker(at)} jug grand`, `${maker(at)} jug bottle`] as const),
  ...many(200, (at) => [`${maker(at)} salt`, `${maker(at)} salt ${at % 2 ? 'sea' : 'coarse'}`] as const),
];

test('abbreviations and words of another language are learned from what is left over on both sides', () => {
  const table = taughtBy(DAIRY);
  expect(taughtOf(table, 'kase', 'cheese')).toBeGreaterThanOrEqual(25);
  for (const word of ['semi', 'fat', 'milk']) expect(taughtOf(table, 'sfm', word)).toBeGreaterThanOrEqual(20);
  expect(taughtOf(table, 'cheese', 'sfm')).toBe(0);
  // Met twice, which may be chance.
  expect(taughtOf(table, 'grand', 'bottle')).toBe(0);
});

test('a word stands for what explains it best, not for all that is left over beside it', () => {
  // Half of the pairs of "froop" name the maker in another script, too.
  const table = taughtBy([
    ...many(40, (at) => [`muller froop ${maker(at)}`, `מולר פרופ ${maker(at)}`] as const),
    ...many(40, (at) => [`muller ${maker(at)}`, `מולר ${maker(at)}`] as const),
    ...many(40, (at) => [`froop ${maker(at)}`, `פרופ ${maker(at)}`] as const),
    ...many(200, (at) => [`${maker(at)} salt`, `${maker(at)} salt sea`] as const),
  ]);
  expect(taughtOf(table, 'muller', 'מולר')).toBeGreaterThanOrEqual(30);
  expect(taughtOf(table, 'froop', 'פרופ')).toBeGreaterThanOrEqual(30);
  expect(taughtOf(table, 'muller', 'פרופ')).toBe(0);
  expect(taughtOf(table, 'froop', 'מולר')).toBe(0);
});

test.each([
  ['colours', 'red', 'blue'],
  ['sizes', 'small', 'large'],
  ['numbers', '30', '50'],
  ['model numbers', 'wh1000', 'wf1000'],
  ['tastes', 'vanilla', 'strawberry'],
  ['words, one of them a number,', '7', 'family'],
  ['words, one of them a model number,', 'k300', 'kapsel'],
  ['sexes', 'men', 'women'],
  ['conditions', 'refurbished', 'zertifiziert'],
])('two %s are never learned as one, however often codes say so', (_, one, other) => {
  const table = taughtBy([
    ...many(40, (at) => [`${maker(at)} ${one}`, `${maker(at)} ${other}`] as const),
    ...many(40, (at) => [`${maker(at)} jacke`, `${maker(at)} jacket`] as const),
    ...many(200, (at) => [`${maker(at)} salt`, `${maker(at)} salt sea`] as const),
  ]);
  expect(taughtOf(table, one, other)).toBe(0);
  expect(taughtOf(table, 'jacke', 'jacket')).toBeGreaterThanOrEqual(30);
});

test('one colour in two languages is', () => {
  const table = taughtBy([
    ...many(40, (at) => [`${maker(at)} rot`, `${maker(at)} red`] as const),
    ...many(200, (at) => [`${maker(at)} salt`, `${maker(at)} salt sea`] as const),
  ]);
  expect(taughtOf(table, 'rot', 'red')).toBeGreaterThanOrEqual(30);
});
