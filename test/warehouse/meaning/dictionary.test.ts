import { expect, test } from 'vitest';
import { Dictionary, standardDictionary } from '../../../warehouse/meaning/dictionary.ts';
import { englishOf, meantWords } from '../../../warehouse/meaning/meant_words.ts';

const dictionary = new Dictionary(`# a comment
wear | tragen, trage | llevar | porter | portare
carry | tragen | llevar | porter | portare
wide | weit, breit | ancho | large | largo
gas bottle | gasflasche | botella de gas | bouteille de gaz | bombola
`);

test('a word is what its lines say, in their order and in its language alone', () => {
  expect(dictionary.inEnglish('tragen', 'de')).toEqual(['wear', 'carry']);
  expect(dictionary.inEnglish('tragen', 'fr')).toEqual([]);
  expect(dictionary.inEnglish('large', 'fr')).toEqual(['wide']);
  expect(dictionary.inEnglish('large', 'en')).toEqual([]);
  expect(dictionary.inEnglish('botella de gas', 'es')).toEqual(['gas bottle']);
});

test.each([
  ['llevamos', 'es', 'wear'],
  ['portons', 'fr', 'wear'],
  ['portiamo', 'it', 'wear'],
  ['breite', 'de', 'wide'],
])('an inflected form is found by its stem: %s', (form, language, english) => {
  expect(dictionary.inEnglish(form, language)[0]).toBe(english);
});

test('an exact word wins over the stem, and short words have none', () => {
  expect(dictionary.inEnglish('trage', 'de')).toEqual(['wear']);
  expect(dictionary.inEnglish('weiten', 'de')).toEqual(['wide']);
  expect(dictionary.inEnglish('an', 'es')).toEqual([]);
});

test('the language is the one that has most of the words', () => {
  expect(dictionary.languageOf(['tragen', 'weit', 'large'])).toBe('de');
  expect(dictionary.languageOf(['keyboard'])).toBeNull();
});

test('an English word is found in all other languages', () => {
  expect(dictionary.inOthers('wide')).toEqual(['weit', 'breit', 'ancho', 'large', 'largo']);
  expect(dictionary.inOthers('keyboard')).toEqual([]);
});

test('a line with too few languages is refused', () => {
  expect(() => new Dictionary('wide | breit | ancho')).toThrow(
    'The dictionary has a line of 2 languages, not 4: wide | breit | ancho',
  );
});

test('every line of the dictionary has all languages, and no English word stands twice', () => {
  const lines = standardDictionary().english();
  expect(lines.length).toBeGreaterThan(600);
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
});

test('a text of another language is told in English, an English one stays', () => {
  expect(englishOf(meantWords('Bastian hat keinen Fernseher', { isFact: true }))).toContain('television');
  expect(englishOf(meantWords('Nora has no television', { isFact: true }))).toBeNull();
});

test('a text without words of grammar is read in the language that has most of its words', () => {
  const meant = meantWords('Wolfgang zieht nur alte, samenfeste Tomaten', { isFact: true });
  expect(meant.find(({ text }) => text === 'tomaten')?.english).toBe('tomato');
});
