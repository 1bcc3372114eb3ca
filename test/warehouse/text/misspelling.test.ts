import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceWithin } from '../../../warehouse/text/misspelling.ts';

/** Optimal string alignment by its recurrence, without bounds. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : i)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const options = [
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1)
        options.push(at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = Math.min(...options);
    }
  return at(a.length, b.length);
}

const word = fc.array(fc.constantFrom('a', 'b', 'c', 'ש', 'é'), { minLength: 1, maxLength: 9 });

test('distances are those of the recurrence, up to the bound', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      expect(distanceWithin(a, b, most, false)).toBe(Math.min(distance(a, b), most + 1));
    }),
    { numRuns: 2_000 },
  );
});

test('a beginning is compared with every beginning', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      const best = Math.min(
        ...Array.from({ length: b.length + 1 }, (_, length) => distance(a, b.slice(0, length))),
      );
      expect(distanceWithin(a, b, most, true)).toBe(Math.min(best, most + 1));
    }),
    { numRuns: 2_000 },
  );
});
