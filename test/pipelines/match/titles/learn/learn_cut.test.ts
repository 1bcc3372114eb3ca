import { expect, test } from 'vitest';
import { learnCut } from '../../../../../pipelines/match/titles/learn/learn_cut.ts';
import { mergeFrom } from '../../../../../pipelines/match/titles/score/calibration.ts';
import { randomOf } from '../../../../bench/other_seller.ts';

const ones = (count: number) => Array<number>(count).fill(1);
/** How likely a pair is to be right whose chance has such log odds, in a world made up for this test. */
const truth = (odds: number) => 1 / (1 + Math.exp(-1 - 0.7 * odds));
const chanceOf = (odds: number) => 1 / (1 + Math.exp(-odds));

/** Pairs whose log odds lie between -1 and 7, right as often as `truth` says. */
function drawn(seed: number, count = 2_000) {
  const random = randomOf(seed);
  const odds = Array.from({ length: count }, () => 8 * random() - 1);
  return {
    odds,
    scores: odds.map(chanceOf),
    matches: odds.map((own) => (random() < truth(own) ? 1 : 0)),
    counts: ones(count),
  };
}

/** The share that is right of all that lies above a chance, in that world. */
function rightFrom(cut: number): number {
  const odds = Array.from({ length: 8_000 }, (_, k) => k / 1_000 - 1).filter((own) => chanceOf(own) >= cut);
  return odds.reduce((sum, own) => sum + truth(own), 0) / odds.length;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('what lies above the cut is right 98 times in 100, and not less steadily so than where each chance is counted by itself', () => {
  const worlds = Array.from({ length: 60 }, (_, seed) => drawn(seed + 1));
  const fitted = worlds.map((world) => rightFrom(learnCut(world)));
  const counted = worlds.map(({ scores, matches, counts }) =>
    rightFrom(mergeFrom(scores, matches, counts, 3)),
  );
  const spread = (values: readonly number[]) =>
    Math.sqrt(mean(values.map((own) => (own - mean(values)) ** 2)));
  expect(mean(fitted)).toBeGreaterThan(0.98);
  expect(mean(fitted)).toBeLessThan(0.985);
  expect(spread(fitted)).toBeLessThan(spread(counted));
});

test('147 pairs, all of them right, are the fewest that show it', () => {
  const right = (count: number) =>
    learnCut({ scores: Array(count).fill(0.9), matches: ones(count), counts: ones(count) });
  expect(right(146)).toBeGreaterThan(1);
  expect(right(147)).toBe(0.9);
});

test('where as few as one is imagined wrong, 49 show it, and of many still as many are imagined as chance hides', () => {
  const of = (count: number, wrong = 0) => {
    const matches = [...Array<number>(wrong).fill(0), ...ones(count - wrong)];
    return learnCut({ scores: Array(count).fill(0.9), matches, counts: ones(count) }, 1);
  };
  expect(of(48)).toBeGreaterThan(1);
  expect(of(49)).toBe(0.9);
  expect(of(2_000, 33)).toBe(0.9);
  expect(of(2_000, 34)).toBeGreaterThan(1);
});

test('of many pairs as many more are imagined wrong as chance hides in one draw of six: a standard deviation', () => {
  const of = (wrong: number) =>
    learnCut({
      scores: Array(2_000).fill(0.9),
      matches: [...Array<number>(wrong).fill(0), ...ones(2_000 - wrong)],
      counts: ones(2_000),
    });
  // The root of 2,000 times .98 times .02 is 6.26.
  expect(of(33)).toBe(0.9);
  expect(of(34)).toBeGreaterThan(1);
});
test('nothing is shown by nothing, nor by pairs that are wrong', () => {
  const of = (score: number, match: number) =>
    learnCut({ scores: Array(500).fill(score), matches: Array(500).fill(match), counts: ones(500) });
  expect(learnCut({ scores: [], matches: [], counts: [] })).toBeGreaterThan(1);
  expect(of(0.7, 1)).toBe(0.7);
  expect(of(0.99, 0)).toBeGreaterThan(1);
});

test('what is unlikely says nothing of what is likely', () => {
  const world = drawn(3);
  const likely = [...world.scores.keys()].filter((k) => (world.scores[k] as number) >= 0.7);
  const take = (values: readonly number[]) => likely.map((k) => values[k] as number);
  const { scores, matches, counts } = world;
  expect(learnCut({ scores: take(scores), matches: take(matches), counts: take(counts) })).toBe(
    learnCut(world),
  );
});

test('pairs of .7 bend the curve, so that better luck below a chance than above it is not believed; those of less do not', () => {
  const cutWith = (lowest: number) => {
    const wrong = new Map([
      [lowest, 40],
      [0.8, 2],
      [0.9, 6],
    ]);
    const scores = [...wrong.keys()].flatMap((score) => Array<number>(400).fill(score));
    const matches = [...wrong.values()].flatMap((few) => [...Array<number>(few).fill(0), ...ones(400 - few)]);
    return learnCut({ scores, matches, counts: ones(1_200) });
  };
  expect(cutWith(0.7)).toBe(0.9);
  expect(cutWith(0.69)).toBe(0.8);
});

test('where all that is likely may be joined, so is what lies below, as far as the count of it allows', () => {
  const below = (wrong: number) => {
    const scores = [
      ...Array<number>(400).fill(0.9),
      ...Array<number>(100).fill(0.6),
      ...Array<number>(100).fill(0.3),
    ];
    const matches = scores.map((score, k) => (score === 0.6 && k < 400 + wrong ? 0 : score === 0.3 ? 0 : 1));
    return learnCut({ scores, matches, counts: ones(600) });
  };
  expect(below(0)).toBe(0.6);
  expect(below(6)).toBe(0.6);
  expect(below(8)).toBe(0.9);
});

test('a pair that stands for two counts as two', () => {
  const { scores, matches, counts } = drawn(5, 600);
  const twice = {
    scores: [...scores, ...scores],
    matches: [...matches, ...matches],
    counts: [...counts, ...counts],
  };
  const once = { scores, matches, counts: counts.map(() => 2) };
  // Of the once listed each imagined one stands for two as well, so they are never laxer.
  expect(learnCut(once)).toBeGreaterThanOrEqual(learnCut(twice));
  const two = { scores: [0.8, ...Array(400).fill(0.9)], matches: ones(401), counts: [2, ...ones(400)] };
  expect(learnCut(two)).toBe(0.8);
});

/** The likeliest share right at each chance, by going uphill in ever shorter steps, which cannot miss the top: the likelihood is concave. */
function likeliestShares({ odds, matches, counts }: { odds: number[]; matches: number[]; counts: number[] }) {
  const logOf = (base: number, slope: number) =>
    odds.reduce((sum, own, k) => {
      const sign = matches[k] === 1 ? 1 : -1;
      return sum - (counts[k] as number) * Math.log1p(Math.exp(-sign * (base + slope * (own - 5))));
    }, 0);
  let [base, slope, best] = [0, 0, logOf(0, 0)];
  for (let step = 1; step > 1e-7; ) {
    const next = [
      [base + step, slope],
      [base - step, slope],
      [base, slope + step],
      [base, slope - step],
    ].find(([one = 0, other = 0]) => logOf(one, other) > best);
    if (next) {
      [base, slope] = next as [number, number];
      best = logOf(base, slope);
    } else step /= 2;
  }
  return odds.map((own) => 1 / (1 + Math.exp(-base - slope * (own - 5))));
}

test('the curve is the likeliest one, however steep, and each pair counts as many times as it stands for', () => {
  // The worlds 33 and 37 are so steep that steps bounded along each axis by itself lead past the top.
  for (let seed = 30; seed < 42; seed++) {
    const random = randomOf(seed);
    const [base, slope] = [3 * random() - 1, 3 * random()];
    const odds = Array.from({ length: 400 }, () => 0.9 + 12 * random());
    const scores = odds.map(chanceOf);
    const matches = odds.map((own) => (random() < chanceOf(base + slope * (own - 2)) ? 1 : 0));
    const counts = odds.map(() => 1 + Math.floor(3 * random()));
    const likeliest = mergeFrom(scores, likeliestShares({ odds, matches, counts }), counts, 3);
    if (matches.includes(0)) expect(learnCut({ scores, matches, counts })).toBe(likeliest);
  }
});

test('a chance of 1 is as likely as one just below it', () => {
  const cutWith = (highest: number) => {
    const scores = [...Array<number>(400).fill(0.8), ...Array<number>(400).fill(highest)];
    const matches = scores.map((_, k) => (k < 40 || k === 400 ? 0 : 1));
    return learnCut({ scores, matches, counts: ones(800) });
  };
  expect(cutWith(1)).toBe(1);
  expect(cutWith(0.999_999)).toBe(0.999_999);
});

test('the likely all right and the others all wrong part at the lowest of those that are right', () => {
  const scores = [...Array(300).fill(0.75), ...Array(300).fill(0.95)];
  const matches = scores.map((score) => (score > 0.9 ? 1 : 0));
  expect(learnCut({ scores, matches, counts: ones(600) })).toBe(0.95);
});
