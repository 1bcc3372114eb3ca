import { expect, test } from 'vitest';
import { productWords } from '../../../warehouse/reads/product_words.ts';
import { listedSnapshot, listing } from './listed_snapshot.ts';

const wordsOfTitle = async (title: string) => {
  const [product] = await listedSnapshot([
    listing('alpha', '1', { title, brand: null, price_minor: 100 }),
  ]).products([0]);
  return productWords(product as NonNullable<typeof product>);
};

test('what a title shouts before its name says nothing of the thing', async () => {
  expect(await wordsOfTitle('Hot Deal! Cheese Chips')).toEqual(new Set(['cheese', 'chip']));
  expect((await wordsOfTitle('Jeopardy! Board Game')).has('jeopardy')).toBe(true);
  expect((await wordsOfTitle('Chips Hot Deal Hot')).has('hot')).toBe(true);
});
