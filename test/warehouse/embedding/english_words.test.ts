import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EnglishWords } from '../../../warehouse/embedding/english_words.ts';

const LINES = new URL('../../../warehouse/embedding/static/words.txt', import.meta.url);

it('holds every word of its list, first and last too, and no beginning or end of one', () => {
  const words = readFileSync(LINES, 'utf8').trimEnd().split('\n');
  const list = new Set(words);
  const english = EnglishWords.standard();
  expect(words.filter((word) => !english.has(word))).toEqual([]);
  const cut = words.flatMap((word) => [word.slice(0, -1), word.slice(1), `${word}q`]);
  const others = cut.filter((word) => !list.has(word) && !list.has(`${word}s`) && !list.has(`${word}es`));
  expect(others.filter((word) => english.has(word))).toEqual([]);
  expect(english.has('')).toBe(false);
});

it('knows a plural by its singular form, as an index holds it', () => {
  const english = new EnglishWords(Buffer.from('boxes\ngas\nshoes'));
  expect(['box', 'shoe', 'gas', 'ga', 'sho'].map((word) => english.has(word))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
