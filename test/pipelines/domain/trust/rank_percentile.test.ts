import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankPercentile } from '../../../../pipelines/domain/trust/rank_percentile.ts';

// By hand: of 1, 2, 2 and 5 one is under 2 and two are 2, so (1 + 2/2) / 4.
test('is the share below and half of the share that is equal', () => {
  expect(rankPercentile(2, [1, 2, 2, 5])).toBe(50);
  expect(rankPercentile(5, [1, 2, 2, 5])).toBe(87.5);
  expect(rankPercentile(1, [1])).toBe(50);
  expect(rankPercentile(1, [])).toBe(50);
});

test('is monotone, unmoved by scale, and 50 on average', () => {
  const values = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 9 }), (all, scale) => {
      const ranks = all.toSorted((a, b) => a - b).map((value) => rankPercentile(value, all));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(ranks.reduce((sum, rank) => sum + rank, 0) / all.length).toBeCloseTo(50, 9);
      const scaled = all.map((value) => value * scale);
      expect(scaled.map((value) => rankPercentile(value, scaled))).toEqual(
        all.map((value) => rankPercentile(value, all)),
      );
    }),
  );
});
