import { describe, expect, test } from 'vitest';
import { SPELLING_WEIGHTS } from '../../../warehouse/text/lexicon.ts';
import { indexOf, OFFER, productsFound, titled } from './catalogue.ts';

const many = (count: number, title: string) => Array.from({ length: count }, () => title);
const variantsOf = (q: string, ...titles: string[]) => {
  const index = titled(...titles);
  const { groups } = index.parse(q);
  return groups.map(({ variants }) => variants.map(({ term }) => index.term(term)).toSorted());
};

describe('a misspelt word', () => {
  const lamps = many(25, 'Tarnel lamp');

  test('is one that few have, beside a word that far more have', () => {
    // In at most twenty products, with one twenty times as common.
    expect(variantsOf('tarnal', 'Tarnal rug', ...lamps)).toEqual([['tarnal', 'tarnel']]);
    expect(variantsOf('tarnal', 'Tarnal rug', 'Tarnal mat', ...lamps)).toEqual([['tarnal']]);
    expect(variantsOf('tarnal', ...many(20, 'Tarnal rug'), ...many(400, 'Tarnel lamp'))).toEqual([
      ['tarnal', 'tarnel'],
    ]);
    expect(variantsOf('tarnal', ...many(21, 'Tarnal rug'), ...many(420, 'Tarnel lamp'))).toEqual([
      ['tarnal'],
    ]);
  });

  test('is not looked for among what only ranks, nor for more than four of a text', () => {
    expect(titled(...lamps, 'Oak desk').parse('desk for tarnal').unknown).toEqual(['tarnal']);
    const names = ['tarnel', 'vostig', 'kelbur', 'wendar', 'zorpit'];
    const bent = ['tarnal', 'vostag', 'kelbar', 'wendor', 'zorpat'];
    expect(titled(...names).parse(bent.join(' ')).unknown).toEqual(['zorpat']);
  });

  test('counts less by two mistakes than by one', () => {
    const weight = (q: string) => titled('Tarnelstrom lamp').parse(q).groups[0]?.variants[0]?.weight ?? 0;
    expect(weight('tarnelstrem')).toBeGreaterThan(weight('tarnilstrem'));
    expect(weight('tarnilstrem')).toBeGreaterThan(0);
  });

  test('is tried with the s that was taken for a plural’s, where nothing else is near', () => {
    expect(productsFound(titled('Wireless mouse', 'Oak desk'), { q: 'wireles' })).toEqual([0]);
  });
});

describe('a number', () => {
  test('stands for what it measures, not for longer numbers', () => {
    expect(variantsOf('128 lamp', 'Lamp 128GB', 'Lamp 1280', 'Lamp 128x4')).toEqual([
      expect.not.arrayContaining(['1280']),
      ['lamp'],
    ]);
    expect(variantsOf('128 lamp', 'Lamp 128GB', 'Lamp 1280')[0]).toContain('128gb');
  });

  test('is its ordinal, up to ninety-nine', () => {
    expect(variantsOf('pro 2 lamp', 'Pro 2nd lamp')[1]).toEqual(['2nd']);
    const weightsOf = (q: string, ...titles: string[]) =>
      titled(...titles)
        .parse(q)
        .groups[1]?.variants.map(({ weight }) => weight);
    const { measure, piece } = SPELLING_WEIGHTS;
    expect(weightsOf('pro 12 lamp', 'Pro 12th lamp', 'Pro 12nd lamp')).toEqual([measure, piece]);
    expect(weightsOf('pro 22 lamp', 'Pro 22nd lamp')).toEqual([measure]);
    expect(weightsOf('pro 100 lamp', 'Pro 100th lamp')).toEqual([piece]);
  });

  test('at the end of a text is the same as elsewhere, unless it is being typed', () => {
    const titles = ['Lamp 128GB', 'Lamp 1280'];
    expect(variantsOf('lamp 128', ...titles)[1]).toEqual(['128gb']);
    const typed = titled(...titles).parse('lamp 128', { typing: true }).groups[1]?.variants;
    expect(typed).toHaveLength(2);
  });

  test('is found by what some write in one piece, of six digits at least', () => {
    const sizes = ['205/55 R16', '205/55R16', '205 55 16'];
    for (const q of sizes)
      expect(
        productsFound(titled('Kestrix tyre 2055516', 'Kestrix tyre 2155516'), { q: `kestrix ${q}` })[0],
      ).toBe(0);
    expect(variantsOf('tyre 205 55 16', 'Tyre 2055516').slice(1)).toEqual([
      ['2055516'],
      ['2055516'],
      ['2055516'],
    ]);
    // Neither fewer digits, nor those of words between which something else stands.
    expect(variantsOf('lamp 20 5 55', 'Lamp 20555')).toEqual([['lamp']]);
    expect(variantsOf('205 tyre 55 16', 'Tyre 2055516')).toEqual([['tyre']]);
  });

  test('of a pack is the number of what it holds', () => {
    const found = variantsOf('soda 6pk cold', 'Soda 6 x 200 ml cold', 'Soda 6x1l cold');
    expect(found[1]).toEqual(['6', '6x1l']);
  });
});

describe('a word that nothing here is written as', () => {
  test('is a form of another only where it is English, and the text is a question', () => {
    expect(variantsOf('salted chips', 'Salt chips')).toEqual([['salt'], ['chip']]);
    expect(titled('Salt chips').parse('salted chips', { literal: true }).unknown).toEqual(['salted']);
  });

  test('is no beginning of another by fewer than four letters', () => {
    expect(variantsOf('zor', 'Zorpit lamp')).toEqual([]);
    expect(variantsOf('zorp', 'Zorpit lamp')).toEqual([['zorpit']]);
    expect(titled('Zorpit lamp').parse('zor', { typing: true }).unknown).toEqual([]);
  });

  test('in another language is what it means there, and English is not', () => {
    const index = titled('Notebook', 'Oak desk');
    expect(index.parse('portatile').unknown).toEqual([]);
    const ofDescription = { texts: [{ title: 'Vantor WH-1000', description: 'Lamp' }], offers: [OFFER] };
    expect(indexOf([ofDescription]).parse('wh1000').unknown).toEqual([]);
  });
});
