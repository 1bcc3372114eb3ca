import { expect, test } from 'vitest';
import { learnSellerNats } from '../../../../../pipelines/match/titles/learn/learn_seller_nats.ts';
import { shifted } from '../../../../../pipelines/match/titles/score/calibration.ts';

interface Judged {
  pairs: number;
  right: number;
  probability?: number;
  count?: number;
}

/** What is learned of sellers of whose hidden pairs so many are right. */
function learned(bySeller: Readonly<Record<string, Judged>>, below = 0.9) {
  const all = Object.entries(bySeller).flatMap(([seller, { pairs, right, probability = 0.6, count = 1 }]) =>
    Array.from({ length: pairs }, (_, k) => ({ seller, probability, count, match: k < right ? 1 : 0 })),
  );
  return learnSellerNats(
    {
      scores: all.map(({ probability }) => probability),
      matches: all.map(({ match }) => match),
      counts: all.map(({ count }) => count),
    },
    all.map(({ seller }) => seller),
    below,
  );
}

test('of many pairs each seller gets the odds that its own were right by', () => {
  const nats = learned({ often: { pairs: 4_000, right: 2_680 }, seldom: { pairs: 4_000, right: 2_120 } });
  expect(shifted(0.6, nats['often'] as number)).toBeCloseTo(0.67, 2);
  expect(shifted(0.6, nats['seldom'] as number)).toBeCloseTo(0.53, 2);
});

test('sellers that differ no more than chance would have it are taken for alike', () => {
  expect(learned({ one: { pairs: 100, right: 62 }, other: { pairs: 100, right: 58 } })).toEqual({});
});

test('of few pairs a seller is drawn to what holds for all', () => {
  const many = { often: { pairs: 4_000, right: 2_680 }, seldom: { pairs: 4_000, right: 2_120 } };
  const nats = learned({ ...many, small: { pairs: 10, right: 10 } });
  expect(nats['small']).toBeGreaterThan(0);
  expect(nats['small']).toBeLessThan(nats['often'] as number);
});

test('a pair that stands for many listings tells no more than one does', () => {
  const bySeller = { one: { pairs: 50, right: 34 }, other: { pairs: 50, right: 26 } };
  const many = { one: { ...bySeller.one, count: 100 }, other: { ...bySeller.other, count: 100 } };
  const nats = learned(bySeller);
  expect(nats['one']).toBeGreaterThan(0.05);
  expect(learned(many)['one']).toBeCloseTo(nats['one'] as number, 10);
});

test('only pairs that would wait count: those that are asked about and not joined', () => {
  const likely = { pairs: 400, right: 390, probability: 0.9 };
  const unlikely = { pairs: 400, right: 200, probability: 0.29 };
  expect(learned({ likely, unlikely })).toEqual({});
  expect(learned({ likely, unlikely: { ...unlikely, probability: 0.3 } }, 0.91)).toHaveProperty('likely');
  expect(learned({})).toEqual({});
});
