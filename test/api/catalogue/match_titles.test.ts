import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NDJSON } from '../../../api/catalogue/match_rows.ts';
import { listingKey } from '../../../pipelines/domain/key.ts';
import { titleMatcherOf } from '../../../pipelines/match/rows/row_matcher.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { listingOf } from '../../bench/match_catalogue.ts';
import { inventedRow } from '../../pipelines/snapshot/invented_row.ts';
import { type Row, TestMarket } from '../../pipelines/snapshot/market.ts';
import { gtinOf } from '../../pipelines/snapshot/numbered_gtin.ts';
import { indexServer } from '../index_server.ts';

// A market large enough to learn titles from, published for real.

const ITEMS = 1_200;
/** Sellers overlap by so many items, so what is taught knows that some items are nowhere else. */
const SHARED = 400;
/** Nobody states the GTIN of every fourth item. */
const isCoded = (item: number) => item % 4 !== 0;

function stock(seller: number, from: number, to: number): Row[] {
  return Array.from({ length: to - from }, (_, at) => {
    const id = from + at;
    return inventedRow(id, seller, isCoded(id));
  });
}

const HEADPHONES = 'Zonty WH-1000XM4 wireless noise cancelling headphones black';
const MONITOR = 'Zonty Vistaglow WQ2722 curved office monitor 4K silver';
const PHONE_GTIN = gtinOf(9_001);
const OWN: Row[] = [
  { sku: 'bamba', title: 'במבה חטיף בוטנים אוסם 80 גרם', brand: 'אוסם' },
  { sku: 'bisli', title: 'ביסלי חטיף גריל אוסם 70 גרם', brand: 'אוסם' },
  { sku: 'headphones', title: HEADPHONES, brand: 'Zonty' },
  { sku: 'monitor', title: MONITOR, brand: 'Zonty' },
  { sku: 'phone', title: 'Grundor Pixelline TX-450 smartphone', brand: 'Grundor', gtin: PHONE_GTIN },
];

interface Answer {
  matched: {
    id: string;
    product_id: string;
    method: string;
    confidence: number;
    review?: true;
    detail?: string;
  }[];
  unmatched: {
    id: string;
    reason: string;
    candidate?: { product_id: string; basis: string; confidence: number };
  }[];
}

let market: TestMarket;
let snapshot: OpenSnapshot;
beforeAll(async () => {
  market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [...stock(1, 0, (ITEMS + SHARED) / 2), ...OWN]);
  await market.observe('beta', '2026-01-01', stock(2, (ITEMS - SHARED) / 2, ITEMS));
  await market.publish();
  snapshot = await openNewest();
});
afterAll(async () => {
  snapshot.close();
  await market[Symbol.asyncDispose]();
});

async function openNewest(): Promise<OpenSnapshot> {
  return OpenSnapshot.open(await market.manifest(), market.store, {
    memoryLimit: '256MiB',
    timeLimitMs: 10_000,
  });
}

async function match(rows: readonly Record<string, unknown>[]): Promise<Answer> {
  const server = await indexServer(snapshot);
  const { status, body } = await server.post<Answer>('/v1/match', { rows });
  expect(status).toBe(200);
  return body;
}

const productOf = (sku: string, seller = 'alpha') => snapshot.find(listingKey(seller, sku))?.product_id;

/** A third seller's words for items, by title and brand alone. */
const titleRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => {
    const { title, brand } = listingOf(from + at, 9);
    return { id: String(from + at), title, ...(brand ? { brand } : {}) };
  });

describe('titles', () => {
  test('find the product; what is given without review is nearly always right', async () => {
    const { matched, unmatched } = await match(titleRows(0, ITEMS));
    const truth = new Set(
      Array.from({ length: ITEMS }, (_, item) =>
        ['alpha', 'beta'].map((seller) => `${item} ${productOf(`I${item}`, seller)}`),
      ).flat(),
    );
    const sure = matched.filter(({ review }) => !review);
    const right = sure.filter(({ id, product_id }) => truth.has(`${id} ${product_id}`));
    expect(matched.length + unmatched.length).toBe(ITEMS);
    expect(right.length / sure.length).toBeGreaterThanOrEqual(0.95);
    expect(sure.length).toBeGreaterThan(ITEMS / 2);
    for (const { method, confidence, review, detail } of matched) {
      expect(method).toBe('title_fuzzy');
      expect(review ?? false).toBe(confidence < 0.9 || detail !== undefined);
      expect(confidence).toBeGreaterThanOrEqual(0.5);
    }
    for (const { reason, candidate } of unmatched) {
      expect(['title_unsure', 'title_unknown']).toContain(reason);
      expect(candidate?.confidence ?? 0).toBeLessThan(0.5);
    }
  });

  test('of things that nobody sells find nothing', async () => {
    const { matched } = await match(titleRows(50_000, 50_400));
    expect(matched.filter(({ review }) => !review).length).toBeLessThanOrEqual(4);
  });

  test('in Hebrew find their product', async () => {
    const { matched } = await match([
      { id: 'bamba', title: 'אוסם במבה חטיף בוטנים 80 ג׳' },
      { id: 'bisli', title: 'חטיף ביסלי גריל 70 גרם', brand: 'אוסם' },
    ]);
    expect(matched).toMatchObject([
      { id: 'bamba', product_id: productOf('bamba') },
      { id: 'bisli', product_id: productOf('bisli') },
    ]);
  });

  test('that state something otherwise than the product wait for a person, who is told what', async () => {
    const { matched, unmatched } = await match([
      { id: 'same', title: HEADPHONES, brand: 'Zonty' },
      { id: 'white', title: HEADPHONES.replace('black', 'white'), brand: 'Zonty' },
      { id: 'renewed', title: `${HEADPHONES} (Renewed)`, brand: 'Zonty' },
      { id: 'grams', title: 'אוסם במבה חטיף בוטנים 81 גרם' },
      { id: 'graded', title: MONITOR.replace('4K', '5K'), brand: 'Zonty' },
    ]);
    expect(unmatched).toEqual([]);
    expect(matched.map(({ id, review, detail }) => [id, review, detail])).toEqual([
      ['same', undefined, undefined],
      ['white', true, 'says white, the product black (colour)'],
      ['renewed', true, 'says "renewed", which the product is not (condition)'],
      ['grams', true, 'says 81 גרם, the product 80 גרם (weight)'],
      ['graded', true, 'says 5k, the product 4k (number)'],
    ]);
  });

  test('with another model number are not the product that all other words name', async () => {
    const { matched, unmatched } = await match([
      { id: 'same', title: HEADPHONES.replace('WH-1000XM4', 'WH1000XM4'), brand: 'Zonty' },
      { id: 'other', title: HEADPHONES.replace('XM4', 'XM5'), brand: 'Zonty' },
    ]);
    const headphones = productOf('headphones');
    expect(matched.map(({ id, product_id, review }) => [id, product_id, review])).toEqual([
      ['same', headphones, undefined],
    ]);
    expect(unmatched).toMatchObject([
      { id: 'other', candidate: { product_id: headphones, basis: 'title_fuzzy' } },
    ]);
  });

  test('never lead to what has another GTIN than the row', async () => {
    const rows = stock(9, 0, ITEMS).map(({ sku, title, brand }) => ({
      id: sku,
      title,
      gtin: gtinOf(20_000 + Number(sku.slice(1))),
      ...(brand ? { brand } : {}),
    }));
    const { matched, unmatched } = await match(rows);
    const server = await indexServer(snapshot);
    for (const { product_id } of matched) {
      const { body } = await server.get<{ variant_list: { gtin: string | null }[] }>(
        `/v1/products/${product_id}`,
      );
      expect(body.variant_list.map(({ gtin }) => gtin)).toContain(null);
    }
    expect(unmatched.length).toBeGreaterThan(ITEMS / 2);
    for (const { reason } of unmatched) expect(reason).toBe('gtin_unknown');
  });
});

describe('rows', () => {
  test('of every kind are answered in their order', async () => {
    const title = 'Grundor Pixelline TX-450 smartphone';
    const { matched, unmatched } = await match([
      { id: 'gtin', gtin: PHONE_GTIN },
      { id: 'checksum', gtin: `${PHONE_GTIN.slice(0, -1)}x`, title: 'nothing like anything' },
      { id: 'title', title },
      { id: 'nothing', brand: 'Grundor' },
      { id: 'mistyped', gtin: '4006381333930', title },
      { id: 'mpn', brand: 'Grundor', mpn: 'none of this', title },
      { id: 'taken', gtin: gtinOf(9_002), title },
    ]);
    const phone = productOf('phone');
    expect(matched).toMatchObject([
      { id: 'gtin', product_id: phone, method: 'gtin_exact' },
      { id: 'title', product_id: phone, method: 'title_fuzzy' },
      { id: 'mistyped', product_id: phone, method: 'title_fuzzy' },
      { id: 'mpn', product_id: phone, method: 'title_fuzzy' },
    ]);
    expect(unmatched.map(({ id, reason }) => [id, reason])).toEqual([
      ['checksum', 'gtin_malformed'],
      ['nothing', 'nothing_to_match'],
      ['taken', 'gtin_unknown'],
    ]);
  });

  test('ten thousand in one request are what they are one by one', async () => {
    const titles = titleRows(0, ITEMS);
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      ...(titles[(at * 7) % ITEMS] as (typeof titles)[number]),
      id: String(at),
    }));
    const server = await indexServer(snapshot);
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    const { body } = await server.post<Answer>('/v1/match', text, NDJSON);
    const ids = [...body.matched, ...body.unmatched].map(({ id }) => id);
    expect(new Set(ids).size).toBe(10_000);
    for (const some of [body.matched, body.unmatched])
      expect(some.map(({ id }) => Number(id))).toEqual(
        some.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
      );
    const byId = new Map([...body.matched, ...body.unmatched].map((row) => [row.id, row]));
    for (const at of [0, 63, 64, 4_999, 9_999]) {
      const alone = await match([rows[at] as (typeof rows)[number]]);
      expect([...alone.matched, ...alone.unmatched]).toEqual([byId.get(String(at))]);
    }
  });
});

describe('the matcher', () => {
  test('is one for all snapshots of the same files, and ends with the last of them', async () => {
    const other = await openNewest();
    const matcher = await titleMatcherOf(snapshot);
    expect(await titleMatcherOf(other)).toBe(matcher);
    other.close();
    const rows = [{ title: HEADPHONES }];
    const find = (key: bigint) => snapshot.find(key);
    expect((await matcher?.match(rows, find))?.[0]?.product.product_id).toBe(productOf('headphones'));
  });

  test('stops when the caller has gone', async () => {
    const matcher = await titleMatcherOf(snapshot);
    const controller = new AbortController();
    const rows = titleRows(0, ITEMS);
    const matching = matcher?.match(rows, (key) => snapshot.find(key), controller.signal);
    controller.abort(new Error('gone'));
    await expect(matching).rejects.toThrow('gone');
  });
});
