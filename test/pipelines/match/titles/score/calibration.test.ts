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
  const falling = (count: number) => Array.from({ length: count }, (_, at) => 1 - at / 1000);
  const rightBut = (count: number, wrong: readonly number[]) =>
    Array.from({ length: count }, (_, at) => (wrong.includes(at) ? 0 : 1));
  test.each([
    // 49 right and the imagined wrong one are 98 of 100; 48 are not.
    ['49 right', falling(49), rightBut(49, []), 0.952],
    ['48 right', falling(48), rightBut(48, []), 2],
    // One wrong behind 60 right ones: with it there would have to be 98 right.
    ['one wrong behind 60', falling(70), rightBut(70, [60]), 0.941],
    ['one wrong among 99', falling(100), rightBut(100, [60]), 0.901],
    ['the surest wrong', [0.99, 0.9], [0, 1], 2],
    ['nothing', [], [], 2],
  ])('of %s it is %#', (_, probabilities, right, cut) => {
    expect(mergeFrom(probabilities, right)).toBeCloseTo(cut, 9);
  });

  test('an observation that stands for several pairs imagines as many', () => {
    const [probabilities, right] = [falling(49), rightBut(49, [])];
    expect(
      mergeFrom(
        probabilities,
        right,
        probabilities.map(() => 7),
      ),
    ).toBe(0.952);
  });

  test('so many right ones are needed as more wrong ones are imagined', () => {
    const cut = (count: number) => mergeFrom(falling(count), rightBut(count, []), undefined, 3);
    expect(cut(146)).toBe(2);
    expect(cut(147)).toBe(0.854);
  });
});

test('between two measured chances the odds count, for most lie close below 1', () => {
  const measured = { scores: [0.5, 0.9], probabilities: [0.1, 0.5] };
  // The odds are 1, 3 and 9.
  expect(calibrated(measured, 0.75)).toBeCloseTo(0.3, 10);
  const surely = { scores: [0.9, 1], probabilities: [0.1, 0.5] };
  expect(calibrated(surely, 1)).toBe(0.5);
  expect(calibrated(surely, 0.99)).toBeGreaterThan(0.1);
  expect(calibrated(surely, 0.99)).toBeLessThan(0.2);
  expect(calibrated({ scores: [0, 0.5], probabilities: [0, 0.4] }, 0.25)).toBeGreaterThan(0.3);
  expect(calibrated({ scores: [1, 1], probabilities: [0.2, 0.4] }, 1)).toBe(0.4);
});
