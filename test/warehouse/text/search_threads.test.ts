import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VectorTable } from '../../../warehouse/embedding/vector_table.ts';
import type { SearchIndex } from '../../../warehouse/text/search_index.ts';
import type { SearchRequest } from '../../../warehouse/text/search_request.ts';
import { SearchThreads } from '../../../warehouse/text/search_threads.ts';
import { indexOf, SELLERS, type TestProduct } from './catalogue.ts';

const KINDS = ['headphones', 'keyboard', 'monitor', 'printer', 'charger'];
const COLOURS = ['black', 'white', 'red'];
const products: TestProduct[] = Array.from({ length: 300 }, (_, no) => ({
  texts: [
    {
      title: `Brand${no % 7} ${KINDS[no % 5]} ${COLOURS[no % 3]} M${no}`,
      brand: `Brand${no % 7}`,
      mpn: `M${no}`,
      category: `electronics.${KINDS[no % 5]}`,
      attributes: null,
      description: null,
    },
  ],
  offers: [{ seller: SELLERS[no % SELLERS.length] as string, cost: 10 * no, stock: no % 3 }],
}));

const REQUESTS: SearchRequest[] = [
  { q: 'headphones black' },
  { q: 'keybord', facets: true },
  { q: 'monitor', category: 'electronics', in_stock: true },
  { q: 'printer white', max_price_minor: 900, sellers: ['alpha', 'gamma'] },
  { q: 'charger', sort: 'price_desc', limit: 7 },
  { q: 'M17', sort: 'newest' },
  { q: '?!' },
  { q: 'M17 headphones', more: true, alike: true, limit: 200 },
];

const vectors = VectorTable.create('m', 16, products.length);
for (const at of vectors.rows.keys()) vectors.rows[at] = (at * 37) % 101;
let index: SearchIndex;
let threads: SearchThreads;
beforeAll(async () => {
  index = indexOf(products);
  threads = await SearchThreads.start(index, vectors);
});
afterAll(() => threads[Symbol.dispose]());

describe('threads that search', () => {
  it('answer as the index itself does, many at once and beside it', async () => {
    const asked = Array.from({ length: 70 }, (_, no) => REQUESTS[no % REQUESTS.length] as SearchRequest);
    const answers = Promise.all(asked.map((request) => threads.search(request)));
    const own = asked.map((request) => index.searchNow(request, vectors));
    expect(await answers).toEqual(own);
    expect(own.filter(({ hits }) => hits.length > 0).length).toBeGreaterThan(50);
    expect(own.some(({ hits }) => hits.some(({ alike }) => alike))).toBe(true);
  });

  it('suggest as the index itself does', async () => {
    for (const q of ['h', 'key', 'brand3 mon', 'M1', 'prnter'])
      expect(await threads.suggest({ q })).toEqual(index.suggestNow({ q }));
  });
});
