import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { haveOpposites } from '../../../pipelines/equivalence/opposites.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string) => {
  const one = listing('alpha', `q${skus++}`, { title, brand: 'Acme' });
  return comparedItem(assembleProduct([one]), one.variant_id);
};

test.each([
  ['Acme Long-Sleeve Bodysuit', 'Acme Short Sleeve Bodysuit', true],
  ['Acme Front Disc Brake', 'Acme Rear Disc Brake', true],
  // Of different words, both of one, and of one alone.
  ['Acme Long Pants', 'Acme Short Sleeve Shirt', false],
  ['Acme Long Sleeve and Short Sleeve Set', 'Acme Short Sleeve Set', false],
  ['Acme Long Sleeve Bodysuit', 'Acme Bodysuit', false],
])('%s, %s: %s', (a, b, expected) => {
  expect(haveOpposites(item(a), item(b))).toBe(expected);
  expect(haveOpposites(item(b), item(a))).toBe(expected);
});
