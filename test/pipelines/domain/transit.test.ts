import { expect, test } from 'vitest';
import { transitOf } from '../../../pipelines/domain/transit.ts';

const bands = [
  { up_to_km: null, least_days: 4, most_days: 6 },
  { up_to_km: 300, least_days: 1, most_days: 1 },
  { up_to_km: 1500, least_days: 2, most_days: 3 },
];

test.each([
  [0, 1, 1],
  [300, 1, 1],
  [300.1, 2, 3],
  [9000, 4, 6],
  [null, 1, 6],
])('%s km takes %d to %d days', (km, least_days, most_days) => {
  expect(transitOf(bands, km)).toEqual({ least_days, most_days });
});

test('beyond the last band, and without bands, nothing is said', () => {
  expect(transitOf([{ up_to_km: 300, least_days: 1, most_days: 1 }], 301)).toBeNull();
  expect(transitOf([], 10)).toBeNull();
});
