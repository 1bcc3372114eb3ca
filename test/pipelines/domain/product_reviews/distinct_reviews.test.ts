import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aggregateReviews } from '../../../../pipelines/domain/product_reviews/aggregate.ts';
import { distinctReviews } from '../../../../pipelines/domain/product_reviews/distinct_reviews.ts';
import type { ProductReview } from '../../../../pipelines/domain/product_reviews/review.ts';
import { WRITTEN_REVIEW } from './written_review.ts';

let next = 0;
const review = (seller: string, parts: Partial<ProductReview> = {}): ProductReview => ({
  ...WRITTEN_REVIEW,
  seller,
  review_id: `r${next++}`,
  rating: 4,
  ...parts,
});
const WORDS = 'The battery lasts for two whole days.';

describe('a review that several sellers publish', () => {
  test('counts once, whoever signs it and however it is written', () => {
    const same = [
      review('alpha', { text: WORDS, author: 'Ann' }),
      review('beta', { text: ` the BATTERY lasts for two whole days! `, rating: 8, best_rating: 10 }),
      review('alpha', { text: WORDS }),
    ];
    expect(distinctReviews(same)).toMatchObject([{ sellers: ['alpha', 'beta'] }]);
  });

  test('of few words is the same only where author and day are', () => {
    const short = (seller: string, author: string | null, day = '2026-06-01') =>
      review(seller, { text: 'Great product!', author, created_at: `${day}T10:00:00Z` });
    expect(distinctReviews([short('alpha', 'Ann B.'), short('beta', 'ann b.')])).toHaveLength(1);
    expect(distinctReviews([short('alpha', 'Ann B.'), short('beta', 'Ann B.', '2026-06-02')])).toHaveLength(
      2,
    );
    expect(distinctReviews([short('alpha', null), short('beta', null)])).toHaveLength(2);
    expect(distinctReviews([short('alpha', 'Anonymous'), short('beta', 'anonymous')])).toHaveLength(2);
  });

  test('is known by six words, in title and text together, and by no fewer', () => {
    const six = { title: 'Very good', text: 'sound for this price' };
    expect(distinctReviews([review('alpha', six), review('beta', six)])).toHaveLength(1);
    const five = { title: 'Very good', text: 'sound for this' };
    expect(distinctReviews([review('alpha', five), review('beta', five)])).toHaveLength(2);
    // Where one word ends counts: `notable` is not `not able`.
    const [one, two] = ['this is notable for its good price', 'this is not able for its good price'];
    expect(distinctReviews([review('alpha', { text: one }), review('beta', { text: two })])).toHaveLength(2);
  });

  test('is signed by a person, at any hour of a day, however the name is written', () => {
    const short = (seller: string, author: string, hour = '10') =>
      review(seller, { text: 'Great!', author, created_at: `2026-06-01T${hour}:00:00Z` });
    expect(distinctReviews([short('alpha', ' Ann '), short('beta', 'ann', '23')])).toHaveLength(1);
    for (const nobody of ['Guest', 'Verified buyer', ' customer '])
      expect(distinctReviews([short('alpha', nobody), short('beta', nobody)]), nobody).toHaveLength(2);
    // Names that only hold such a word are people's.
    for (const somebody of ['Guest House Ltd', 'The customer'])
      expect(distinctReviews([short('alpha', somebody), short('beta', somebody)]), somebody).toHaveLength(1);
  });

  test('is told as the oldest has it, of one moment as the first seller has it', () => {
    const old = review('beta', { text: WORDS, rating: 2, created_at: '2026-05-01T00:00:00Z' });
    const young = review('alpha', { text: WORDS, rating: 5 });
    for (const given of [
      [old, young],
      [young, old],
    ])
      expect(distinctReviews(given)).toMatchObject([
        { rating: 2, seller: 'beta', sellers: ['alpha', 'beta'] },
      ]);
    const twin = { ...old, seller: 'alpha', rating: 3 };
    for (const given of [
      [old, twin],
      [twin, old],
    ])
      expect(distinctReviews(given)).toMatchObject([{ rating: 3, seller: 'alpha' }]);
  });

  test('never moves the count or the score by being published again, in whatever order', () => {
    const some = fc.array(
      fc.record({
        seller: fc.constantFrom('alpha', 'beta', 'gamma'),
        text: fc.constantFrom(WORDS, 'It broke after a week of light use.', 'Fine', null),
        author: fc.constantFrom('Ann', 'Bob', null),
        rating: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(some, fc.nat(), (given, seed) => {
        const reviews = given.map(({ seller, ...parts }) => review(seller, parts));
        const copies = reviews.filter(({ author, text }) => author !== null || (text?.length ?? 0) > 10);
        const again = copies.map((one) => ({ ...one, seller: 'delta', review_id: `x${one.review_id}` }));
        const [before, after] = [reviews, [...again, ...reviews.toReversed()]].map((all) =>
          aggregateReviews(distinctReviews(all), 3),
        );
        expect(after?.count).toBe(before?.count);
        // Copies are as old as the originals, so which of two ratings stands may differ where a text has several.
        const oneRating = new Set(given.map(({ rating }) => rating)).size === 1;
        if (oneRating) expect(after?.score).toBeCloseTo(before?.score as number, 12);
        expect(seed).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the score', () => {
  // By hand: the usual rating is 4; one review of 5 makes (5 x 4 + 5) / 6 = 4.17, a hundred of them 4.95.
  test('is shrunk towards what is usual', () => {
    const fives = (count: number) =>
      distinctReviews(Array.from({ length: count }, () => review('alpha', { rating: 5 })));
    expect(aggregateReviews(fives(1), 4)).toMatchObject({ score: 25 / 6, mean: 5, count: 1 });
    expect(aggregateReviews(fives(100), 4).score).toBeCloseTo(4.952, 3);
    expect(aggregateReviews([], 4)).toMatchObject({ score: null, mean: null, count: 0, sellers: 0 });
  });

  test('reads every scale, and leaves out what is not on its own', () => {
    const stars = (rating: number, best_rating: number | null, worst_rating: number | null) =>
      aggregateReviews(distinctReviews([review('alpha', { rating, best_rating, worst_rating })]), 3);
    expect(stars(4, null, null).mean).toBe(4);
    expect(stars(10, 10, 1).mean).toBe(5);
    expect(stars(5.5, 10, 1).mean).toBe(3);
    expect(stars(50, 100, 0).mean).toBe(2.5);
    expect(stars(8, null, null)).toMatchObject({ mean: null, left_out: 1 });
    expect(stars(0, null, null)).toMatchObject({ mean: null, left_out: 1 });
  });

  test('lies between the usual rating and the mean', () => {
    const ratings = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(ratings, fc.double({ min: 1, max: 5, noNaN: true }), (given, usual) => {
        const reviews = distinctReviews(given.map((rating) => review('alpha', { rating })));
        const { score, mean } = aggregateReviews(reviews, usual);
        const [low, high] = [usual, mean as number].toSorted((a, b) => a - b) as [number, number];
        expect(score).toBeGreaterThanOrEqual(low - 1e-9);
        expect(score).toBeLessThanOrEqual(high + 1e-9);
      }),
    );
  });
});
