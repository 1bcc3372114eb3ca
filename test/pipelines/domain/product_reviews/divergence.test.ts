import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DistinctReview } from '../../../../pipelines/domain/product_reviews/distinct_reviews.ts';
import { divergentSellers, mannWhitney } from '../../../../pipelines/domain/product_reviews/divergence.ts';
import { WRITTEN_REVIEW } from './written_review.ts';

const reviews = (sellers: string | string[], ...ratings: number[]): DistinctReview[] =>
  ratings.map((rating, index) => ({
    ...WRITTEN_REVIEW,
    seller: [sellers].flat()[0] ?? '',
    sellers: [sellers].flat(),
    review_id: `r${index}`,
    rating,
  }));
const times = (count: number, ...ratings: number[]) =>
  Array.from({ length: count }, (_, index) => ratings[index % ratings.length] as number);

describe('sellers whose reviews disagree with the rest', () => {
  const rest = [...reviews('alpha', ...times(20, 4, 5)), ...reviews('beta', ...times(20, 5, 4))];

  test('are told with both means, and the rest is not told of them', () => {
    expect(divergentSellers([...rest, ...reviews('gamma', ...times(15, 1, 2))])).toMatchObject([
      { seller: 'gamma', count: 15, mean: expect.closeTo(1.47, 2) as number, rest_count: 40 },
    ]);
  });

  test('are none of under ten reviews, none that differ by chance or by little', () => {
    expect(divergentSellers([...rest, ...reviews('gamma', ...times(9, 1))])).toEqual([]);
    expect(divergentSellers([...rest, ...reviews('gamma', ...times(15, 4, 5, 4))])).toEqual([]);
    const many = [...reviews('alpha', ...times(2000, 4, 5)), ...reviews('gamma', ...times(2000, 4, 4, 5, 3))];
    expect(divergentSellers(many)).toEqual([]);
  });

  test('reviews that others publish too are nobody’s own', () => {
    const shared = divergentSellers([...rest, ...reviews(['beta', 'gamma'], ...times(8, 1))]);
    expect(shared).toEqual([]);
    const [low] = divergentSellers([...rest, ...reviews(['beta', 'gamma'], ...times(40, 1))]);
    expect(low).toMatchObject({ seller: 'alpha' });
  });

  test('of two, the one with fewer reviews is told', () => {
    const both = [...reviews('alpha', ...times(30, 5)), ...reviews('beta', ...times(12, 1, 2))];
    expect(divergentSellers(both)).toMatchObject([{ seller: 'beta', count: 12, rest_count: 30 }]);
  });

  test('are told of ten reviews on each side, and of nothing that gives no stars', () => {
    const ten = [...reviews('alpha', ...times(10, 5)), ...reviews('beta', ...times(10, 1))];
    expect(divergentSellers(ten)).toMatchObject([{ seller: 'alpha', count: 10, rest_count: 10 }]);
    const silent = reviews('beta', ...times(10, 1)).map((review) => ({ ...review, rating: 9 }));
    expect(divergentSellers([...reviews('alpha', ...times(10, 5)), ...silent])).toEqual([]);
  });

  test('are two where two disagree with the rest, each told without the other', () => {
    const low = [...reviews('gamma', ...times(12, 1)), ...reviews('delta', ...times(12, 2))];
    expect(divergentSellers([...rest, ...low])).toMatchObject([
      { seller: 'gamma', rest_count: 52 },
      { seller: 'delta', rest_count: 40 },
    ]);
  });

  test('differ in means and in medians', () => {
    // means .8 apart and medians alike; medians a star apart and means .5
    const byMean = [...reviews('alpha', ...times(200, 5)), ...reviews('gamma', ...times(200, 5, 5, 5, 5, 1))];
    expect(divergentSellers(byMean)).toEqual([]);
    const byMedian = [...reviews('alpha', ...times(200, 5, 4)), ...reviews('gamma', ...times(200, 4))];
    expect(divergentSellers([...byMedian, ...reviews('alpha', 5, 5)])).toEqual([]);
  });

  test('are told by chance in at most one of a hundred products', () => {
    const alarms = Array.from({ length: 400 }, (_, seed) => {
      const ratings = fc.sample(fc.integer({ min: 1, max: 5 }), { numRuns: 60, seed });
      return divergentSellers(
        ['a', 'b', 'c'].flatMap((seller, index) =>
          reviews(seller, ...ratings.slice(index * 20, (index + 1) * 20)),
        ),
      ).length;
    });
    expect(alarms.filter((count) => count > 0).length / alarms.length).toBeLessThanOrEqual(0.01);
  });
});

describe('the Mann-Whitney test', () => {
  // By hand: 1, 2, 3 below 4, 5, 6: U = 0, mean 4.5, variance 9 x 7 / 12 = 5.25, z = 4 / 2.291 = 1.746, p = .081.
  test('gives the textbook value', () => {
    expect(mannWhitney([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.0809, 4);
    expect(mannWhitney([3, 3], [3, 3])).toBe(1);
  });

  test('is symmetric, within 0 and 1, and unmoved by scale', () => {
    const values = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, values, (left, right) => {
        const p = mannWhitney(left, right);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(mannWhitney(right, left)).toBeCloseTo(p, 12);
        expect(
          mannWhitney(
            left.map((one) => one * 3 + 1),
            right.map((one) => one * 3 + 1),
          ),
        ).toBeCloseTo(p, 12);
      }),
    );
  });
});
