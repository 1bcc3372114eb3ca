import { expect, test } from 'vitest';
import { likelihoods } from '../../../../pipelines/match/publish/likelihoods.ts';
import type { TitlePairs } from '../../../../pipelines/match/publish/pairs.ts';
import { hearPairs, type Said, sayPairs } from '../../../../pipelines/match/publish/said_pairs.ts';
import { UNCALIBRATED } from '../../../../pipelines/match/titles/score/calibration.ts';
import type { MatchModel } from '../../../../pipelines/match/titles/score/model.ts';
import { CONTRADICTING, KINDS } from '../../../../pipelines/match/titles/score/open_world.ts';
import { ALIKE } from './alike_levels.ts';

const taught = {
  taught: { by: 'hidden_gtins', matches: 500 },
  calibration: UNCALIBRATED,
  merge_from: 0.98,
} as MatchModel;
const open: MatchModel = {
  ...taught,
  open_world: { sure_from: KINDS.map(() => null), calibrations: null },
};
type Found = [left: number, right: number, weight: number, kind?: number];

function pairsOf(found: readonly Found[]): TitlePairs {
  return {
    left: Uint32Array.from(found, ([left]) => left),
    right: Uint32Array.from(found, ([, right]) => right),
    weight: Float32Array.from(found, ([, , weight]) => weight),
    kind: Uint8Array.from(found, ([, , , kind]) => kind ?? 0),
    twin: new Uint8Array(found.length),
    levels: Uint8Array.from(found.flatMap(() => ALIKE)),
  };
}

/** Even places are of one seller, odd ones of another. */
const sellers = (count: number) => ({ seller: Uint32Array.from({ length: count }, (_, at) => at % 2) });
/** How many sellers carry what stands at a place. */
const several = () => 2;
const everybody = (count: number) => new Uint8Array(count).fill(1);

function chances(found: readonly Found[], said: Said) {
  const { left, right, probability } = likelihoods(
    taught,
    sellers(10),
    sayPairs(pairsOf(found), said),
    everybody(10),
    several,
  );
  return new Map(Array.from(left, (low, k) => [`${low} ${right[k]}`, probability[k] as number]));
}

test('one item takes its place at both sellers, also where no search found the pair', () => {
  const found: Found[] = [
    [0, 1, 4],
    [0, 3, 4],
    [2, 1, 4],
  ];
  const before = chances(found, new Map());
  expect(before.get('0 3')).toBeGreaterThan(0.4);
  for (const said of ['0 1', '0 5']) {
    const after = chances(found, new Map([[said, 1]]));
    expect(after.get(said)).toBeGreaterThan(0.99);
    expect(after.get('0 3')).toBeLessThan(0.01);
  }
  const elsewhere = chances(found, new Map([['0 5', 1]]));
  expect(elsewhere.get('1 2')).toBeGreaterThan(before.get('1 2') as number);
});

test('different items free their rivals, and nothing else', () => {
  const found: Found[] = [
    [0, 1, 4],
    [0, 3, 3],
    [4, 5, 2],
  ];
  const before = chances(found, new Map());
  const after = chances(found, new Map([['0 1', 0]]));
  expect(after.get('0 1')).toBe(0);
  expect(before.get('0 3')).toBeLessThan(0.4);
  expect(after.get('0 3')).toBeGreaterThan(0.9);
  expect(after.get('4 5')).toBe(before.get('4 5'));
});

/** So many pairs of their own, each found by both sides, from .90 to .97 likely as the model has it. */
const apart = (count: number, kind = 0): Found[] =>
  Array.from({ length: count }, (_, at) => {
    const chance = 0.905 + (0.065 * at) / count;
    return [2 * at, 2 * at + 1, Math.log(chance / (1 - chance)), kind] satisfies Found;
  }).flatMap(([left, right, ...more]): Found[] => [
    [left, right, ...more],
    [right, left, ...more],
  ]);
/** Of each so manieth it is said what it is. */
const answers = (count: number, stride: number, verdict: (at: number) => 0 | 1 = () => 1): Said =>
  new Map(
    Array.from({ length: Math.ceil(count / stride) }, (_, at) => {
      const place = 2 * stride * at;
      return [`${place} ${place + 1}`, verdict(at)];
    }),
  );
function heard(model: MatchModel, found: readonly Found[], said: Said, contradicts = () => false) {
  const count = 1 + Math.max(...found.flatMap(([left, right]) => [left, right]));
  const { likely, trust, samples } = hearPairs(model, sellers(count), pairsOf(found), {
    untied: everybody(count),
    sellersOf: several,
    said,
    least: 0.9,
    contradicts,
  });
  const joined = Array.from(likely.probability).filter((chance) => chance >= trust).length;
  const sample = samples.reduce(
    (sum, { unanswered, answered }) => sum + unanswered.size + answered.length,
    0,
  );
  const needed = samples.reduce((sum, one) => sum + one.needed, 0);
  return { joined, sample, needed, probability: likely.probability };
}

test.each([
  ['by GTINs', taught, 3],
  ['by competition, of which no code tells, with a third of the answers', open, 9],
])(
  'a sample that was found right joins the others like it, where titles were learned %s',
  (_, model, stride) => {
    const found = apart(600);
    const needed = 147 / (stride / 3);
    const half = answers(600, 2 * stride);
    expect(heard(model, found, new Map())).toMatchObject({ joined: 0, sample: 600, needed });
    expect(heard(model, found, half)).toMatchObject({ joined: 0, sample: 600, needed: needed - half.size });
    expect(heard(model, found, answers(600, stride))).toMatchObject({ joined: 600, sample: 0 });
    const doubtful = heard(
      model,
      found,
      answers(600, 3, (at) => (at % 10 === 0 ? 0 : 1)),
    );
    expect(doubtful).toMatchObject({ joined: 0, sample: 0 });
  },
);

test('a kind of pairs in which people found wrong ones waits, and the others follow without it', () => {
  const found = [
    ...apart(300),
    ...apart(300, 2).map(([x, y, ...more]): Found => [x + 600, y + 600, ...more]),
  ];
  // Every fifth is asked of: 60 of either kind, and of the other one 6 are wrong.
  const mixed = answers(600, 5, (at) => (at >= 60 && at % 10 === 0 ? 0 : 1));
  expect(heard(open, found, mixed)).toMatchObject({ joined: 300, sample: 0 });
});

test('what one seller alone carries waits, said or not, where such are not shown to be right', () => {
  const model: MatchModel = { ...taught, merge_from: 0.9, lone_from: 2 };
  const joined = (carriers: number, said: Said) => {
    const { likely, trust } = hearPairs(model, sellers(4), pairsOf([[0, 1, 6]]), {
      untied: Uint8Array.of(1, 0, 1, 1),
      sellersOf: (place) => (place === 1 ? carriers : 2),
      said,
      least: 0.9,
      contradicts: () => false,
    });
    return (likely.probability[0] as number) >= trust;
  };
  const elsewhere: Said = new Map([['2 3', 0]]);
  for (const said of [new Map(), elsewhere])
    expect([joined(1, said), joined(2, said)]).toEqual([false, true]);
});

test('what contradicts itself is no part of the sample, and is not joined by it', () => {
  const found = [...apart(600)];
  expect(heard(open, apart(600, CONTRADICTING), answers(600, 3))).toMatchObject({ joined: 0, sample: 0 });
  expect(heard(open, found, answers(600, 3), () => true)).toMatchObject({ joined: 0, sample: 0 });
});

test('what only a rejected rival has freed waits for a person', () => {
  const rivals: Found[] = [
    [0, 1, 4],
    [0, 3, 5],
  ];
  const before = heard(taught, rivals, new Map()).probability[0] as number;
  const after = heard(taught, rivals, new Map([['0 3', 0]]));
  expect(after.probability[0]).toBeGreaterThan(before);
  expect(after.joined).toBe(0);
  const free = likelihoods(
    taught,
    sellers(4),
    sayPairs(pairsOf([[0, 1, 4]]), new Map()),
    everybody(4),
    several,
  );
  expect(free.probability[0]).toBeGreaterThan(0.98);
});

test('what people called one item leaves no place to a rival', () => {
  const rivals: Found[] = [
    [0, 1, 4],
    [0, 3, 3],
  ];
  const { probability } = heard(taught, rivals, new Map([['0 3', 1]]));
  expect(probability[0]).toBeLessThan(0.01);
  expect(probability[1]).toBeGreaterThan(0.9);
});

test('answers about other pairs move no probability', () => {
  const found = apart(40);
  const before = heard(taught, found, new Map()).probability;
  const after = heard(taught, found, answers(40, 20)).probability;
  expect(Array.from(after).filter((_, k) => k % 20 !== 0)).toEqual(
    Array.from(before).filter((_, k) => k % 20 !== 0),
  );
});
