import { readdirSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { INTENT_LANGUAGES } from '../../../pipelines/domain/intent/lexicon.ts';
import { foldText } from '../../../pipelines/text/fold.ts';
import {
  COLOR_WORDS,
  COLORS,
  CONTAINERS,
  FUNCTION_WORD_LISTS,
  functionWords,
  LANGUAGES,
  type LanguageWords,
  LETTER_SIZES,
  PACK_COUNTS,
  PACK_HOLDERS,
  PACK_LINKS,
  PACK_UNITS,
  SIZE_WORDS,
} from '../../../pipelines/text/languages.ts';
import { readText, titleWords } from '../../../pipelines/text/reading.ts';
import { UNITS } from '../../../pipelines/text/units.ts';

/** Languages whose nouns stand without one, or that write it as part of the noun. */
const WITHOUT_ARTICLES = ['pl', 'he', 'ru'];
/** Colours that shops of any language sell by. */
const COMMON_COLORS = COLORS.filter((name) => !['magenta', 'ivory', 'bronze', 'navy'].includes(name));
/** A word that names one colour here and another there, and why it may. None so far. */
const TWO_COLORS: Readonly<Record<string, string>> = {};

/** Every list of a language by its path: `colors.black`, `packs.units`. */
function listsOf(words: LanguageWords): [path: string, words: readonly string[]][] {
  return Object.entries(words).flatMap(([name, list]): [string, readonly string[]][] =>
    Array.isArray(list)
      ? [[name, list as string[]]]
      : Object.entries(list as Record<string, unknown>).map(([key, inner]) => [
          `${name}.${key}`,
          Array.isArray(inner) ? (inner as string[]) : Object.keys(inner as object),
        ]),
  );
}

const english = LANGUAGES['en'] as LanguageWords;

describe.each(Object.entries(LANGUAGES))('words of %s', (language, words) => {
  it('has every list that English has', () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
    expect(Object.keys(words.packs)).toEqual(Object.keys(english.packs));
    expect(Object.keys(words.sizes)).toEqual(['s', 'm', 'l']);
    for (const name of COMMON_COLORS) expect([name, words.colors[name]?.length ?? 0]).not.toEqual([name, 0]);
    for (const name of Object.keys(words.colors)) expect(COLORS).toContain(name);
  });

  it('lists words once each, as one folded word', () => {
    for (const [path, list] of listsOf(words)) {
      const folded = list.map(foldText);
      expect([path, folded.filter((word, at) => folded.indexOf(word) !== at)]).toEqual([path, []]);
      for (const word of folded) expect(word).toMatch(/^[\p{L}\p{M}]+(?:_[\p{L}\p{M}]+)?$/u);
    }
  });

  it('has function words of every list', () => {
    expect(words.articles.length > 0).toBe(!WITHOUT_ARTICLES.includes(language));
    for (const list of FUNCTION_WORD_LISTS.filter((name) => name !== 'articles'))
      expect([list, words[list].length >= 5]).toEqual([list, true]);
    expect(functionWords(language).size).toBeGreaterThan(60);
    expect(words.denies_next.length).toBeGreaterThan(0);
    expect(words.between_denial.length).toBeGreaterThan(0);
    expect(words.editions.length).toBeGreaterThan(0);
  });

  it('names packs, what holds several, single pieces and what links them to a number', () => {
    const { units, holders, containers, links } = words.packs;
    for (const list of [units, holders, containers, links]) expect(list.length).toBeGreaterThan(0);
  });

  it('has a colour for each gender and number that the language inflects', () => {
    const forms = INFLECTED[language];
    for (const [name, expected] of Object.entries(forms ?? {}))
      for (const word of expected) expect([word, COLOR_WORDS.get(foldText(word))]).toEqual([word, name]);
    expect(forms).toBeDefined();
  });
});

/** Forms of two colours, as a speaker writes them. */
const INFLECTED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  en: { gray: ['gray', 'grey'], black: ['black'] },
  de: { black: ['schwarz', 'schwarze', 'schwarzer', 'schwarzes'], green: ['grün', 'grüne', 'grünes'] },
  fr: { white: ['blanc', 'blanche', 'blancs', 'blanches'], green: ['vert', 'verte', 'verts', 'vertes'] },
  es: { red: ['rojo', 'roja', 'rojos', 'rojas'], gray: ['gris', 'grises'] },
  it: { white: ['bianco', 'bianca', 'bianchi', 'bianche'], gray: ['grigio', 'grigia', 'grigi', 'grigie'] },
  nl: { red: ['rood', 'rode'], black: ['zwart', 'zwarte'] },
  pl: { white: ['biały', 'biała', 'białe'], yellow: ['żółty', 'żółta', 'żółte'] },
  pt: { yellow: ['amarelo', 'amarela', 'amarelos', 'amarelas'], blue: ['azul', 'azuis'] },
  he: { black: ['שחור', 'שחורה', 'שחורים', 'שחורות'], pink: ['ורוד', 'ורודה', 'ורודים', 'ורודות'] },
  el: { black: ['μαύρο', 'μαύρη', 'μαύρα', 'μαύρος'], green: ['πράσινο', 'πράσινη', 'πράσινα'] },
  ru: { black: ['чёрный', 'чёрная', 'чёрное', 'чёрные'], blue: ['синий', 'синяя', 'синее', 'синие'] },
};

test('a colour word names one colour in all languages', () => {
  const names = new Map<string, Set<string>>();
  for (const { colors } of Object.values(LANGUAGES))
    for (const [name, list] of Object.entries(colors))
      for (const word of list) names.set(foldText(word), (names.get(foldText(word)) ?? new Set()).add(name));
  const several = [...names].filter(([word, { size }]) => size > 1 && !(word in TWO_COLORS));
  expect(several.map(([word, found]) => `${word}: ${[...found].join(', ')}`)).toEqual([]);
});

test('a word of a scent or taste names one in all languages', () => {
  const names = new Map<string, Set<string>>();
  for (const { tastes } of Object.values(LANGUAGES))
    for (const [name, list] of Object.entries(tastes))
      for (const word of list) names.set(foldText(word), (names.get(foldText(word)) ?? new Set()).add(name));
  expect([...names].filter(([, { size }]) => size > 1)).toEqual([]);
});

test('every language names the same tastes, sexes, ages, sides and conditions', () => {
  for (const name of ['tastes', 'sexes', 'ages', 'sides', 'conditions'] as const)
    for (const words of Object.values(LANGUAGES))
      expect(Object.keys(words[name])).toEqual(Object.keys(english[name]));
});

test('a size word names one size, and no letter of a size is a word', () => {
  for (const { sizes } of Object.values(LANGUAGES))
    for (const [letter, list] of Object.entries(sizes))
      for (const word of list) {
        expect([word, SIZE_WORDS.get(foldText(word))]).toEqual([word, letter]);
        expect(LETTER_SIZES).not.toContain(foldText(word));
      }
});

test('a word for a pack is no unit, no colour, and says one thing of packs', () => {
  for (const word of [...PACK_UNITS, ...PACK_HOLDERS, ...PACK_COUNTS.keys(), ...PACK_LINKS]) {
    expect([word, UNITS.get(word)?.name]).toEqual([word, undefined]);
    expect([word, COLOR_WORDS.get(word)]).toEqual([word, undefined]);
  }
  const told = [...PACK_UNITS, ...PACK_HOLDERS, ...PACK_COUNTS.keys(), ...PACK_LINKS];
  expect(told.filter((word, at) => told.indexOf(word) !== at)).toEqual([]);
  for (const word of CONTAINERS) expect([undefined, 'count']).toContain(UNITS.get(word)?.dimension);
});

test('counts of packs are whole numbers from 2 on', () => {
  for (const [word, count] of PACK_COUNTS)
    expect([word, Number.isInteger(count) && count > 1]).toEqual([word, true]);
});

/** Function words that are spellings of units too, and why they may. */
const UNITS_TOO: Readonly<Record<string, string>> = {
  l: 'the article of French and Italian stands before a vowel, never behind a number',
  w: 'watts behind a number; the Polish `3 w 1` is a doubt (doubts.ts)',
};

test('a spelling that is a function word somewhere is a unit only right behind its number', () => {
  const plain = new Set(Object.keys(LANGUAGES).flatMap((language) => [...functionWords(language)]));
  const both = [...UNITS].filter(([word, { glued }]) => plain.has(word) && !glued && !(word in UNITS_TOO));
  expect(both.map(([word]) => word)).toEqual([]);
});

test('every colour word is one word of a title', () => {
  for (const word of COLOR_WORDS.keys())
    expect(titleWords(readText(`x ${word}, 5`)).map(({ text }) => text)).toContain(word);
});

/** What shoppers type around what they want, in each language; all of it says nothing of a thing. */
test.each([
  ['en', 'hi how much is the please'],
  ['de', 'hallo wie viel ist das bitte'],
  ['fr', 'bonjour combien est ce merci'],
  ['es', 'hola cuánto es por favor'],
  ['it', 'ciao quanto per favore grazie'],
  ['nl', 'hoi hoeveel is het alstublieft'],
  ['pl', 'hej ile jest proszę'],
  ['pt', 'olá quanto é por favor'],
  ['he', 'שלום כמה זה בבקשה'],
  ['el', 'γεια πόσο είναι παρακαλώ'],
  ['ru', 'привет сколько это пожалуйста'],
])('%s: %s are function words', (language, text) => {
  const words = functionWords(language);
  const read = titleWords(readText(text)).map((word) => word.text);
  expect(read.filter((word) => !words.has(word))).toEqual([]);
});

test('an unknown language is told with those there are', () => {
  expect(() => functionWords('tlh')).toThrow(/tlh; there are en, de/);
});

/** Names of the files of words in a folder of pipelines. */
function languagesIn(folder: string): Set<string> {
  const files = readdirSync(new URL(`../../../pipelines/${folder}`, import.meta.url));
  return new Set(
    files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length)),
  );
}

test('every file of a language is listed under its code', () => {
  expect(new Set(Object.keys(LANGUAGES))).toEqual(languagesIn('text/languages'));
  expect(new Set(Object.keys(INTENT_LANGUAGES))).toEqual(languagesIn('domain/intent'));
});

test('a language whose intents are read has its function words', () => {
  expect(Object.keys(LANGUAGES)).toEqual(expect.arrayContaining(Object.keys(INTENT_LANGUAGES)));
});
