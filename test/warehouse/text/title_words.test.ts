import { expect, test } from 'vitest';
import { ACCESSORY_WORDS, SPARE_PART_WORDS } from '../../../pipelines/text/languages.ts';
import { TITLE_WORD, TitleWords } from '../../../warehouse/text/title_words.ts';
import { listOf } from './catalogue.ts';

const TERMS = listOf(
  [
    'ab-15',
    'black',
    'case',
    'for',
    'laptop',
    'laptoptasche',
    'nightstand',
    'ps5',
    'sleek',
    'with',
    'x1c',
  ].sort(),
);
const words = new TitleWords(TERMS, ['ab-15', 'laptop', 'ps5', 'not here']);
const doing = (what: number) =>
  Array.from({ length: TERMS.size }, (_, term) => term).flatMap((term) =>
    words.does(term, what) ? [TERMS.text(term)] : [],
  );

test('tells of each term what it does in a title, asked for the first time and again', () => {
  for (let round = 0; round < 2; round++) {
    expect(doing(TITLE_WORD.accessory)).toEqual(['case', 'laptoptasche']);
    expect(doing(TITLE_WORD.ending)).toEqual(['ab-15', 'for', 'ps5', 'with', 'x1c']);
    expect(doing(TITLE_WORD.color)).toEqual(['black']);
    expect(doing(TITLE_WORD.opening)).toEqual(['for']);
    expect(doing(TITLE_WORD.head)).toEqual(['ab-15', 'laptop', 'ps5']);
  }
});

test('asks of words that head categories alone, each once', () => {
  const asked: string[] = [];
  const isSo = words.telling((word) => asked.push(word) > 0 && word === 'ps5');
  const all = Array.from({ length: TERMS.size }, (_, term) => term);
  for (let round = 0; round < 2; round++)
    expect(all.filter(isSo).map((term) => TERMS.text(term))).toEqual(['ps5']);
  expect(asked).toEqual(['ab-15', 'laptop', 'ps5']);
});

test('no accessory is named by a word that ends with a digit, so none such is read', () => {
  for (const word of [...ACCESSORY_WORDS, ...SPARE_PART_WORDS]) expect(word).not.toMatch(/[0-9]$/);
});
