import { expect, test } from 'vitest';
import { seededRandom } from '../../../pipelines/domain/seeded_random.ts';

const drawn = (seed: number, count: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

test('the same seed draws the same numbers, another seed others', () => {
  expect(drawn(7, 100)).toEqual(drawn(7, 100));
  expect(drawn(7, 100)).not.toEqual(drawn(8, 100));
});

test('numbers are from 0 to below 1, each tenth drawn as often', () => {
  const numbers = drawn(1, 100_000);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const number of numbers) tenths[Math.floor(number * 10)]!++;
  for (const times of tenths) expect(Math.abs(times - 10_000)).toBeLessThan(500);
});
