import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Alignment } from '../../../../../pipelines/match/titles/compare/alignment.ts';
import {
  equivalence,
  equivalentsFrom,
  equivalentTaught,
  mayHaveEquivalents,
  NO_EQUIVALENTS,
} from '../../../../../pipelines/match/titles/compare/equivalents.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { background, tableOf } from '../catalogue.ts';

const id = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const entry = fc.record({
  left: id,
  right: id,
  share: fc.integer({ min: 1, max: 255 }),
  taught: fc.nat(999),
});

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
          shares: Uint8Array.from(entries, ({ share }) => share),
          taught: Uint16Array.from(entries, ({ taught }) => taught),
          words: new Uint32Array(0),
          stems: new Uint32Array(0),
        });
        for (const { left, right, share, taught } of entries) {
          expect(equivalence(table, left, right)).toBe(share / 255);
          expect(equivalence(table, right, left)).toBe(share / 255);
          expect(equivalentTaught(table, right, left)).toBe(taught);
          expect(mayHaveEquivalents(table, left) && mayHaveEquivalents(table, right)).toBe(true);
        }
        const isKnown = entries.some(
          ({ left, right }) => (left === one && right === other) || (left === other && right === one),
        );
        if (!isKnown) expect(equivalence(table, one, other)).toBe(0);
      },
    ),
  );
  expect(equivalence(NO_EQUIVALENTS, hashText('a'), hashText('b'))).toBe(0);
});

const TABLE = tableOf([
  ['sfm', 'semi', 230],
  ['sfm', 'fat', 230],
  ['sfm', 'milk', 230],
  ['kase', 'cheese', 255],
]);

/** How far each word of two titles found a partner, in hundredths. */
function pairedIn(left: string, right: string, table = TABLE): [number[], number[]] {
  const titles = [left, right].map((title, at) => ({ key: String(at), seller: String(at), title }));
  const features = featuresOf(titles, background);
  const alignment = new Alignment(table);
  alignment.align(features, 0, features, 1);
  const shares = ({ paired, count }: Alignment['left']) =>
    Array.from(paired.subarray(0, count), (share) => Math.round(100 * share));
  return [shares(alignment.left), shares(alignment.right)];
}

test('one word may stand for several, as far as it was seen to', () => {
  expect(pairedIn('alpha sfm', 'semi fat milk alpha')).toEqual([
    [100, 90],
    [90, 90, 90, 100],
  ]);
  expect(pairedIn('semi fat milk alpha', 'alpha sfm')).toEqual([
    [90, 90, 90, 100],
    [100, 90],
  ]);
  expect(pairedIn('alpha sfm', 'semi fat milk alpha', NO_EQUIVALENTS)).toEqual([
    [100, 0],
    [0, 0, 0, 100],
  ]);
});

test('a word that stands there as it is stands for nothing else', () => {
  expect(pairedIn('kase', 'kase cheese')).toEqual([[100], [100, 0]]);
});
