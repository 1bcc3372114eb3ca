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

test('a word that means something else as well says nothing where it stands among others', () => {
  for (const title of [
    'The Renewed Mind',
    'Restored Hope',
    'Remanufactured Toner TX22',
    'Dress for a special occasion',
    'Watch with sweep second hand',
    'Used cars of the fifties',
    'Cards (Good)',
  ])
    expect(titledCondition(title), title).toBeNull();
});

test('the pattern by which SQL asks has every title that says something', () => {
  const pattern = new RegExp(TITLED_CONDITION, 'u');
  const plain = (title: string) => title.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const word = fc.constantFrom(...CONDITION_WORDS.keys()).map((name) => name.replaceAll('_', ' '));
  fc.assert(
    fc.property(fc.string(), word, fc.constantFrom('', '('), fc.string(), (before, name, bracket, after) => {
      const title = `${before} ${bracket}${name}${bracket && ')'} ${after}`;
      return titledCondition(title) === null || pattern.test(plain(title));
    }),
  );
});
