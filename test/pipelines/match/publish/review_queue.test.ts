import { expect, test } from 'vitest';
import { type QueueRecords, reviewQueue } from '../../../../pipelines/match/publish/review_queue.ts';
import type { NamedSample } from '../../../../pipelines/match/publish/said_pairs.ts';
import type { Placed } from '../../../../pipelines/match/titles/decide/clusters.ts';
import type { Review } from '../../../../pipelines/match/titles/decide/decide.ts';

/** Places 0 to 7 are listings of sellers a to h without a code; 8 is a variant of three sellers, 9 of one. */
const CODED = [8, 9];
const records: QueueRecords = {
  untied: Uint8Array.from({ length: 10 }, (_, place) => (CODED.includes(place) ? 0 : 1)),
  at: (place) => ({
    key: BigInt(place + 1),
    seller: 'abcdefgh'[place] ?? '*',
    variant_key: CODED.includes(place) ? BigInt(place + 1) : null,
  }),
  placeOf: (key) => Number(key) - 1,
  share: (left, right) => left === right,
  sellersOf: (place) => (place === 8 ? 3 : 1),
};
const review = (left: number, right: number, probability: number, more: Partial<Review> = {}): Review => ({
  left,
  right,
  probability,
  reason: 'below_threshold',
  ...more,
});

function queueOf(
  reviews: readonly Review[],
  samples: readonly NamedSample[] = [],
  placed: readonly Placed[] = [],
) {
  const likely = {
    left: reviews.map(({ left, right }) => Math.min(left, right)),
    right: reviews.map(({ left, right }) => Math.max(left, right)),
    probability: Float64Array.from(reviews, ({ probability }) => probability),
  };
  const heard = { likely, before: likely.probability, samples };
  return reviewQueue(reviews, heard, records, placed).map(({ left, right }) => `${left} ${right}`);
}

test('of equal pairs the one that more sellers offer comes first, and of equal offers the more probable', () => {
  expect(queueOf([review(0, 9, 0.8), review(1, 8, 0.8), review(2, 3, 0.7)])).toEqual(['1 8', '0 9', '2 3']);
  // .5 for three offers beside one is .87 for one beside one
  expect(queueOf([review(0, 9, 0.88), review(1, 8, 0.5)])).toEqual(['0 9', '1 8']);
  expect(queueOf([review(0, 9, 0.86), review(1, 8, 0.5)])).toEqual(['1 8', '0 9']);
});

test('listings that titles have joined count too', () => {
  const placed = [1n, 2n].map((listing_key) => ({ listing_key, variant_key: 1n, confidence: 0.98 }));
  expect(queueOf([review(2, 3, 0.8), review(1, 4, 0.7)], [], placed)).toEqual(['1 4', '2 3']);
});

test('what a person’s word alone cannot join comes last', () => {
  const blocked = [
    review(0, 8, 0.97, { reason: 'different_gtins' }),
    review(1, 8, 0.96, { reason: 'seller_has_both' }),
    review(2, 8, 0.95, { reason: 'others_do_not_hold', in_the_way: 9 }),
  ];
  expect(queueOf([...blocked, review(3, 4, 0.4, { reason: 'stated_differently' })])).toEqual([
    '3 4',
    '0 8',
    '1 8',
    '2 8',
  ]);
});

test('a pair whose groups have a seller in common is such a one', () => {
  const placed = [1n, 2n].map((listing_key) => ({ listing_key, variant_key: 1n, confidence: 0.98 }));
  const sharing = { ...records, share: (left: number, right: number) => left + right === 3 };
  const likely = { left: [1, 4], right: [3, 5], probability: Float64Array.of(0.95, 0.4) };
  const heard = { likely, before: likely.probability, samples: [] };
  const found = reviewQueue([review(1, 3, 0.95), review(4, 5, 0.4)], heard, sharing, placed);
  expect(found.map(({ left }) => left)).toEqual([4, 1]);
});

/** A sample of which nobody was asked yet. */
const sampleOf = (names: readonly string[], needed: number): NamedSample => ({
  unanswered: new Set(names),
  answered: [],
  needed,
});

test('a sample comes first, in an order that its probabilities have no part in', () => {
  const likely = [0, 2, 4].map((left) => review(left, left + 1, 0.9));
  const names = ['0 1', '2 3', '4 5'];
  const rest = review(6, 8, 0.97);
  const order = queueOf([rest, ...likely], [sampleOf(names, 3)]);
  expect(order.slice(0, 3).toSorted()).toEqual(names);
  expect(order.at(-1)).toBe('6 8');
  const turned = likely.map((one, at) => ({ ...one, probability: 0.9 + at / 100 }));
  expect(queueOf([...turned, rest], [sampleOf(names, 3)])).toEqual(order);
});

test('what may follow from the sample without being asked about comes behind all that cannot', () => {
  const likely = [0, 2, 4].map((left) => review(left, left + 1, 0.95));
  const names = ['0 1', '2 3', '4 5'];
  const rest = [review(6, 8, 0.4), review(7, 8, 0.3)];
  const all = queueOf([...likely, ...rest], [sampleOf(names, 3)]).slice(0, 3);
  const one = queueOf([...likely, ...rest], [sampleOf(names, 1)]);
  expect(one).toEqual([all[0], '6 8', '7 8', all[1], all[2]]);
});

test('who passes over pairs of a sample is asked of those behind the last answer next, and of more', () => {
  const names = ['1 2', '3 4', '5 6', '7 9'];
  const places = (name: string) => name.split(' ').map(Number) as [number, number];
  const pairsOf = (some: readonly string[]) => some.map((name) => review(...places(name), 0.95));
  type Four = [string, string, string, string];
  const [passed, answered, next, last] = queueOf(pairsOf(names), [sampleOf(names, 4)]) as Four;
  const rest = review(0, 8, 0.4);
  const after = (unanswered: readonly string[]) =>
    queueOf(
      [...pairsOf(unanswered), rest],
      [{ unanswered: new Set(unanswered), answered: [places(answered)], needed: 1 }],
    );
  expect(after([next, last])).toEqual([next, '0 8', last]);
  // One was passed over for one answer, so two are asked about for the next.
  expect(after([passed, next, last])).toEqual([next, last, '0 8', passed]);
});

test('each listing is asked about once, with its best pair and the listing first', () => {
  expect(queueOf([review(0, 8, 0.6), review(0, 9, 0.8), review(8, 1, 0.5)])).toEqual(['1 8', '0 9']);
});
