import { expect, test } from 'vitest';
import { FeatureFetch } from '../../../../../pipelines/match/titles/compare/feature_fetch.ts';
import { featureColumns, featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { background, listings } from '../catalogue.ts';

test('records are fetched, however many, whatever they lack, and stay as they were', () => {
  const bare = { key: 'bare', seller: 's', title: '' };
  const features = featuresOf([...listings(1, 0, 100), bare], background);
  const before = featureColumns(features).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]);
  const fetch = new FeatureFetch();
  for (const count of [0, 1, 33, features.count]) {
    fetch.fetch(
      features,
      Uint32Array.from({ length: features.count }, (_, at) => features.count - 1 - at),
      count,
    );
    expect(fetch.read).not.toBeNaN();
  }
  expect(featureColumns(features).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')])).toEqual(
    before,
  );
});
