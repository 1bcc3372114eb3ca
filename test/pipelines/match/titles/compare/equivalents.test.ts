import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  equivalentsFrom,
  equivalentTaught,
  NO_EQUIVALENTS,
} from '../../../../../pipelines/match/titles/compare/equivalents.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';

const id = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const entry = fc.record({ left: id, right: id, taught: fc.integer({ min: 1, max: 999 }) });

test('a table says of its pairs what it was made of, whichever word comes first, and nothing of others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, {
        selector: ({ left, right }) => [Math.min(left, right), Math.max(left, right)].join(),
        maxLength: 60,
      }),
      id,
      id,
      (entries, one, other) => {
        const table = equivalentsFrom({
          left: Uint32Array.from(entries, ({ left }) => left),
          right: Uint32Array.from(entries, ({ right }) => right),
          taught: Uint16Array.from(entries, ({ taught }) => taught),
          words: new Uint32Array(0),
          stems: new Uint32Array(0),
        });
        for (const { left, right, taught } of entries) {
          expect(equivalentTaught(table, left, right)).toBe(taught);
          expect(equivalentTaught(table, right, left)).toBe(taught);
        }
        const isKnown = entries.some(
          ({ left, right }) => (left === one && right === other) || (left === other && right === one),
        );
        if (!isKnown) expect(equivalentTaught(table, one, other)).toBe(0);
      },
    ),
  );
  expect(equivalentTaught(NO_EQUIVALENTS, hashText('a'), hashText('b'))).toBe(0);
});
