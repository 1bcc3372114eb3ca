import { expect, test } from 'vitest';
import { learnLeftOver } from '../../../../../pipelines/match/titles/learn/learn_left_over.ts';

interface Seller {
  /** Listings whose codes are hidden; of their pairs so many at .9 are right and so many wrong, and so many at .6 wrong. */
  hidden: number;
  right: number;
  wrong?: number;
  doubtful?: number;
  /** Listings that no code places, how many of these find something at .9, at the cut, and below it. */
  left_over: number;
  found: number;
  atCut?: number;
  unlikely?: number;
}

const CUT = 0.8;

/** What is asked of sellers' listings without a code, looked for in so many rounds. */
function learned(sellers: Readonly<Record<string, Seller>>, rounds = 1) {
  const pairs = Object.entries(sellers).flatMap(([seller, { right, wrong = 0, doubtful = 0 }]) => [
    ...Array.from({ length: right }, () => ({ seller, score: 0.9, match: 1 })),
    ...Array.from({ length: wrong }, () => ({ seller, score: 0.9, match: 0 })),
    ...Array.from({ length: doubtful }, () => ({ seller, score: 0.6, match: 0 })),
  ]);
  const found = Object.entries(sellers).flatMap(([seller, { found: count, atCut = 0, unlikely = 0 }]) => [
    ...Array.from({ length: count * rounds }, () => ({ seller, score: 0.9 })),
    ...Array.from({ length: atCut * rounds }, () => ({ seller, score: CUT })),
    ...Array.from({ length: unlikely * rounds }, () => ({ seller, score: 0.6 })),
  ]);
  return learnLeftOver(
    {
      scores: pairs.map(({ score }) => score),
      matches: pairs.map(({ match }) => match),
      counts: pairs.map(() => 1),
      sellers: pairs.map(({ seller }) => seller),
    },
    { scores: found.map(({ score }) => score), sellers: found.map(({ seller }) => seller), rounds },
    new Map(
      Object.entries(sellers).map(([seller, { hidden, left_over }]) => [seller, { hidden, left_over }]),
    ),
    CUT,
  );
}

test('a seller whose listings without a code find as much as its hidden ones is asked for no more', () => {
  const half = { hidden: 2_000, right: 1_000, left_over: 1_000 };
  expect(learned({ left: { ...half, found: 500 } }).size).toBe(0);
  // As many fewer as chance hides in one draw of six: a standard deviation of both counts.
  expect(learned({ left: { ...half, found: 473 } }).size).toBe(0);
  expect(learned({ left: { ...half, found: 472 } }).size).toBe(1);
});

test('where they find less, hidden mistakes count for as many as they would make', () => {
  // At most .111 of them find something, where .5 of the hidden ones do: right ones count .222 and wrong ones 1.778 times.
  const some = { hidden: 20_000, left_over: 1_000, found: 100 };
  const few = learned({ left: { ...some, right: 9_980, wrong: 20 } }).get('left');
  expect(few?.from).toBe(0.9);
  expect(few?.nats).toBeCloseTo(Math.log(0.2222 / 1.7778), 2);
  // Of 10,000 half of a hundredth are wrong: as hidden ones they would do, as these do they are one in 25.
  expect(learned({ left: { ...some, right: 9_950, wrong: 50 } }).get('left')?.from).toBeGreaterThan(1);
  expect(learned({ left: { ...some, found: 500, right: 9_950, wrong: 50 } }).size).toBe(0);
});

test('few hidden pairs show nothing, with three more mistakes among them', () => {
  const some = { hidden: 2_000, right: 1_000, left_over: 1_000, found: 200 };
  // Three count 1.57 each beside 433 right ones: 1.1 of a hundred.
  expect(learned({ left: some }).get('left')?.from).toBe(0.9);
  expect(learned({ left: { ...some, hidden: 1_000, right: 500 } }).get('left')?.from).toBeGreaterThan(1);
});

test('it is of each seller by itself; of one of which few are hidden all tell together', () => {
  const usual = { hidden: 2_000, right: 1_000, left_over: 1_000, found: 500 };
  const worths = learned({ usual, seldom: { ...usual, found: 20 } });
  expect([...worths.keys()]).toEqual(['seldom']);
  const small = { hidden: 10, right: 10, left_over: 1_000 };
  expect(learned({ usual, small: { ...small, found: 500 } }).size).toBe(0);
  expect([...learned({ usual, small: { ...small, found: 300 } }).keys()]).toEqual(['small']);
});

test('sellers of which each finds as much as its own hidden ones are asked for no more, however much others find', () => {
  const much = { hidden: 1_000, right: 500, left_over: 1_000, found: 500 };
  const little = { hidden: 1_500, right: 150, left_over: 1_000, found: 100 };
  expect(learned({ much, little }).size).toBe(0);
  // Of one pair less it is not known how much it finds, so that of both holds.
  expect([...learned({ much, little: { ...little, right: 149 } }).keys()]).toEqual(['little']);
});

test('what is less likely than the cut is found by nobody, and what is at it is', () => {
  const some = { hidden: 2_000, right: 1_000, left_over: 1_000 };
  expect(learned({ left: { ...some, found: 200, unlikely: 300 } }).size).toBe(1);
  expect(learned({ left: { ...some, found: 200, atCut: 300 } }).size).toBe(0);
  expect(learned({ left: { ...some, doubtful: 900, found: 480 } }).size).toBe(0);
});

test('a seller without listings that look for a place is not asked, and several rounds are as one', () => {
  const usual = { hidden: 2_000, right: 1_000, left_over: 0, found: 0 };
  expect(learned({ usual }).size).toBe(0);
  const half = { hidden: 2_000, right: 1_000, left_over: 1_000, found: 500 };
  expect(learned({ half }, 5).size).toBe(0);
  expect(learned({ half: { ...half, found: 300 } }, 5)).toEqual(learned({ half: { ...half, found: 300 } }));
});
