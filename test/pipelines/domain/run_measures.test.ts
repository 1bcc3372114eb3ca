import { expect, test } from 'vitest';
import { levelsOf } from '../../../pipelines/domain/run_measures.ts';

test('rows that say that their listing is gone speak neither for nor against a run', () => {
  const run = { rows_read: 100, accepted: 57 };
  expect(levelsOf({ ...run, rejected_by: { listing_deleted: 40, price_zero: 3 } }).accepted).toBe(57 / 60);
  expect(levelsOf({ ...run, rejected_by: { price_zero: 43 } }).accepted).toBe(0.57);
  expect(levelsOf(run).accepted).toBe(0.57);
});
