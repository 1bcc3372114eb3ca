import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../pipelines/domain/seeded_random.ts';
import { binRows } from '../../../pipelines/forecast/binned_rows.ts';
import { type Loss, learnTrees, scoreTrees } from '../../../pipelines/forecast/boosted_trees.ts';

const ROWS = 3000;
const random = seededRandom(7);
/** Three features: one that tells, one that is unknown in half of the rows, one that says nothing. */
const values = Float64Array.from({ length: ROWS * 3 }, (_, index) =>
  index % 3 === 1 && random() < 0.5 ? NaN : random(),
);
const row = (index: number) => values.subarray(index * 3, index * 3 + 3);
const settings = { trees: 60, depth: 3, rate: 0.15, leaf_rows: 20, feature_share: 1, row_share: 0.8 };
const learned = (targets: Float64Array, loss: Loss) =>
  learnTrees(binRows(values, 3), targets, { ...settings, loss });

describe('boosted trees', () => {
  test('learn a chance, and that it hangs on what is not known', () => {
    // .9 over a half of the first feature or where the second is unknown, else .1.
    const chance = (own: Float64Array) => ((own[0] as number) > 0.5 || Number.isNaN(own[1]) ? 0.9 : 0.1);
    const targets = Float64Array.from({ length: ROWS }, (_, index) =>
      random() < chance(row(index)) ? 1 : 0,
    );
    const trees = learned(targets, { kind: 'odds' });
    const told = (...own: number[]) => 1 / (1 + Math.exp(-scoreTrees(trees, Float64Array.from(own))));
    expect(told(0.8, 0.3, 0.5)).toBeCloseTo(0.9, 1);
    expect(told(0.2, NaN, 0.5)).toBeCloseTo(0.9, 1);
    expect(told(0.2, 0.3, 0.5)).toBeCloseTo(0.1, 1);
  });

  test('learn a mean and quantiles', () => {
    // Evenly spread from 0 to 1, or to 2 in the upper half of the first feature.
    const targets = Float64Array.from(
      { length: ROWS },
      (_, index) => random() * ((row(index)[0] as number) > 0.5 ? 2 : 1),
    );
    const at = (loss: Loss, first: number) =>
      scoreTrees(learned(targets, loss), Float64Array.of(first, 0.5, 0.5));
    expect(Math.abs(at({ kind: 'mean' }, 0.8) - 1)).toBeLessThan(0.15);
    expect(Math.abs(at({ kind: 'mean' }, 0.2) - 0.5)).toBeLessThan(0.1);
    expect(Math.abs(at({ kind: 'quantile', share: 0.9 }, 0.8) - 1.8)).toBeLessThan(0.2);
    expect(Math.abs(at({ kind: 'quantile', share: 0.1 }, 0.2) - 0.1)).toBeLessThan(0.1);
  });

  test('the same rows give the same trees, and a tree tells rows as it was grown on them', () => {
    const targets = Float64Array.from({ length: ROWS }, (_, index) => row(index)[0] as number);
    const trees = learned(targets, { kind: 'mean' });
    expect(learned(targets, { kind: 'mean' })).toEqual(trees);
    expect(JSON.parse(JSON.stringify(trees))).toEqual(trees);
    const error = targets.reduce(
      (sum, target, index) => sum + Math.abs(target - scoreTrees(trees, row(index))),
      0,
    );
    expect(error / ROWS).toBeLessThan(0.03);
  });
});
