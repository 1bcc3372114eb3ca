import { expect, test } from 'vitest';
import {
  chancesJoined,
  decoysIn,
  findingsOf,
  meetingsOf,
  placedAmong,
  type SeenIndex,
  seenJoins,
  trusting,
} from '../../../../pipelines/match/publish/own_mistakes.ts';
import { scoreTitles } from '../../../../pipelines/match/publish/pairs.ts';
import { TitleThreads } from '../../../../pipelines/match/publish/threads.ts';
import { Views } from '../../../../pipelines/match/publish/views.ts';
import { indexCandidates } from '../../../../pipelines/match/titles/candidates/candidate_index.ts';
import { DEFAULT_LIMITS } from '../../../../pipelines/match/titles/candidates/candidate_limits.ts';
import { featuresOf } from '../../../../pipelines/match/titles/compare/features.ts';
import { generalModel } from '../../../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchModel } from '../../../../pipelines/match/titles/score/model.ts';
import { openMatchModel } from '../../../../pipelines/match/titles/score/model_file.ts';
import { CONTRADICTING, KINDS } from '../../../../pipelines/match/titles/score/open_world.ts';
import { inventedRow } from '../../snapshot/invented_row.ts';
import { TestMarket } from '../../snapshot/market.ts';
import { gtinOf } from '../../snapshot/numbered_gtin.ts';
import { placedListings } from '../listing_identity.ts';
import { listings as catalogued } from '../titles/catalogue.ts';

/** Items up to here have a code at both sellers: too few to teach. */
const CODED = 60;
const rowOf = (id: number, seller: number) => inventedRow(id, seller, id < CODED);
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

interface Coded {
  title: string;
  /** Another title that it is known by. */
  also?: string;
  carriers: readonly string[];
}

interface Stock {
  coded?: readonly Coded[];
  /** Listings without a code. */
  uncoded?: readonly { title: string; seller: string }[];
  /** A listing whose code, of the first that is coded, is hidden. */
  hidden?: { title: string; seller: string };
}

const trusted = trusting(generalModel([{ left: catalogued(1, 0, 500), right: catalogued(2, 0, 500) }]));
const LAMP = 'Ardentis Kemvolar KX-4471 bristane moltera quilvane dorsemi lamp';
const BOTH = ['left', 'right'];

async function seenOf({ coded = [], uncoded = [], hidden }: Stock) {
  const placed = [...coded.map((one) => one.carriers), ...uncoded.map(({ seller }) => [seller])];
  const titled = [...coded.map(({ title }) => ({ title, seller: '*' })), ...uncoded];
  const known = coded.flatMap(({ also }, head) => (also ? [{ title: also, seller: '*', head }] : []));
  const rows = [...titled.map((row, head) => ({ ...row, head })), ...known];
  const features = featuresOf(
    rows.map(({ title, seller }, place) => ({
      key: `${place}`,
      seller,
      title,
      brand: 'Ardentis',
      price_minor: 5199,
    })),
    trusted.vocabulary,
  );
  const heads = Uint32Array.from(rows, ({ head }) => head);
  const untied = Uint8Array.from(rows, ({ seller }) => (seller === '*' ? 0 : 1));
  const index = indexCandidates(features, trusted.vocabulary, DEFAULT_LIMITS, heads);
  const found = scoreTitles({ model: trusted, features, index, untied, from: 0, to: features.count });
  const carriersOf = (place: number) => placed[heads[place] as number] as readonly string[];
  const records: SeenIndex['records'] = {
    views: new Views(heads),
    untied,
    looking: () => new Map(uncoded.map(({ seller }) => [seller, 1])),
    share: (x, y) => carriersOf(x).some((seller) => carriersOf(y).includes(seller)),
    isNamed: () => true,
    carries: (place, seller) => carriersOf(place).includes(seller),
    sellersOf: (place) => carriersOf(place).length,
  };
  await using threads = new TitleThreads(0);
  const record = hidden && { ...hidden, key: 'hidden', brand: 'Ardentis', price_minor: 5199 };
  const told = { truth: 0, own: null, sellers: 2, repeated: false, stands_for: 1 };
  return seenJoins(
    { model: trusted, features, index, records, threads },
    found,
    record ? [{ record, ...told }] : [],
  );
}

/** Whether each is as likely as what has no rival. */
const sure = (chances: readonly number[]) => chances.map((chance) => chance > 0.99);

test('what one of the titles of a variant states differently would not be joined to it', async () => {
  const joined = async (title: string) => {
    const coded = [{ title: LAMP, also: `${LAMP} black`, carriers: BOTH }];
    return sure((await seenOf({ coded, uncoded: [{ title, seller: 'other' }] })).joined);
  };
  expect(await joined(LAMP)).toEqual([true]);
  expect(await joined(`${LAMP} red`)).toEqual([]);
});

test('what its seller carries under a code a listing without one would not be joined to, and loses no chance to it', async () => {
  const uncoded = BOTH.map((seller) => ({ title: LAMP, seller }));
  const coded = [{ title: LAMP, carriers: BOTH }];
  expect(sure((await seenOf({ coded, uncoded })).joined)).toEqual([true]);
  expect((await seenOf({ coded, uncoded: uncoded.slice(0, 1) })).joined).toEqual([]);
});

test('a hidden listing has no rival in what its seller lists besides, with a code or without', async () => {
  const hidden = { title: LAMP, seller: 'left' };
  const coded = [{ title: LAMP, carriers: BOTH }];
  const stocks: Stock[] = [
    { coded },
    { coded, uncoded: [hidden] },
    { coded: [...coded, { title: LAMP, carriers: ['left'] }] },
  ];
  for (const stock of stocks) {
    const { right, wrong } = (await seenOf({ ...stock, hidden })).hidden;
    expect([sure(right), wrong]).toEqual([[true], []]);
  }
});

test('a hidden listing that another number parts from its own variant shows nothing, for nobody would join the two', async () => {
  const found = async (title: string) => {
    const coded = [{ title: `${LAMP} 12 37`, carriers: BOTH }];
    const { right, wrong } = (await seenOf({ coded, hidden: { title, seller: 'left' } })).hidden;
    return [sure(right), wrong];
  };
  expect(await found(`${LAMP} 12 37`)).toEqual([[true], []]);
  expect(await found(`${LAMP} 12 39`)).toEqual([[], []]);
});
