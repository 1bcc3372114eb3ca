import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packed, unpacked } from '../../../warehouse/text/packed_answer.ts';
import type { Hit } from '../../../warehouse/text/search_answer.ts';

const hit = fc.record(
  {
    key: fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NEGATIVE_INFINITY)),
    product: fc.nat(2 ** 32 - 1),
    score: fc.double({ noNaN: true }),
    alike: fc.constant(true as const),
    several: fc.constant(true as const),
    isThing: fc.constant(true as const),
    fit: fc.constantFrom(0 as const, 1 as const, 2 as const),
  },
  { requiredKeys: ['key', 'product', 'score'], noNullPrototype: true },
);

test('a hit says how it stands to measures, and nothing where none were asked for', () => {
  const told = (own: Partial<Hit>) => {
    const hits = [{ key: 1, product: 2, score: 3, ...own }];
    const answer = { hits, total: 1, further: 0, facets: null, unknown: [], readAs: [], hasWords: true };
    return unpacked(packed(answer)).hits;
  };
  expect(told({ fit: 0 })).toStrictEqual([{ key: 1, product: 2, score: 3, fit: 0 }]);
  expect(told({})).toStrictEqual([{ key: 1, product: 2, score: 3 }]);
});

test('an answer comes out as it went in', () => {
  fc.assert(
    fc.property(fc.array(hit), (hits) => {
      const answer = {
        hits: hits as Hit[],
        total: 3,
        met: 2,
        further: 1,
        facets: null,
        unknown: ['qzx'],
        readAs: [{ word: 'halq', as: ['half'] }],
        unstated: [1],
        hasWords: true,
      };
      expect(unpacked(structuredClone(packed(answer)))).toEqual(answer);
    }),
  );
});
