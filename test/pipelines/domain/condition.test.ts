import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TITLED_CONDITION, titledCondition } from '../../../pipelines/domain/condition.ts';
import { CONDITION_WORDS } from '../../../pipelines/text/languages.ts';

test('a title says a condition by a word that means nothing else, or by one that is set apart', () => {
  const said = (title: string) => titledCondition(title);
  expect(said('Lumora X2 Earbuds (Renewed)')).toBe('refurbished');
  expect(said('Lumora X2 Earbuds (Restored)')).toBe('refurbished');
  expect(said('REFURB Lumora X2 Earbuds')).toBe('refurbished');
  expect(said('Lumora X2 reconditionné')).toBe('refurbished');
  expect(said('Lumora X2 Earbuds (Used - Like New)')).toBe('used');
  expect(said('Pre-owned watch')).toBe('used');
});

test('a title begins with a condition where it goes on with a maker’s thing or a model number', () => {
  expect(titledCondition('Restored AirPods Pro', { brand: 'Apple' })).toBe('refurbished');
  expect(titledCondition('*Renewed* Lumora X2 Earbuds')).toBe('refurbished');
  expect(titledCondition('Open-Box WH-1000XM4 Headphones')).toBe('refurbished');
  expect(titledCondition('Aufbereitetes Lumora Klar', { brand: 'Lumora' })).toBe('refurbished');
  expect(titledCondition('Rigenerato Lumora Chiaro', { brand: 'Lumora' })).toBe('refurbished');
  expect(titledCondition('Gebrauchtes Lumora Klar', { brand: 'Lumora' })).toBe('used');
  expect(titledCondition('Used Café Lumora Kettle', { brand: 'Cafe Lumora' })).toBe('used');
});

test('a title that begins so and names no thing of a maker says nothing', () => {
  for (const title of ['Restored Hope', 'Renewed 2nd edition', 'Restored 1990s', 'Open Box', 'Used'])
    expect(titledCondition(title), title).toBeNull();
  expect(titledCondition('')).toBeNull();
  // A book, which names its maker as well; a part of a watch; what is for a special day; toner.
  expect(titledCondition('Restored Hope 2B', { brand: 'Ferncliff', code: '9780306406157' })).toBeNull();
  expect(titledCondition('Restored Hope', { brand: 'Ferncliff', code: '09790306406156' })).toBeNull();
  expect(titledCondition('Restored Lamp', { brand: 'Ferncliff', code: '4006381333931' })).toBe('refurbished');
  for (const title of ['Second hand', 'Occasion dress', 'Remanufactured toner TX22', 'Used oil container 5L'])
    expect(titledCondition(title, { brand: 'Lumora' }), title).toBeNull();
  expect(titledCondition('Used Lumora', { brand: 'Lumora Home' })).toBeNull();
  // Not the first word.
  expect(titledCondition('The Renewed Mind', { brand: 'Ferncliff' })).toBeNull();
});

test('a word that means something else as well says nothing where it stands among others', () => {
  for (const title of [
    'The Renewed Mind',
    'Restored Hope',
    'Remanufactured Toner TX22',
    'Dress for a special occasion',
    'Watch with sweep second hand',
    'Used cars of the fifties',
    'Das gebrauchte Herz',
    'Cards (Good)',
  ])
    expect(titledCondition(title), title).toBeNull();
});

test('the pattern by which SQL asks has every title that says something', () => {
  const pattern = new RegExp(TITLED_CONDITION, 'u');
  const plain = (title: string) => title.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const word = fc.constantFrom(...CONDITION_WORDS.keys(), 'used').map((name) => name.replaceAll('_', ' '));
  const beginning = fc.oneof(fc.constant(''), fc.string());
  fc.assert(
    fc.property(beginning, word, fc.constantFrom('', '('), fc.string(), (before, name, bracket, after) => {
      const title = `${before} ${bracket}${name}${bracket && ')'} Lumora ${after}`;
      return titledCondition(title, { brand: 'Lumora' }) === null || pattern.test(plain(title));
    }),
  );
});
