import { expect, test } from 'vitest';
import { doubtContradicted } from '../../../../pipelines/match/publish/asked.ts';
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
