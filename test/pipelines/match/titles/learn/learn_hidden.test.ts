import { expect, test } from 'vitest';
import { learnHidden } from '../../../../../pipelines/match/titles/learn/learn_hidden.ts';

const NONE = { scores: [], matches: [], counts: [] };
const NO_LEFT_OVER = { scores: [], sellers: [], lone: [] };
const about = (isSmall: boolean) => ({ isSmall, rounds: 1, listings: new Map() });

/** So many hidden listings whose likeliest variant is the right one, some of two makers or doubted, and 240 led astray. */
const learnt = (
  right: number,
  ofTwoMakers = 0,
  ofDoubt = 0,
  ofLone = 0,
  { ofWitness = 0, isSmall = false } = {},
) => {
  const scores = [...Array<number>(right).fill(0.9), ...Array<number>(240).fill(0.5)];
  const matches = scores.map((score) => (score > 0.8 ? 1 : 0));
  const two_makers = scores.map((_, k) => k < ofTwoMakers);
  const doubted = scores.map((_, k) => right - ofDoubt <= k && k < right);
  const lone = scores.map((_, k) => right - ofLone <= k && k < right);
  const witnessed = scores.map((_, k) => right - ofWitness <= k && k < right);
  const counts = scores.map(() => 1);
  const sellers = scores.map((_, k) => (k % 2 === 0 ? 'left' : 'right'));
  return learnHidden(
    {
      scores,
      matches,
      counts,
      sellers,
      two_makers,
      lone,
      doubted,
      witnessed,
      left_over: NO_LEFT_OVER,
      contradicted: NONE,
    },
    about(isSmall),
  );
};

test('hidden listings say from where on pairs are joined, with three more of them imagined wrong', () => {
  expect(learnt(140).merge_from).toBeGreaterThan(1);
  const shown = learnt(160);
  expect(shown.merge_from).toBeCloseTo(160 / 161, 10);
  expect(shown.calibration?.probabilities).toEqual([0, 160 / 161]);
});

test('pairs of two makers vouch for themselves alone, and others not for them', () => {
  expect(learnt(300, 146).two_makers_from).toBeGreaterThan(1);
  expect(learnt(300, 147)).toMatchObject({ two_makers_from: 300 / 301, merge_from: 300 / 301 });
  expect(learnt(300, 160).merge_from).toBeGreaterThan(1);
});

test('pairs with what one seller alone carries vouch for themselves, where enough others do for theirs', () => {
  expect(learnt(300, 0, 0, 146).lone_from).toBeGreaterThan(1);
  expect(learnt(300, 0, 0, 147)).toMatchObject({ lone_from: 300 / 301, merge_from: 300 / 301 });
  // Too few others show nothing by themselves, so all do together.
  const together = learnt(300, 0, 0, 160);
  expect(together.merge_from).toBe(300 / 301);
  expect(together).not.toHaveProperty('lone_from');
  // Of two sellers each meets what the other alone carries, and no likely pair tells more.
  const scores = [...Array<number>(160).fill(0.9), ...Array<number>(149).fill(0.1)];
  const two = learnHidden(
    {
      scores,
      matches: scores.map((score) => (score > 0.5 ? 1 : 0)),
      counts: scores.map(() => 1),
      sellers: scores.map(() => 'left'),
      two_makers: scores.map(() => false),
      lone: scores.map((score) => score > 0.5),
      doubted: scores.map(() => false),
      witnessed: scores.map(() => false),
      left_over: NO_LEFT_OVER,
      contradicted: NONE,
    },
    about(false),
  );
  expect(two.merge_from).toBeLessThan(1);
  expect(two).not.toHaveProperty('lone_from');
});

test('what public sets bear out as well vouches for itself, of small sellers, with one more imagined wrong instead of three', () => {
  const small = (ofWitness: number) => learnt(300, 0, 0, 0, { ofWitness, isSmall: true });
  expect(small(48)).not.toHaveProperty('witnessed_from');
  expect(small(49)).toMatchObject({ witnessed_from: 300 / 301, merge_from: 300 / 301 });
  expect(learnt(300, 0, 0, 0, { ofWitness: 49 })).not.toHaveProperty('witnessed_from');
  // What two makers' names stand on is another matter, and what is doubted vouches for nothing.
  const witnessed = { ofWitness: 160, isSmall: true };
  for (const [others, from] of [
    [112, undefined],
    [111, 160 / 161],
  ] as const) {
    expect(learnt(160, others, 0, 0, witnessed).witnessed_from).toBe(from);
    expect(learnt(160, 0, others, 0, witnessed).witnessed_from).toBe(from);
  }
});

test('what waits for a person in any case vouches for nothing that is joined', () => {
  expect(learnt(160, 0, 13)).toMatchObject({ merge_from: 160 / 161 });
  expect(learnt(160, 0, 14).merge_from).toBeGreaterThan(1);
});

test('few of them say nothing, and nothing is joined for them', () => {
  const few = learnHidden(
    {
      scores: Array<number>(149).fill(0.99),
      matches: Array<number>(149).fill(1),
      counts: Array<number>(149).fill(1),
      sellers: Array<string>(149).fill('left'),
      two_makers: Array<boolean>(149).fill(false),
      lone: Array<boolean>(149).fill(false),
      doubted: Array<boolean>(149).fill(false),
      witnessed: Array<boolean>(149).fill(true),
      left_over: NO_LEFT_OVER,
      contradicted: NONE,
    },
    about(true),
  );
  expect(few).not.toHaveProperty('calibration');
  expect(few.merge_from).toBeGreaterThan(1);
  expect(few.two_makers_from).toBeGreaterThan(1);
  expect(few).not.toHaveProperty('witnessed_from');
  expect(learnt(1)).toHaveProperty('calibration');
});

test('what contradicts itself is measured by itself, by the probability that it would have', () => {
  const scores = [...Array<number>(200).fill(0.9), ...Array<number>(200).fill(0.5)];
  const contradicted = {
    scores: Array<number>(400).fill(0.9),
    matches: Array.from({ length: 400 }, (_, k) => (k < 100 ? 1 : 0)),
    counts: Array<number>(400).fill(1),
  };
  const all = {
    scores,
    matches: scores.map((score, k) => (score > 0.8 && k % 2 === 0 ? 1 : 0)),
    counts: scores.map(() => 1),
    sellers: scores.map(() => 'left'),
    two_makers: scores.map(() => false),
    lone: scores.map(() => false),
    doubted: scores.map(() => false),
    witnessed: scores.map(() => false),
    left_over: NO_LEFT_OVER,
  };
  // .9 is right in a half, so a quarter is a third of its odds.
  expect(learnHidden({ ...all, contradicted }, about(false)).contradicted).toBeCloseTo(Math.log(1 / 3), 1);
  expect(learnHidden({ ...all, contradicted: NONE }, about(false))).not.toHaveProperty('contradicted');
});

test('a seller whose listings that wait are likelier than others is told apart, by the probabilities that hold for all', () => {
  const scores = [...Array<number>(400).fill(0.9), ...Array<number>(800).fill(0.5)];
  // Of those at .5 three of four of the one seller are right, of the other one of four.
  const isLeft = (k: number) => k % 2 === 0;
  const matches = scores.map((score, k) => {
    if (score > 0.8) return 1;
    return isLeft(k) === k % 8 < 6 ? 1 : 0;
  });
  const nothing = scores.map(() => false);
  const { seller_nats } = learnHidden(
    {
      scores,
      matches,
      counts: scores.map(() => 1),
      sellers: scores.map((_, k) => (isLeft(k) ? 'left' : 'right')),
      two_makers: nothing,
      lone: nothing,
      doubted: nothing,
      witnessed: nothing,
      left_over: NO_LEFT_OVER,
      contradicted: NONE,
    },
    about(false),
  );
  expect(seller_nats?.['left']).toBeGreaterThan(0.5);
  expect(seller_nats?.['right']).toBeLessThan(-0.5);
});

test('a seller whose listings without a code find less than its hidden ones is asked for more, and said to be less likely', () => {
  const scores = [...Array<number>(1_000).fill(0.9), ...Array<number>(500).fill(0.1)];
  const nothing = scores.map(() => false);
  const learnedOf = (found: number, isLone = false) =>
    learnHidden(
      {
        scores,
        matches: scores.map((score) => (score > 0.5 ? 1 : 0)),
        counts: scores.map(() => 1),
        sellers: scores.map(() => 'left'),
        two_makers: nothing,
        lone: nothing,
        doubted: nothing,
        witnessed: nothing,
        left_over: {
          scores: Array<number>(found).fill(0.9),
          sellers: Array<string>(found).fill('left'),
          lone: Array<boolean>(found).fill(isLone),
        },
        contradicted: NONE,
      },
      { isSmall: false, rounds: 1, listings: new Map([['left', { hidden: 2_000, left_over: 400 }]]) },
    );
  expect(learnedOf(200)).toMatchObject({ left_over_from: {}, seller_nats: {} });
  const seldom = learnedOf(20);
  expect(seldom.left_over_from?.['left']).toBeGreaterThan(1);
  expect(seldom.seller_nats?.['left']).toBeLessThan(-1);
  // What one other seller alone carries is of another kind than the cut.
  expect(learnedOf(200, true).left_over_from).toHaveProperty('left');
});
