import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { fillsOtherwise } from '../../../pipelines/equivalence/named_slots.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string) => {
  const one = listing('alpha', `n${skus++}`, { title, brand: 'Acme' });
  return comparedItem(assembleProduct([one]), one.variant_id);
};

test.each([
  ['Acme Zentrix 2i2 USB Keyboard', 'Acme Zentrix Solo USB Keyboard', true],
  // The other says it elsewhere, a standard, a colour, the thing itself, and a word of English that many lines have.
  ['Acme Zentrix 2i2 USB Keyboard', 'Acme Zentrix Solo USB Keyboard 2i2', false],
  ['Acme Zentrix 2i2 Solo Keyboard', 'Acme Zentrix Solo USB Keyboard', false],
  ['Acme Zentrix 4K Monitor', 'Acme Zentrix Solo Monitor', false],
  ['Acme Zentrix 2i2 Keyboard', 'Acme Zentrix Black Keyboard', false],
  ['Acme Zentrix 2i2 Keyboard', 'Acme Zentrix Keyboard', false],
  ['Acme Smart 2i2 Keyboard', 'Acme Smart Solo Keyboard', false],
])('%s, %s: %s', (coded, worded, expected) => {
  expect(fillsOtherwise(item(coded), item(worded))).toBe(expected);
});
