import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phrasesOf } from '../../../../pipelines/domain/intent/phrase_pattern.ts';

test.each([
  ['cheapest', ['cheapest']],
  ['(a|b) c', ['a c', 'b c']],
  ['(nearly)? ran (out of|low on)', ['ran out of', 'ran low on', 'nearly ran out of', 'nearly ran low on']],
  ['a (b|(c)? d)', ['a b', 'a d', 'a c d']],
  ['one|two', ['one|two']],
  ['why? not', ['why? not']],
  ['(a)? (a)?', ['', 'a', 'a a']],
  ['(same|same) again', ['same again']],
  ['high capacity [(black|cyan) toner]', ['high capacity [black toner]', 'high capacity [cyan toner]']],
])('%s stands for its phrases', (pattern, phrases) => {
  expect(phrasesOf(pattern)).toEqual(phrases);
});

test.each(['(a|b', 'a) (b', '((a)'])('%s is refused', (pattern) => {
  expect(() => phrasesOf(pattern)).toThrow(`“${pattern}”`);
});

test('a row of groups stands for every choice of one word of each', () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (groups) => {
      const pattern = groups.map((group) => `(${group.join('|')})`).join(' ');
      const expected = groups.reduce<string[]>(
        (before, group) => before.flatMap((start) => group.map((word) => `${start} ${word}`.trim())),
        [''],
      );
      expect(phrasesOf(pattern)).toEqual(expected);
    }),
  );
});
