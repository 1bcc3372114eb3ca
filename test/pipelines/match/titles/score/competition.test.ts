import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compete } from '../../../../../pipelines/match/titles/score/competition.ts';

interface Edge {
  left: number;
  right: number;
  weight: number;
}
const asPairs = (edges: readonly Edge[], leftCount: number, rightCount: number) => ({
  left: Uint32Array.from(edges, ({ left }) => left),
  right: Uint32Array.from(edges, ({ right }) => right),
  left_count: leftCount,
  right_count: rightCount,
});

/** The marginals by summing over every matching. */
function exact(edges: readonly Edge[]): number[] {
  const totals = edges.map(() => 0);
  let all = 0;
  const visit = (at: number, chosen: number[], odds: number) => {
    if (at === edges.length) {
      all += odds;
      for (const k of chosen) totals[k] = (totals[k] as number) + odds;
      return;
    }
    visit(at + 1, chosen, odds);
    const { left, right, weight } = edges[at] as Edge;
    if (chosen.every((k) => edges[k]?.left !== left && edges[k]?.right !== right))
      visit(at + 1, [...chosen, at], odds * Math.exp(weight));
  };
  visit(0, [], 1);
  return totals.map((total) => total / all);
}

test('alone, a pair has the probability of its weight', () => {
  const [chance] = compete(asPairs([{ left: 0, right: 0, weight: 1.5 }], 1, 1), Float64Array.of(1.5));
  expect(chance).toBeCloseTo(1 / (1 + Math.exp(-1.5)), 10);
});

test('a sibling with a better partner of its own takes little away', () => {
  const edges = [
    { left: 0, right: 0, weight: 3 },
    { left: 1, right: 0, weight: 3 },
    { left: 1, right: 1, weight: 9 },
  ];
  const [alone] = compete(asPairs(edges.slice(0, 2), 2, 2), Float64Array.of(3, 3));
  const [helped] = compete(
    asPairs(edges, 2, 2),
    Float64Array.from(edges, ({ weight }) => weight),
  );
  expect(alone).toBeCloseTo(Math.exp(3) / (1 + 2 * Math.exp(3)), 6);
  expect(helped).toBeGreaterThan(0.9);
});

test('on stars and short chains it is what summing over all matchings gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (weights, star) => {
        // A star: one left record. A chain: left 0, right 0, left 1, right 1 …
        const edges = weights.map((weight, at) =>
          star
            ? { left: 0, right: at, weight }
            : { left: Math.ceil(at / 2), right: Math.floor(at / 2), weight },
        );
        const chances = compete(asPairs(edges, 6, 6), Float64Array.from(weights));
        exact(edges).forEach((chance, k) => {
          expect(Math.abs((chances[k] as number) - chance)).toBeLessThan(0.05);
        });
      },
    ),
  );
});
