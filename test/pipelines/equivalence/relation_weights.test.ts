import { describe, expect, test } from 'vitest';
import { confidenceOf, ODDS_CONFIDENCE } from '../../../pipelines/equivalence/confidence.ts';
import { type Odds, QUESTIONS, RELATION_WEIGHTS } from '../../../pipelines/equivalence/judgement.ts';
import { onOneShelf } from '../../../pipelines/equivalence/kind.ts';
import {
  asSeen,
  type Relation,
  STRICTNESSES,
  type Strictness,
} from '../../../pipelines/equivalence/relation.ts';
import { type Answered, learnedWeights } from './learned_weights.ts';
import type { Trade } from './taught_pairs.ts';

const { weights, left_out, far_left_out, confidence: calibration } = await learnedWeights();
const isRight = ({ lesson, found }: Answered, strictness: Strictness) =>
  asSeen(found.relation, strictness) === asSeen(lesson.relation as Relation, strictness);
const share = (some: readonly Answered[], strictness: Strictness) =>
  some.filter((one) => isRight(one, strictness)).length / some.length;

/** Confidence from which on pairs are held together. */
const GROUPS = [0.5, 0.7, 0.8, 0.9];

test('two things on one shelf, called alike and no five times as dear, that rules call substitutes are hardly for two purposes', () => {
  const told = left_out.filter(
    ({ lesson, found }) =>
      lesson.told.relation === 'substitute' &&
      onOneShelf(...lesson.items) &&
      lesson.evidence['called_apart'] === 0 &&
      (lesson.evidence['price_ratio'] ?? 0) <= Math.log(5) &&
      found.odds !== undefined,
  );
  expect(told.length).toBeGreaterThan(50);
  for (const { found } of told) {
    const { substitute, unrelated } = found.odds as Odds;
    expect(substitute / (substitute + unrelated)).toBeGreaterThanOrEqual(0.9 - 1e-9);
  }
  // As labelled, of those that are of no one line.
  const apart = told.filter(({ lesson }) => ['substitute', 'unrelated'].includes(lesson.relation));
  const right = apart.filter(({ lesson }) => lesson.relation === 'substitute');
  expect(right.length / apart.length).toBeGreaterThanOrEqual(0.9);
});

describe('what the other trades teach of a trade', () => {
  test('tells a market that no rule was made with better than the rules do', () => {
    const third = left_out.filter(({ lesson }) => lesson.trade === 'third');
    expect(share(third, 'exact')).toBeGreaterThanOrEqual(0.93);
    expect(share(third, 'practical')).toBeGreaterThanOrEqual(0.81);
    expect(share(third, 'loose')).toBeGreaterThanOrEqual(0.75);
    const told = third.map(({ lesson }) => ({ lesson, found: lesson.told }));
    expect(share(told, 'practical')).toBeLessThan(0.75);
  });

  const of = (...trades: readonly Trade[]) => left_out.filter(({ lesson }) => trades.includes(lesson.trade));

  test('tells all trades as right as the README says', () => {
    const first = of('demo', 'titles', 'first', 'second', 'third');
    expect(share(first, 'exact')).toBeGreaterThanOrEqual(0.94);
    expect(share(first, 'practical')).toBeGreaterThanOrEqual(0.88);
    expect(share(first, 'loose')).toBeGreaterThanOrEqual(0.82);
  });

  test('tells markets in French and Italian, German and Dutch, and thirty trades of which half name no maker', () => {
    expect(share(of('fourth'), 'exact')).toBeGreaterThanOrEqual(0.94);
    expect(share(of('fourth'), 'practical')).toBeGreaterThanOrEqual(0.88);
    expect(share(of('fourth'), 'loose')).toBeGreaterThanOrEqual(0.86);
    expect(share(of('wide'), 'exact')).toBeGreaterThanOrEqual(0.92);
    expect(share(of('wide'), 'practical')).toBeGreaterThanOrEqual(0.82);
    expect(share(of('wide'), 'loose')).toBeGreaterThanOrEqual(0.75);
    expect(share(of('fifth'), 'exact')).toBeGreaterThanOrEqual(0.97);
    expect(share(of('fifth'), 'practical')).toBeGreaterThanOrEqual(0.92);
    expect(share(of('fifth'), 'loose')).toBeGreaterThanOrEqual(0.9);
  });

  test('calls whatever two things of a market unrelated, however alike their prices, shelves and words are', () => {
    expect(far_left_out.length).toBeGreaterThanOrEqual(1600);
    const told = far_left_out.filter(({ found }) => found.relation !== 'unrelated');
    expect(told.length / far_left_out.length).toBeLessThan(0.03);
  });

  test.each(STRICTNESSES)('states confidence at %s as often as it is right, within .05', (strictness) => {
    const told = left_out.map((one) => ({
      confidence: confidenceOf(...one.lesson.items, one.found, strictness, calibration),
      right: isRight(one, strictness) ? 1 : 0,
    }));
    const groups = Map.groupBy(told, ({ confidence }) => GROUPS.findLast((from) => confidence >= from));
    expect(groups.size).toBeGreaterThanOrEqual(GROUPS.length);
    for (const from of GROUPS) {
      // Nothing may be stated between two of them: confidence goes in steps.
      const own = groups.get(from);
      if (!own) continue;
      const mean = (figure: 'confidence' | 'right') =>
        own.reduce((sum, one) => sum + one[figure], 0) / own.length;
      expect(Math.abs(mean('confidence') - mean('right')), `from ${from}`).toBeLessThan(0.05);
    }
  });

  test.each(STRICTNESSES)('states confidence at %s so in its upper ranges too', (strictness) => {
    const told = left_out.map((one) => ({
      confidence: confidenceOf(...one.lesson.items, one.found, strictness, calibration),
      right: isRight(one, strictness) ? 1 : 0,
    }));
    const ranges = Map.groupBy(told, ({ confidence }) =>
      [0, 0.9, 0.95].findLast((from) => confidence >= from),
    );
    for (const own of ranges.values()) {
      const off = own.reduce((sum, one) => sum + one.confidence - one.right, 0) / own.length;
      expect(Math.abs(off)).toBeLessThan(0.05);
    }
  });

  test('is what is shipped, of all trades together', () => {
    for (const question of QUESTIONS)
      for (const [name, weight] of Object.entries(weights[question].weights))
        expect(RELATION_WEIGHTS[question].weights[name], `${question} ${name}`).toBeCloseTo(weight, 2);
    for (const strictness of STRICTNESSES)
      for (const [at, [from, right]] of calibration[strictness].entries()) {
        expect(ODDS_CONFIDENCE[strictness][at]?.[0], strictness).toBeCloseTo(from, 2);
        expect(ODDS_CONFIDENCE[strictness][at]?.[1], strictness).toBeCloseTo(right, 2);
      }
  });

  test('states more where odds are higher, and never all or nothing', () => {
    for (const strictness of STRICTNESSES) {
      const rights = ODDS_CONFIDENCE[strictness].map(([, right]) => right);
      expect(rights).toEqual(rights.toSorted((x, y) => x - y));
      for (const right of rights) {
        expect(right).toBeGreaterThan(0);
        expect(right).toBeLessThan(1);
      }
    }
  });
});
