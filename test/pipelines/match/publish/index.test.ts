import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  readServedTitles,
  readTitleIndex,
  writeTitleIndex,
} from '../../../../pipelines/match/publish/index.ts';
import { indexCandidates } from '../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { featuresOf } from '../../../../pipelines/match/titles/compare/features.ts';
import { background, listings, tableOf } from '../titles/catalogue.ts';

test('what the matcher keeps between two publications is read as it was written, rules of keys included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-titles-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const equivalents = tableOf([['sfm', 'milk']], [['sfm', 'milk']]);
  const vocabulary = { ...background, equivalents };
  const features = featuresOf(listings(1, 0, 20), vocabulary);
  const written = {
    keys: BigUint64Array.from({ length: 20 }, (_, at) => BigInt(at)),
    fingerprints: BigUint64Array.from({ length: 20 }, (_, at) => 2n ** 63n + BigInt(at)),
    features,
    index: indexCandidates(features, vocabulary),
    pairs: {
      left: Uint32Array.of(0, 3),
      right: Uint32Array.of(1, 7),
      weight: Float32Array.of(1.5, -2),
      kind: Uint8Array.of(0, 1),
      twin: Uint8Array.of(1, 0),
      levels: new Uint8Array(32).fill(3),
    },
  };
  const path = join(folder, 'titles.bin');
  await writeTitleIndex(path, written);
  expect(await readTitleIndex(path)).toEqual(written);
  const { keys, index } = written;
  expect(await readServedTitles(path)).toEqual({ keys, features, index });
});
