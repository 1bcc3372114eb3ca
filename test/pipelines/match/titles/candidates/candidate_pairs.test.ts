import { expect, test } from 'vitest';
import { pairCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { background, listings } from '../catalogue.ts';

test('two lists have the same candidate pairs whichever is the left one, each once', () => {
  const left = featuresOf(listings(1, 0, 80), background);
  const right = featuresOf(listings(2, 40, 140), background);
  const named = (one: Uint32Array, other: Uint32Array) => Array.from(one, (i, k) => `${i} ${other[k]}`);
  const there = pairCandidates(left, right, background);
  const back = pairCandidates(right, left, background);
  const pairs = named(there.left, there.right);
  expect(pairs.length).toBeGreaterThan(left.count);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(named(back.right, back.left).sort()).toEqual(pairs.sort());
});
