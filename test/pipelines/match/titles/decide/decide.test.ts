import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_DECISION,
  decide,
  type Placeable,
  type ScoredPair,
} from '../../../../../pipelines/match/titles/decide/decide.ts';

const record = (key: string, seller = key, gtin: string | null = null): Placeable => ({ key, seller, gtin });
const pair = (left: number, right: number, probability: number): ScoredPair => ({ left, right, probability });

test('a chain of likely pairs makes no cluster of its ends', () => {
  const records = [record('a'), record('b'), record('c')];
  const { clusters, reviews } = decide(records, [pair(0, 1, 0.99), pair(1, 2, 0.95)]);
  expect(clusters).toEqual([[0, 1]]);
  expect(reviews).toEqual([
    { left: 1, right: 2, probability: 0.95, reason: 'others_do_not_hold', in_the_way: 0 },
  ]);
});

test('a pair that was no candidate is asked for before a cluster is refused', () => {
  const records = [record('a'), record('b'), record('c')];
  const options = { ...DEFAULT_DECISION, probabilityOf: () => 0.7 };
  expect(decide(records, [pair(0, 1, 0.99), pair(1, 2, 0.95)], options).clusters).toEqual([[0, 1, 2]]);
});

test('a seller keeps its two listings apart where it lists items once', () => {
  const records = [record('a', 's'), record('b', 's'), record('c', 't')];
  const pairs = [pair(0, 2, 0.97), pair(1, 2, 0.95)];
  expect(decide(records, pairs)).toEqual({
    clusters: [[0, 2]],
    reviews: [{ left: 1, right: 2, probability: 0.95, reason: 'seller_has_both', in_the_way: 0 }],
  });
});

test('what is stated differently waits for review, also between others of the clusters', () => {
  const records = [record('a'), record('b'), record('c')];
  const options = { ...DEFAULT_DECISION, contradicts: (x: number, y: number) => x + y === 2 };
  const pairs = [pair(0, 1, 0.99), pair(1, 2, 0.98), pair(0, 2, 0.97)];
  expect(decide(records, pairs, options)).toEqual({
    clusters: [[0, 1]],
    reviews: [
      { left: 1, right: 2, probability: 0.98, reason: 'stated_differently', in_the_way: 0 },
      { left: 0, right: 2, probability: 0.97, reason: 'stated_differently' },
    ],
  });
});

test('two GTINs are two items, one GTIN beside none is no obstacle, and the same one neither', () => {
  const [one, other] = ['00000000000017', '00000000000024'];
  const decided = (left: string | null, right: string | null) =>
    decide([record('a', 's', left), record('b', 't', right)], [pair(0, 1, 0.99)]);
  expect(decided(one, other)).toEqual({
    clusters: [],
    reviews: [{ left: 0, right: 1, probability: 0.99, reason: 'different_gtins' }],
  });
  for (const [left, right] of [
    [one, null],
    [null, other],
    [null, null],
    [one, one],
  ] as const)
    expect(decided(left, right)).toEqual({ clusters: [[0, 1]], reviews: [] });
});

test('a pair at the threshold is merged, and others that just hold up hold', () => {
  const { trust, hold } = DEFAULT_DECISION;
  expect(decide([record('a'), record('b')], [pair(0, 1, trust)]).clusters).toEqual([[0, 1]]);
  const three = [record('a'), record('b'), record('c')];
  const pairs = [pair(0, 1, 0.99), pair(1, 2, 0.95), pair(0, 2, hold)];
  expect(decide(three, pairs)).toEqual({ clusters: [[0, 1, 2]], reviews: [] });
});

test('clusters and their members come by key, whatever order the records have', () => {
  const records = [record('d'), record('b'), record('c'), record('a')];
  const { clusters } = decide(records, [pair(0, 1, 0.99), pair(2, 3, 0.98)]);
  expect(clusters).toEqual([
    [3, 2],
    [1, 0],
  ]);
});

test('the members of a cluster come by key, however it grew', () => {
  const records = [record('a'), record('b'), record('c')];
  const pairs = [pair(0, 2, 0.99), pair(1, 2, 0.98), pair(0, 1, 0.97)];
  expect(decide(records, pairs).clusters).toEqual([[0, 1, 2]]);
});

test('below the threshold a pair waits for review', () => {
  expect(decide([record('a'), record('b')], [pair(1, 0, 0.89)])).toStrictEqual({
    clusters: [],
    reviews: [{ left: 0, right: 1, probability: 0.89, reason: 'below_threshold' }],
  });
});

test('a pair is asked about from a probability on, and merged from a lower one where people trust that', () => {
  const { ask } = DEFAULT_DECISION;
  const decided = (probability: number, trust = DEFAULT_DECISION.trust) =>
    decide([record('a'), record('b')], [pair(0, 1, probability)], { ...DEFAULT_DECISION, trust, hold: 0 });
  expect(decided(ask).reviews).toHaveLength(1);
  expect(decided(ask - 0.001)).toEqual({ clusters: [], reviews: [] });
  expect(decided(0.2, 0.2).clusters).toEqual([[0, 1]]);
});

const world = fc.integer({ min: 2, max: 12 }).chain((count) =>
  fc.record({
    records: fc.array(
      fc.record({
        seller: fc.constantFrom('s', 't', 'u', 'v'),
        gtin: fc.option(fc.constantFrom('00000000000017', '00000000000024')),
      }),
      { minLength: count, maxLength: count },
    ),
    pairs: fc.array(
      fc.record({
        left: fc.nat({ max: count - 1 }),
        right: fc.nat({ max: count - 1 }),
        probability: fc.constantFrom(0.2, 0.4, 0.6, 0.91, 0.95, 0.99),
      }),
      { maxLength: 60 },
    ),
    seed: fc.integer(),
    oneToOne: fc.boolean(),
  }),
);

test('no cluster has two GTINs, a seller twice, or a pair that does not hold', () => {
  fc.assert(
    fc.property(world, ({ records, pairs, oneToOne }) => {
      const placeable = records.map((one, at) => ({ ...one, key: `k${at}` }));
      const usable = pairs.filter(({ left, right }) => left !== right);
      const { clusters } = decide(placeable, usable, { ...DEFAULT_DECISION, oneToOne });
      const likely = new Map<string, number>();
      for (const { left, right, probability } of usable) {
        const name = [left, right].sort((a, b) => a - b).join();
        likely.set(name, Math.max(probability, likely.get(name) ?? 0));
      }
      for (const members of clusters) {
        const gtins = members.map((place) => records[place]?.gtin).filter(Boolean);
        expect(new Set(gtins).size).toBeLessThanOrEqual(1);
        if (oneToOne)
          expect(new Set(members.map((place) => records[place]?.seller)).size).toBe(members.length);
        for (const x of members)
          for (const y of members)
            if (x !== y)
              expect(likely.get([x, y].sort((a, b) => a - b).join()) ?? 0).toBeGreaterThanOrEqual(0.5);
      }
      expect(new Set(clusters.flat()).size).toBe(clusters.flat().length);
    }),
    { numRuns: 500 },
  );
});

test('the order of records and pairs changes nothing', () => {
  fc.assert(
    fc.property(world, ({ records, pairs, seed }) => {
      const placeable = records.map((one, at) => ({ ...one, key: `k${String(at).padStart(2, '0')}` }));
      const usable = pairs.filter(({ left, right }) => left !== right);
      const order = placeable
        .map((_, at) => at)
        .sort((x, y) => ((x * 7919 + seed) % 13) - ((y * 7919 + seed) % 13));
      const at = new Map(order.map((place, to) => [place, to]));
      const moved = usable
        .map(({ left, right, probability }) =>
          pair(at.get(right) as number, at.get(left) as number, probability),
        )
        .toReversed();
      const keysOf = (all: Placeable[], { clusters, reviews }: ReturnType<typeof decide>) => ({
        clusters: clusters.map((members) => members.map((place) => all[place]?.key)),
        reviews: reviews.map(({ left, right, in_the_way, ...rest }) => ({
          ...rest,
          in_the_way: all[in_the_way ?? -1]?.key,
          left: all[left]?.key,
          right: all[right]?.key,
        })),
      });
      const shuffled = order.map((place) => placeable[place] as Placeable);
      expect(keysOf(shuffled, decide(shuffled, moved))).toEqual(keysOf(placeable, decide(placeable, usable)));
    }),
    { numRuns: 500 },
  );
});
