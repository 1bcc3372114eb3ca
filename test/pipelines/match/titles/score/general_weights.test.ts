import { expect, test } from 'vitest';
import { COMPARISONS } from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { UNCALIBRATED } from '../../../../../pipelines/match/titles/score/calibration.ts';
import {
  GENERAL_WORLD,
  generalWeights,
} from '../../../../../pipelines/match/titles/score/general_weights.ts';
import {
  CONTRADICTING,
  listingProbability,
  SURE,
} from '../../../../../pipelines/match/titles/score/open_world.ts';
import { OFFSETS, WEIGHT_COUNT } from '../../../../../pipelines/match/titles/score/weights.ts';

const weights = generalWeights();
const weightOf = (comparison: string, level: string): number => {
  const at = COMPARISONS.findIndex(({ name }) => name === comparison);
  const levels: readonly string[] = COMPARISONS[at]?.levels ?? [];
  return weights[(OFFSETS[at] as number) + levels.indexOf(level)] ?? Number.NaN;
};

test('the weights of public sets are of these comparisons, and say what a person would', () => {
  expect(weights).toHaveLength(WEIGHT_COUNT);
  expect(weightOf('size', 'different sizes')).toBeLessThan(weightOf('size', 'no size'));
  expect(weightOf('colour', 'different colours')).toBeLessThan(weightOf('colour', 'the same colours'));
  expect(weightOf('numbers', 'different numbers')).toBeLessThan(weightOf('numbers', 'the same numbers'));
});

test('what they are sure of is joined from .99 on, and what contradicts itself never', () => {
  const model = {
    taught: { by: 'public_sets' as const, matches: 0 },
    calibration: UNCALIBRATED,
    merge_from: 0,
    open_world: GENERAL_WORLD,
  };
  const pair = {
    chance: 0.99,
    local: 0.99,
    kind: 3,
    identified: false,
    alone: true,
    uncoded: true,
    two_makers: false,
    lone: false,
    doubted: false,
    witnessed: false,
  };
  expect(listingProbability(model, pair)).toBeGreaterThanOrEqual(SURE);
  expect(listingProbability(model, { ...pair, local: 0.989 })).toBeLessThan(SURE);
  expect(listingProbability(model, { ...pair, alone: false })).toBeLessThan(SURE);
  expect(listingProbability(model, { ...pair, kind: CONTRADICTING })).toBeLessThan(SURE);
});
