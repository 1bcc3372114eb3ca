import { expect, test } from 'vitest';
import {
  hiddenScores,
  partnerChoices,
  scoreHidden,
  sellerShares,
  weighHidden,
} from '../../../../pipelines/match/publish/hidden.ts';
import { CollectedPairs } from '../../../../pipelines/match/publish/pairs.ts';
import { indexCandidates } from '../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { DEFAULT_LIMITS } from '../../../../pipelines/match/titles/candidates/candidate_limits.ts';
import { COMPARISON_COUNT } from '../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../pipelines/match/titles/compare/features.ts';
import type { MatchModel } from '../../../../pipelines/match/titles/score/model.ts';
import { OFFSETS, WEIGHT_COUNT } from '../../../../pipelines/match/titles/score/weights.ts';
import { background, listings as catalogued } from '../titles/catalogue.ts';

const listing = (seller: string, truth: number, sellers = 2) => ({
  record: { key: seller, seller, title: 'x' },
  truth,
  own: null,
  sellers,
  repeated: false,
  stands_for: 2,
});

/** Pairs as [left, right, weight, kind]. */
function pairsOf(found: readonly [left: number, right: number, weight: number, kind?: number][]) {
  const collected = new CollectedPairs();
  for (const [left, right, weight, kind = 0] of found)
    collected.add({ left, right, weight, kind, twin: 0, levels: new Uint8Array(COMPARISON_COUNT) });
  return collected.pairs();
}

/** Places 0 and 1 are variants that codes made (seller 9), place 2 a listing of seller 1 without a code. */
const features = { seller: Uint32Array.of(9, 9, 1), count: 3 };
const heads = Uint32Array.of(0, 1, 2);
const scores = (
  pairs: Parameters<typeof pairsOf>[0],
  {
    looking = [] as Parameters<typeof pairsOf>[0],
    tells = true,
    carried = [] as number[],
    repeated = false,
    sellers = 3,
  } = {},
) =>
  hiddenScores(
    { sellers: Uint32Array.of(1), pairs: pairsOf(pairs) },
    {
      listings: [{ ...listing('a', 0), repeated }],
      pairs: pairsOf(looking),
      features,
      heads,
      isNamed: () => tells,
      carries: (place) => carried.includes(place),
      sellersOf: () => sellers,
    },
  );

test('a hidden listing stands beside what looks for a place: one that fits as well takes half of its chance', () => {
  const [alone] = scores([[0, 0, 5]]).scores;
  const [beside] = scores([[0, 0, 5]], { looking: [[2, 0, 5]] }).scores;
  expect(alone).toBeGreaterThan(0.99);
  expect(beside).toBeLessThan(0.55);
});

test('a pair that states something differently competes and is not judged, nor what tells nothing', () => {
  const contradicted = scores([
    [0, 0, 5],
    [0, 1, 5, 1],
  ]);
  expect(contradicted.matches).toEqual([1]);
  expect(contradicted.scores[0]).toBeLessThan(0.55);
  // It tells what such are worth.
  expect(contradicted.contradicted.matches).toEqual([0]);
  expect(contradicted.contradicted.scores[0]).toBeLessThan(0.55);
  expect(contradicted.contradicted.counts).toEqual(contradicted.counts);
  expect(scores([[0, 1, 5]]).matches).toEqual([0]);
  expect(scores([[0, 1, 5]], { tells: false }).matches).toEqual([]);
});

test('what its seller carries under another code is no rival of a hidden listing; its own record stays one', () => {
  const both = [
    [0, 0, 5],
    [0, 1, 5],
  ] as Parameters<typeof pairsOf>[0];
  expect(scores(both).scores.every((chance) => chance < 0.55)).toBe(true);
  const { scores: chances, matches } = scores(both, { carried: [0, 1] });
  expect(matches).toEqual([1]);
  expect(chances[0]).toBeGreaterThan(0.99);
});

test('what its seller carries by a listing that is hidden too is a rival, and a mistake', () => {
  const both = [
    [0, 0, 5],
    [0, 1, 5],
  ] as Parameters<typeof pairsOf>[0];
  const of = (other: string, sellers: number) =>
    hiddenScores(
      { sellers: Uint32Array.of(1, other === 'a' ? 1 : 2), pairs: pairsOf(both) },
      {
        listings: [listing('a', 0), listing(other, 1, sellers)],
        pairs: pairsOf([]),
        features,
        heads,
        isNamed: () => true,
        carries: () => true,
        sellersOf: () => 3,
      },
    );
  expect(of('b', 2).matches).toEqual([1]);
  expect(of('a', 2).matches).toEqual([1, 0]);
  expect(of('a', 2).scores[0]).toBeLessThan(0.55);
  // What nobody else has is no record once its only listing has lost its code.
  expect(of('a', 1).matches).toEqual([1]);
});

test('what its seller lists again a hidden listing cannot be joined to, so what it finds instead is wrong', () => {
  const both = [
    [0, 0, 5],
    [0, 1, 5],
  ] as Parameters<typeof pairsOf>[0];
  const { scores: chances, matches } = scores(both, { carried: [0], repeated: true });
  expect(matches).toEqual([0]);
  expect(chances[0]).toBeGreaterThan(0.99);
});

test('a pair says whether it names two makers', () => {
  const of = (brand: string) => {
    const [item] = catalogued(1, 3, 5);
    if (!item) throw new Error('no listing');
    const indexed = featuresOf([{ ...item, key: '0', seller: '*', brand: 'Ardentis' }], background);
    const own = Uint32Array.of(0);
    const hidden = {
      record: { ...item, brand },
      truth: 0,
      own: null,
      sellers: 2,
      repeated: false,
      stands_for: 1,
    };
    const seen = scoreHidden({
      model: { vocabulary: background, weights: new Float64Array(WEIGHT_COUNT) } as MatchModel,
      features: indexed,
      index: indexCandidates(indexed, background, DEFAULT_LIMITS, own),
      heads: own,
      listings: [hidden],
    });
    const among = {
      listings: [hidden],
      pairs: pairsOf([]),
      features: indexed,
      heads: own,
      isNamed: () => true,
      carries: () => false,
      sellersOf: () => 3,
    };
    return hiddenScores(seen, among).two_makers;
  };
  expect(of('Ardentis')).toEqual([false]);
  expect(of('Nordlicht')).toEqual([true]);
});

test('a pair says whether one seller alone carries what it meets, beside the listing itself', () => {
  const lone = (sellers: number, carried: number[] = []) => {
    const among = {
      listings: [listing('a', 0)],
      pairs: pairsOf([]),
      features,
      heads,
      isNamed: () => true,
      carries: (place: number) => carried.includes(place),
      sellersOf: () => sellers,
    };
    return hiddenScores({ sellers: Uint32Array.of(1), pairs: pairsOf([[0, 0, 5]]) }, among).lone;
  };
  expect([lone(2, [0]), lone(3, [0]), lone(1), lone(2)]).toEqual([[true], [false], [true], [false]]);
});

test('what public sets doubt is told', () => {
  // Levels of 0 speak against a pair by the weights of public sets, however sure the catalogue's own are.
  expect(scores([[0, 0, 5]]).doubted).toEqual([true]);
  expect(scores([[0, 0, 31]]).doubted).toEqual([false]);
});

test('each counts for those that it stands for', () => {
  expect(scores([[0, 0, 5]]).counts).toEqual([2]);
});

test('the shares of sellers are those of the listings that look for a place, and all together as many as are hidden', () => {
  const hidden = [listing('a', 0), listing('a', 1), listing('a', 2), listing('b', 3)];
  const shares = sellerShares(
    new Map([
      ['a', 10],
      ['b', 30],
      ['c', 500],
    ]),
    hidden,
  );
  expect(shares).toEqual(
    new Map([
      ['a', (10 / 40) * (4 / 3)],
      ['b', (30 / 40) * 4],
    ]),
  );
  expect(hidden.reduce((sum, { record }) => sum + (shares.get(record.seller) as number), 0)).toBeCloseTo(4);
  expect(sellerShares(new Map([['c', 5]]), hidden)).toEqual(
    new Map([
      ['a', 1],
      ['b', 1],
    ]),
  );
});

test('a listing chooses among records by what is likest of each, and not what its own seller carries', () => {
  const seen = {
    sellers: Uint32Array.of(1, 1),
    nats: Float64Array.of(0.5, -0.5),
    // Places 0 and 1 are two titles of one variant, the true one of the first listing; 2 and 3 are two others.
    pairs: pairsOf([
      [0, 0, 1],
      [0, 1, 3],
      [0, 2, 2],
      [0, 3, 9],
      [1, 2, 2],
    ]),
  };
  const choices = (other: string) =>
    partnerChoices(seen, {
      listings: [listing('a', 0), listing(other, 3)],
      heads: Uint32Array.of(0, 0, 2, 3),
      shares: new Map([
        ['a', 3],
        ['b', 3],
      ]),
      isNamed: () => true,
      carries: (place) => place === 3,
    });
  const second = { nats: -0.5, weight: 2, found: false, count: 6 };
  expect(choices('b')).toEqual([
    { nats: 0.5, weight: Math.log(Math.exp(3) + Math.exp(2)), found: true, count: 6 },
    second,
  ]);
  // Where the listing by which it carries that is hidden too, nobody would know.
  const [first] = choices('a');
  expect(first?.weight).toBe(Math.log(Math.exp(3) + Math.exp(2) + Math.exp(9)));
  expect([...weighHidden(seen, { base: 1, share: 2 }).pairs.weight]).toEqual([3, 5, 4, 11, 2]);
});

test('a hidden listing does not find its record by its own title, and no title of what it alone has', () => {
  const [item, other] = catalogued(1, 3, 5);
  if (!item || !other) throw new Error('no listings');
  // One variant by two titles, another by one, all made by codes.
  const titles = [item.title, `${item.title} new`, other.title];
  const indexed = featuresOf(
    titles.map((title, place) => ({ key: String(place), seller: '*', title })),
    background,
  );
  const records = Uint32Array.of(0, 0, 2);
  const found = (own: number | null, sellers: number) =>
    scoreHidden({
      model: { vocabulary: background, weights: new Float64Array(WEIGHT_COUNT) } as MatchModel,
      features: indexed,
      index: indexCandidates(indexed, background, DEFAULT_LIMITS, records),
      heads: records,
      listings: [{ record: item, truth: 0, own, sellers, repeated: false, stands_for: 1 }],
    }).pairs.right;
  expect([...found(null, 2)].filter((place) => place < 2).sort((a, b) => a - b)).toEqual([0, 1]);
  expect([...found(0, 2)].filter((place) => place < 2)).toEqual([1]);
  expect([...found(null, 1)].filter((place) => place < 2)).toEqual([]);
});

test('what a listing finds competes among what codes made, and says whether it contradicts what others say of that', () => {
  const [item, other] = catalogued(1, 3, 5);
  if (!item || !other) throw new Error('no listings');
  const stated = { ...item, title: `${item.title} 32 gb` };
  // One variant by the title of the listing itself and by one that states something else; a likeness of it; and the
  // same at another seller, which no code places.
  const indexed = featuresOf(
    [
      { key: '0', seller: '*', title: stated.title },
      { key: '1', seller: '*', title: `${item.title} 8 gb` },
      { key: '2', seller: '*', title: `${item.title} ${other.title}` },
      { key: '3', seller: 'other', title: stated.title },
    ],
    background,
  );
  const ownHeads = Uint32Array.of(0, 0, 2, 3);
  const index = indexCandidates(indexed, background, DEFAULT_LIMITS, ownHeads);
  const weights = new Float64Array(WEIGHT_COUNT);
  const found = (own: number | null, least = 0) => {
    // The likeness of characters, so that what is less like is less likely.
    weights.fill(0);
    const from = OFFSETS[2] as number;
    for (let level = 0; level < 20; level++) weights[from + level] = level === 19 ? least : 0;
    const { pairs, nats } = scoreHidden({
      model: { vocabulary: background, weights } as MatchModel,
      features: indexed,
      index,
      heads: ownHeads,
      listings: [{ record: stated, truth: 0, own, sellers: 2, repeated: false, stands_for: 1 }],
    });
    expect([...nats]).toEqual([0]);
    return [...pairs.right]
      .map((place, k) => [place, pairs.kind[k]] as [number, number])
      .sort(([a], [b]) => a - b);
  };
  expect(found(null)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
  // Without its own title its variant is one that states something else.
  expect(found(0)).toEqual([
    [1, 1],
    [2, 0],
  ]);
  // Beside one that is far likelier nobody is asked about the others.
  expect(found(null, 9)).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

test('a hidden listing contradicts what comes without the thing that it comes with', () => {
  const [item] = catalogued(1, 3, 4);
  if (!item) throw new Error('no listing');
  const kindBeside = (own: string, other: string) => {
    const indexed = featuresOf([{ key: '0', seller: '*', title: `${item.title} ${other}` }], background);
    const alone = Uint32Array.of(0);
    const { pairs } = scoreHidden({
      model: { vocabulary: background, weights: new Float64Array(WEIGHT_COUNT) } as MatchModel,
      features: indexed,
      index: indexCandidates(indexed, background, DEFAULT_LIMITS, alone),
      heads: alone,
      listings: [
        {
          record: { ...item, title: `${item.title} ${own}` },
          truth: 0,
          own: null,
          sellers: 2,
          repeated: false,
          stands_for: 1,
        },
      ],
    });
    return [...pairs.kind];
  };
  expect(kindBeside('with switch', 'without switch')).toEqual([1]);
  expect(kindBeside('with switch', 'with switch')).toEqual([0]);
});
