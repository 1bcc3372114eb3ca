import { expect, test } from 'vitest';
import {
  learnSureFrom,
  type SeenJoins,
} from '../../../../../pipelines/match/titles/learn/learn_sure_from.ts';

/** One mistake in 200 listings from .8 on and in 500 from .9 on, as it were. */
const mistakes = [
  { from: 0.8, wrong: 1, listings: 200 },
  { from: 0.9, wrong: 1, listings: 500 },
];
const UNSEEN: Omit<SeenJoins, 'joined'> = {
  listings: 1_000,
  decoys: { chances: [], listings: 0, repeats: 1 },
  // So many that it hangs on the mistakes.
  hidden: { right: Array(1_000).fill(0.95), wrong: [], listings: 1_000 },
};
const pairs = (count: number, chance = 0.95) => Array<number>(count).fill(chance);
const sureFrom = (seen: Partial<SeenJoins>) => learnSureFrom({ ...UNSEEN, joined: [], ...seen }, mistakes);

test('where many are joined, as many mistakes are few; where nobody has a partner, they are all there is', () => {
  const of = (count: number) => sureFrom({ joined: pairs(count) });
  // Of 909 listings that find nobody one in 500 is mistaken: 2 of 91.
  expect(of(91)).toBe(0.9);
  expect(of(90)).toBe(0.99);
  expect(of(3)).toBe(0.99);
  // Of 800 one in 200: 4 of 200.
  expect(of(200)).toBe(0.8);
  expect(of(199)).toBe(0.9);
});

test('hidden codes that show no mistake let less likely pairs be joined, and mistakes that they show do not', () => {
  const of = (hidden: Partial<SeenJoins['hidden']>) =>
    sureFrom({
      joined: pairs(100),
      hidden: { right: pairs(1_000), wrong: [], ...hidden, listings: 1_000 + (hidden.listings ?? 0) },
    });
  // Of 900 listings 1 in 450 may be mistaken; each pair of hidden ones is seen twice.
  expect(of({ listings: 498 })).toBe(0.9);
  expect(of({ listings: 500 })).toBe(0.8);
  expect(of({ listings: 500, wrong: [0.85, 0.85] })).toBe(0.9);
  expect(of({ listings: 950, wrong: [0.85] })).toBe(0.8);
  expect(of({ listings: 948, wrong: [0.85] })).toBe(0.9);
  expect(of({ listings: 500, wrong: pairs(4) })).toBe(0.99);
  // What found its own partner could not be mistaken.
  expect(of({ listings: 500, right: pairs(1_002) })).toBe(0.9);
});

test('a seller’s own listings that look like one let fewer be joined', () => {
  const of = (decoys: number, repeats = 1, chance = 0.95) =>
    sureFrom({
      joined: pairs(120),
      decoys: { chances: pairs(decoys, chance), listings: 500, repeats },
    });
  // Of 880 listings that find nobody 2.4 may be mistaken.
  expect(of(0)).toBe(0.8);
  expect(of(1)).toBe(0.9);
  expect(of(2)).toBe(0.99);
  expect(of(1, 1, 0.85)).toBe(0.9);
  // Asked against four other sellers, one pair counts four times.
  expect(of(4, 4)).toBe(0.9);
});

test('what is less likely than a chance is not joined from it on', () => {
  expect(sureFrom({ joined: [...pairs(90), ...pairs(109, 0.85)] })).toBe(0.99);
  expect(sureFrom({ joined: [...pairs(90), ...pairs(110, 0.85)] })).toBe(0.8);
  expect(sureFrom({ joined: pairs(91, 0.9) })).toBe(0.9);
});

test('hidden codes must bear it out themselves: 49 right and none wrong at least', () => {
  const of = (right: number, wrong: number) =>
    sureFrom({
      joined: pairs(1_000),
      listings: 2_000,
      hidden: { right: pairs(right), wrong: pairs(wrong), listings: 10_000 },
    });
  expect(of(49, 0)).toBe(0.8);
  expect(of(48, 0)).toBe(0.99);
  expect(of(98, 1)).toBe(0.8);
  expect(of(97, 1)).toBe(0.99);
});
