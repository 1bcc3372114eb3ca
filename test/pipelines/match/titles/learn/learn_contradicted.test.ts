import { expect, test } from 'vitest';
import {
  contradictedProbability,
  learnContradicted,
} from '../../../../../pipelines/match/titles/learn/learn_contradicted.ts';

/** So many pairs of a probability, of which so many are right, each for so many listings. */
const judged = (pairs: number, probability: number, right: number, count = 1) => ({
  scores: Array<number>(pairs).fill(probability),
  matches: Array.from({ length: pairs }, (_, k) => (k < right ? 1 : 0)),
  counts: Array<number>(pairs).fill(count),
});

test('pairs that contradict themselves are as likely as hidden ones like them were right', () => {
  const shift = learnContradicted(judged(2_000, 0.9, 400));
  expect(contradictedProbability(0.9, shift)).toBeCloseTo(0.2, 2);
  // What means nothing in a catalogue changes nothing.
  const nothing = learnContradicted(judged(2_000, 0.9, 1_800));
  expect(contradictedProbability(0.9, nothing)).toBeCloseTo(0.9, 2);
  const more = learnContradicted(judged(2_000, 0.5, 1_600));
  expect(contradictedProbability(0.5, more)).toBeCloseTo(0.8, 2);
});

test('the likelier ones of them stay the likelier ones', () => {
  const shift = learnContradicted(judged(50, 0.9, 5));
  expect(contradictedProbability(0.95, shift)).toBeGreaterThan(contradictedProbability(0.9, shift));
  expect(contradictedProbability(1, shift)).toBeLessThan(1);
});

test('few pairs say nothing, nor do those that nobody is asked about', () => {
  expect(learnContradicted(judged(19, 0.9, 0))).toBeUndefined();
  expect(learnContradicted(judged(20, 0.9, 0))).toBeLessThan(-2);
  expect(learnContradicted(judged(100, 0.29, 0))).toBeUndefined();
  expect(contradictedProbability(0.7, undefined)).toBe(0.7);
});

test('what never was right is not ruled out for ever, and what always was is no certainty', () => {
  const never = contradictedProbability(0.9, learnContradicted(judged(40, 0.9, 0)));
  expect(never).toBeGreaterThan(0.001);
  expect(never).toBeLessThan(0.1);
  const always = contradictedProbability(0.9, learnContradicted(judged(40, 0.9, 40)));
  expect(always).toBeGreaterThan(0.9);
  expect(always).toBeLessThan(1);
});

test('a pair counts for as many listings as it stands for', () => {
  const [some, many] = [judged(20, 0.9, 20), judged(20, 0.9, 0, 9)];
  const both = {
    scores: [...some.scores, ...many.scores],
    matches: [...some.matches, ...many.matches],
    counts: [...some.counts, ...many.counts],
  };
  expect(contradictedProbability(0.9, learnContradicted(both))).toBeCloseTo(0.1, 1);
});
