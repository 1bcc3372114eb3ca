import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, literal, loadSql } from '../../../warehouse/database.ts';
import { FIELD_MOST, FIELDS, WEIGHTS } from '../../../warehouse/text/fields.ts';
import { SPELLING_WEIGHTS } from '../../../warehouse/text/lexicon.ts';
import type { QueryGroup } from '../../../warehouse/text/query.ts';
import { RANKING } from '../../../warehouse/text/ranking.ts';
import type { SearchRequest } from '../../../warehouse/text/search_request.ts';
import { namesNoThing } from '../../../warehouse/text/word_roles.ts';
import {
  fieldWords,
  indexOf,
  linesOf,
  OFFER,
  productsFound,
  randomText,
  randomWord,
  SELLERS,
  solidWords,
  type TestProduct,
  titled,
} from './catalogue.ts';

const CATEGORIES = ['audio', 'audio.phone', 'audio.phone.red', 'audio_laptop', 'food.milk'];
const product: fc.Arbitrary<TestProduct> = fc.record({
  texts: fc.tuple(
    fc.record({
      title: randomText(8),
      brand: fc.option(fc.constantFrom('Sony', 'Red Bull', 'Case'), { nil: null }),
      mpn: fc.option(fc.constantFrom('XM4', 'C-8674V', 'AB 12'), { nil: null }),
      category: fc.option(fc.constantFrom(...CATEGORIES), { nil: null }),
      category_stated: fc.boolean(),
      attributes: fc.option(
        fc.record({ 'general.color': randomWord, 'general.wireless': fc.constantFrom('yes', 'no') }),
        { nil: null },
      ),
      description: fc.option(randomText(12), { nil: null }),
      rest: fc.option(randomText(12), { nil: null }),
    }),
  ),
  offers: fc.array(
    fc.record({
      seller: fc.constantFrom(...SELLERS),
      cost: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Number.POSITIVE_INFINITY)),
      stock: fc.constantFrom(0, 1, 2),
    }),
    { maxLength: 3 },
  ),
});
const catalogue = fc.array(product, { minLength: 1, maxLength: 25 });
const filters = fc.record(
  {
    category: fc.constantFrom(...CATEGORIES, 'nowhere'),
    sellers: fc.subarray(SELLERS),
    in_stock: fc.boolean(),
    max_price_minor: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: [] },
);
const request: fc.Arbitrary<SearchRequest> = fc
  .tuple(randomText(4), filters)
  .map(([q, filter]) => ({ q, limit: 1000, ...filter }));

/** Whether a product passes, told product by product and offer by offer. */
function passes(candidate: TestProduct, filter: SearchRequest): boolean {
  const category = candidate.texts[0]?.category ?? null;
  if (
    filter.category !== undefined &&
    category !== filter.category &&
    !category?.startsWith(`${filter.category}.`)
  )
    return false;
  return candidate.offers.some(
    (offer) =>
      (filter.sellers === undefined || filter.sellers.includes(offer.seller)) &&
      (!filter.in_stock || offer.stock === 0) &&
      (filter.max_price_minor === undefined || offer.cost <= filter.max_price_minor),
  );
}

/** The number of the word that names the thing, -1 for none. */
function thingOf(groups: readonly QueryGroup[]): number {
  const head = groups.findIndex(({ role }) => role === 'head');
  const names = groups.filter(({ text }) => !/^[0-9]+(?:\.[0-9]+)?[a-z]+$/.test(text) && !namesNoThing(text));
  return head >= 0 || names.length !== 1 ? head : groups.indexOf(names[0] as QueryGroup);
}

/** Whether a word may say what a thing is. */
const isNaming = ({ text, role }: QueryGroup) =>
  role !== 'use' && !/^[0-9]+(?:\.[0-9]+)?[a-z]*$/.test(text) && !namesNoThing(text);

describe('the ranking in SQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await Database.open({ memoryLimit: '256MiB', spill: '/nonexistent', threads: 1 });
  });
  afterAll(() => database[Symbol.asyncDispose]());

  type Value = string | number | boolean;
  const literalOf = (value: Value) => {
    if (typeof value === 'string') return literal(value);
    if (typeof value === 'boolean') return String(value);
    return Number.isFinite(value) ? `${value}::double` : "'infinity'::double";
  };
  /** A table of these rows; `sample` gives the columns their types. */
  const table = (name: string, columns: string, sample: Value[], rows: Value[][]) => {
    const values = [sample, ...rows].map((row, no) => `(${[no, ...row].map(literalOf).join(', ')})`);
    return `create or replace temp table ${name} as
      select * exclude (row_no) from (values ${values.join(', ')}) as t(row_no, ${columns}) where row_no > 0;`;
  };

  it('finds the same products with the same scores, with and without filters', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, request, async (products, asked) => {
        const index = indexOf(products);
        const { groups } = index.parse(asked.q);
        fc.pre(groups.length > 0);
        await database.script(
          'fill',
          [
            table(
              'fields',
              'field, weight, b, most',
              ['', 0, 0, 0],
              FIELDS.map((field, no) => [
                field,
                WEIGHTS.field[no] ?? 0,
                WEIGHTS.length[no] ?? 0,
                FIELD_MOST[no] ?? 0,
              ]),
            ),
            table(
              'words',
              'product, field, term, extra',
              [0, '', '', true],
              [
                ...linesOf(products).flatMap((line) =>
                  fieldWords(line).map(({ field, term, extra }) => [line.product_no, field, term, extra]),
                ),
                ...solidWords(products).map(({ product: no, term }) => [no, 'part', term, true]),
              ],
            ),
            table(
              'products',
              'product, category',
              [0, ''],
              products.map(({ texts }, no) => [no, texts[0]?.category ?? '']),
            ),
            table(
              'offers',
              'product, seller, cost, stock',
              [0, '', 0, 0],
              products.flatMap(({ offers }, no) =>
                offers.map((offer) => [no, offer.seller, offer.cost, offer.stock]),
              ),
            ),
            table(
              'variants',
              'group_no, term, weight',
              [0, '', 0],
              groups.flatMap(({ variants }, no) =>
                variants.map(({ term, weight }) => [no, index.term(term), weight]),
              ),
            ),
          ].join('\n'),
        );
        const expected = await database.rows<{ product: number; score: number }>(
          'rank',
          loadSql(import.meta.url, './sql/ranking.sql'),
          {
            k1: WEIGHTS.k1,
            products: products.length,
            coordination: RANKING.coordination,
            required: RANKING.required,
            headed: RANKING.headed,
            head: thingOf(groups),
            naming: groups.flatMap((group, no) => (isNaming(group) ? [no] : [])).join(','),
            synonym: SPELLING_WEIGHTS.synonym,
            category: asked.category ?? '',
            in_stock: asked.in_stock ?? false,
            most: asked.max_price_minor ?? Number.POSITIVE_INFINITY,
            sellers: asked.sellers === undefined ? '' : asked.sellers.join(',') || 'none',
          },
        );
        const answer = index.searchNow({ ...asked, refined: false });
        expect(answer.total).toBe(expected.length);
        const byProduct = new Map(expected.map(({ product: no, score }) => [no, score]));
        for (const { product: no, score } of answer.hits)
          expect(score / (byProduct.get(no) ?? Number.NaN)).toBeCloseTo(1, 6);
        expect([...byProduct.keys()].sort((a, b) => a - b)).toEqual(
          answer.hits.map((hit) => hit.product).sort((a, b) => a - b),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('filters', () => {
  it('keep exactly the products of which one offer meets them all', () => {
    fc.assert(
      fc.property(catalogue, request, (products, asked) => {
        const index = indexOf(products);
        const { category: _, sellers: __, in_stock: ___, max_price_minor: ____, ...plain } = asked;
        const live = productsFound(index, plain);
        expect(live.every((no) => (products[no] as TestProduct).offers.length > 0)).toBe(true);
        expect(productsFound(index, asked)).toEqual(
          live.filter((no) => passes(products[no] as TestProduct, asked)),
        );
      }),
    );
  });
});

describe('what there is to buy', () => {
  it('is what one offer meets them all of, that takes orders or does not say', () => {
    const choices = fc.record(
      { sellers: fc.subarray(SELLERS), max_price_minor: fc.integer({ min: 0, max: 20 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(catalogue, choices, (products, filter) => {
        const asked = products.map((_, no) => no).toReversed();
        const sold = products.map(({ texts, offers }) => ({
          texts,
          offers: offers.filter(({ stock }) => stock < 2),
        }));
        const expected = asked.filter((no) => passes(sold[no] as TestProduct, { q: '', ...filter }));
        expect([...indexOf(products).buyable(asked, filter)]).toEqual(expected);
      }),
    );
  });
});

describe('an answer', () => {
  it('is the same however many products are gone through at a time', () => {
    fc.assert(
      fc.property(
        catalogue,
        fc.array(request, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        fc.record({ more: fc.boolean(), facets: fc.boolean(), typing: fc.boolean() }),
        (products, requests, block, how) => {
          const [index, parted] = [indexOf(products), indexOf(products, { ranking: { ...RANKING, block } })];
          for (const asked of requests)
            expect(parted.searchNow({ ...asked, ...how })).toEqual(index.searchNow({ ...asked, ...how }));
        },
      ),
    );
  });
});

describe('pages', () => {
  it('hold every product once, in the order of one long page, by every sort', () => {
    fc.assert(
      fc.property(
        catalogue,
        request,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...(['relevance', 'price_asc', 'price_desc', 'newest'] as const)),
        (products, asked, limit, sort) => {
          const index = indexOf(products);
          const whole = index.searchNow({ ...asked, sort }).hits;
          const walked: typeof whole = [];
          for (let after = undefined as (typeof whole)[number] | undefined; ; ) {
            const { hits } = index.searchNow({ ...asked, sort, limit, ...(after ? { after } : {}) });
            if (hits.length === 0) break;
            walked.push(...hits);
            after = hits.at(-1);
          }
          expect(walked).toEqual(whole);
        },
      ),
    );
  });

  it.each([
    ['words', 'red cable', ['red cable', 'cable long red', 'cable red usb']],
    ['a model', 'cable x1', ['cable x1 for laptop', 'cable x1 case', 'usb cable red x1']],
    ['a thing', 'laptop', ['laptop filter', 'laptop', 'red laptop with phone in blue']],
  ])('hold every product once where there are more than are looked at closely: %s', (_words, q, titles) => {
    const products = Array.from(
      { length: 400 },
      (_, no): TestProduct => ({
        texts: [
          { title: titles[no % 3] as string, category: no % 3 === 0 ? 'office.filters' : 'office.laptops' },
        ],
        offers: [{ seller: 'alpha', cost: no, stock: 0 }],
      }),
    );
    const index = indexOf(products);
    const whole = productsFound(index, { q, limit: 1000 });
    expect(whole).toHaveLength(400);
    expect(new Set(whole).size).toBe(400);
    const walked: number[] = [];
    for (let after = undefined as { key: number; product: number } | undefined; walked.length < 400; ) {
      const { hits } = index.searchNow({ q, limit: 30, ...(after ? { after } : {}) });
      walked.push(...hits.map((hit) => hit.product));
      after = hits.at(-1);
    }
    expect(walked).toEqual(whole);
  });
});

describe('hostile queries', () => {
  const index = titled(...Array.from({ length: 300 }, (_, no) => `the red cable with number ${no}`));

  it.each([
    ['nothing', ''],
    ['punctuation', '!?… —"\'()[]{}<>/\\'],
    ['invisible marks', '\u200b\u200f\u202e\ufeff\u2066'],
    ['half a surrogate pair', '\ud800'],
    ['words nobody has', 'zzzzzz qqqqqq'],
  ])('%s finds nothing', (_, q) => {
    expect(index.searchNow({ q }).hits).toEqual([]);
  });

  it('ten thousand characters, stop words and repeats are read as a few words', () => {
    for (const q of [
      'the with '.repeat(1_200),
      'x'.repeat(10_000),
      Array.from({ length: 2_000 }, (_, no) => `w${no}`).join(' '),
      'red\u202e'.repeat(3_000),
    ])
      expect(index.parse(q).groups.length).toBeLessThanOrEqual(12);
    expect(index.searchNow({ q: 'the with '.repeat(111) }).total).toBe(300);
  });

  it('five hundred sellers are a filter like any other', () => {
    const sellers = Array.from({ length: 500 }, (_, no) => `seller_${no}`);
    expect(index.searchNow({ q: 'cable', sellers }).total).toBe(0);
    expect(index.searchNow({ q: 'cable', sellers: [...sellers, 'alpha'] }).total).toBe(300);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.boolean(), (q, typing) => {
        expect(index.searchNow({ q, typing }).hits.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});

describe('facets', () => {
  it('count of a category what a filter by it finds, whatever lies below it', () => {
    const index = indexOf(
      ['home.lamps.floor', 'home.lamps', 'home.lampshades', 'home.lamps.desk'].map((category) => ({
        texts: [{ title: 'Ash lamp', category }],
        offers: [OFFER],
      })),
    );
    const { facets } = index.searchNow({ q: 'lamp', facets: true });
    expect(facets?.categories[0]).toEqual({ value: 'home.lamps', products: 3 });
    for (const { value, products } of facets?.categories ?? [])
      expect(index.searchNow({ q: 'lamp', category: value }).total, value).toBe(products);
  });

  it('count the products found, each once', () => {
    fc.assert(
      fc.property(catalogue, request, (products, asked) => {
        const { hits, facets } = indexOf(products).searchNow({ ...asked, facets: true });
        const found = hits.map((hit) => products[hit.product] as TestProduct);
        const count = (test: (candidate: TestProduct) => boolean) => found.filter(test).length;
        const offersOf = ({ texts, offers }: TestProduct) =>
          offers.filter((one) => passes({ texts, offers: [one] }, asked));
        for (const { value, products: counted } of facets?.sellers ?? [])
          expect(counted).toBe(count((one) => offersOf(one).some(({ seller }) => seller === value)));
        for (const { value, products: counted } of facets?.brands ?? [])
          expect(counted).toBe(count(({ texts }) => texts[0]?.brand === value));
        for (const { value, products: counted } of facets?.categories ?? [])
          expect(counted).toBe(count(({ texts }) => `${texts[0]?.category}.`.startsWith(`${value}.`)));
        expect(facets?.in_stock).toBe(count((one) => offersOf(one).some(({ stock }) => stock === 0)));
      }),
    );
  });
});
