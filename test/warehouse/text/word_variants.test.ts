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

test('a word of English in a finished text is no beginning of another, however many have it', () => {
  const stands = [...many(30, 'Oak stand'), 'Tarnel standard toner'];
  expect(variantsOf('stand', ...stands)).toEqual([['stand']]);
  const typed = titled(...stands).parse('stand', { typing: true }).groups[0]?.variants;
  expect(typed).toHaveLength(2);
  // A maker's word may be.
  expect(variantsOf('tarn', ...many(30, 'Tarn lamp'), 'Tarnel lamp')).toEqual([['tarn', 'tarnel']]);
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
    // By itself it may be the beginning of a longer one.
    expect(variantsOf('1284', 'Lamp 12845', 'Lamp 1284GB')).toEqual([['12845', '1284gb']]);
    expect(variantsOf('lamp 1284', 'Lamp 12845', 'Lamp 1284GB')[1]).toEqual(['1284gb']);
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

describe('a word', () => {
  test('stands for its compound, for pieces of it by half, and for the same amount in another unit', () => {
    expect(variantsOf('vantor wh-1000', 'Vantor WH1000')).toEqual([
      ['vantor'],
      ['wh1000'],
      ['1000', 'wh1000'],
    ]);
    const pieces = titled('Vantor xm4 lamp').parse('1000xm4 lamp').groups[0]?.variants;
    expect(pieces?.map(({ weight }) => weight)).toEqual([SPELLING_WEIGHTS.piece]);
    expect(variantsOf('lamp 15.6 inch black', 'Lamp 39.6 cm black')[1]).toEqual(['39.6cm']);
  });

  test('stands for its other names in the forms that titles write', () => {
    expect(variantsOf('polarised lens', 'Polarisierte Lens', 'Oak lens')[0]).toEqual(['polarisierte']);
    expect(variantsOf('shoe', 'Schuhe', 'Oak desk')).toEqual([['schuhe']]);
    // Of an English word a longer one is another: no painter is paint.
    expect(variantsOf('pintura', 'Painter', 'Oak desk')).toEqual([]);
  });

  test('for whom a thing is stands for what is for anybody, and not the other way about', () => {
    expect(variantsOf('women shoe', 'Unisex shoe', 'Oak shoe')[0]).toEqual(['unisex']);
    expect(variantsOf('unisex shoe', 'Women shoe', 'Oak shoe')).toEqual([['shoe']]);
  });

  test('that with its neighbour means two others stands for its part of them, unless the two are written so here', () => {
    const french = ['Balance cuisine', 'Kitchen scale', 'Balance board', 'Cuisine'];
    expect(variantsOf('balance cuisine', ...french)).toEqual([['balance'], ['cuisine']]);
    expect(variantsOf('balance cuisine', ...french.slice(1))).toEqual([
      ['balance', 'kitchen'],
      ['cuisine', 'scale'],
    ]);
    expect(variantsOf('balance cuisine', 'Balance board', 'Cuisine', 'Kitchen', 'Scale')).toEqual([
      ['balance'],
      ['cuisine'],
    ]);
  });

  test('that is in the other name as well keeps its own meaning: a laser is no printer', () => {
    expect(variantsOf('imprimante laser', 'Tonerix laser printer', 'Papyra inkjet printer')).toEqual([
      ['laser', 'printer'],
      ['laser'],
    ]);
  });

  test('of English is none of another language: a pan is no bread', () => {
    expect(titled('Bread 500 g', 'Oak desk').parse('pan').unknown).toEqual(['pan']);
  });

  test('counts its longer ones less where it is one itself, the commonest two dozen of them', () => {
    const names = Array.from({ length: 26 }, (_, no) => `Zorp${String.fromCharCode(97 + no)}x lamp`);
    const named = (index: ReturnType<typeof titled>) =>
      index.parse('lamp zorp').groups.find(({ text }) => text === 'zorp')?.variants ?? [];
    const longer = named(titled(...names));
    expect(longer).toHaveLength(24);
    expect(new Set(longer.map(({ weight }) => weight))).toEqual(new Set([SPELLING_WEIGHTS.unfinished]));
    const own = named(titled('Zorp lamp', ...names));
    expect(new Set(own.map(({ weight }) => weight))).toEqual(new Set([1, SPELLING_WEIGHTS.longer]));
    expect(own).toHaveLength(24);
  });

  test('that is being typed, or is a number, is no guess', () => {
    expect(titled('Tarnel lamp').searchNow({ q: 'tarn', typing: true }).readAs).toEqual([]);
    expect(titled('Lamp 12845').searchNow({ q: '1284' }).readAs).toEqual([]);
    expect(titled('Tarnel lamp').searchNow({ q: 'tarn' }).readAs).toEqual([{ word: 'tarn', as: ['tarnel'] }]);
  });

  test('of a pack is its bare number by half only', () => {
    const weights = titled('Soda 6 x 200 ml')
      .parse('soda 6pk')
      .groups[1]?.variants.map(({ weight }) => weight);
    expect(weights).toEqual([SPELLING_WEIGHTS.piece]);
  });

  test('that is misspelt may be any of eight, the nearest and commonest', () => {
    const names = ['tarnel', 'tarnol', 'tarnil', 'tarnul', 'tarnbl', 'tarncl', 'tarndl', 'tarnfl', 'tarngl'];
    const [found = []] = variantsOf('tarnal desk', ...names.map((name) => `${name} lamp`), 'tarnul desk');
    expect(found).toHaveLength(8);
    expect(found).toContain('tarnul');
  });
});
