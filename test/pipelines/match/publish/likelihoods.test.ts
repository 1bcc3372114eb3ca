import { expect, test } from 'vitest';
import { inRecords, likelihoods, ruleOutCarried } from '../../../../pipelines/match/publish/likelihoods.ts';
import type { TitlePairs } from '../../../../pipelines/match/publish/pairs.ts';
import { BRAND_LEVELS } from '../../../../pipelines/match/titles/compare/brands.ts';
import { COMPARISON_COUNT, COMPARISONS } from '../../../../pipelines/match/titles/compare/comparison.ts';
import { hashText } from '../../../../pipelines/match/titles/read/hash.ts';
import { UNCALIBRATED } from '../../../../pipelines/match/titles/score/calibration.ts';
import type { MatchModel } from '../../../../pipelines/match/titles/score/model.ts';
import { KINDS, SURE } from '../../../../pipelines/match/titles/score/open_world.ts';
import { ALIKE } from './alike_levels.ts';

const taught = {
  taught: { by: 'hidden_gtins', matches: 500 },
  calibration: UNCALIBRATED,
  merge_from: 1,
} as MatchModel;
const open: MatchModel = {
  ...taught,
  taught: { by: 'competition', matches: 0 },
  open_world: { sure_from: KINDS.map(() => 0.6), calibrations: null },
};
/** Places 0 to 2 are of one seller, 3 and 4 of another, 5 of a third. */
const features = { seller: Uint32Array.from([7, 7, 7, 8, 8, 9]) };
const untied = new Uint8Array(6).fill(1);
/** How many sellers carry what stands at a place. */
const several = () => 2;

function pairsOf(found: [left: number, right: number, weight: number, twin?: 0 | 1][]): TitlePairs {
  return {
    left: Uint32Array.from(found, ([left]) => left),
    right: Uint32Array.from(found, ([, right]) => right),
    weight: Float32Array.from(found, ([, , weight]) => weight),
    kind: new Uint8Array(found.length),
    twin: Uint8Array.from(found, ([, , , twin]) => twin ?? 0),
    levels: Uint8Array.from(found.flatMap(() => ALIKE)),
  };
}

function probabilities(model: MatchModel, found: Parameters<typeof pairsOf>[0], ties = untied) {
  const { left, right, probability } = likelihoods(model, features, pairsOf(found), ties, several);
  return new Map(Array.from(left, (low, k) => [`${low}-${right[k]}`, probability[k] as number]));
}

test('a pair stands once, whichever side found it', () => {
  const both = probabilities(taught, [
    [0, 3, 3],
    [3, 0, 3],
  ]);
  expect([...both.keys()]).toEqual(['0-3']);
  expect(both.get('0-3')).toBeCloseTo(Math.exp(3) / (1 + Math.exp(3)), 5);
  expect(probabilities(taught, [[3, 0, 3]])).toEqual(both);
});

test('listings of one seller compete for a record, those of two do not', () => {
  const rivals = probabilities(taught, [
    [0, 3, 3],
    [0, 4, 3],
    [0, 5, 3],
  ]);
  expect(rivals.get('0-3')).toBeLessThan(0.5);
  expect(rivals.get('0-5')).toBeGreaterThan(0.9);
});

test('what a seller carries under a code is no rival of what its other listing may be', () => {
  const found = pairsOf([
    [0, 3, 3],
    [0, 4, 3],
  ]);
  const { probability } = likelihoods(
    taught,
    features,
    ruleOutCarried(found, (listing, record) => listing === 0 && record === 3),
    untied,
    several,
  );
  expect(probability[0]).toBe(0);
  expect(probability[1]).toBeCloseTo(Math.exp(3) / (1 + Math.exp(3)), 5);
});

test('a rival that has a better partner of its own takes little away', () => {
  const alone = probabilities(taught, [
    [0, 3, 3],
    [0, 4, 3],
  ]);
  const settled = probabilities(taught, [
    [0, 3, 3],
    [0, 4, 3],
    [1, 4, 8],
  ]);
  expect(settled.get('0-3')).toBeGreaterThan((alone.get('0-3') ?? 0) + 0.2);
});

test('sure is what both listings without a code found, neither with a twin at home', () => {
  const found = (twins: [0 | 1, 0 | 1]) =>
    probabilities(open, [
      [0, 3, 9, twins[0]],
      [3, 0, 9, twins[1]],
    ]).get('0-3') ?? 0;
  expect(found([0, 0])).toBeGreaterThanOrEqual(SURE);
  expect(found([1, 0])).toBeLessThan(SURE);
  expect(found([0, 1])).toBeLessThan(SURE);
  expect(probabilities(open, [[0, 3, 9]]).get('0-3')).toBeLessThan(SURE);
  // What codes made looks for nothing.
  const tied = Uint8Array.from([1, 1, 1, 0, 1, 1]);
  expect(probabilities(open, [[0, 3, 9]], tied).get('0-3')).toBeGreaterThanOrEqual(SURE);
});

test('a pair of which a listing has a likelier one elsewhere is as sure as such pairs are', () => {
  const [near, behind] = [KINDS.indexOf('equal'), KINDS.indexOf('equal, behind another')];
  const sure = (allowed: number, found: Parameters<typeof pairsOf>[0], ties = untied) => {
    const open_world = {
      sure_from: KINDS.map((_, kind) => (kind === allowed ? 0.6 : null)),
      calibrations: null,
    };
    const of = probabilities({ ...open, open_world }, found, ties);
    return [...of].filter(([, probability]) => probability >= SURE).map(([name]) => name);
  };
  // 0 is likelier 3 than 5, which are of two other sellers; 1 and 4 are nothing to them.
  const found: Parameters<typeof pairsOf>[0] = [
    [0, 3, 9],
    [3, 0, 9],
    [0, 5, 8],
    [5, 0, 8],
    [1, 4, 7],
    [4, 1, 7],
  ];
  expect(sure(near, found)).toEqual(['0-3', '1-4']);
  expect(sure(behind, found)).toEqual(['0-5']);
  // As likely as the other it is behind nothing.
  const even = found.map(([left, right]): (typeof found)[number] => [left, right, 9]);
  expect(sure(near, even)).toEqual(['0-3', '0-5', '1-4']);
  // What codes made may be what several listings are.
  const tied = Uint8Array.from([0, 1, 1, 1, 1, 1]);
  expect(
    sure(
      near,
      found.filter(([left]) => left !== 0),
      tied,
    ),
  ).toEqual(['0-3', '0-5', '1-4']);
});

test('of a pair without any code no hidden GTIN tells, so people who judged others do not join it', () => {
  const model: MatchModel = {
    ...taught,
    merge_from: 0.9,
    uncoded: { sure_from: KINDS.map(() => 0.999), calibrations: null },
  };
  const found = pairsOf([
    [0, 3, 6],
    [3, 0, 6],
  ]);
  const ofTwo = likelihoods(model, features, found, untied, several);
  expect([ofTwo.joinable[0], (ofTwo.probability[0] as number) < 0.9]).toEqual([0, true]);
  const withCode = likelihoods(model, features, found, Uint8Array.from([1, 1, 1, 0, 1, 1]), several);
  expect([withCode.joinable[0], (withCode.probability[0] as number) > 0.99]).toEqual([1, true]);
});

test('a pair that names two makers waits for a person, and is no part of what people vouch for', () => {
  const model: MatchModel = { ...taught, merge_from: 0.9, two_makers_from: 2 };
  const found = pairsOf([[0, 3, 6]]);
  const ties = Uint8Array.from([1, 1, 1, 0, 1, 1]);
  const of = (brand: number) => {
    const levels = Uint8Array.from(ALIKE);
    levels[COMPARISONS.findIndex(({ name }) => name === 'brand')] = brand;
    const { joinable, probability } = likelihoods(model, features, { ...found, levels }, ties, several);
    return [joinable[0], (probability[0] as number) >= 0.9];
  };
  expect(of(BRAND_LEVELS.indexOf('different brands'))).toEqual([0, false]);
  expect(of(BRAND_LEVELS.indexOf('the same brand'))).toEqual([1, true]);
});

test('a listing that meets what one seller alone carries waits where such are not shown to be right', () => {
  const model: MatchModel = { ...taught, merge_from: 0.9, lone_from: 2 };
  const joinable = (tied: number[], sellers: number) =>
    likelihoods(
      model,
      features,
      pairsOf([[0, 3, 6]]),
      untied.map((one, place) => (tied.includes(place) ? 0 : one)),
      (place) => (place === 3 ? sellers : 1),
    ).joinable[0];
  expect([joinable([3], 1), joinable([3], 2)]).toEqual([0, 1]);
  // Of two listings without a code nothing is known of who else has it.
  expect(joinable([], 1)).toBe(1);
});

test('titles of one record do not compete, and the likest of them speaks for it', () => {
  // Places 3 and 4 are two titles of one variant, 5 is another.
  const heads = Uint32Array.from([0, 1, 2, 3, 3, 5]);
  const sellers = { seller: Uint32Array.from([7, 7, 7, 8, 8, 8]) };
  const asks = Uint8Array.from([1, 1, 1, 0, 0, 0]);
  const found = pairsOf([
    [0, 3, 1],
    [0, 4, 6],
    [0, 5, 1],
  ]);
  const records = likelihoods(taught, sellers, inRecords(found, heads), asks, several);
  expect(Array.from(records.right)).toEqual([3, 5]);
  expect(found.right[records.found[0] as number]).toBe(4);
  const alone = probabilities(taught, [[0, 3, 6]], asks).get('0-3') as number;
  expect(records.probability[0]).toBeGreaterThan(0.97 * alone);
  expect(records.probability[1]).toBeLessThan(0.02);
});

test('what competes for a record does so whichever of their places comes first', () => {
  const chances = (...sellers: number[]) => {
    const rivals = likelihoods(
      taught,
      { seller: Uint32Array.from(sellers) },
      pairsOf([
        [1, 0, 5],
        [1, 2, 5],
      ]),
      untied,
      several,
    );
    return Array.from(rivals.probability);
  };
  for (const shares of [chances(8, 7, 8), chances(7, 8, 7)])
    for (const share of shares) expect(share).toBeCloseTo(Math.exp(5) / (1 + 2 * Math.exp(5)), 2);
});

test('what the catalogue is sure of waits for a person where public sets doubt it, unless one has decided', () => {
  const model = { ...taught, merge_from: 0.95 };
  const of = (weight: number, levels?: Uint8Array) => {
    const pairs = pairsOf([[0, 3, weight]]);
    const found = likelihoods(model, features, levels ? { ...pairs, levels } : pairs, untied, several);
    return [found.probability[0], found.joinable[0]];
  };
  const unalike = new Uint8Array(COMPARISON_COUNT);
  expect(of(8)).toEqual([expect.closeTo(1, 3), 1]);
  expect(of(8, unalike)).toEqual([expect.closeTo(0.94, 10), 0]);
  expect(of(30, unalike)).toEqual([expect.closeTo(1, 10), 1]);
});

test('what meets a code is as likely as its seller has it, from either side; two listings without one are not', () => {
  const told = { ...taught, seller_nats: { left: Math.LN2 } };
  const sellers = {
    seller: Uint32Array.of(hashText('left'), hashText('*'), hashText('left'), hashText('*')),
  };
  const found = pairsOf([
    [0, 1, 0],
    [2, 3, 0],
  ]);
  const of = (model: MatchModel, ties: number[]) =>
    Array.from(likelihoods(model, sellers, found, Uint8Array.from(ties), several).probability);
  expect(of(taught, [1, 0, 1, 0])).toEqual([0.5, 0.5]);
  const [first, second] = of(told, [1, 0, 0, 1]);
  expect(first).toBeCloseTo(2 / 3, 10);
  // Of the second pair the listing without a code is another seller's.
  expect(second).toBe(0.5);
  expect(of(told, [1, 1, 1, 1])).toEqual([0.5, 0.5]);
});

test('a seller whose listings without a code find little has them wait for a person below what that asks for', () => {
  const sellers = {
    seller: Uint32Array.of(hashText('left'), hashText('*'), hashText('right'), hashText('*')),
  };
  const found = pairsOf([
    [0, 1, 8],
    [2, 3, 8],
  ]);
  const of = (from: number, ties = [1, 0, 1, 0]) => {
    const model = { ...taught, merge_from: 0.9, left_over_from: { left: from } };
    const { probability, joinable } = likelihoods(model, sellers, found, Uint8Array.from(ties), several);
    return Array.from(probability, (share, k) => [share > 0.9, joinable[k]]);
  };
  const [joined, waiting] = [
    [true, 1],
    [false, 0],
  ];
  expect(of(0.99)).toEqual([joined, joined]);
  expect(of(2)).toEqual([waiting, joined]);
  // Two listings without a code are of nobody's kind.
  expect(of(2, [1, 1, 1, 1])).toEqual([joined, joined]);
});
