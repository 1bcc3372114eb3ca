import { expect, test } from 'vitest';
import { findBlock, findBucket, newBlock } from '../../../../../pipelines/match/titles/candidates/block.ts';
import { indexCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { DEFAULT_LIMITS } from '../../../../../pipelines/match/titles/candidates/candidate_limits.ts';
import { keysOf, newKeys } from '../../../../../pipelines/match/titles/candidates/keys.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { background, listings } from '../catalogue.ts';

const all = featuresOf([...listings(1, 0, 150), ...listings(2, 0, 150)], background);

test('a key finds the records that have it, and nobody where they are too many', () => {
  const index = indexCandidates(all, background, { ...DEFAULT_LIMITS, block: 3 });
  const holders = new Map<number, number[]>();
  const keys = newKeys();
  for (let place = 0; place < all.count; place++) {
    keysOf(all, place, index.rules, keys);
    for (const key of keys.ids.subarray(0, keys.count))
      holders.set(key, [...(holders.get(key) ?? []), place]);
  }
  const block = newBlock();
  let heavy = 0;
  for (const [key, places] of holders) {
    findBucket(index, key, block);
    const isFound = findBlock(index, key, block);
    if (places.length > 3) heavy++;
    const found = [...index.posting.subarray(block.from, block.to)].map((one) => one % 2 ** index.bits);
    expect(isFound ? found : []).toEqual(places.length > 3 ? [] : places);
  }
  expect(heavy).toBeGreaterThan(10);
});

test('a key that nobody has finds nobody', () => {
  const index = indexCandidates(all, background);
  const block = newBlock();
  for (const key of [1, 77, 0xffffffff]) {
    findBucket(index, key, block);
    expect(findBlock(index, key, block)).toBe(false);
  }
});
