import { expect, test } from 'vitest';
import { wordsOf } from '../../../pipelines/text/words.ts';
import { baseForms } from '../../../warehouse/text/base_forms.ts';
import { Synonyms } from '../../../warehouse/text/synonyms.ts';
import { productsFound, titled } from './catalogue.ts';

const asIndexed = (text: string) => wordsOf(text)[0]?.text ?? '';

test.each([
  ['altavoces', 'altavoz'],
  ['televisores', 'televisor'],
  ['stampanti', 'stampante'],
  ['tastiere', 'tastiera'],
  ['libri', 'libro'],
  ['Monitore', 'monitor'],
  ['Tastaturen', 'tastatur'],
  ['Lampen', 'lampe'],
  ['fietsen', 'fiets'],
  ['bianche', 'bianca'],
  ['laktosefreies', 'laktosefrei'],
  ['noten', 'noot'],
  ['gazeuse', 'gazeux'],
  ['cartouches', 'cartouche'],
  ['brosses', 'brosse'],
])('%s is a form of %s', (form, base) => {
  expect(baseForms(asIndexed(form))).toContain(asIndexed(base));
});

test('of what is short, or no word, there is none', () => {
  for (const text of ['tees', 'xbox1', '12x5l', 'büro']) expect(baseForms(text)).toEqual([]);
});

test('a plural finds what its noun does, and is no guess', () => {
  const index = titled('Kestrix speaker', 'Kestrix mouse', 'Lamp');
  for (const [q, found] of [
    ['altavoces', [0]],
    ['altoparlanti', [0]],
    ['ratones', [1]],
    ['lampade', [2]],
  ] as const) {
    expect(productsFound(index, { q })).toEqual(found);
    expect(index.searchNow({ q }).readAs).toEqual([]);
  }
});

test('a word of English is no plural of another language, nor is what is written here', () => {
  // `lampen` could be lamps.
  expect(Synonyms.standard().of('lampe').length).toBeGreaterThan(0);
  expect(productsFound(titled('Lamp', 'Lampen of Kestrix'), { q: 'lampen' })).toEqual([1]);
  // Wooden is English, and `wood` a name of goods.
  expect(baseForms('wooden')).toContain('wood');
  expect(productsFound(titled('Holz', 'Lamp'), { q: 'wooden' })).toEqual([]);
});

test('a plural that the English rule takes for another word is the name of goods in its own language alone', () => {
  const synonyms = Synonyms.standard();
  const word = asIndexed('couches');
  expect(word).toBe('couch');
  expect(synonyms.of(word, 'fr')).toContain('diaper');
  expect(synonyms.of(word, 'en')).not.toContain('diaper');
  expect(synonyms.of(asIndexed('cartouches'))).toContain('cartridge');
});

test('an inflected form of what titles write is that word and no guess, unless that is English', () => {
  const index = titled('Kestrix Kochmesser geschmiedet', 'Kestrix Kochmesser rostfrei', 'Garden hose');
  for (const q of ['geschmiedetes', 'geschmiedeten', 'geschmiedete']) {
    expect(productsFound(index, { q })).toEqual([0]);
    expect(index.searchNow({ q }).readAs).toEqual([]);
  }
  // Trousers are a hose by a guess at most.
  expect(index.searchNow({ q: 'hosen' }).readAs).toEqual([{ word: 'hosen', as: ['hose'] }]);
});
