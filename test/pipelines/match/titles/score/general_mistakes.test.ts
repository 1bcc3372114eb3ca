import { expect, test } from 'vitest';
import {
  gammaOf,
  generalMistakes,
  mistakeRates,
} from '../../../../../pipelines/match/titles/score/general_mistakes.ts';
import { SURE_FROM } from '../../../../../pipelines/match/titles/score/general_weights.ts';

test('the likelier pairs are, the rarer mistakes', () => {
  const rates = generalMistakes().map(({ wrong, listings }) => wrong / listings);
  expect(rates.length).toBeGreaterThan(1);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  for (const { from, wrong, listings } of generalMistakes()) {
    expect(from).toBeLessThan(SURE_FROM);
    expect(wrong).toBeGreaterThan(0);
    expect(listings).toBeGreaterThan(0);
  }
});

test('the more catalogues differ beyond chance, the less they say of another one', () => {
  // A mean of 4 with a variance of 4: chance alone.
  expect(gammaOf([2, 4, 6], 1_000)).toEqual({ wrong: 4, listings: 1_000 });
  // A variance of 16: 12 of it between sets, three times the mean.
  expect(gammaOf([0, 4, 8], 1_000)).toEqual({ wrong: 4 / 3, listings: 1_000 / 3 });
});

test('the catalogues of all sets are read together, at each chance', () => {
  const wrong = {
    one: [
      [2, 1],
      [4, 0],
    ],
    other: [[6, 2]],
  };
  expect(mistakeRates({ from: [0.7, 0.8], listings: 100, wrong })).toEqual([
    { from: 0.7, wrong: 4, listings: 100 },
    { from: 0.8, wrong: 1, listings: 100 },
  ]);
  // As much beyond chance as by chance.
  expect(gammaOf([0, 2], 90)).toEqual({ wrong: 1, listings: 90 });
});
