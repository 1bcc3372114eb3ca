import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nodesCalled } from '../../../../pipelines/categories/nodes_called.ts';
import { type Intent, intentReader } from '../../../../pipelines/domain/intent.ts';
import { nameOfWord } from '../../../../pipelines/equivalence/thing_names.ts';
import { foldText } from '../../../../pipelines/text/fold.ts';
import { GRAMMAR_WORDS } from '../../../../pipelines/text/languages.ts';
import { fromPlural } from '../../../../pipelines/text/plural.ts';

type Frames = Record<string, { things: string[]; frames: string[] }>;
const languages = parse(readFileSync('fixtures/intent/frames.yaml', 'utf8')) as Frames;

const readerOf = (language: string): ((text: string) => Intent) =>
  intentReader({
    currency: 'EUR',
    languages: [...new Set([language, 'en'])],
    isKind: (word) => [word, `${word}s`].some((name) => nodesCalled(name).length > 0),
    isGoods: (word) => nameOfWord(fromPlural(word)) !== null,
  });

/** What a text asks for: its words less those that tell of people, how to choose, or nothing. */
const askedIn = ({ words, asides, priorities }: Intent): string =>
  words
    .filter(
      (word) =>
        ![...asides, ...priorities].some((told) => told.start <= word.start && word.end <= told.end) &&
        !GRAMMAR_WORDS.has(foldText(word.text)),
    )
    .map(({ text }) => text)
    .join(' ');

test.each(
  Object.entries(languages).flatMap(([language, { things, frames }]) =>
    frames.map((frame) => [language, frame, things] as const),
  ),
)('the thing alone is asked for (%s): %s', (language, frame, things) => {
  const read = readerOf(language);
  expect(things.map((thing) => askedIn(read(frame.replace('…', thing))))).toEqual(things);
});

const left = (text: string, language = 'en') => askedIn(readerOf(language)(text));

test.each([
  ['en', 'we have no coffee left', 'coffee'],
  ['de', 'wir haben kein Mehl mehr', 'Mehl'],
  ['nl', 'we hebben geen koffie meer', 'koffie'],
])('what none is left of is wanted (%s): %s', (language, text, thing) => {
  expect(left(text, language)).toBe(thing);
});

test('of one or another a number of things is read only where it counts', () => {
  const quantity = (text: string, language = 'en') => readerOf(language)(text).quantity?.pieces ?? null;
  expect(quantity('1 kettle')).toBe(1);
  expect(quantity('one kettle, please')).toBe(1);
  expect(quantity('a kettle')).toBeNull();
  expect(quantity('1 lumix')).toBeNull();
  expect(quantity('3 Stück Kaffeemaschine von Bosch', 'de')).toBe(3);
  expect(quantity('1000 pieces puzzle')).toBeNull();
});

test('what joins a deadline to the thing goes with it, and two things stay joined', () => {
  expect(left('plasters, and I need it by next Friday')).toBe('plasters');
  expect(readerOf('en')('a kettle and a toaster').words.map(({ text }) => text)).toContain('and');
});

test.each([
  ['all together we have 400 euros for a tv', 40_000],
  ['a tv, we have in total 400 euros', 40_000],
  ['2 towels, 60 euros together at most', 6_000],
])('what is there in all is the budget: %s', (text, max_minor) => {
  const { budget } = readerOf('en')(text);
  expect(budget?.max_minor).toBe(max_minor);
});

test('behind who asks a number counts as it does in the beginning', () => {
  const read = readerOf('en');
  expect(
    read('sunday again, grandpa makes the sauce and asked me for a dozen tins of passata').quantity?.pieces,
  ).toBe(12);
  expect(read('a lens, my sister asked for').quantity).toBeNull();
});

test('of two sides what they are is held to, whatever larger ones would do', () => {
  expect(left('bath towels, 67x140 or larger')).toBe('bath towels 67x140');
  expect(readerOf('en')('a tv, 55 inch or larger').measures[0]?.max).toBeNull();
});

test('what children or animals broke is wanted anew', () => {
  expect(left('the kids broke the kettle')).toBe('kettle');
});

test.each([
  ['Esselte No.1 Power lever arch under 10 euro', 'Esselte 1 Power lever arch', 1_000],
  ['Chanel No. 5 perfume', 'Chanel 5 perfume', null],
  ['crème Nº 7', 'crème 7', null],
])('what says that a number is one denies nothing: %s', (text, asked, max_minor) => {
  const read = readerOf('en')(text);
  expect([askedIn(read), read.budget?.max_minor ?? null, read.avoid]).toEqual([asked, max_minor, []]);
});

test('a denial that ends a sentence before a number is none of it', () => {
  expect(readerOf('en')('I want no. 2 pens please').words.map(({ text }) => text)).toContain('no');
});

test.each([
  // What somebody has is not asked for, and what a clause says of a thing is told of it.
  ['de', 'wir haben eine Lumo Maschine und brauchen Kapseln', 'Kapseln'],
  ['de', 'Kaffeekapseln, sie trinkt nur entkoffeinierten', 'Kaffeekapseln'],
])('no phrase of asking stands in what is told (%s): %s', (language, text, thing) => {
  const runs = readerOf(language)(text).runs.filter(
    ({ standing }) => standing === 'asked' || standing === 'begins',
  );
  expect(runs.map((run) => run.text)).toEqual([thing]);
});

test('what a clause says of a thing is no thing', () => {
  const { clauses, runs } = readerOf('en')('a laptop which is light, under $900');
  expect(clauses.map(({ text }) => text)).toEqual(['is light']);
  expect(runs.map(({ standing, text }) => `${standing} ${text}`)).toEqual(['begins laptop', 'told light']);
});
