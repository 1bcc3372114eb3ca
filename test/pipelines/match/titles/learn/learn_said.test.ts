import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AskedPair,
  LIKELY,
  learnSaid,
  sampleFrom,
} from '../../../../../pipelines/match/titles/learn/learn_said.ts';

/** Pairs from 0.97 down to 0.90; `said` by their place. */
const pairsOf = (count: number, said: (at: number) => AskedPair['said']): AskedPair[] =>
  Array.from({ length: count }, (_, at) => ({
    probability: 0.97 - (0.07 * at) / count,
    said: said(at),
  }));
const everyOf = (stride: number, verdict: 0 | 1) => (at: number) => (at % stride === 0 ? verdict : undefined);

test('147 right answers over all of them show that the rest is right, one fewer does not', () => {
  expect(learnSaid(pairsOf(1470, everyOf(10, 1)))).toBeLessThan(0.905);
  expect(learnSaid(pairsOf(1460, everyOf(10, 1)))).toBeGreaterThan(1);
  expect(learnSaid([])).toBeGreaterThan(1);
  expect(learnSaid(pairsOf(1000, () => undefined))).toBeGreaterThan(1);
});

test('wrong answers of less likely pairs leave those above, and too many leave nothing', () => {
  const below = learnSaid(
    pairsOf(4000, (at) => (at % 10 === 0 ? (at < 2000 || at % 40 !== 0 ? 1 : 0) : undefined)),
  );
  expect(below).toBeGreaterThan(0.93);
  expect(below).toBeLessThan(0.94);
  expect(
    learnSaid(pairsOf(4000, (at) => (at % 10 === 0 ? (at % 100 === 0 ? 0 : 1) : undefined))),
  ).toBeGreaterThan(1);
});

test('answers about the likeliest alone tell nothing of the others', () => {
  expect(learnSaid(pairsOf(2000, (at) => (at < 800 ? 1 : undefined)))).toBeGreaterThan(0.94);
  expect(learnSaid(pairsOf(2000, (at) => (at % 2 === 0 ? 1 : undefined)))).toBeLessThan(0.91);
});

test('one more right answer never raises the cut, and one more wrong one never lowers it', () => {
  const answers = fc.array(
    fc.record({ at: fc.nat({ max: 599 }), verdict: fc.constantFrom<0 | 1>(1, 1, 1, 1, 1, 1, 1, 1, 0) }),
    { minLength: 100, maxLength: 400 },
  );
  fc.assert(
    fc.property(answers, fc.nat({ max: 599 }), (given, more) => {
      const said = new Map(given.map(({ at, verdict }) => [at, verdict]));
      const cut = (verdict?: 0 | 1) =>
        learnSaid(pairsOf(600, (at) => (verdict !== undefined && at === more ? verdict : said.get(at))));
      expect(cut(1)).toBeLessThanOrEqual(cut(0));
      expect(cut()).toBeGreaterThanOrEqual(LIKELY);
    }),
    { numRuns: 100 },
  );
});

test('a sample is worth asking for where more are joined than asked of, as low as wrong answers let it', () => {
  const none = () => undefined;
  expect(sampleFrom(pairsOf(294, none))).toBeGreaterThan(1);
  expect(sampleFrom(pairsOf(295, none))).toBeLessThan(0.901);
  const wrongAt =
    (...places: number[]) =>
    (at: number) =>
      places.includes(at) ? 0 : undefined;
  expect(sampleFrom(pairsOf(394, wrongAt(10)))).toBeGreaterThan(1);
  expect(sampleFrom(pairsOf(396, wrongAt(10)))).toBeLessThan(0.901);
  const raised = sampleFrom(pairsOf(1000, wrongAt(700, 800, 900)));
  expect(raised).toBeCloseTo(0.97 - (0.07 * 899) / 1000, 9);
  expect(sampleFrom(pairsOf(1000, wrongAt(1, 2, 3)))).toBeGreaterThan(1);
});
