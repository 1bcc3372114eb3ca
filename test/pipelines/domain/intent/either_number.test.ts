import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const reading = (text: string, language = 'en') =>
  intentReader({ currency: 'USD', languages: [language, 'en'], isKind: (word) => word === 'laptops' })(text);
const musts = ({ must_have }: ReturnType<typeof reading>) => must_have.map(({ any_of = [] }) => any_of);

test.each([
  ['en', 'decaf capsules, 50 or 100 in a box', ['50', '100']],
  ['en', 'socks, a pack of 6, 10 or 12', ['6', '10', '12']],
  ['en', 'socks, 6 or 12 pack', ['6', '12']],
  ['en', 'wipers for my golf 6 or 7', ['6', '7']],
  ['de', 'Kapseln, 50 oder 100 pro Packung', ['50', '100']],
  ['es', 'leche, 6 o 12 por caja', ['6', '12']],
  ['fr', 'capsules, 50 ou 100 par paquet', ['50', '100']],
  ['it', 'capsule, 50 o 100 per confezione', ['50', '100']],
  ['nl', 'capsules, 50 of 100 per doos', ['50', '100']],
])('any of several numbers will do (%s): %s', (language, text, any) => {
  const read = reading(text, language);
  expect(musts(read)).toEqual([any]);
  expect([read.quantity, read.words.some(({ text: word }) => /\d/.test(word))]).toEqual([null, false]);
});

test.each([
  'laptop for 4 or 5 people',
  'need 2 or 3 laptops',
  'laptop 500 or 600 dollars',
  'laptop 8 or 16 gb',
  'laptop $500 or 600',
  'shorts 10 or so',
])('people, things, money and measures are told by other rules: %s', (text) => {
  expect(musts(reading(text))).toEqual([]);
});

test.each([
  ['mens running shoes size 9 or 10', ['size 9', 'size 10']],
  ['shoes size 9, 10 or 11', ['size 9', 'size 10', 'size 11']],
  ['boots size 9 to 10', ['size 9', 'size 9.5', 'size 10']],
  ['shirt size M or L', ['size M', 'size l']],
  ['boots size 9 or 10 dollars', []],
])('of sizes, too: %s', (text, any) => {
  expect(musts(reading(text))).toEqual([any]);
});
