import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dotOf, quantise } from '../../../warehouse/embedding/vector.ts';
import { VectorTable } from '../../../warehouse/embedding/vector_table.ts';
import type { Position } from '../../../warehouse/text/page.ts';
import type { SearchRequest } from '../../../warehouse/text/search_request.ts';
import { indexOf, OFFER, type TestProduct } from './catalogue.ts';

const DIMS = 16;

/** Where a product lies on a half circle. */
const rowAt = (angle: number) =>
  quantise(Array.from({ length: DIMS }, (_, at) => (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle))));

function tableOf(angles: readonly number[]): VectorTable {
  const table = VectorTable.create('m', DIMS, angles.length);
  for (const [no, angle] of angles.entries()) table.rows.set(rowAt(angle), no * DIMS);
  return table;
}

const titled = (title: string, cost = 10): TestProduct => ({
  texts: [{ title, brand: null, mpn: null, category: null, attributes: null, description: null }],
  offers: [{ ...OFFER, cost }],
});

describe('what is alike', () => {
  const ASKED: SearchRequest = { q: 'zorbo lamp', more: true, alike: true };

  test('follows among what has fewer words, by both, and only where it is near enough', () => {
    const titles = ['zorbo lamp', 'zorbo lamp', 'oak lamp', 'pine lamp', 'candle', 'torch', 'sofa'];
    const index = indexOf(titles.map((title) => titled(title)));
    const lamps = index.searchNow({ ...ASKED, alike: false });
    expect(lamps.hits.map(({ product }) => product)).toEqual([0, 1, 2, 3]);
    // The pine lamp is like the two, the oak lamp is not; so is the candle; the torch is a little; the sofa is not.
    const near = index.searchNow(ASKED, tableOf([0, 0, 1.5, 0, 0, 0.8, 1.5]));
    expect(near.hits.map(({ product }) => product)).toEqual([0, 1, 3, 2, 4, 5]);
    expect(near.hits.map(({ alike = false }) => alike)).toEqual([false, false, false, false, true, true]);
    expect(near).toMatchObject({ total: 2, further: 4 });
  });

  test('is like the best of all on every page, however many a page holds', () => {
    // The best four lie elsewhere than the best ten, and both elsewhere than what a later page begins with.
    const lamps = Array.from({ length: 30 }, (_, no) => 'zorbo lamp'.padEnd(10 + 2 * no, ' x'));
    const index = indexOf([...lamps, 'candle', 'torch', 'sofa', 'chair'].map((title) => titled(title)));
    const plain = index.searchNow({ ...ASKED, alike: false, limit: 30 }).hits.map(({ product }) => product);
    const angleOf = (place: number) => (place < 4 ? 0 : place < 10 ? 1 : 2.6);
    const angles = [...lamps.map((_, product) => angleOf(plain.indexOf(product))), 0, 2.6, 0.9, 2.6];
    const table = tableOf(angles);
    const { hits: whole, further } = index.searchNow({ ...ASKED, limit: 100 }, table);
    expect(whole.filter(({ alike }) => alike).map(({ product }) => product)).toEqual([32, 30]);
    for (const limit of [4, 12, 15]) {
      const walked = [];
      for (let after: Position | undefined; ; ) {
        const { hits, further: told } = index.searchNow({ ...ASKED, limit, ...(after && { after }) }, table);
        expect(told).toBe(further);
        if (hits.length === 0) break;
        walked.push(...hits);
        after = hits.at(-1);
      }
      expect(walked.map(({ product }) => product)).toEqual(whole.map(({ product }) => product));
    }
  });

  test('is as near to the middle of the best as these are to one another, though they be few', () => {
    const titles = ['zorbo lamp', 'zorbo lamp', 'torch', 'sofa'];
    const index = indexOf(titles.map((title) => titled(title)));
    const alike = (angles: readonly number[]) => {
      const { hits } = index.searchNow(ASKED, tableOf(angles));
      return hits.filter((hit) => hit.alike).map(({ product }) => titles[product]);
    };
    // Two that are unlike (1 apart, so .5 from their middle) take in what is 1.1 from it; two of a kind do not.
    expect(alike([0, 1, 1.6, 1.95])).toEqual(['torch']);
    expect(alike([0.5, 0.5, 1.6, 1.95])).toEqual([]);
  });

  test('is nothing where most of a large catalogue is so near', () => {
    const titles = ['zorbo lamp', 'oak lamp', ...Array.from({ length: 2_998 }, (_, no) => `candle ${no}`)];
    const index = indexOf(titles.map((title) => titled(title)));
    const alike = (near: number) => {
      const angles = titles.map((_, no) => (no < near ? 0 : 1.5));
      return index.searchNow(ASKED, tableOf(angles)).hits.filter((hit) => hit.alike).length;
    };
    expect(alike(1_400)).toBeGreaterThan(0);
    expect(alike(1_600)).toBe(0);
  });

  test('comes before what has far less of the words than others and is like nothing', () => {
    const lamps = Array.from({ length: 7 }, () => 'lamp oil');
    const titles = [
      'zorbo brass lamp',
      'zorbo brass lamp',
      ...lamps,
      'brass hook',
      'brass nail',
      'brass bell',
    ];
    const others = ['candle', 'torch', 'rug', 'sofa', 'chair', 'desk', 'shelf', 'bowl'];
    const index = indexOf([...titles, ...others].map((title) => titled(title)));
    const { hits } = index.searchNow(
      { ...ASKED, q: 'zorbo brass lamp' },
      tableOf([0, 0, ...lamps.map(() => 1.55), 1.55, 1.55, 1.55, 0, ...others.slice(1).map(() => 1.55)]),
    );
    const candle = titles.length;
    expect(hits.map(({ product }) => product)).toEqual([0, 1, 9, 10, 11, candle, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('takes the last place from what has less of the words’ worth than it has of being alike', () => {
    const kinds = (title: string, count: number, angle: number) =>
      Array.from({ length: count }, () => ({ title, angle }));
    const shop = [
      ...kinds('zorbo brass lamp', 98, 0),
      ...kinds('brass hook', 1, 1.55),
      ...kinds('lamp oil', 60, 1.55),
      ...kinds('sofa', 100, 1.55),
      ...kinds('candle', 1, 0),
    ];
    const index = indexOf(shop.map(({ title }) => titled(title)));
    const { hits, total } = index.searchNow(
      { ...ASKED, q: 'zorbo brass lamp', limit: 101 },
      tableOf(shop.map(({ angle }) => angle)),
    );
    expect(total).toBe(98);
    expect(hits.slice(98).map(({ product }) => shop[product]?.title)).toEqual([
      'brass hook',
      'candle',
      'lamp oil',
    ]);
  });

  test('is not asked for where nothing has words enough, and is none without vectors', () => {
    const index = indexOf([titled('zorbo lamp'), titled('candle')]);
    const table = tableOf([0, 0]);
    expect(index.searchNow({ ...ASKED, q: 'qzxvkwj' }, table).hits).toEqual([]);
    expect(index.searchNow(ASKED, null).hits).toHaveLength(1);
    expect(index.searchNow(ASKED, table).hits).toHaveLength(2);
    expect(index.searchNow({ ...ASKED, sort: 'price_asc' }, table).hits).toHaveLength(1);
  });

  const product = fc.record({
    title: fc.constantFrom('zorbo lamp', 'lamp', 'oak lamp of zinc', 'candle', 'zorbo', 'torch of steel'),
    angle: fc.integer({ min: 0, max: 15 }).map((step) => step / 10),
    cost: fc.constantFrom(10, 20),
  });
  const shop = fc.array(product, { minLength: 1, maxLength: 160 });

  test('a walk of pages shows each product once, as one long page does, under the filters', () => {
    fc.assert(
      fc.property(shop, fc.integer({ min: 1, max: 30 }), fc.boolean(), (products, limit, isCheap) => {
        const index = indexOf(products.map(({ title, cost }) => titled(title, cost)));
        const table = tableOf(products.map(({ angle }) => angle));
        const request = { ...ASKED, ...(isCheap ? { max_price_minor: 10 } : {}) };
        const whole = index.searchNow({ ...request, limit: 1_000 }, table);
        const walked: number[] = [];
        for (let after: Position | undefined; ; ) {
          const page = index.searchNow({ ...request, limit, ...(after ? { after } : {}) }, table);
          expect([page.total, page.further]).toEqual([whole.total, whole.further]);
          walked.push(...page.hits.map((hit) => hit.product));
          after = page.hits.at(-1);
          if (page.hits.length < limit) break;
        }
        expect(walked).toEqual(whole.hits.map((hit) => hit.product));
        expect(new Set(walked).size).toBe(walked.length);
        expect(walked).toHaveLength(whole.total + whole.further);
        if (isCheap) expect(walked.every((no) => products[no]?.cost === 10)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('those that have words enough stay first and as they were, and up to a hundred in all the others are mixed', () => {
    fc.assert(
      fc.property(shop, (products) => {
        const index = indexOf(products.map(({ title, cost }) => titled(title, cost)));
        const angles = products.map(({ angle }) => angle);
        const plain = index.searchNow({ ...ASKED, alike: false, limit: 1_000 });
        const { hits, total } = index.searchNow({ ...ASKED, limit: 1_000 }, tableOf(angles));
        const all = hits.map((hit) => hit.product);
        const first = plain.hits.slice(0, total).map((hit) => hit.product);
        expect(all.slice(0, total)).toEqual(first);
        fc.pre(total > 0 && total < 100);
        // By plain arithmetic: the words’ scores to their best, nearness to the mean of the best ten.
        const rows = angles.map(rowAt);
        const best = first.slice(0, 10);
        const middleOf = (own: readonly number[]) =>
          quantise(
            Array.from({ length: DIMS }, (_, at) => own.reduce((sum, no) => sum + (rows[no]?.[at] ?? 0), 0)),
          );
        const middle = middleOf(best);
        const dot = (no: number, to = middle) => dotOf(rows[no] as Int8Array, to);
        const mean = (of: (no: number) => number) => best.reduce((sum, no) => sum + of(no), 0) / best.length;
        const among = mean((no) => dot(no));
        const apart =
          best.length === 1 ? among : mean((no) => dot(no, middleOf(best.filter((one) => one !== no))));
        const fewer = new Map(plain.hits.slice(total).map(({ key, product: no }) => [no, key + 1e9]));
        const most = Math.max(...fewer.values());
        const wanted = products
          .map((_, no) => no)
          .filter((no) => !first.includes(no) && (fewer.has(no) || dot(no) >= 0.65 * apart))
          .map((no) => ({
            no,
            mixed: 0.7 * ((fewer.get(no) ?? 0) / most || 0) + 0.3 * (dot(no) / among),
          }))
          .sort((a, b) => b.mixed - a.mixed || a.no - b.no)
          .slice(0, 100 - total);
        expect(
          all.slice(total, 100).map((no) => wanted.find((one) => one.no === no)?.mixed.toFixed(4)),
        ).toEqual(wanted.map(({ mixed }) => mixed.toFixed(4)));
      }),
      { numRuns: 30 },
    );
  });
});
