import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SettledAttribute } from '../../../pipelines/attributes/settle.ts';
import type { AttributeValue } from '../../../pipelines/domain/attribute.ts';
import { compareKnown, keeps } from '../../../pipelines/equivalence/comparison.ts';
import { directionOf } from '../../../pipelines/equivalence/directions.ts';

const LAPTOPS = 'electronics.computers.laptops';
const TELEVISIONS = 'electronics.video.televisions';
const known = (values: Record<string, AttributeValue>, unit: string | null = null, confidence = 0.9) =>
  new Map(
    Object.entries(values).map(([key, value]): [string, SettledAttribute] => [
      key,
      { key, value, unit, source: 'declared', confidence, variant_ids: [] },
    ]),
  );

test('more memory is better, more noise is worse, another colour is neither', () => {
  const a = known({
    'general.memory': 16,
    'fan.noise_db': 30,
    'general.color': 'black',
    'general.material': 'steel',
  });
  const b = known({
    'general.memory': 32,
    'fan.noise_db': 40,
    'general.color': 'red',
    'general.material': 'steel',
  });
  expect(compareKnown(a, b, LAPTOPS)).toMatchObject({
    better: [{ attribute: 'general.memory', a: '16', b: '32', delta: '+16' }],
    worse: [{ attribute: 'fan.noise_db', delta: '+10' }],
    other: [{ attribute: 'general.color', a: 'black', b: 'red' }],
    same: ['general.material'],
    unstated: [],
  });
});

test('directions are of a category: a larger screen is better of a television alone, less weight of a laptop', () => {
  const of = (key: string, category: string | null) => directionOf(key, category);
  expect([of('general.screen_size', TELEVISIONS), of('tv.screen_in', `${TELEVISIONS}.oled`)]).toEqual([
    'more',
    'more',
  ]);
  expect([of('general.screen_size', LAPTOPS), of('general.color', TELEVISIONS), of('x.price', null)]).toEqual(
    [null, null, null],
  );
  expect([of('general.weight', LAPTOPS), of('general.weight', TELEVISIONS)]).toEqual(['less', null]);
});

test('yes is better than no, more pixels than fewer, and what is unsure is not compared', () => {
  const pair = (key: string, left: AttributeValue, right: AttributeValue, confidence?: number) =>
    compareKnown(known({ [key]: left }, null, confidence), known({ [key]: right }), TELEVISIONS);
  expect(pair('tv.noise_cancelling', 'false', 'true').better).toHaveLength(1);
  expect(pair('tv.noise_cancelling', 'yes', 'no').worse).toHaveLength(1);
  expect(pair('general.resolution', '1920x1080', '3840x2160').better).toHaveLength(1);
  expect(pair('general.memory', 16, 8, 0.3)).toMatchObject({ worse: [], given_up: 0 });
});

test('what is turned round turns better and worse round; the same gives nothing up', () => {
  const values = fc.record({
    'general.memory': fc.integer({ min: 1, max: 512 }),
    'general.battery_life': fc.integer({ min: 1, max: 60 }),
    'general.color': fc.constantFrom('red', 'blue', 'green'),
  });
  fc.assert(
    fc.property(values, values, (left, right) => {
      const there = compareKnown(known(left), known(right), null);
      const back = compareKnown(known(right), known(left), null);
      const names = (steps: readonly { attribute: string }[]) => steps.map(({ attribute }) => attribute);
      expect(names(there.better)).toEqual(names(back.worse));
      expect(names(there.other)).toEqual(names(back.other));
      expect(there.same).toEqual(back.same);
      expect(compareKnown(known(left), known(left), null).given_up).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('a thing keeps what it has as much of or more, and nothing that it does not state', () => {
  const keepsOf = (left: AttributeValue, right: AttributeValue | null, key = 'general.memory') =>
    keeps(known({ [key]: left }), known(right === null ? {} : { [key]: right }), key, LAPTOPS);
  expect([keepsOf(16, 16), keepsOf(16, 32), keepsOf(16, 8), keepsOf(16, null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([keepsOf('red', 'red', 'general.color'), keepsOf('red', 'blue', 'general.color')]).toEqual([
    true,
    false,
  ]);
});
