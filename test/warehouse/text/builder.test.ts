import { expect, test } from 'vitest';
import { indexOf } from './catalogue.ts';

const described = (description: string) => ({
  texts: [{ title: 'Pronto L100', description }],
  offers: [{ seller: 'alpha', cost: 100, stock: 0 }],
});

test.each([
  ['no duplex, WiFi', 'duplex', false],
  ['without duplex', 'duplex', false],
  ['ohne Duplex', 'duplex', false],
  ['sin duplex', 'duplex', false],
  ['no duplex. Duplex unit sold apart', 'duplex', true],
  ['duplex, no wifi', 'duplex', true],
  // Behind a stop, in one stretch or as a part of a name nothing is denied.
  ['wireless: no, duplex: yes', 'duplex', true],
  ['a no-slip base', 'slip', true],
  ['non stick', 'stick', true],
])('a description that says “%s”: %s %s', (description, word, isSaid) => {
  const index = indexOf([described(description)]);
  expect(index.has(0, index.termOf(word))).toBe(isSaid);
});

test('what a title denies stays a word of it', () => {
  const index = indexOf([{ ...described(''), texts: [{ title: 'Pronto L100 no duplex' }] }]);
  expect(index.has(0, index.termOf('duplex'))).toBe(true);
});
