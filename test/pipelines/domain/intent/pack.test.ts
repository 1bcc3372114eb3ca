import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const KINDS = ['milk', 'pasta', 'capsules', 'latte', 'leche', 'lait', 'milch', 'melk'];
const reading = (text: string, language = 'en') =>
  intentReader({ currency: 'USD', languages: [language, 'en'], isKind: (word) => KINDS.includes(word) })(
    text,
  );
const texts = (phrases: readonly { text: string }[]) => phrases.map(({ text }) => text).join(' ');

test.each([
  ['en', 'lactose free milk, a whole case of it', 'lactose free milk'],
  ['en', 'milk by the case', 'milk'],
  ['en', 'a tray of milk', 'milk'],
  ['en', 'milk, multipack', 'milk'],
  ['de', 'Milch, einen ganzen Kasten', 'Milch'],
  ['de', 'Milch im Multipack', 'Milch'],
  ['es', 'leche en pack', 'leche'],
  ['fr', 'du lait en lot', 'du lait'],
  ['it', 'latte, una cassa', 'latte'],
  ['nl', 'een krat melk', 'melk'],
])('a pack of several, whose number is not said (%s): %s', (language, text, words) => {
  const read = reading(text, language);
  expect(read.bulk).not.toBeNull();
  expect([texts(read.words), read.quantity]).toEqual([words, null]);
});

test.each([
  'a case for my phone',
  'a tray of bamboo',
  'phone case of leather',
  'the case is broken, milk',
  'a crate for milk bottles',
])('what holds things is a thing itself: %s', (text) => {
  expect(reading(text).bulk).toBeNull();
});
