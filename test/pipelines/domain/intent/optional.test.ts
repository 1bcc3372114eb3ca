import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const reading = (text: string, language = 'en') =>
  intentReader({
    currency: 'USD',
    languages: [language, 'en'],
    isKind: (word) => ['laptop', 'printer'].includes(word),
  })(text);
const texts = (phrases: readonly { text: string }[]) => phrases.map(({ text }) => text).join(' ');

test.each([
  ['en', 'printer with wifi, ideally white', 'printer', 'wifi', 'white'],
  ['en', 'printer preferably with a scanner', 'printer', '', 'scanner'],
  ['en', 'printer with wifi if possible', 'printer', '', 'wifi'],
  ['en', 'printer with wifi, if possible with a scanner', 'printer', 'wifi', 'scanner'],
  ['de', 'laptop, am liebsten rot', 'laptop', '', 'rot'],
  ['de', 'laptop mit touchscreen, wenn möglich', 'laptop', 'touchscreen', ''],
  ['es', 'laptop, preferiblemente rojo', 'laptop', '', 'rojo'],
  ['fr', 'laptop rouge de préférence', 'laptop', '', 'rouge'],
  ['fr', 'laptop, de préférence rouge', 'laptop', '', 'rouge'],
  ['it', 'laptop, possibilmente rosso', 'laptop', '', 'rosso'],
  ['nl', 'laptop, het liefst rood', 'laptop', '', 'rood'],
])('what is no must is wished for (%s): %s', (language, text, words, must, wishes) => {
  const read = reading(text, language);
  expect([texts(read.words), texts(read.must_have), texts(read.wishes)]).toEqual([words, must, wishes]);
});

test('a measure is wished for, and money bounds', () => {
  expect(reading('laptop, ideally 16 gb')).toMatchObject({ measures: [], wishes: [{ text: '16 gb' }] });
  expect(reading('laptop, ideally nothing over 700 dollars').budget?.max_minor).toBe(70_000);
});

test('the thing itself is wanted however it is said', () => {
  expect(texts(reading('ideally a laptop in red').words)).toBe('a laptop in red');
  expect(texts(reading('must have wifi, ideally a laptop').words)).toBe('a laptop');
});
