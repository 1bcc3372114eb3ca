import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../pipelines/text/words.ts';
import { isSide, sidesOf } from '../../../warehouse/text/crossed_sizes.ts';
import { productsFound, titled } from './catalogue.ts';

const sides = (text: string) =>
  sidesOf(wordsOf(text))
    .filter(isSide)
    .map(({ text: own, joined }) => `${own} of ${joined}`);
const rest = (text: string) =>
  sidesOf(wordsOf(text))
    .filter((word) => !isSide(word))
    .map(({ text: own }) => own);

describe('a size by its sides', () => {
  test('is the same in one piece and in several, with a unit and without', () => {
    for (const text of ['5x60', '5 x 60']) expect(sides(text), text).toEqual(['5 of 5x60', '60 of 5x60']);
    for (const text of ['5x60mm', '5 x 60 mm'])
      expect(sides(text), text).toEqual(['5 of 5x60', '60mm of 5x60']);
    expect(sides('140 cm x 200 cm')).toEqual(['140cm of 140x200', '200cm of 140x200']);
    expect(sides('45x45x60')).toEqual(['45 of 45x45x60', '45 of 45x45x60', '60 of 45x45x60']);
    expect(sides('1.5 x 2 x 3')).toEqual(['1.5 of 1.5x2x3', '2 of 1.5x2x3', '3 of 1.5x2x3']);
  });

  test('takes nothing from the words around it', () => {
    expect(rest('screws 5 x 60 mm box')).toEqual(['screw', 'box']);
    expect(rest('screws 5x60 box 4x40')).toEqual(['screw', 'box']);
    expect(sides('screws 5x60 box 4x40')).toHaveLength(4);
  });

  test('is none where a cross is a name, or stands at an end', () => {
    for (const text of ['bmw x 5', 'iphone x 64gb', '5 x', 'x 60', 'x60', '1080p', 'wh1000xm4', '2 x mount'])
      expect(sides(text), text).toEqual([]);
    expect(rest('iphone x 64gb')).toEqual(['iphone', 'x', '64gb']);
  });
});

test('a title is as near in any spelling, and one with a single side of a size is not it', () => {
  const index = titled(
    'Kestrix screws 5 x 60 mm',
    'Kestrix screws 5x60mm',
    'Kestrix screws 5x60',
    'Kestrix screws 4 x 60 mm',
    'Lumo bulb +60%',
    'Vantor terrarium 15x60x45',
  );
  for (const q of ['kestrix 5x60', 'kestrix 5 x 60 mm', 'kestrix screws 5x60mm']) {
    const found = productsFound(index, { q, more: true });
    expect(new Set(found.slice(0, 3)), q).toEqual(new Set([0, 1, 2]));
    expect(found[3], q).toBe(3);
  }
});
