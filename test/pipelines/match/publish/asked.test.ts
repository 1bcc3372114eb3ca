import { expect, test } from 'vitest';
import { doubtContradicted, rivalsOf } from '../../../../pipelines/match/publish/asked.ts';
import type { Review } from '../../../../pipelines/match/titles/decide/decide.ts';

const review = (left: number, probability: number, reason: Review['reason'] = 'below_threshold'): Review => ({
  left,
  right: 9,
  probability,
  reason,
});
/** Whatever the second place or the third is of states something differently. */
const contradicts = (left: number) => left === 2 || left === 3;

test('a pair that states something differently is as likely as such are, and says why it waits', () => {
  const asked = doubtContradicted([review(1, 0.8), review(2, 0.8)], -1, contradicts);
  const odds = 4 * Math.exp(-1);
  expect(asked).toEqual([
    review(1, 0.8),
    { ...review(2, 0.8, 'stated_differently'), probability: expect.closeTo(odds / (1 + odds), 9) as number },
  ]);
});

test('nobody is asked about one that is too unlikely', () => {
  const both = [review(2, 0.8, 'seller_has_both'), review(3, 0.5)];
  expect(doubtContradicted(both, -1, contradicts).map(({ left, reason }) => [left, reason])).toEqual([
    [2, 'seller_has_both'],
  ]);
});

test('where nothing shows what it is worth a pair keeps its probability', () => {
  expect(doubtContradicted([review(2, 0.8)], undefined, contradicts)).toEqual([
    review(2, 0.8, 'stated_differently'),
  ]);
});

test('the rival of a listing is the likeliest of what cannot be one with what it is asked about', () => {
  const asked = review(1, 0.8);
  const likely = {
    left: [1, 1, 1, 5, 2],
    right: [9, 3, 4, 1, 3],
    probability: [0.8, 0.7, 0.3, 0.4, 0.9],
  };
  const rival = (excludes: (one: number, other: number) => boolean) =>
    rivalsOf([asked], likely, excludes).get(asked);
  expect(rival(() => true)).toBe(3);
  // 3 may be what 9 is too: then it is no rival.
  expect(rival((one, other) => one === 9 && other !== 3)).toBe(5);
  expect(rival(() => false)).toBeUndefined();
});

test('what a listing cannot be is no rival', () => {
  const asked = review(1, 0.8);
  const likely = { left: [1, 1], right: [9, 3], probability: [0.8, 0] };
  expect(rivalsOf([asked], likely, () => true).size).toBe(0);
});
