import { expect, test } from 'vitest';
import {
  aggregateReviews,
  opinionsByAttribute,
  READ_TEXTS,
} from '../../../../pipelines/domain/product_reviews/aggregate.ts';
import type { DistinctReview } from '../../../../pipelines/domain/product_reviews/distinct_reviews.ts';
import { WRITTEN_REVIEW } from './written_review.ts';

const CATEGORY = 'electronics.audio.headphones';
const review = (parts: Partial<DistinctReview> = {}): DistinctReview => ({
  ...WRITTEN_REVIEW,
  sellers: ['alpha'],
  ...parts,
});
const saying = (count: number, text: string, parts: Partial<DistinctReview> = {}) =>
  Array.from({ length: count }, () => review({ text, ...parts }));
const GOOD = 'The sound is excellent.';
const BAD = 'The sound is terrible.';

test('the aggregate counts what is rated, what several sellers publish, and who publishes it', () => {
  const all = [
    review({ rating: 4 }),
    review({ rating: 2, sellers: ['alpha', 'beta'] }),
    review({ rating: 3 }),
    review({ rating: 9, sellers: ['gamma'] }),
  ];
  // By hand: five reviews of 3 stand behind 4, 2 and 3: (15 + 9) / 8.
  expect(aggregateReviews(all, 3)).toEqual({
    score: 3,
    mean: 3,
    count: 3,
    shared: 1,
    sellers: 2,
    left_out: 1,
  });
});

test('an attribute has the mean of the opinions of its reviews, two without one among them', () => {
  const [one] = opinionsByAttribute(saying(1, GOOD), CATEGORY);
  const [four] = opinionsByAttribute(saying(4, GOOD), CATEGORY);
  const [six] = opinionsByAttribute(saying(6, GOOD), CATEGORY);
  expect(one).toMatchObject({ attribute: 'headphones.sound', mentions: 1, note: 'Few mentions.' });
  expect(four).toMatchObject({ mentions: 4, note: 'Few mentions.' });
  expect(six).toMatchObject({ mentions: 6, note: null });
  // p / 3, 4p / 6 and 6p / 8 of one polarity p
  expect((four?.sentiment ?? 0) / (one?.sentiment ?? 1)).toBeCloseTo(2, 9);
  expect((six?.sentiment ?? 0) / (one?.sentiment ?? 1)).toBeCloseTo(2.25, 9);
  // what one review says twice is one opinion, and its title is read, too
  expect(opinionsByAttribute([review({ title: 'Great sound', text: GOOD })], CATEGORY)).toMatchObject([
    { mentions: 1 },
  ]);
});

test.each([
  [5, 0, null],
  [7, 3, 'Opinions differ: 70 % speak well of it.'],
  [3, 7, 'Opinions differ: 30 % speak well of it.'],
  [8, 2, null],
  [2, 8, null],
])('of %i that speak well of it and %i that do not it is said: %s', (good, bad, note) => {
  const [sound] = opinionsByAttribute([...saying(good, GOOD), ...saying(bad, BAD)], CATEGORY);
  expect(sound).toMatchObject({ mentions: good + bad, note });
});

test('the newest English texts are read, and what is mentioned most comes first', () => {
  const old = saying(READ_TEXTS, BAD, { created_at: '2025-01-01T00:00:00Z' });
  const [sound] = opinionsByAttribute([...old, ...saying(1, GOOD)], CATEGORY);
  expect(sound?.mentions).toBe(READ_TEXTS);
  const [withOld] = opinionsByAttribute(old, CATEGORY);
  expect(sound?.sentiment).toBeGreaterThan(withOld?.sentiment ?? 0);
  expect(opinionsByAttribute(saying(3, GOOD, { language: 'de' }), CATEGORY)).toEqual([]);
  const even = [...saying(2, GOOD), ...saying(2, 'The battery is excellent.')];
  for (const reviews of [even, even.toReversed()])
    expect(opinionsByAttribute(reviews, CATEGORY).map(({ attribute }) => attribute)).toEqual([
      'headphones.battery',
      'headphones.sound',
    ]);
  const mixed = [...saying(2, 'The battery is excellent.'), ...saying(3, GOOD)];
  expect(opinionsByAttribute(mixed, CATEGORY).map(({ attribute }) => attribute)).toEqual([
    'headphones.sound',
    'headphones.battery',
  ]);
});
