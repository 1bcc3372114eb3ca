import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBeAlike, Slice, wordLikeness } from '../../../../../pipelines/match/titles/compare/likeness.ts';

/** The word within other characters, as titles have it. */
function slice(word: string): Slice {
  return new Slice().set(Buffer.from(`xy${word}zz`), 2, word.length);
}
const likeness = (a: string, b: string) => wordLikeness(slice(a), slice(b));

test.each([
  ['headphones', 'headphone', 0.75 + 0.25 * 0.9],
  ['choc', 'chocolate', 0.75 + 0.25 * (4 / 9)],
  ['wh', 'white', 0.6],
  ['w', 'white', 0.35],
  ['lemon', 'lemin', 1 - 1 / 5],
  ['appel', 'apple', 1 - 1 / 5],
  ['keyboard', 'keyborad', 1 - 2 / 8],
  ['wireless', 'wirelessly', 0.75 + 0.25 * 0.8],
  ['charging', 'charger', 0.4 + 0.4 * (5 / 8)],
  ['blk', 'black', 0.75],
  ['wrls', 'wireless', 0.75],
  ['dlx', 'deluxe', 0.75],
  ['pkg', 'package', 0.75],
  // Not its last consonant, a vowel of its own, another beginning, a digit.
  ['blc', 'black', 0],
  ['bake', 'brakes', 0],
  ['lck', 'black', 0],
  ['b4k', 'b4ack', 0],
  ['red', 'rod', 0],
  ['lemon', 'melon', 0],
])('%s and %s are alike by %f', (a, b, expected) => {
  expect(likeness(a, b)).toBeCloseTo(expected, 10);
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });

test('likeness does not depend on who asks, and only words that may be alike are', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      fc.pre(a !== b);
      expect(likeness(a, b)).toBe(likeness(b, a));
      expect(likeness(a, b)).toBeGreaterThanOrEqual(0);
      expect(likeness(a, b)).toBeLessThanOrEqual(1);
      if (!mayBeAlike(slice(a), slice(b))) expect(likeness(a, b)).toBe(0);
    }),
    { numRuns: 3000 },
  );
});
