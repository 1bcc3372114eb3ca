import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const read = (text: string, language = 'en') =>
  intentReader({
    currency: 'USD',
    languages: [...new Set([language, 'en'])],
    isKind: (word) => ['bag', 'toy', 'tv', 'chips', 'bottle', 'tent'].includes(word),
  })(text);
const asidesOf = (text: string, language?: string) => read(text, language).asides.map((aside) => aside.text);

test.each([
  ['en', 'my daughter is 7 and needs a bag', 'my daughter is 7'],
  ['en', 'a toy for my nephew, he is 14', 'he is 14'],
  ['en', 'my son is 7 and allergic to nuts, a toy', 'my son is 7 and'],
  ['en', 'baby is 4 months and needs a bottle', 'baby is 4 months'],
  ['en', 'chips for a party of 20', 'for a party of 20'],
  ['en', "a toy for my niece's 10th birthday", "for my niece's 10th birthday"],
  ['es', 'un toy para el 10º cumpleaños de mi sobrina', 'para el 10º cumpleaños de mi sobrina'],
  ['en', 'a tv, we sit 9 feet away', 'we sit 9 feet away'],
  ['de', 'mein Sohn wird 7, ein toy bitte', 'mein Sohn wird 7'],
])('a number of people is no number of the thing (%s): %s', (language, text, aside) => {
  expect(asidesOf(text, language)).toContain(aside);
});

test.each([
  // What it is for may be a model, and so may what is said of the thing itself.
  ['a bag for my x 2030', []],
  ['a tent for 4 people', ['people']],
  ['a tv, it is 65', []],
])('but so it may be of the thing: %s', (text, asides) => {
  expect(asidesOf(text)).toEqual(asides);
});

test.each([
  ['a tv, we sit 9 feet away, 65 inch', ['65 inch']],
  ['a tv 65 inch wide', ['65 inch']],
])('how far off people are is no measure of a thing: %s', (text, measures) => {
  expect(read(text).measures.map((measure) => measure.text)).toEqual(measures);
});

test.each([
  ["bottles d'un litre et demi", 'fr', 1500],
  ['a bottle of two litres and a half', 'en', 2500],
  ['una bottle de 2 litros y medio', 'es', 2500],
  ['a bottle of a litre', 'en', 1000],
  ['six bottles, a litre and a half each', 'en', 1500],
])('a half may stand behind the unit: %s', (text, language, millilitres) => {
  expect(read(text, language).measures.map(({ min, max }) => [min, max])).toEqual([
    [millilitres, millilitres],
  ]);
});

test.each([
  ['need 2 bar stools', 2],
  ['a 15 bar espresso machine', null],
])('stools stand at a bar, which measures nothing: %s', (text, pieces) => {
  expect(read(text).quantity?.pieces ?? null).toBe(pieces);
});

test.each([
  ['two pillows, 55 dollars for both delivered', 5500],
  ['two pillows, 55 dollars for both', 5500],
])('what a price is for may be told twice: %s', (text, max_minor) => {
  const { budget, words } = read(text);
  expect([budget?.max_minor, words.map((word) => word.text).join(' ')]).toEqual([max_minor, 'pillows']);
});

test.each([
  ["I'm having people over, a bottle", []],
  ['a bottle, at least 40 hours with the case', []],
  ['a bottle with a case', ['case']],
  ['a bag with kids pockets', ['kids pockets']],
])('what people have is no must: %s', (text, musts) => {
  expect(read(text).must_have.map((must) => must.text)).toEqual(musts);
});

test.each([
  ['a tv with 1 TB, no more than 1500', 150_000, ['1 TB']],
  ['a tv with 1 TB and no more than 1500', 150_000, ['1 TB']],
  ['a tv with 1 TB, no more', null, ['1 TB, no more']],
])('what opens the next bound closes none: %s', (text, max_minor, measures) => {
  const { budget, measures: read_measures } = read(text);
  expect([budget?.max_minor ?? null, read_measures.map((measure) => measure.text)]).toEqual([
    max_minor,
    measures,
  ]);
});

test.each([
  ['a bag, it has to stand by itself', ['has to stand by itself']],
  ['a bag, red, and they must work with jeans', ['must work with jeans']],
  ['a bag. Needs to fold flat.', ['Needs to fold flat']],
  // What a rule took is read already.
  ['a bag, it must be red', []],
  ['a bag, it has to arrive by friday', []],
  ['a bag that must be red', []],
  ['a bag, must be for sensitive skin', []],
  // Of people: what they must do asks for nothing.
  ['a bag, we have to travel', []],
])('what the thing must do is said of it: %s', (text, clauses) => {
  expect(read(text).clauses.map((clause) => clause.text)).toEqual(clauses);
});
