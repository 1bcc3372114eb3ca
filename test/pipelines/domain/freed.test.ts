import { describe, expect, test } from 'vitest';
import { freedOf } from '../../../pipelines/domain/freed.ts';
import { foldText } from '../../../pipelines/text/fold.ts';

describe('freedOf', () => {
  test.each([
    ['Glutenfrei, bio, ohne Palmöl, vegan, laktosefrei.', ['gluten', 'lactose', 'palm oil']],
    ['gluten- und laktosefrei', ['gluten', 'lactose']],
    ['free from nuts, milk and soy', ['milk', 'soy', 'nut']],
    ['sin azúcar ni alcohol', ['sugar', 'alcohol']],
    ['Zeer stil, BPA-vrij.', ['bpa']],
    ['made with nuts and free from gluten', ['gluten']],
    ['contains milk, free of gluten', ['gluten']],
    ['frei von Mikroplastik, Parabenen und Duftstoffen', ['fragrance', 'paraben']],
  ])('%s', (text, freed) => {
    expect(freedOf(foldText(text)).toSorted()).toEqual(freed.toSorted());
  });

  test.each([
    'Contains nuts. Free shipping',
    'not gluten free',
    'do not bleach',
    'no added sugar',
    'hassle-free',
    'milk chocolate with hazelnuts',
    'ohne Zweifel, Milch und Honig',
  ])('nothing in: %s', (text) => {
    expect(freedOf(foldText(text))).toEqual([]);
  });

  test('of each statement alone: what the one contains the next is not free of', () => {
    expect(freedOf(foldText('Contains nuts. Free from gluten'))).toEqual(['gluten']);
  });
});
