import { expect, test } from 'vitest';
import { isThing } from '../../../pipelines/categories/things.ts';

test.each(['desk', 'dishwasher', 'dishwashers', 'lemonade', 'kettle', 'headphones'])(
  '%s is what goods are called',
  (word) => {
    expect(isThing(word)).toBe(true);
  },
);

test.each(['university', 'workhorse', 'practice', 'the', ''])('%s is not', (word) => {
  expect(isThing(word)).toBe(false);
});
