import { expect, test } from 'vitest';
import { indexCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { pairCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { comparePairs } from '../../../../../pipelines/match/titles/compare/pairs.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import {
  calibrated,
  calibrationError,
  reliability,
} from '../../../../../pipelines/match/titles/score/calibration.ts';
import { assignOneToOne, compete } from '../../../../../pipelines/match/titles/score/competition.ts';
import { explain } from '../../../../../pipelines/match/titles/score/explain.ts';
import { Matcher } from '../../../../../pipelines/match/titles/score/matcher.ts';
import type { MatchModel } from '../../../../../pipelines/match/titles/score/model.ts';
import { weigh } from '../../../../../pipelines/match/titles/score/weights.ts';
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
