import { expect, test } from 'vitest';
import {
  chancesJoined,
  decoysIn,
  findingsOf,
  meetingsOf,
  placedAmong,
  trusting,
} from '../../../../pipelines/match/publish/own_mistakes.ts';
import type { MatchModel } from '../../../../pipelines/match/titles/score/model.ts';
import { openMatchModel } from '../../../../pipelines/match/titles/score/model_file.ts';
import { CONTRADICTING, KINDS } from '../../../../pipelines/match/titles/score/open_world.ts';
import { listingOf } from '../../../bench/match_catalogue.ts';
import { type Row, TestMarket } from '../../snapshot/market.ts';
import { gtinOf } from '../../snapshot/numbered_gtin.ts';
import { placedListings } from '../listing_identity.ts';

/** Items up to here have a code at both sellers: too few to teach. */
const CODED = 60;
const rowOf = (id: number, seller: number): Row => {
  const { title, brand, price_minor } = listingOf(id, seller);
  return {
    sku: `I${id}`,
    title,
    brand: brand ?? '',
    price: ((price_minor ?? 1000) / 100).toFixed(2),
    ...(id < CODED && { gtin: gtinOf(id) }),
  };
};
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

interface Codes {
  /** Whether any is stated. */
  isCoded?: boolean;
  /** So many items bear each other's codes at the right, two and two. */
  mistaken?: number;
  /** So many items that nobody else has are listed again by the same seller, a little dearer. */
  again?: number;
}

/** Two sellers of 160 listings who share 60 codes, and so many items that neither states the code of. */
async function published(shared: number, { isCoded = true, mistaken = 0, again = 0 }: Codes = {}) {
  await using market = await TestMarket.open('left', 'right');
  const stock = [items(0, 160), [...items(0, CODED + shared), ...items(1_000, 1_000 + 100 - shared)]];
  for (const [at, seller] of ['left', 'right'].entries()) {
    const once = (stock[at] as number[]).map((id) => rowOf(id, at + 1));
    const dearer = once.slice(once.length - again).map(({ sku, price, ...row }) => ({
      ...row,
      sku: `${sku}-again`,
      price: (1.04 * Number(price)).toFixed(2),
    }));
    const rows = [...once, ...dearer];
    await market.observe(
      seller,
      '2026-01-01',
      rows.map(({ gtin, ...row }, id) => {
        if (!isCoded || gtin === undefined) return row;
        return { ...row, gtin: seller === 'right' && id < mistaken ? gtinOf(id ^ 1) : gtin };
      }),
    );
  }
  await market.publish();
  const model = await market.read((snapshot) => openMatchModel(snapshot.matchModel() ?? ''));
  expect(model.taught.by).toBe('public_sets');
  const variants = Map.groupBy(await placedListings(market), ({ variant_key }) => variant_key);
  const joined = [...variants.values()].filter((members) =>
    members.some(({ method }) => method === 'title_fuzzy'),
  );
  return {
    from: model.open_world?.sure_from[0],
    right: joined.filter((members) => new Set(members.map(({ sku }) => sku)).size === 1).length,
    wrong: joined.filter((members) => new Set(members.map(({ sku }) => sku)).size > 1).length,
  };
}

test('hidden codes that show no mistake, where many listings have a partner, let less likely pairs be joined', async () => {
  const [coded, bare] = [await published(80), await published(80, { isCoded: false })];
  expect(coded.from).toBeLessThan(0.99);
  expect(bare.from).toBe(0.99);
  expect(coded.right).toBeGreaterThan(bare.right);
  expect(coded.wrong).toBeLessThanOrEqual(1);
});

test('hidden codes that show mistakes let nothing be joined that is less likely', async () => {
  expect((await published(80, { mistaken: 16 })).from).toBe(0.99);
});

test('where sellers list things that look like each other, nothing is joined that is less likely', async () => {
  expect((await published(80, { again: 20 })).from).toBe(0.99);
});

test('where what has no code has no partner, they do not, however right they are', async () => {
  const alone = await published(0);
  expect(alone.from).toBe(0.99);
  expect(alone.wrong).toBe(0);
});

test('listings that look for a place meet those of each other seller, and what codes have placed', () => {
  expect(meetingsOf([], 10)).toBe(0);
  expect(meetingsOf([4], 0)).toBe(0);
  expect(meetingsOf([4], 10)).toBe(4);
  expect(meetingsOf([4], 3)).toBe(3);
  // 4 among 9 placed, 6 among 9, and four of these two sellers at most are one.
  expect(meetingsOf([4, 6], 9)).toBe(14);
  // 5 and 2, 5 and 4, 2 and 4.
  expect(meetingsOf([5, 2, 4], 0)).toBe(8);
});

test('what would be joined is likely enough, kept apart by nothing, and does not contradict itself', () => {
  const agreed = {
    left: [0, 1, 2, 3, 4],
    right: [10, 11, 12, 13, 14],
    local: [0.7, 0.69, 0.95, 0.9, 0.8],
    joinable: [1, 1, 0, 1, 1],
  };
  const contradicts = (one: number, other: number) => one === 3 && other === 13;
  expect(chancesJoined(agreed, contradicts)).toEqual([0.7, 0.8]);
});

test('a record that codes made is placed once, by whichever titles it is known', () => {
  expect(placedAmong(Uint32Array.from([0, 0, 2, 3, 3, 5]), Uint8Array.from([0, 0, 1, 0, 0, 0]))).toBe(3);
  expect(placedAmong(Uint32Array.from([0, 1]), Uint8Array.from([1, 1]))).toBe(0);
});

test('of hidden listings it is told apart what was rightly found and what was not', () => {
  const found = { right: [0.9, 0.7], wrong: [0.8], listings: 5 };
  expect(findingsOf([0.9, 0.8, 0.7], [1, 0, 1], 5)).toEqual(found);
});

test('pairs of one seller that do not contradict themselves are decoys, of two listings each', () => {
  const parts = [
    { kinds: [0, 1, CONTRADICTING], chances: [0.9, 0.8, 0.7], abroad: [0, 1, 0] as (0 | 1)[] },
    { kinds: [1], chances: [0.6], abroad: [0] as (0 | 1)[] },
  ];
  const listings = new Map([
    [1, 10],
    [2, 4],
    [3, 6],
  ]);
  expect(decoysIn(parts, { listings, tied: 0 })).toEqual({ chances: [0.9, 0.6], listings: 10, repeats: 2 });
  expect(decoysIn([], { listings, tied: 5 })).toEqual({ chances: [], listings: 10, repeats: 3 });
});

test('a trusting model is sure of every pair that does not contradict itself, and calibrates none', () => {
  const { open_world } = trusting({} as MatchModel);
  expect(open_world?.calibrations).toBeNull();
  expect(open_world?.sure_from).toEqual(KINDS.map((_, kind) => (kind === CONTRADICTING ? null : 0.7)));
});
