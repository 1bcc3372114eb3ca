import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calibrate,
  calibrated,
  calibrationError,
  mergeFrom,
  reliability,
} from '../../../../../pipelines/match/titles/score/calibration.ts';

/** Scores whose truth is drawn with a known probability, evenly spread so that nothing depends on luck. */
function simulated(count: number, truth: (score: number) => number) {
  const scores: number[] = [];
  const matches: number[] = [];
  let owed = 0;
  for (let at = 0; at < count; at++) {
    const score = (at + 0.5) / count;
    owed += truth(score);
    const match = owed >= 1 ? 1 : 0;
    owed -= match;
    scores.push(score);
    matches.push(match);
  }
  return { scores, matches };
}

test.each([
  ['too sure', (score: number) => score ** 3],
  ['too timid', (score: number) => score ** (1 / 3)],
  ['right', (score: number) => score],
])('scores that are %s become probabilities', (_, truth) => {
  const { scores, matches } = simulated(20_000, truth);
  const calibration = calibrate(scores, matches);
  const fresh = simulated(9_973, truth);
  const probabilities = fresh.scores.map((score) => calibrated(calibration, score));
  expect(calibrationError(reliability(probabilities, fresh.matches))).toBeLessThan(0.01);
});

test('a probability never falls as the score rises, and stays between 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), match: fc.boolean() }), {
        minLength: 100,
        maxLength: 300,
      }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 }),
      (pairs, asked) => {
        const calibration = calibrate(
          pairs.map(({ score }) => score),
          pairs.map(({ match }) => (match ? 1 : 0)),
        );
        const answers = asked.toSorted((a, b) => a - b).map((score) => calibrated(calibration, score));
        answers.forEach((answer, at) => {
          expect(answer).toBeGreaterThanOrEqual(at === 0 ? 0 : (answers[at - 1] as number) - 1e-12);
          expect(answer).toBeLessThanOrEqual(1);
        });
      },
    ),
  );
});

test('too few pairs calibrate nothing', () => {
  expect(calibrated(calibrate([0.9, 0.8], [0, 0]), 0.9)).toBe(0.9);
});

describe('mergeFrom', () => {
  test.each([
    // All right: everything from the least probable on.
    [[0.99, 0.9, 0.5], [1, 1, 1], 0.5],
    // One wrong among the three least probable: only the first two are right often enough.
    [[0.99, 0.95, 0.9, 0.9, 0.9], [1, 1, 1, 0, 1], 0.95],
    // The surest is wrong: no cut is.
    [[0.99, 0.9], [0, 1], 2],
    [[], [], 2],
  ])('of %j with truth %j is %f', (probabilities, right, cut) => {
    expect(mergeFrom(probabilities, right)).toBe(cut);
  });
});
