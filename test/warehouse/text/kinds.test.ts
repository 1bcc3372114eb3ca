import { expect, test } from 'vitest';
import { endsAsAccessory, isAccessory, Kinds } from '../../../warehouse/text/kinds.ts';
import { listOf } from './catalogue.ts';

const PATHS = [
  'e.bags_for_laptops',
  'e.laptops',
  'e.mice_trackballs',
  'e.mouse_pads',
  'e.printer_accessories',
  'e.screen_filters',
  'h.children_feet_men_teeth_care',
  'h.laptop_stands',
  'h.replacement_parts_for_ovens',
  'h.shirts_tops',
  'h.women_wear',
  'water',
];
const kinds = new Kinds(listOf(PATHS));
const pathsOf = (numbers: Iterable<number>) =>
  [...numbers].map((number) => PATHS[number] as string).sort((a, b) => a.localeCompare(b));

test.each([
  ['laptop', true],
  ['pad', true],
  ['mouse', true],
  ['water', true],
  // The first part of a path, small words, and what comes before a word for what goes with a thing.
  ['e', false],
  ['for', false],
  ['printer', false],
  ['accessory', true],
  ['replacement', false],
  ['oven', true],
])('%s names a kind of thing: %s', (word, is) => {
  expect(kinds.isKind(word)).toBe(is);
});

test.each([
  ['laptop', true],
  ['pad', true],
  ['trackball', true],
  ['mouse', false],
  ['unknown', false],
])('%s heads a category: %s', (word, is) => {
  expect(kinds.isHeading(word)).toBe(is);
});

test('a word names the categories that have it in their name, and holds what it heads', () => {
  expect(pathsOf(kinds.categoriesOf('laptop'))).toEqual(['e.bags_for_laptops', 'e.laptops']);
  expect(pathsOf(kinds.categoriesOf('cup'))).toEqual([]);
  expect(pathsOf(kinds.categoriesHolding(['pad']))).toEqual(['e.mouse_pads']);
  expect(pathsOf(kinds.categoriesHolding(['mice']))).toEqual(['e.mice_trackballs']);
  expect(pathsOf(kinds.categoriesHolding(['trackball']))).toEqual(['e.mice_trackballs']);
  expect(pathsOf(kinds.categoriesHolding(['bag']))).toEqual(['e.bags_for_laptops']);
  // A mouse heads nothing here, so it holds all that are named by it.
  expect(pathsOf(kinds.categoriesHolding(['mouse']))).toEqual(['e.mouse_pads']);
  expect(pathsOf(kinds.categoriesHolding(['mouse', 'mice']))).toEqual(['e.mice_trackballs']);
  expect(pathsOf(kinds.categoriesHolding(['screen', 'cup']))).toEqual(['e.screen_filters']);
  expect(pathsOf(kinds.categoriesHolding(['women']))).toEqual(['h.women_wear']);
  for (const word of ['children', 'feet', 'men', 'teeth', 'care'])
    expect(pathsOf(kinds.categoriesHolding([word]))).toEqual(['h.children_feet_men_teeth_care']);
  for (const word of ['shirt', 'top']) expect(kinds.namesOtherThan(['mouse'])(word)).toBe(true);
  expect(kinds.namesOtherThan(['care'])('shirt')).toBe(true);
  expect(kinds.namesOtherThan(['care'])('men')).toBe(false);
});

test('a word names another kind where what it heads is none of these', () => {
  const isOther = kinds.namesOtherThan(['mouse', 'mice']);
  expect(['filter', 'trackball', 'cup', 'screen', 'water'].map(isOther)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test('what goes with a thing', () => {
  expect(['case', 'spare', 'laptop'].map(isAccessory)).toEqual([true, true, false]);
});

test.each([
  ['sleeve', true],
  ['quickdock', true],
  ['laptoptasche', true],
  ['husband', false],
  ['nightstand', false],
  ['hardcover', false],
  ['duvetcover', true],
  ['notebook', false],
])('%s is an accessory, or ends as one: %s', (word, expected) => {
  expect(endsAsAccessory(word)).toBe(expected);
});

test('an accessory holds what it heads alone, another word all that it tells apart', () => {
  const own = new Kinds(listOf(['h.keyboard_stands', 'h.laptop_computers', 'h.stand_mixers']));
  expect(own.namesOtherThan(['stand'])('mixer')).toBe(true);
  expect(own.namesOtherThan(['stand'])('stand')).toBe(false);
  expect(own.namesOtherThan(['laptop'])('computer')).toBe(false);
  expect(own.namesOtherThan(['laptop'])('mixer')).toBe(true);
});
