import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import {
  areCalledApart,
  hasAccessoryNoun,
  isExtension,
  replacesPart,
} from '../../../pipelines/equivalence/kind.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string, category: string | null = null) => {
  const one = listing('alpha', `k${skus++}`, { title, brand: 'Acme', category });
  return comparedItem(assembleProduct([one]), one.variant_id);
};

test.each([
  ['Acme Digital Piano, Black', 'Acme Electric Guitar, Black', null, true],
  // Where somebody put both on one shelf, it is asked; a department is none.
  ['Acme Digital Piano, Black', 'Acme Electric Guitar, Black', 'toys.music', false],
  ['Acme Digital Piano', 'Acme Guitar', 'arts_entertainment.hobbies_creative_arts', true],
  ['Acme Bike Lock', 'Acme Bike Helmet', 'sport.cycling', true],
  ['Acme Ladegerät grau', 'Acme Kabel schwarz', 'handy.zubehoer', true],
  ['Acme Ladegerät grau', 'Acme Charger', null, false],
  ['Acme Digital Piano', 'Acme Stage Piano', null, false],
  // Two words for one thing, and a title that speaks of both.
  ['Acme Camping Stove', 'Acme Camping Cooker', null, false],
  ['Acme Digital Piano', 'Acme Keyboard, piano with stand', null, false],
])('%s, %s on %s: %s', (a, b, category, expected) => {
  expect(areCalledApart(item(a, category), item(b, category))).toBe(expected);
});

test('a part that is replaced is told from the whole thing, not from another part', () => {
  expect(replacesPart(item('Acme Sock Replacement Fabric'), item('Acme Sock Monitor'))).toBe(true);
  expect(replacesPart(item('Acme Replacement Filter'), item('Acme Filter'))).toBe(false);
  expect(replacesPart(item('Acme Sock Monitor'), item('Acme Sock Monitor'))).toBe(false);
  // Behind the word for the thing, and written to it.
  expect(replacesPart(item('Acme Straw Lid Replacement, Wide'), item('Acme Bottle, Wide'))).toBe(true);
  expect(replacesPart(item('Acme Ersatzspule'), item('Acme Angelrolle'))).toBe(true);
});

test.each([
  ['Acme Isle 5-6 Player Extension, Board Game', true],
  ['Acme Isle Board Game Add-On', true],
  ['Acme Isle Erweiterung', true],
  ['Acme Isle Board Game', false],
])('%s extends another thing: %s', (title, expected) => {
  expect(isExtension(item(title))).toBe(expected);
});

test('a title calls a thing an accessory by a word for one, or by calling it so', () => {
  expect(hasAccessoryNoun(item('Acme Phone Case'))).toBe(true);
  expect(hasAccessoryNoun(item('Acme Charge Accessory Band, Sport'))).toBe(true);
  expect(hasAccessoryNoun(item('Acme Charge Fitness Band'))).toBe(false);
});
