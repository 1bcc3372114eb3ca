import { expect, test } from 'vitest';
import { nameOfWord } from '../../../pipelines/equivalence/thing_names.ts';

test.each([
  ['headphone', 'headphone', ''],
  ['kopfhorer', 'headphone', ''],
  ['faltschloss', 'lock', ''],
  ['merinosocken', 'sock', ''],
  ['regenjacke', 'jacket', ''],
  ['hundespielzeug', 'toy', 'dog'],
])('%s names a %s', (word, thing, of) => {
  const found = nameOfWord(word);
  expect([...(found?.thing ?? [])]).toContain(thing);
  if (of !== '') expect([...(found?.of ?? [])]).toContain(of);
});

test('names of lines, abbreviations and short words of other languages name none', () => {
  for (const word of ['usb', 'vga', 'evo', 'waterproof', 'talon']) expect(nameOfWord(word), word).toBe(null);
  expect(nameOfWord('tv')).not.toBe(null);
});
