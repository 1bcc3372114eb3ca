import { expect, test } from 'vitest';
import { leftOver, listingCounts } from '../../../../pipelines/match/publish/left_over.ts';
import { standings } from '../../../../pipelines/match/publish/likelihoods.ts';
import type { TitlePairs } from '../../../../pipelines/match/publish/pairs.ts';
import { BRAND_LEVELS } from '../../../../pipelines/match/titles/compare/brands.ts';
import { COMPARISON_COUNT, COMPARISONS } from '../../../../pipelines/match/titles/compare/comparison.ts';
import { ALIKE } from './alike_levels.ts';

/** Places 0 and 1 are variants that codes made, 2 and 3 listings of two sellers without one, 4 a hidden listing behind them. */
const features = { seller: Uint32Array.of(9, 9, 1, 2), count: 4 };
const untied = Uint8Array.of(0, 0, 1, 1);

function found(
  pairs: [left: number, right: number, weight: number][],
  { levels = ALIKE as Iterable<number>, apart = [] as number[] } = {},
) {
  const numbers = (of: (pair: [number, number, number]) => number) => pairs.map(of);
  const all: TitlePairs = {
    left: Uint32Array.from(numbers(([left]) => left)),
    right: Uint32Array.from(numbers(([, right]) => right)),
    weight: Float32Array.from(numbers(([, , weight]) => weight)),
    kind: new Uint8Array(pairs.length),
    twin: new Uint8Array(pairs.length),
    levels: Uint8Array.from(pairs.flatMap(() => [...levels])),
  };
  return leftOver(standings(Uint32Array.of(9, 9, 1, 2, 1), all), all.levels, {
    features,
    sellersOf: (place) => (place === 0 ? 1 : 2),
    leftOver: {
      untied,
      sellerAt: (place) => `seller ${features.seller[place]}`,
      contradicts: (one, other) => apart.includes(one) && apart.includes(other),
    },
  });
}

test('what listings without a code find by a code is told with whose they are, and whether one seller alone has it', () => {
  expect(
    found([
      [2, 0, 9],
      [3, 1, 9],
    ]),
  ).toEqual({
    scores: [expect.closeTo(1, 3), expect.closeTo(1, 3)],
    sellers: ['seller 1', 'seller 2'],
    lone: [true, false],
  });
});

test('what would not be joined is not found: what is unlikely, doubted, of two makers or states something differently', () => {
  expect(found([[2, 0, -1]]).scores).toEqual([]);
  expect(found([[2, 0, 9]], { levels: new Uint8Array(COMPARISON_COUNT) }).scores).toEqual([]);
  const makers = Uint8Array.from(ALIKE);
  makers[COMPARISONS.findIndex(({ name }) => name === 'brand')] = BRAND_LEVELS.indexOf('different brands');
  expect(found([[2, 0, 31]], { levels: makers }).scores).toEqual([]);
  expect(found([[2, 0, 9]], { apart: [0, 2] }).scores).toEqual([]);
});

test('neither two listings without a code nor a hidden one are of that kind', () => {
  expect(found([[2, 3, 9]]).scores).toEqual([]);
  expect(found([[4, 0, 9]]).scores).toEqual([]);
});

test('of each seller is told how many listings look for a place, and how many are hidden, for whom these stand', () => {
  const record = (seller: string) => ({ key: seller, seller, title: '' });
  const hidden = { truth: 0, own: null, sellers: 2, repeated: false };
  const listings = listingCounts(new Map([['left', 7]]), [
    { record: record('right'), ...hidden, stands_for: 2 },
    { record: record('right'), ...hidden, stands_for: 1.5 },
  ]);
  expect(Object.fromEntries(listings)).toEqual({
    left: { hidden: 0, left_over: 7 },
    right: { hidden: 3.5, left_over: 0 },
  });
});
