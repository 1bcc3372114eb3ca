import { expect, test } from 'vitest';
import { UNCALIBRATED } from '../../../../../pipelines/match/titles/score/calibration.ts';
import type { MatchModel } from '../../../../../pipelines/match/titles/score/model.ts';
import { asOfSeller } from '../../../../../pipelines/match/titles/score/seller_worth.ts';

const joinedFrom = (merge_from: number) => ({ merge_from, calibration: UNCALIBRATED }) as MatchModel;
/** Doubles the odds. */
const TWICE = Math.LN2;

test('what waits is as likely as its seller has it', () => {
  const model = joinedFrom(0.98);
  expect(asOfSeller(model, 0.5, TWICE)).toBeCloseTo(2 / 3, 10);
  expect(asOfSeller(model, 0.5, -TWICE)).toBeCloseTo(1 / 3, 10);
  expect(asOfSeller(model, 0.5, 0)).toBe(0.5);
  expect(asOfSeller(model, 0, TWICE)).toBe(0);
});

test('what is joined stays joined, and what is not stays less likely than that', () => {
  for (const merge_from of [0.6, 0.95]) {
    const model = joinedFrom(merge_from);
    expect(asOfSeller(model, merge_from, -3)).toBe(merge_from);
    expect(asOfSeller(model, merge_from - 0.05, 3)).toBeCloseTo(merge_from - 0.01, 10);
    expect(asOfSeller(model, merge_from - 0.005, 3)).toBe(merge_from - 0.005);
    expect(asOfSeller(model, merge_from - 0.005, -TWICE)).toBeLessThan(merge_from - 0.05);
  }
});

test('where nothing is ever joined nothing is held back', () => {
  expect(asOfSeller(joinedFrom(2), 0.5, 3)).toBeCloseTo(1 / (1 + Math.exp(-3)), 10);
});
