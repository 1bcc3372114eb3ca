import { expect, test } from 'vitest';
import { CategoryTitles } from '../../../warehouse/text/category_titles.ts';
import { listOf, titlesOf } from './catalogue.ts';

const TERMS = listOf(['boot', 'red', 'shoe', 'sneaker', 'tea']);
const titles = titlesOf(TERMS, [
  'red sneaker sneaker',
  'sneaker',
  'red shoe',
  'shoe boot',
  'tea red',
  'tea',
  'tea',
  'boot sneaker',
]);
/** Shoes, tea, and one that has no category. */
const categories = new CategoryTitles(titles, Int32Array.from([0, 0, 0, 0, 1, 1, 1, -1]));
const areNamed = (words: string[], products: number[]) =>
  categories.areNamedBy(new Set(words.map((word) => TERMS.find(word))), products);

test.each([
  // Two of four shoes say so, each title once.
  ['sneaker', [0, 1], true],
  ['sneaker', [2, 3], true],
  ['boot', [0, 1], false],
  ['red', [4, 5], false],
  ['tea', [4, 5], true],
  ['tea', [0, 1, 4], false],
  // The category that most are in, those of none uncounted.
  ['tea', [0, 4, 5, 7, 7, 7], true],
  ['sneaker', [7], false],
  ['sneaker', [], false],
])('%s names what %j are: %s', (word, products, is) => {
  expect(areNamed([word], products)).toBe(is);
});

test('any of the words will do', () => {
  expect(areNamed(['boot', 'sneaker'], [0])).toBe(true);
  expect(areNamed([], [0])).toBe(false);
});

test('the first two hundred titles of a category tell', () => {
  const many = titlesOf(TERMS, [
    ...Array.from({ length: 100 }, () => 'shoe'),
    ...Array.from({ length: 100 }, () => 'boot'),
    ...Array.from({ length: 300 }, () => 'sneaker'),
  ]);
  const own = new CategoryTitles(many, new Int32Array(500));
  const isNamed = (word: string) => own.areNamedBy(new Set([TERMS.find(word)]), [0]);
  expect(['shoe', 'boot', 'sneaker'].map(isNamed)).toEqual([true, true, false]);
});
