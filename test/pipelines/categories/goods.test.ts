import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isGoods, isThing } from '../../../pipelines/categories/things.ts';
import { nameOfWord } from '../../../pipelines/equivalence/thing_names.ts';
import { fromPlural } from '../../../pipelines/text/plural.ts';

const file = new URL('../../../pipelines/categories/goods.txt', import.meta.url);
const words = readFileSync(file, 'utf8').trimEnd().split('\n');

test('words for goods that no node is named by are single, folded, in the singular and in order', () => {
  expect(words).toEqual([...new Set(words)].toSorted());
  expect(words.filter((word) => !/^\p{Ll}+$/u.test(word) || fromPlural(word) !== word)).toEqual([]);
});

test.each([['sandal'], ['hoodie'], ['knife'], ['scarf'], ['shelf'], ['padlock']])('%s is goods', (word) => {
  expect([isGoods(word), isThing(word), nameOfWord(word) !== null]).toEqual([true, true, true]);
});

test.each([
  ['messer', 'knife'],
  ['pantoffel', 'slipper'],
  ['bufanda', 'scarf'],
  ['regaldübel', null],
])('%s means %s', (word, thing) => {
  expect(nameOfWord(fromPlural(word))?.thing.has(thing ?? '') ?? null).toBe(thing === null ? null : true);
});

test.each([['narrow'], ['university'], ['brotherly'], ['stof'], ['cafe']])('%s is no goods', (word) => {
  expect(isGoods(word)).toBe(false);
});
