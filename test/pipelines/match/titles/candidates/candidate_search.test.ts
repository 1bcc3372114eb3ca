import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { DEFAULT_LIMITS } from '../../../../../pipelines/match/titles/candidates/candidate_limits.ts';
import { CandidateSearch } from '../../../../../pipelines/match/titles/candidates/candidate_search.ts';
import { keysOf, newKeys } from '../../../../../pipelines/match/titles/candidates/keys.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { background, listings, tableOf } from '../catalogue.ts';

/** Candidates of every record among all, by key; the records are numbered in order of their keys. */
function candidatesByKey(records: readonly MatchRecord[], limits = DEFAULT_LIMITS): Map<string, string[]> {
  const sorted = [...records].sort((a, b) => (a.key < b.key ? -1 : 1));
  const features = featuresOf(sorted, background);
  const search = new CandidateSearch(indexCandidates(features, background, limits));
  return new Map(
    sorted.map(({ key }, place) => {
      search.find(features, place, features, features.seller[place]);
      return [key, [...search.places.subarray(0, search.count)].map((at) => sorted[at]?.key as string)];
    }),
  );
}

test('most listings find their item among the candidates', () => {
  const found = candidatesByKey([...listings(1, 0, 1000), ...listings(2, 0, 1000)]);
  const recalled = [...found].filter(([key, candidates]) => {
    const [seller, id] = key.split('/');
    return candidates.includes(`${seller === '1' ? 2 : 1}/${id}`);
  });
  expect(recalled.length / found.size).toBeGreaterThan(0.97);
  expect(Math.max(...[...found.values()].map(({ length }) => length))).toBeLessThanOrEqual(
    DEFAULT_LIMITS.candidates,
  );
});

test('ten thousand gift cards cost nobody anything', () => {
  const cards = Array.from({ length: 10_000 }, (_, at) => ({
    key: `g/${at}`,
    seller: `g${at % 7}`,
    title: 'gift card',
  }));
  const others = [...listings(1, 0, 300), ...listings(2, 0, 300)];
  const features = featuresOf([...cards, ...others], background);
  const index = indexCandidates(features, background);
  const without = indexCandidates(featuresOf(others, background), background);
  // Blocks of the cards are left out whole, so the index holds what it held without them.
  expect(index.posting.length).toBe(without.posting.length);
  const search = new CandidateSearch(index);
  expect(search.find(features, 5)).toBe(0);
  const own = candidatesByKey([...cards, ...others]);
  for (const [key, candidates] of candidatesByKey(others)) expect(own.get(key)).toEqual(candidates);
});

const edit = fc.record({
  kept: fc.array(fc.nat({ max: 119 }), { minLength: 20, maxLength: 90 }),
  added: fc.array(fc.nat({ max: 119 }), { maxLength: 5 }),
  block: fc.integer({ min: 2, max: 20 }),
});

test('only records that share a block with a change can have other candidates', () => {
  const all = [...listings(1, 0, 60), ...listings(2, 0, 60)];
  fc.assert(
    fc.property(edit, ({ kept, added, block }) => {
      const pick = (places: readonly number[]) => [...new Set(places)].map((at) => all[at] as MatchRecord);
      const limits = { ...DEFAULT_LIMITS, block, candidates: 4, postings: 40, by_price: block % 2 === 0 };
      const before = pick(kept.slice(2));
      const after = pick([...kept.slice(0, -3), ...added]);
      const changed = [
        ...before.filter((record) => !after.includes(record)),
        ...after.filter((record) => !before.includes(record)),
      ];
      const touched = new Set(changed.map(({ key }) => key));
      const changedFeatures = featuresOf(changed, background);
      for (const state of [before, after]) {
        const sorted = [...state].sort((a, b) => (a.key < b.key ? -1 : 1));
        const search = new CandidateSearch(
          indexCandidates(featuresOf(sorted, background), background, limits),
        );
        for (let at = 0; at < changed.length; at++)
          search.touchedBy(changedFeatures, at, (place) => touched.add(sorted[place]?.key as string));
      }
      const earlier = candidatesByKey(before, limits);
      for (const [key, candidates] of candidatesByKey(after, limits))
        if (!touched.has(key)) expect(candidates).toEqual(earlier.get(key));
    }),
    { numRuns: 100 },
  );
});

test('of a record that is known by many titles two are looked at, the likest first', () => {
  const [item] = listings(1, 7, 8);
  if (!item) throw new Error('no listing');
  const titled = [1, 2, 3, 4].map((at) => ({ ...item, key: String(at), title: `${item.title} ${at}` }));
  const all = featuresOf([...titled, item], background);
  const find = (heads?: Uint32Array) => {
    const search = new CandidateSearch(indexCandidates(all, background, DEFAULT_LIMITS, heads));
    search.find(all, 4);
    return [...search.places.subarray(0, search.count)].filter((place) => place < 4);
  };
  expect(find()).toEqual([0, 1, 2, 3]);
  expect(find(Uint32Array.of(0, 0, 0, 0, 4))).toEqual([0, 1]);
  expect(find(Uint32Array.of(0, 0, 2, 2, 4))).toEqual([0, 1, 2, 3]);
});

/** The sum of log(2^16 / size) over the blocks that two records share, worked out from their keys alone. */
function sharedScores(records: readonly MatchRecord[], place: number, limits: typeof DEFAULT_LIMITS) {
  const features = featuresOf(records, background);
  const { rules } = indexCandidates(features, background, limits);
  const keys = newKeys();
  const blocks = new Map<number, number[]>();
  records.forEach((_, at) => {
    keysOf(features, at, rules, keys);
    for (const key of keys.ids.subarray(0, keys.count)) blocks.set(key, [...(blocks.get(key) ?? []), at]);
  });
  const scores = new Map<number, number>();
  for (const block of blocks.values())
    if (block.includes(place) && block.length <= limits.block)
      for (const other of block)
        if (other !== place) scores.set(other, (scores.get(other) ?? 0) + Math.log(65_536 / block.length));
  return scores;
}

test('candidates are those that share the most, at other sellers and at the own one', () => {
  const all = [...listings(1, 0, 40), ...listings(2, 0, 40)];
  const limits = { ...DEFAULT_LIMITS, block: 30, postings: 100_000, candidates: 5, least: 0.25 };
  const features = featuresOf(all, background);
  const search = new CandidateSearch(indexCandidates(features, background, limits));
  const best = (scores: readonly number[], count: number) => scores.toSorted((x, y) => y - x).slice(0, count);
  for (let place = 0; place < all.length; place++) {
    const scores = sharedScores(all, place, limits);
    const at = (isHome: boolean) =>
      [...scores].filter(([other]) => (features.seller[other] === features.seller[place]) === isHome);
    const away = best(
      at(false).map(([, score]) => score),
      limits.candidates,
    );
    const home = best(
      at(true).map(([, score]) => score),
      4,
    );
    const [likest = 0] = away;
    search.findApart(features, place);
    const found = (places: Uint32Array, count: number) =>
      [...places.subarray(0, count)].map((other) => Math.round((scores.get(other) ?? 0) * 1e3));
    const wanted = (scored: readonly number[], least: number) =>
      scored.filter((score) => score >= least).map((score) => Math.round(score * 1e3));
    expect(found(search.places, search.count)).toEqual(wanted(away, likest / 4));
    // Of its own seller nothing that shares too little beside the best of all.
    expect(found(search.home, search.homeCount)).toEqual(wanted(home, Math.max(likest, home[0] ?? 0) / 4));
  }
});

/** An item at as many listings of each seller as there are prices, and once more at seller 1 for 20.00, the last. */
function atPrices(sellers: readonly string[], prices: readonly (number | null)[]) {
  const [item] = listings(1, 7, 8);
  if (!item) throw new Error('no listing');
  const of = (seller: string) =>
    prices.map((price_minor, at) => ({ ...item, key: `${seller}/${at}`, seller, price_minor }));
  return featuresOf([...sellers.flatMap(of), { ...item, seller: '1', price_minor: 2_000 }], background);
}
const first = (places: Uint32Array, count: number) => [...places.subarray(0, count)];
const PRICED = { ...DEFAULT_LIMITS, candidates: 3, by_price: true };

test('of what shares alike, more than is looked at, the last third is what costs alike, here and elsewhere', () => {
  const all = atPrices(['1', '2'], [8_000, 4_000, 700, null, 1_900, 2_100]);
  const asked = all.count - 1;
  const search = new CandidateSearch(indexCandidates(all, background, PRICED));
  search.findApart(all, asked);
  expect(first(search.places, search.count)).toEqual([6, 7, 11]);
  expect(first(search.home, search.homeCount)).toEqual([0, 1, 5]);
  search.find(all, asked, all, all.seller[asked]);
  expect(first(search.places, search.count)).toEqual([6, 7, 11]);
  // Who has no price, or does not know the others', is left to words alone.
  search.find(all, 3, all, all.seller[asked]);
  expect(first(search.places, search.count)).toEqual([6, 7, 8]);
  search.find(all, asked);
  expect(first(search.places, search.count)).toEqual([0, 1, 2]);
});

test('where no GTIN teaches what a price says, words alone choose', () => {
  const all = atPrices(['1', '2'], [8_000, 4_000, 700, 2_000, 1_900, 2_100]);
  const search = new CandidateSearch(indexCandidates(all, background, { ...PRICED, by_price: false }));
  search.findApart(all, all.count - 1);
  expect(first(search.places, search.count)).toEqual([6, 7, 8]);
  expect(first(search.home, search.homeCount)).toEqual([0, 1, 2]);
});

test('what asks no price goes behind what asks one, however far that is', () => {
  const all = atPrices(['2'], [null, null, null, 90_000, null]);
  const search = new CandidateSearch(indexCandidates(all, background, PRICED));
  search.findApart(all, 5);
  expect(first(search.places, search.count)).toEqual([0, 1, 3]);
});

test('a word is also looked for as what it stands for, from either side', () => {
  const titles = ['choc spread', 'chocolate spread', 'strawberry spread', 'choc drink'];
  const records = titles.map((title, at) => ({ key: String(at), seller: String(at), title }));
  const find = (equivalents = background.equivalents) => {
    const vocabulary = { ...background, equivalents };
    const all = featuresOf(records, vocabulary);
    // Words alone are in too many records, so only pairs of them find anything.
    const index = indexCandidates(all, vocabulary, { ...DEFAULT_LIMITS, catalogue: 1e9 });
    const search = new CandidateSearch(index);
    return records.map((_, at) => {
      search.find(all, at);
      return [...search.places.subarray(0, search.count)].filter((place) => place !== at);
    });
  };
  expect(find()).toEqual([[], [], [], []]);
  expect(find(tableOf([], [['choc', 'chocolate']]))).toEqual([[1], [0], [], []]);
});
