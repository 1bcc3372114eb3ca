import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  learnOpenWorld,
  learnUncoded,
  type MeasuredPairs,
  scaleOf,
  sureFrom,
} from '../../../../../pipelines/match/titles/learn/learn_open_world.ts';
import { KINDS } from '../../../../../pipelines/match/titles/score/open_world.ts';

const times = (count: number, chance: number) => Array.from({ length: count }, () => chance);
const fiveSellers = { listings: new Map([1, 2, 3, 4, 5].map((seller) => [seller, 1000])), tied: 0 };
const twoSellers = { listings: new Map([1, 2].map((seller) => [seller, 1000])), tied: 0 };

function measured(targets: number[], decoys: number[], kind = 0): MeasuredPairs {
  const chances = [...targets, ...decoys];
  return {
    kinds: chances.map(() => kind),
    chances,
    abroad: chances.map((_, k) => (k < targets.length ? 1 : 0)),
  };
}

describe('from which chance on pairs are sure', () => {
  test('nowhere, where one seller’s own listings look alike as often', () => {
    expect(sureFrom({ targets: times(400, 0.99), decoys: times(100, 0.99) }, 4)).toBeNull();
  });

  test('above the decoys, and below them where they are few among many', () => {
    const targets = [...times(200, 0.99), ...times(100, 0.9)];
    expect(sureFrom({ targets, decoys: times(10, 0.9) }, 4)).toBe(0.99);
    expect(sureFrom({ targets: times(800, 0.99), decoys: times(3, 0.99) }, 4)).toBe(0.99);
    expect(sureFrom({ targets: times(799, 0.99), decoys: times(3, 0.99) }, 4)).toBeNull();
  });

  test('whatever order the pairs come in', () => {
    const [targets, decoys] = [
      [...times(100, 0.9), ...times(200, 0.99)],
      [0.95, ...times(10, 0.9)],
    ];
    expect(sureFrom({ targets, decoys }, 2)).toBe(0.99);
    expect(sureFrom({ targets: targets.toReversed(), decoys: decoys.toReversed() }, 2)).toBe(0.99);
    // The decoy at .95 does not speak of what is likelier, and does of what is less likely.
    const steps = [...times(100, 0.99), ...times(99, 0.9)];
    expect(sureFrom({ targets: steps, decoys: [0.95, 0.95, 0.95] }, 1)).toBe(0.99);
    expect(sureFrom({ targets: [...steps, 0.9], decoys: [0.95, 0.95, 0.95] }, 1)).toBe(0.9);
  });

  test('never on the word of a few, where luck could have spared a decoy', () => {
    const sure = (targets: number, scale: number) =>
      sureFrom({ targets: times(targets, 0.99), decoys: [] }, scale);
    expect(sure(49, 1)).toBeNull();
    expect(sure(50, 1)).toBe(0.99);
    expect(sure(199, 4)).toBeNull();
    expect(sure(200, 4)).toBe(0.99);
  });

  test('nor where the same two could have been spared against several sellers', () => {
    expect(sureFrom({ targets: times(199, 0.99), decoys: [] }, 1, 4)).toBeNull();
    expect(sureFrom({ targets: times(200, 0.99), decoys: [] }, 1, 4)).toBe(0.99);
  });

  test('is only ever stricter with more decoys', () => {
    const chances = fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { maxLength: 300 });
    fc.assert(
      fc.property(
        chances,
        chances,
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        (targets, decoys, scale) => {
          const sure = sureFrom({ targets, decoys }, scale) ?? Infinity;
          expect(sureFrom({ targets, decoys: [...decoys, 1] }, scale) ?? Infinity).toBeGreaterThanOrEqual(
            sure,
          );
        },
      ),
    );
  });
});

test('a likeness at home stands for as many abroad as there are pairs of two sellers for one of one', () => {
  expect(scaleOf(twoSellers)).toBeCloseTo(1_000_000 / 999_000, 6);
  // Each pair of one seller is asked against four others.
  expect(scaleOf(fiveSellers)).toBeCloseTo(10_000_000 / (4 * 5 * 499_500), 6);
  // Each of 2,000 listings could also be one of 500 things that codes placed.
  expect(scaleOf({ ...twoSellers, tied: 500 })).toBeCloseTo(2_000_000 / (2 * 999_000), 6);
});

describe('the open world', () => {
  test('is measured by kind, and what contradicts itself is never sure', () => {
    const contradicting = KINDS.indexOf('contradicting');
    const parts = [measured(times(300, 0.9), []), measured(times(300, 0.9), [], contradicting)];
    const { sure_from } = learnOpenWorld(parts, fiveSellers);
    expect(sure_from[0]).toBe(0.9);
    const modelled = KINDS.indexOf('equal, of one model');
    expect(sure_from.flatMap((from, kind) => (from === null ? [] : [kind]))).toEqual([0, modelled]);
  });

  test('is as sure of titles that name one model too as of others that are as close', () => {
    const [near, modelled] = [KINDS.indexOf('near'), KINDS.indexOf('near, of one model')];
    const parts = (plain: number, ofModel: number) => [
      measured(times(plain, 0.9), [], near),
      measured(times(ofModel, 0.95), [], modelled),
    ];
    const sure = (plain: number, ofModel: number) => {
      const { sure_from } = learnOpenWorld(parts(plain, ofModel), fiveSellers);
      return [sure_from[near], sure_from[modelled]];
    };
    expect(sure(300, 20)).toEqual([0.9, 0.9]);
    // Not the other way round.
    expect(sure(20, 300)).toEqual([null, 0.95]);
    expect(sure(20, 20)).toEqual([null, null]);
  });

  test('is measured over all kinds together where GTINs taught what agreement weighs', () => {
    const contradicting = KINDS.indexOf('contradicting');
    const parts = [measured(times(120, 0.9), [], 0), measured(times(120, 0.9), [], 2)];
    expect(learnOpenWorld(parts, fiveSellers).sure_from.every((from) => from === null)).toBe(true);
    const { sure_from } = learnUncoded(parts, fiveSellers);
    expect(sure_from).toEqual(KINDS.map((_, kind) => (kind === contradicting ? null : 0.9)));
    // What contradicts itself is no witness.
    const others = [measured(times(500, 0.9), times(500, 0.9), contradicting)];
    expect(learnUncoded([...parts, ...others], fiveSellers).sure_from).toEqual(sure_from);
    expect(learnUncoded(others, fiveSellers).sure_from.every((from) => from === null)).toBe(true);
  });

  test('measures what is behind another pair apart, and what is not', () => {
    const [near, behind] = [KINDS.indexOf('near'), KINDS.indexOf('near, behind another')];
    const first = measured(times(300, 0.9), [], near);
    const { sure_from } = learnOpenWorld(
      [first, measured(times(300, 0.9), times(300, 0.9), behind)],
      fiveSellers,
    );
    expect([sure_from[near], sure_from[behind]]).toEqual([0.9, null]);
    // Of one model, and behind another too.
    const both = learnOpenWorld([measured(times(300, 0.8), [], behind)], fiveSellers).sure_from;
    expect(both.flatMap((from, kind) => (from === null ? [] : [KINDS[kind]]))).toEqual([
      'near, behind another',
      'near, of one model, behind another',
    ]);
  });

  test('says of a kind of few pairs what those as far behind another, or not, show together', () => {
    const [near, far] = ['near', 'parted'] as const;
    const at = (name: (typeof KINDS)[number]) => KINDS.indexOf(name);
    const { calibrations } = learnOpenWorld(
      [
        measured(times(400, 0.8), [], at(near)),
        measured(times(40, 0.8), times(40, 0.8), at(far)),
        measured(times(200, 0.8), times(190, 0.8), at(`${near}, behind another`)),
        measured(times(30, 0.8), [], at(`${far}, behind another`)),
      ],
      fiveSellers,
    );
    const worth = (name: (typeof KINDS)[number]) => calibrations?.[at(name)]?.probabilities.at(-1);
    expect(worth(near)).toBeGreaterThan(0.99);
    expect(worth(far)).toBeCloseTo(400 / 440, 2);
    expect(worth(`${near}, behind another`)).toBeCloseTo(10 / 200, 2);
    expect(worth(`${far}, behind another`)).toBeCloseTo(40 / 230, 2);
    expect(calibrations?.[at('contradicting')]?.probabilities).toEqual([]);
  });

  test('says of all kinds together what a chance is worth, but not of what contradicts itself', () => {
    const contradicting = KINDS.indexOf('contradicting');
    const parts = [
      measured(times(200, 0.8), times(100, 0.8), 0),
      measured(times(200, 0.8), times(100, 0.8), 2),
    ];
    const { calibrations } = learnUncoded(parts, fiveSellers);
    for (const [kind, { probabilities }] of (calibrations ?? []).entries())
      if (kind === contradicting) expect(probabilities).toEqual([]);
      else expect(probabilities.at(-1)).toBeCloseTo(0.5, 1);
    expect(calibrations).toHaveLength(KINDS.length);
    expect(learnUncoded([measured(times(400, 0.8), times(50, 0.8))], twoSellers).calibrations).toBeNull();
  });

  test('is measured where three sellers bear witness', () => {
    const three = { listings: new Map([1, 2, 3].map((seller) => [seller, 1000])), tied: 0 };
    expect(learnOpenWorld([measured(times(400, 0.8), times(50, 0.8))], three).calibrations).not.toBeNull();
  });

  test('takes from targets what chance explains, where sellers enough bear witness', () => {
    const { calibrations } = learnOpenWorld([measured(times(400, 0.8), times(200, 0.8))], fiveSellers);
    // 200 decoys stand for as many of 400.
    expect(calibrations?.[0]?.probabilities.at(-1)).toBeCloseTo(0.5, 1);
  });

  test('leaves the unsure to competition where two sellers share what they sell, and not where they share nothing', () => {
    expect(learnOpenWorld([measured(times(400, 0.8), times(50, 0.8))], twoSellers).calibrations).toBeNull();
    const nothing = learnOpenWorld([measured(times(400, 0.8), times(390, 0.8))], twoSellers);
    expect(nothing.calibrations?.[0]?.probabilities.at(-1)).toBeLessThan(0.1);
    expect(nothing.sure_from[0]).toBeNull();
  });
});
