import { expect, test } from 'vitest';
import { related } from '../../../pipelines/equivalence/relation.ts';
import { markedSizes, withoutMarkedSizes } from '../../../pipelines/equivalence/size_marks.ts';
import { type Item, labelledItems } from './labelled_pairs.ts';

test.each([
  ['Levi’s 501 Original W32 L34 blue', ['32/34'], 'Levi’s 501 Original   blue'],
  ['501 jeans stonewash W32/L34', ['32/34'], '501 jeans stonewash  '],
  ['Work Pant, Dark Khaki, 46W x 32L', ['46/32'], 'Work Pant, Dark Khaki,  '],
  ['Jeans 34W 30L', ['34/30'], 'Jeans  '],
  ['All season tyre 205/55 R16 91V', ['205/55/16'], 'All season tyre   91V'],
  ['Tyre 225/45ZR17', ['225/45/17'], 'Tyre  '],
  // a watt and a litre, a lumen, a model, a date
  ['Blender 32W 2L', [], 'Blender 32W 2L'],
  ['Lamp W320 L34', [], 'Lamp W320 L34'],
  ['Model SW32 L34', [], 'Model SW32 L34'],
  ['Diary 205/55', [], 'Diary 205/55'],
])('%s', (title, sizes, rest) => {
  expect(markedSizes(title).map(({ text }) => text)).toEqual(sizes);
  expect(withoutMarkedSizes(title)).toBe(rest);
});

test.each([
  ['Acme 501 Jeans W32 L34 blue', 'Acme 501 Jeans 34W x 34L blue', 'variant'],
  ['Acme 501 Jeans W32 L34 blue', 'Acme 501 Jeans 32W x 34L blue', 'identical'],
  ['Acme Road Tyre 205/55 R16', 'Acme Road Tyre 225/45 R17', 'variant'],
  ['Acme Road Tyre 205/55 R16', 'Acme Road Tyre 205/55R16', 'identical'],
])('%s and %s are sizes, no models or generations: %s', async (one, other, relation) => {
  const items: Item[] = [one, other].map((title, at) => ({ ref: `shop${at}:1`, title, brand: 'Acme' }));
  const { itemOf, rarity } = await labelledItems(items);
  expect(related(itemOf('shop0:1'), itemOf('shop1:1'), rarity).relation).toBe(relation);
});
