import { expect, test } from 'vitest';
import { equalMeasures, joinHalves } from '../../../pipelines/text/measure_words.ts';
import { wordsOf } from '../../../pipelines/text/words.ts';

test.each([
  ['15.6inch', '39.6cm'],
  ['39.6cm', '15.6inch'],
  ['0.5l', '500ml'],
  ['0.5gal', '64floz'],
  ['1tb', '1024gb'],
  ['16oz', '1lb'],
])('%s is also written %s', (text, other) => {
  expect(equalMeasures(text)).toContain(other);
});

test.each(['laptop', '15.6', '6pk', '0l', 'xm4', '40cm'])('%s is not written 15.6inch', (text) => {
  expect(equalMeasures(text)).not.toContain('15.6inch');
});

test.each([
  ['half gallon milk', '0.5gal milk'],
  ['milk, half a gallon', 'milk 0.5gal'],
  ['half a shell', 'half a shell'],
  ['half shell', 'half shell'],
  ['halber Liter Milch', '0.5l milch'],
])('%s is read as %s', (text, words) => {
  const read = joinHalves(wordsOf(text), () => true);
  expect(read.map((word) => word.text).join(' ')).toBe(words);
});

test('a half that nothing is written as stays two words', () => {
  expect(joinHalves(wordsOf('half gallon'), () => false)).toHaveLength(2);
});
