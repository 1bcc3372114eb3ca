import { expect, test } from 'vitest';
import { Synonyms } from '../../../warehouse/text/synonyms.ts';

const synonyms = Synonyms.standard();

// Titles write how many in digits (`12x500g`), people in words (`twelve pack`).
test.each([
  ['twelve', '12'],
  ['zwolf', '12'],
  ['six', '6'],
  ['hundred', '100'],
  ['soja', 'soy'],
  ['cian', 'cyan'],
])('%s is %s as well, and the other way round', (word, other) => {
  expect(synonyms.of(word)).toContain(other);
  expect(synonyms.of(other)).toContain(word);
});

test('a word that says something else in another language is none: new is no number', () => {
  expect(synonyms.of('neuf')).not.toContain('9');
  expect(synonyms.of('once')).not.toContain('11');
});

test('an inflected form means what its base does, and a listed word what its own line says', () => {
  expect(synonyms.of('stampanti')).toContain('printer');
  expect(synonyms.of('laktosefreier')).toContain('laktosefrei');
  expect(synonyms.phrasesOf('waschautomaten')).toContain('washing machine');
  expect(synonyms.of('latte')).not.toContain('milk');
  expect(synonyms.of('latte', 'it')).toContain('milk');
  expect(synonyms.of('halo')).toEqual([]);
});

test('what is for children is for a girl too, and what is for boys is not', () => {
  expect(synonyms.widerOf('girl')).toContain('kid');
  expect(synonyms.widerOf('nina')).toContain('enfant');
  expect(synonyms.widerOf('girl')).not.toContain('boy');
  expect(synonyms.widerOf('kid')).toEqual([]);
  // German of child, and another word of English.
  expect(synonyms.widerOf('girl')).not.toContain('kind');
});

test('what is unisex is for women and for men, and what is for men is not unisex', () => {
  for (const word of ['women', 'men', 'damen', 'hombre']) expect(synonyms.widerOf(word)).toContain('unisex');
  expect(synonyms.widerOf('unisex')).toEqual([]);
  expect(synonyms.widerOf('women')).not.toContain('men');
});

test('a word means the kinds of what it names, and these do not mean it', () => {
  expect(synonyms.of('fish')).toContain('salmon');
  expect(synonyms.of('salmon')).not.toContain('fish');
  expect(synonyms.of('salmon')).not.toContain('tuna');
});
