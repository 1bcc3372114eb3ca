import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Alignment } from '../../../../../pipelines/match/titles/compare/alignment.ts';
import {
  EMPTY_LEXICON,
  FULL_SHARE,
  LEXICON_STEP,
  lexiconEntries,
  lexiconFrom,
  lexiconOf,
  newTerms,
  type Terms,
  termsOf,
  weighTerms,
} from '../../../../../pipelines/match/titles/compare/lexicon.ts';
import { features } from '../catalogue.ts';

const id = fc.integer({ min: 1, max: 0xffffffff });
const entries = fc.uniqueArray(fc.tuple(id, fc.double({ min: -6, max: 6, noNaN: true })), {
  selector: ([key]) => key,
  maxLength: 300,
});
const only = (key: number): Terms => {
  const terms = newTerms();
  terms.count = 1;
  terms.keys[0] = key;
  terms.shares[0] = FULL_SHARE;
  return terms;
};

test('a lexicon gives back what was put in, to a step and up to its bounds, and nothing of what was not', () => {
  fc.assert(
    fc.property(entries, id, (terms, other) => {
      const lexicon = lexiconOf(terms);
      for (const [key, weight] of terms) {
        const bounded = Math.max(-127 * LEXICON_STEP, Math.min(127 * LEXICON_STEP, weight));
        expect(Math.abs(weighTerms(lexicon, only(key)) - bounded)).toBeLessThanOrEqual(LEXICON_STEP / 2);
      }
      if (!terms.some(([key]) => key === other)) expect(weighTerms(lexicon, only(other))).toBe(0);
      expect(lexiconFrom(lexiconEntries(lexicon))).toEqual(lexicon);
    }),
  );
});

const word = fc.oneof(
  fc.constantFrom(
    'juice',
    'juices',
    'apple',
    'appel',
    'lemon',
    'קולה',
    'שוקולד',
    'שוקו',
    '12',
    'play',
    'station',
  ),
  fc.string({ maxLength: 8 }),
);
const listing = fc.record({
  title: fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  brand: fc.option(fc.constantFrom('acme', 'apple', 'סנו')),
});

test('two titles have the same terms whichever is asked first', () => {
  const alignment = new Alignment();
  const termsOfPair = (a: number, b: number, both: ReturnType<typeof features>) => {
    const terms = newTerms();
    alignment.align(both, a, both, b);
    termsOf(alignment, terms);
    return Array.from({ length: terms.count }, (_, at) => `${terms.keys[at]} ${terms.shares[at]}`).sort();
  };
  fc.assert(
    fc.property(listing, listing, (left, right) => {
      const both = features({ key: 'l', seller: 'l', ...left }, { key: 'r', seller: 'r', ...right });
      expect(termsOfPair(0, 1, both)).toEqual(termsOfPair(1, 0, both));
    }),
    { numRuns: 500 },
  );
});

test('an empty lexicon says nothing', () => {
  fc.assert(
    fc.property(id, (key) => {
      expect(weighTerms(EMPTY_LEXICON, only(key))).toBe(0);
    }),
  );
});
