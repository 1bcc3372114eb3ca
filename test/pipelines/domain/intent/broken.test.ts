import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const KINDS = [
  'washing machine',
  'tele',
  'fernseher',
  'drucker',
  'lavatrice',
  'imprimante',
  'laptop',
  'toner',
  'wasmachine',
  'battery',
];
const reading = (text: string, language: string, isOfSupplies = false) =>
  intentReader({
    currency: 'USD',
    languages: [language],
    sellers: [],
    isKind: (word) => KINDS.includes(word),
    isOfSupplies,
  })(text);
const words = (text: string, language: string) =>
  reading(text, language)
    .words.map((phrase) => phrase.text)
    .join(' ');

test.each([
  ['en', 'Our old washing machine died with a full load, at least 10 kg', 'old washing machine'],
  ['en', 'our washing machine has finally given up the ghost and we need 10 kg', 'washing machine'],
  ['es', 'se me ha roto la tele, 55 pulgadas', 'tele'],
  ['de', 'Mein Fernseher ist kaputt, 55 Zoll', 'Fernseher'],
  ['fr', "l'imprimante, ma imprimante est tombée en panne", "l'imprimante"],
  ['it', 'mi si è rotta la lavatrice, 8 kg', 'lavatrice'],
  ['nl', 'mijn wasmachine is kapot, 8 kg', 'wasmachine'],
])('what a text begins with and is broken is wanted anew (%s): %s', (language, text, left) => {
  expect(words(text, language)).toBe(left);
  expect(reading(text, language).must_have).toEqual([]);
});

test.each([
  // Another kind is named: what is broken tells why.
  ['our washing machine died, a laptop please', 'a laptop'],
  ['a battery, the remote died', 'a battery'],
  ['toner, my laptop is dead', 'toner'],
  // Not the machine: a part of it, which is no kind by itself.
  ['my washing machine door broke', 'my washing machine door broke'],
])('%s', (text, left) => {
  expect(words(text, 'en')).toBe(left);
});

test('where what a device uses up is meant, a dead device asks for that', () => {
  expect(reading('my washing machine died', 'en', true).words.length).toBe(4);
});
