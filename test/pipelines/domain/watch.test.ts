import { expect, test } from 'vitest';
import { takeBack } from '../../../pipelines/domain/watch.ts';

const below = { value_minor: 1_000 };
const drop = { percent: 20 };
const told = { price_minor: 900, threshold_minor: 1_000, previous_minor: 1_250, is_last: true };

test.each([
  // the price was not below: armed again, unless another crossing was told since
  { condition: below, crossed: true, base: 1_250, last: true, right: 1_250, after: [false, 1_250, false] },
  { condition: below, crossed: true, base: 1_250, last: true, right: 1_000, after: [false, 1_250, false] },
  { condition: below, crossed: true, base: 1_250, last: false, right: 1_250, after: [true, 1_250, false] },
  { condition: below, crossed: true, base: 1_250, last: true, right: null, after: [false, 1_250, false] },
  { condition: below, crossed: false, base: 1_250, last: true, right: 999, after: [false, 1_250, true] },
  // it was, at another price
  { condition: below, crossed: true, base: 1_250, last: true, right: 999, after: [true, 1_250, true] },
  // a drop is counted from what it was counted from before, from the right price, or from what was told since
  { condition: drop, crossed: false, base: 900, last: true, right: 1_250, after: [false, 1_250, false] },
  { condition: drop, crossed: false, base: 900, last: true, right: null, after: [false, 1_250, false] },
  { condition: drop, crossed: false, base: 900, last: true, right: 1_000, after: [false, 1_000, true] },
  { condition: drop, crossed: false, base: 700, last: false, right: 1_250, after: [false, 700, false] },
])(
  'of $condition a told 900 that was $right leaves $after',
  ({ condition, crossed, base, last, right, after }) => {
    const state = { is_crossed: crossed, base_minor: base, last_minor: 900, last_at: 7 };
    const taken = takeBack(condition, state, { ...told, is_last: last }, right);
    expect([taken.state.is_crossed, taken.state.base_minor, taken.stands]).toEqual(after);
    expect(taken.state).toMatchObject({ last_minor: 900, last_at: 7 });
  },
);
