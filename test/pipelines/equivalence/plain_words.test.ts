import { expect, test } from 'vitest';
import { isPlainWord } from '../../../pipelines/equivalence/plain_words.ts';

test.each([
  ['stacking', true],
  ['padded', true],
  ['cutting', true],
  ['bottles', true],
  ['water', true],
  ['quencher', false],
  ['airpod', false],
  ['ed', false],
])('%s is a word of English: %s', (word, expected) => {
  expect(isPlainWord(word)).toBe(expected);
});
