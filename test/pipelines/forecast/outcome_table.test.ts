import { expect, test } from 'vitest';
import { FEATURES } from '../../../pipelines/forecast/features.ts';
import { learnTable, tableOutlook } from '../../../pipelines/forecast/outcome_table.ts';
import { chanceOf } from '../../../pipelines/forecast/outlook_trees.ts';
import type { Windows } from '../../../pipelines/forecast/windows.ts';

/** A row of features of which only these are known. */
function rowOf(known: Partial<Record<(typeof FEATURES)[number], number>>): Float64Array {
  return Float64Array.from(FEATURES, (feature) => known[feature] ?? NaN);
}

interface Outcome {
  row: Float64Array;
  fell: boolean;
  ratio: number;
}

/** Windows of 28 days; those that fell saved a fifth, of the others those that rose lost what they rose. */
function windowsOf(outcomes: readonly Outcome[]): Windows {
  const width = FEATURES.length;
  const features = new Float64Array(outcomes.length * width);
  for (const [index, { row }] of outcomes.entries()) features.set(row, index * width);
  return {
    count: outcomes.length,
    features,
    subjects: new Int32Array(outcomes.length),
    days: new Int32Array(outcomes.length),
    horizons: new Int32Array(outcomes.length).fill(28),
    fell: Float64Array.from(outcomes, ({ fell }) => Number(fell)),
    saving: Float64Array.from(outcomes, ({ fell, ratio }) => (fell ? 0.2 : 1 - ratio)),
    ratio: Float64Array.from(outcomes, ({ ratio }) => ratio),
    evidence: [],
  };
}

const monthly = rowOf({ horizon: 28, since_cut: 20, cuts_365: 12 });
const never = rowOf({ horizon: 28, since_cut: 999, cuts_365: 0 });
const alike = (row: Float64Array, count: number, outcome: Omit<Outcome, 'row'>) =>
  Array.from({ length: count }, () => ({ row, ...outcome }));

// 40 windows of prices that fell every month, 30 of which fell again and 4 of which ended a tenth dearer; 60 of prices
// that never fell, none of which did. Of all 100, 30 fell: as 20 further windows of each cell, (30 + 6) / 60 = .6 and
// (0 + 6) / 80 = .075. Dearer are 4 of 100: (4 + .8) / 60 = .08. Waiting saves 30 × .2 - 4 × .1 = 5.6 in 100, so
// (5.6 + 1.12) / 60 = .112 where it fell every month.
const windows = windowsOf([
  ...alike(monthly, 30, { fell: true, ratio: 1 }),
  ...alike(monthly, 4, { fell: false, ratio: 1.1 }),
  ...alike(monthly, 6, { fell: false, ratio: 1 }),
  ...alike(never, 60, { fell: false, ratio: 1 }),
]);

test('the hazard of a discount by hand, drawn towards that of all', () => {
  const table = learnTable('discount_hazard', windows);
  const often = tableOutlook(table, monthly);
  expect(chanceOf(often.fall_odds)).toBeCloseTo(0.6, 9);
  expect(often.dearer).toBeCloseTo(0.08, 9);
  expect(often.saving).toBeCloseTo(0.112, 9);
  expect([often.low, often.middle]).toEqual([1, 1]);
  expect(chanceOf(tableOutlook(table, never).fall_odds)).toBeCloseTo(0.075, 9);
});

test('fewer than 30 alike ones say no more than all do', () => {
  const few = rowOf({ horizon: 28, since_cut: 100, cuts_365: 2 });
  const table = learnTable(
    'discount_hazard',
    windowsOf([
      ...alike(monthly, 60, { fell: true, ratio: 1 }),
      ...alike(few, 29, { fell: false, ratio: 1 }),
      ...alike(never, 11, { fell: false, ratio: 1 }),
    ]),
  );
  expect(chanceOf(tableOutlook(table, few).fall_odds)).toBeCloseTo(0.6, 9);
});

test('the last value takes all for alike', () => {
  const table = learnTable('last_value', windows);
  expect(chanceOf(tableOutlook(table, monthly).fall_odds)).toBeCloseTo(0.3, 1);
  expect(tableOutlook(table, monthly)).toEqual(tableOutlook(table, never));
});
