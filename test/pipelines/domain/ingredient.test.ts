import { expect, test } from 'vitest';
import {
  freeingWords,
  havingWords,
  INGREDIENTS,
  ingredientNamed,
} from '../../../pipelines/domain/ingredient.ts';
import { foldText } from '../../../pipelines/text/fold.ts';

test.each([
  ['peanuts', 'peanut'],
  ['any nuts', 'nut'],
  ['frutos secos', 'nut'],
  ['Nüsse', 'nut'],
  ['la lactosa', 'lactose'],
  ['coeliac', 'gluten'],
  ['milk chocolate', undefined],
  ['leather', undefined],
])('%s names %s', (phrase, name) => {
  expect(ingredientNamed(phrase)?.name).toBe(name);
});

test('what is free of milk has no lactose, and not the other way about', () => {
  const freeing = (name: string) => freeingWords(ingredientNamed(name) as never);
  expect(freeing('lactose')).toContain('dairy');
  expect(freeing('milk')).not.toContain('lactose');
  expect(freeing('almond')).toContain('nuts');
  expect(freeing('peanut')).not.toContain('nuts');
});

test('nuts hold almonds and peanuts; beside peanuts nuts count only where somebody is ill of them', () => {
  const having = (name: string, isIll: boolean) => havingWords(ingredientNamed(name) as never, isIll);
  expect(having('nut', false)).toEqual(expect.arrayContaining(['almond', 'peanuts', 'marzipan']));
  expect(having('peanut', false)).not.toContain('almond');
  expect(having('peanut', true)).toContain('almond');
});

test('a word names one ingredient, and what an ingredient points to is one', () => {
  const all = [...INGREDIENTS.values()];
  const words = all.flatMap((one) => [...one.words, ...one.ailments].map(foldText));
  const twice = words.filter((word, at) => words.indexOf(word) < at);
  expect(
    twice.filter((word) => new Set(all.filter((one) => one.words.map(foldText).includes(word))).size > 1),
  ).toEqual([]);
  for (const { within, beside, holds } of all)
    for (const name of [...within, ...beside, ...holds]) expect(INGREDIENTS.has(name), name).toBe(true);
});
