import { describe, expect, test } from 'vitest';
import { indexCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { pairCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { COMPARISON_COUNT, COMPARISONS } from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { comparePairs } from '../../../../../pipelines/match/titles/compare/pairs.ts';
import { learnDrawn, learnLabelled } from '../../../../../pipelines/match/titles/learn/learn_weights.ts';
import type { TaughtPairs } from '../../../../../pipelines/match/titles/learn/logit.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import {
  calibrated,
  calibrationError,
  reliability,
} from '../../../../../pipelines/match/titles/score/calibration.ts';
import { assignOneToOne, compete } from '../../../../../pipelines/match/titles/score/competition.ts';
import { explain } from '../../../../../pipelines/match/titles/score/explain.ts';
import { generalWeights } from '../../../../../pipelines/match/titles/score/general_weights.ts';
import { Matcher } from '../../../../../pipelines/match/titles/score/matcher.ts';
import type { MatchModel } from '../../../../../pipelines/match/titles/score/model.ts';
import { OFFSETS, weigh, weightPrior } from '../../../../../pipelines/match/titles/score/weights.ts';
import { listings } from '../catalogue.ts';

const idOf = ({ key }: MatchRecord) => key.split('/')[1] as string;
const withGtins = (records: MatchRecord[]) =>
  records.map((record) => ({ ...record, gtin: idOf(record).padStart(13, '0').padEnd(14, '0') }));

function judge(model: MatchModel, left: MatchRecord[], right: MatchRecord[]) {
  const a = featuresOf(left, model.vocabulary);
  const b = featuresOf(right, model.vocabulary);
  const pairs = comparePairs(a, b, pairCandidates(a, b, model.vocabulary), model.vocabulary);
  const chances = compete(pairs, weigh(pairs, model.weights));
  const probabilities = chances.map((chance) => calibrated(model.calibration, chance));
  const isMatch = (k: number) => {
    const same =
      idOf(left[pairs.left[k] as number] as MatchRecord) ===
      idOf(right[pairs.right[k] as number] as MatchRecord);
    return same ? 1 : 0;
  };
  const trusted = assignOneToOne(pairs, chances).filter((k) => (probabilities[k] as number) >= 0.9);
  const rightOnes = trusted.reduce((sum, k) => sum + isMatch(k), 0);
  const matches = Array.from(probabilities, (_, k) => isMatch(k));
  return {
    precision: rightOnes / trusted.length,
    recall: rightOnes / left.filter((record) => right.some((other) => idOf(other) === idOf(record))).length,
    error: calibrationError(reliability(probabilities, matches)),
  };
}

test('without any GTIN a catalogue teaches weights that keep siblings apart', () => {
  const left = listings(1, 0, 1200);
  const right = listings(2, 300, 1500);
  const model = teachModel([{ left, right }]);
  expect(model.taught.by).toBe('competition');
  const { precision, recall } = judge(model, left, right);
  expect(precision).toBeGreaterThan(0.95);
  expect(recall).toBeGreaterThan(0.8);
});

test('hidden GTINs teach other sellers, with probabilities that hold', () => {
  const [one, two, three] = [0, 200, 400].map((from, at) =>
    withGtins(listings(at + 1, from, from + 800)),
  ) as [MatchRecord[], MatchRecord[], MatchRecord[]];
  const model = teachModel([
    { left: one, right: three },
    { left: two, right: three },
  ]);
  expect(model.taught.by).toBe('hidden_gtins');
  const { precision, recall, error } = judge(model, listings(4, 1000, 1800), listings(5, 1200, 2000));
  expect(precision).toBeGreaterThan(0.95);
  expect(recall).toBeGreaterThan(0.8);
  expect(error).toBeLessThan(0.05);
});

test('learning is deterministic, and its explanation adds up', () => {
  const left = listings(1, 0, 400);
  const right = listings(2, 0, 400);
  const model = teachModel([{ left, right }]);
  expect(teachModel([{ left, right }])).toEqual(model);
  const indexed = featuresOf(right, model.vocabulary);
  const matcher = new Matcher(model, indexed, indexCandidates(indexed, model.vocabulary));
  const queries = featuresOf(left, model.vocabulary);
  const best = matcher.candidatesOf(queries, 7)[0];
  expect(best).toBeDefined();
  const pairs = comparePairs(
    queries,
    indexed,
    { left: Uint32Array.of(7), right: Uint32Array.of(best?.place as number) },
    model.vocabulary,
  );
  const explanation = explain(model, pairs.levels, 0, best?.probability as number);
  const sum = explanation.steps.reduce((total, { bits }) => total + bits, explanation.prior_bits);
  expect(sum).toBeCloseTo(explanation.total_bits, 9);
  expect(explanation.total_bits * Math.LN2).toBeCloseTo(best?.weight as number, 9);
});

describe('weights drawn to what public sets taught', () => {
  const BRAND = COMPARISONS.findIndex(({ name }) => name === 'brand');
  const brandAt = (level: number) => (OFFSETS[BRAND] as number) + level;
  const [SAME, OTHER] = [1, 4];
  /** So many records with a right and a wrong candidate each, which differ in the brand alone; the right one has another. */
  const misbranded = (count: number): TaughtPairs => {
    const levels = new Uint8Array(2 * count * COMPARISON_COUNT);
    for (let k = 0; k < 2 * count; k++) levels[k * COMPARISON_COUNT + BRAND] = k % 2 === 0 ? OTHER : SAME;
    return {
      pairs: {
        left: Uint32Array.from({ length: 2 * count }, (_, k) => k >> 1),
        right: Uint32Array.from({ length: 2 * count }, (_, k) => k),
        left_count: count,
        right_count: 2 * count,
        levels,
        leftover: new Float32Array(2 * count),
      },
      matches: Float64Array.from({ length: 2 * count }, (_, k) => 1 - (k % 2)),
      left_taught: new Uint8Array(count).fill(1),
      right_taught: new Uint8Array(2 * count).fill(1),
    };
  };
  const drawn = (count: number) => {
    const sets = [misbranded(count)];
    return learnDrawn(sets, learnLabelled(sets));
  };

  test('a level that no pair shows weighs what they say', () => {
    const weights = drawn(50);
    const general = generalWeights();
    const { mean } = weightPrior(true);
    for (const name of ['price', 'codes', 'colour']) {
      const at = (OFFSETS[COMPARISONS.findIndex((comparison) => comparison.name === name)] as number) + 3;
      expect(weights[at]).toBeCloseTo(general[at] as number, 5);
      expect(general[at]).not.toBe(mean[at]);
    }
  });

  test('the more pairs show a level, the less they say of it', () => {
    const apart = (count: number) => {
      const weights = drawn(count);
      return (weights[brandAt(OTHER)] as number) - (weights[brandAt(SAME)] as number);
    };
    const [none, few, many] = [0, 5, 500].map(apart) as [number, number, number];
    const general = generalWeights();
    expect(none).toBeCloseTo((general[brandAt(OTHER)] as number) - (general[brandAt(SAME)] as number), 5);
    expect(none).toBeLessThan(-2);
    expect(few).toBeGreaterThan(none);
    expect(many).toBeGreaterThan(3);
  });

  test('decide of listings alone: rows keep what the catalogue taught', () => {
    const pairs = [{ left: withGtins(listings(1, 0, 600)), right: withGtins(listings(2, 200, 800)) }];
    // No title here states a technical measure.
    const measured = (OFFSETS[COMPARISONS.findIndex(({ name }) => name === 'measures')] as number) + 5;
    const { weights, rows } = teachModel(pairs);
    expect(generalWeights()[measured]).toBeGreaterThan(1);
    expect(weights[measured]).toBeCloseTo(generalWeights()[measured] as number, 5);
    expect(rows.weights[measured]).toBeCloseTo(0, 5);
  });
});
