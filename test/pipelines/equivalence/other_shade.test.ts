import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { hasOtherShade } from '../../../pipelines/equivalence/other_shade.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string) => {
  const one = listing('alpha', `o${skus++}`, { title, brand: 'Acme' });
  return comparedItem(assembleProduct([one]), one.variant_id);
};

test.each([
  ['Acme Skin Case Black Cover', 'Acme Skin Case Smoke Cover', true],
  ['Acme Skin Case Black', 'Acme Skin Case Wild Orchid', true],
  // Too many words, a number, no word, another word beside the colour, and the maker alone.
  ['Acme Skin Case Black', 'Acme Skin Case with two pockets', false],
  ['Acme Skin Case Black', 'Acme Skin Case 12', false],
  ['Acme Skin Case Black', 'Acme Skin Case', false],
  ['Acme Skin Case Hard Black', 'Acme Skin Case Smoke', false],
  ['Skin Case Black', 'Acme Skin Case', false],
])('%s, %s: %s', (a, b, expected) => {
  expect(hasOtherShade(item(a), item(b))).toBe(expected);
  expect(hasOtherShade(item(b), item(a))).toBe(expected);
});
