import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AskedPair,
  LIKELY,
  learnSaid as learnSaidByKind,
  samplesOf,
} from '../../../../../pipelines/match/titles/learn/learn_said.ts';

import { IMAGINED_VOUCHED, IMAGINED_WRONG } from '../../../../../pipelines/match/titles/score/calibration.ts';

/** Pairs from 0.97 down to 0.90; `said` and `kind` by their place. */
const pairsOf = (
  count: number,
  said: (at: number) => AskedPair['said'],
  kind: (at: number) => number = () => 0,
): AskedPair[] =>
  Array.from({ length: count }, (_, at) => ({
    probability: 0.97 - (0.07 * at) / count,
    kind: kind(at),
    said: said(at),
  }));
/** With three imagined wrong, of the only kind; 2 where nothing is shown. */
const learnSaid = (pairs: readonly AskedPair[]) => learnSaidByKind(pairs, IMAGINED_WRONG).get(0) ?? 2;
const sampleFrom = (pairs: readonly AskedPair[], imagined = IMAGINED_WRONG) =>
  samplesOf(pairs, imagined)[0]?.pairs.at(-1)?.probability ?? 2;
const sampledKinds = (pairs: readonly AskedPair[]) =>
  new Set(samplesOf(pairs, IMAGINED_VOUCHED).flatMap((sample) => sample.pairs.map(({ kind }) => kind)));
/** How many answers each sample still needs. */
const needed = (pairs: readonly AskedPair[], imagined = IMAGINED_WRONG) =>
  samplesOf(pairs, imagined).map((sample) => sample.needed);
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

test('49 right answers are enough where one is imagined wrong, and one fewer is not', () => {
  const cut = (count: number) =>
    learnSaidByKind(pairsOf(count, everyOf(10, 1)), IMAGINED_VOUCHED).get(0) ?? 2;
  expect(cut(490)).toBeLessThan(0.905);
  expect(cut(480)).toBeGreaterThan(1);
  const worth = (count: number) =>
    sampleFrom(
      pairsOf(count, () => undefined),
      IMAGINED_VOUCHED,
    );
  expect(worth(98)).toBeGreaterThan(1);
  expect(worth(99)).toBeLessThan(0.901);
});

test('a kind of which people found a wrong pair answers for itself alone, the others for each other', () => {
  // Of three kinds in turn the last is mistaken once in ten answers.
  const said = (at: number) => (at % 10 >= 3 ? undefined : at % 3 === 2 && at % 90 < 10 ? 0 : 1);
  const pairs = pairsOf(900, said, (at) => at % 3);
  const shown = learnSaidByKind(pairs, IMAGINED_VOUCHED);
  expect(new Set(shown.keys())).toEqual(new Set([0, 1]));
  expect(shown.get(0)).toBe(shown.get(1));
  // Either of the two has too few answers by itself.
  const few = pairsOf(
    300,
    (at) => (at % 10 < 3 ? 1 : undefined),
    (at) => at % 3,
  );
  expect(learnSaidByKind(few, IMAGINED_VOUCHED).size).toBe(3);
  expect(
    learnSaidByKind(
      few.filter(({ kind }) => kind === 0),
      IMAGINED_VOUCHED,
    ).size,
  ).toBe(0);
  // And it is asked of what is worth it by itself.
  expect(sampledKinds(pairs)).toEqual(new Set([0, 1]));
});

test('a sample needs as many answers as show it, less those that are there, and fifty more for a wrong one', () => {
  const said = (...verdicts: (0 | 1)[]) => pairsOf(1000, (at) => verdicts[at / 100]);
  expect(needed(said())).toEqual([147]);
  expect(needed(said(1, 1, 1))).toEqual([144]);
  expect(needed(said(1, 0, 1))).toEqual([194]);
  expect(needed(said(), IMAGINED_VOUCHED)).toEqual([49]);
});

test('of a sample whose answers do not reach every part all is needed', () => {
  const likeliest = pairsOf(1000, (at) => (at < 200 ? 1 : undefined));
  expect(needed(likeliest)).toEqual([800]);
});
