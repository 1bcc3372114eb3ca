import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, literal, loadSql } from '../../../warehouse/database.ts';
import { FIELD_MOST, FIELDS, WEIGHTS } from '../../../warehouse/text/fields.ts';
import { RANKING } from '../../../warehouse/text/ranking.ts';
import type { SearchIndex, SearchRequest } from '../../../warehouse/text/search_index.ts';
import { fieldWords, indexOf, linesOf, SELLERS, solidWords, type TestProduct } from './catalogue.ts';

const WORDS = [
  'red',
  'blue',
  'cable',
  'redcable',
  'usb-c',
  'laptop',
  'case',
  'WH-1000XM4',
  '16',
  'GB',
  '15,6"',
  'חלב',
  'ק"ג',
  'Straße',
  'phone',
  'with',
];
const CATEGORIES = ['audio', 'audio.phone', 'audio.phone.red', 'audio_laptop', 'food.milk'];
const word = fc.constantFrom(...WORDS);
const text = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '));

const product: fc.Arbitrary<TestProduct> = fc.record({
  texts: fc.tuple(
    fc.record({
      title: text(8),
      brand: fc.option(fc.constantFrom('Sony', 'Red Bull', 'Case'), { nil: null }),
      mpn: fc.option(fc.constantFrom('XM4', 'C-8674V', 'AB 12'), { nil: null }),
      category: fc.option(fc.constantFrom(...CATEGORIES), { nil: null }),
      category_stated: fc.boolean(),
      attributes: fc.option(
        fc.record({ 'general.color': word, 'general.wireless': fc.constantFrom('yes', 'no') }),
        { nil: null },
      ),
      description: fc.option(text(12), { nil: null }),
      rest: fc.option(text(12), { nil: null }),
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
  .tuple(text(4), filters)
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

const keysOf = (index: SearchIndex, asked: SearchRequest) =>
  index.searchNow(asked).hits.map((hit) => hit.product);

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
            category: asked.category ?? '',
            in_stock: asked.in_stock ?? false,
            most: asked.max_price_minor ?? Number.POSITIVE_INFINITY,
            sellers: asked.sellers === undefined ? '' : asked.sellers.join(',') || 'none',
          },
        );
        const answer = index.searchNow({ ...asked, refined: false });
        expect(answer.total).toBe(expected.length);
        const byProduct = new Map(expected.map(({ product: no, score }) => [Number(no), Number(score)]));
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
        const live = keysOf(index, plain);
        expect(live.every((no) => (products[no] as TestProduct).offers.length > 0)).toBe(true);
        expect(keysOf(index, asked)).toEqual(live.filter((no) => passes(products[no] as TestProduct, asked)));
      }),
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
    const whole = keysOf(index, { q, limit: 1000 });
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

const offer = { seller: 'alpha', cost: 10, stock: 0 };
const titled = (...titles: string[]) =>
  indexOf(titles.map((title) => ({ texts: [{ title }], offers: [offer] })));

describe('spelling', () => {
  it('a mistake is forgiven, and never beats the word as it is written', () => {
    expect(keysOf(titled('Sony headphones', 'Sony speaker'), { q: 'hedphones' })).toEqual([0]);
    fc.assert(
      fc.property(
        fc.constantFrom('headphone', 'keyboard', 'monitor', 'printer', 'charger'),
        fc.nat(8),
        text(3),
        (right, place, rest) => {
          // The first letter of a short word is taken as it is.
          const at = right.length > 8 ? place % right.length : 1 + (place % (right.length - 1));
          const wrong = right.slice(0, at) + right.slice(at + 1);
          // One product is misspelt, many are not: the misspelt word is a word of the index too.
          const index = titled(`${wrong} ${rest}`, ...Array.from({ length: 60 }, () => `${right} ${rest}`));
          expect(keysOf(index, { q: wrong })[0]).toBe(0);
          const reversed = titled(
            ...Array.from({ length: 60 }, () => `${wrong} ${rest}`),
            `${right} ${rest}`,
          );
          expect(keysOf(reversed, { q: right })[0]).toBe(60);
        },
      ),
    );
  });

  it('the first letter of a short word is not taken for another, but for its neighbour', () => {
    const index = titled('Press printer', 'Blender');
    expect(keysOf(index, { q: 'dress' })).toEqual([]);
    expect(keysOf(index, { q: 'rpess' })).toEqual([0]);
    expect(keysOf(index, { q: 'presd' })).toEqual([0]);
  });

  it('a guess is told, and outweighs no word that is written so', () => {
    const halo = Array.from({ length: 3 }, (_, no) => `Halo headphones ${no}`);
    const index = titled(...halo, 'Milk skimmed 1 l', 'Milk whole 1 l', 'Milk oat 1 l');
    const found = index.searchNow({ q: 'halq milk', more: true });
    expect(found.readAs).toEqual([{ word: 'halq', as: ['halo'] }]);
    expect(found.hits[0]?.product).toBeGreaterThanOrEqual(3);
    expect(index.searchNow({ q: 'halo milk' }).readAs).toEqual([]);
  });

  it('a word of English is not misspelt, nor its plural, unless it is unfinished', () => {
    const index = titled('Bran cereal', 'Beam lamp', 'Coffee capsules');
    const found = index.searchNow({ q: 'coffee beans', more: true });
    expect(found).toMatchObject({ unknown: ['bean'], readAs: [], total: 0, hits: [{ product: 2 }] });
    expect(keysOf(titled('Buses', 'Busts'), { q: 'boxes' })).toEqual([]);
    expect(keysOf(index, { q: 'beab' })).toEqual([1]);
    expect(keysOf(index, { q: 'bean', typing: true }).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('words of asking are none of the thing, unless a title has them in a name', () => {
    const index = titled('Laptop 14', 'Just Dance 2024', 'Printer');
    expect(index.searchNow({ q: 'also just get me a laptop' })).toMatchObject({
      total: 1,
      unknown: [],
      hits: [{ product: 0 }],
    });
    expect(keysOf(index, { q: 'just dance' })).toEqual([1]);
    expect(index.parse('just dance').groups.map(({ text }) => text)).toEqual(['just', 'dance']);
    expect(keysOf(titled('Headphones wireless', 'Fil rouge'), { q: 'un casque sans fil' })).toEqual([0]);
  });

  it('what nobody here calls so is meant by its other name as much as by its own', () => {
    const index = titled('Coffee black', 'Coffee red', 'Milk black', 'Tea black');
    const massOf = (q: string) => index.parse(q).groups.map(({ variants }) => variants[0]?.weight);
    expect(massOf('kaffee')).toEqual([1]);
    expect(massOf('café')).toEqual([1]);
    expect(
      titled('Coffee', 'Café')
        .parse('kaffee')
        .groups[0]?.variants.map(({ weight }) => weight),
    ).toEqual([1, 1]);
    expect(
      titled('Coffee', 'Café')
        .parse('coffee')
        .groups[0]?.variants.map(({ weight }) => weight),
    ).toEqual([1, 0.4]);
  });

  it('words of grammar are not misspelt, short words begin none', () => {
    expect(keysOf(titled('Wht door', 'Laptop'), { q: 'what laptop' })).toEqual([1]);
    expect(keysOf(titled('Whole tomatoes'), { q: 'the who' })).toEqual([]);
    expect(keysOf(titled('Whole tomatoes'), { q: 'whol' })).toEqual([0]);
  });

  it('a solid word is two where a title has them side by side', () => {
    const apart = titled('Pods Alpine with air', 'Water filter');
    expect(keysOf(apart, { q: 'alpinepods' })).toEqual([]);
    expect(keysOf(apart, { q: 'waterfilter' })).toEqual([1]);
  });

  it('a word that is written as one and as two is found by either', () => {
    const index = titled('Band saw for metal', 'Bandsaw blade', 'Band with saw', 'Band');
    expect(keysOf(index, { q: 'bandsaw' }).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(
      keysOf(index, { q: 'band saw' })
        .slice(0, 2)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
    expect(index.searchNow({ q: 'bandsaw' }).readAs).toEqual([]);
    // Of two names of a thing neither is lost, whichever more products here have.
    const washers = titled('FL washer', 'Washing machine 9 kg', 'Washing machine 7 kg', 'Coffee machine');
    expect(keysOf(washers, { q: 'lavadora' }).toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
    expect(keysOf(titled('FL washer', 'Washing line'), { q: 'lavadora' })).toEqual([0]);
    // What nobody here writes as one was read as the two, and is told.
    expect(titled('Water filter').searchNow({ q: 'waterfilter' }).readAs).toEqual([
      { word: 'waterfilter', as: ['water filter'] },
    ]);
  });

  it('where a word that decides is unknown, what has the others only follows', () => {
    const index = titled('Laptop 14', 'Laptop 15', 'Milk');
    expect(index.searchNow({ q: 'laptop qzxvkwj', more: true })).toMatchObject({
      total: 0,
      further: 2,
      unknown: ['qzxvkwj'],
      hits: [{ product: 0 }, { product: 1 }],
    });
    expect(index.searchNow({ q: 'laptop qzxvkwj', more: true, sort: 'price_asc' })).toMatchObject({
      total: 0,
      further: 0,
      hits: [],
    });
    // Nothing here is a jacket, and `long` and `dark` are no things; sneakers, chargers and what Acme makes are.
    const of = (brand: string, category: string, title: string) => ({
      texts: [{ brand, category, title }],
      offers: [offer],
    });
    const shop = indexOf([
      of('Campo', 'food.rice', 'Long grain rice 500g'),
      of('Campo', 'food.rice', 'Brown rice 1kg'),
      of('Campo', 'food.rice', 'White rice 1kg'),
      of('Acme', 'shoes.casual_shoes', 'Sneakers black'),
      of('Acme', 'shoes.casual_shoes', 'Sneakers dark black'),
      of('Acme', 'parts.chargers', 'Wall unit 14'),
    ]);
    const followers = (q: string) => shop.searchNow({ q, more: true }).further;
    expect(followers('long jaquette')).toBe(0);
    expect(followers('black jaquette')).toBe(0);
    expect(followers('14 jaquette')).toBe(0);
    expect(followers('a jaquette for long walks')).toBe(0);
    expect(followers('sneakers qzxvkwj')).toBe(2);
    expect(followers('acme qzxvkwj')).toBe(3);
    expect(followers('rice qzxvkwj')).toBe(3);
    expect(followers('something for long jaquette')).toBe(1);
    // What is not the thing itself may be missing.
    expect(followers('qzxvkwj long')).toBe(1);
    // What ranks without being asked for may be unknown.
    expect(index.searchNow({ q: 'laptop', uses: 'qzxvkwj', more: true })).toMatchObject({
      total: 2,
      unknown: [],
    });
    // A bag is another thing than the laptop that it is for.
    expect(index.searchNow({ q: 'laptop bag', more: true })).toMatchObject({
      total: 0,
      further: 0,
      hits: [],
    });
    expect(keysOf(index, { q: 'laptop for a bag' })).toEqual([0, 1]);
  });

  it.each([
    ['half gallon milk', 'Milk 0.5 gal'],
    ['half gallon milk', 'Milk 1.89 l'],
    ['half liter water', 'Water 500 ml'],
    ['39.6 cm laptop', 'Laptop 15.6 inch'],
    ['16 oz coffee', 'Coffee 1 lb'],
    ['negro', 'Ink black'],
    ['schwarze', 'Tinta negra'],
    ['grey', 'Laptop gray'],
  ])('%s finds %s', (q, title) => {
    expect(keysOf(titled('Something else', title, 'Milk 2 l', 'Laptop 14 inch'), { q })[0]).toBe(1);
  });

  it('digits are never taken for others', () => {
    expect(keysOf(titled('Sony WH-1000XM4', 'Sony WH-1000XM5'), { q: 'wh1000xm5' })).toEqual([1]);
    expect(keysOf(titled('Sony WH-1000XM4'), { q: 'xm6' })).toEqual([]);
  });

  it.each([
    ['headph', 'Sony headphones'],
    ['sony head', 'Sony headphones'],
    ['wireles mouse', 'Wireless mouse'],
    ['glas jar', 'Glass jar'],
    ['play station', 'PlayStation 5 console'],
    ['playstation', 'PlayStation 5 console'],
    ['iphone 128', 'iPhone 13 128GB'],
    ['usb c', 'USB-C cable'],
    ['usbc', 'USB-C cable'],
    ['television', 'Samsung TV'],
    ['חלב', 'חלב תנובה 3% 1 ליטר'],
    ['\u200fחלב\u200b', 'חלב תנובה 3% 1 ליטר'],
  ])('%s finds %s', (q, title) => {
    expect(keysOf(titled(title, 'Something else'), { q })).toEqual([0]);
  });

  it('the brand that a query names comes before others that only speak of it', () => {
    const of = (brand: string, title: string) => ({ texts: [{ brand, title }], offers: [offer] });
    const index = indexOf([
      of('Xerox', 'Xerox toner as HP for HP'),
      of('HP', 'HP black toner cartridge with more'),
    ]);
    expect(keysOf(index, { q: 'hp toner' })).toEqual([1, 0]);
    expect(keysOf(index, { q: 'hp toner', refined: false })).toEqual([0, 1]);
  });

  it('a word by itself is the name of a thing, not of what goes with it', () => {
    const index = titled(
      'Notebook sleeve',
      'Notebook Kestrix in black with more words',
      'Stand for notebook',
    );
    expect(keysOf(index, { q: 'notebook' })[0]).toBe(1);
    expect(keysOf(index, { q: 'notebook sleeve' })[0]).toBe(0);
  });

  it('a title that goes on from the word to the name of another thing is that thing', () => {
    const of = (category: string, title: string) => ({ texts: [{ category, title }], offers: [offer] });
    const last = (title: string) => {
      const index = indexOf([
        of('computers.filters', title),
        of('computers.laptops', 'Kestrix 14 laptop with a screen and a filter against dust, black'),
        of('computers.notebooks', 'Notebook'),
      ]);
      return keysOf(index, { q: 'laptop' }).findIndex((no) => no === 0) > 0;
    };
    expect(last('Laptop filter')).toBe(true);
    expect(last('Laptop slim privacy filter')).toBe(true);
    expect(last('Laptop power adapter')).toBe(true);
    // Too far away, behind a number or a word that only joins, or before the last time that it is named.
    expect(last('Laptop very slim privacy filter')).toBe(false);
    expect(last('Laptop 14 filter')).toBe(false);
    expect(last('Laptop with filter')).toBe(false);
    expect(last('Laptop filter laptop')).toBe(false);
    // Another name of the thing itself is no other thing.
    expect(last('Laptop notebook')).toBe(false);
  });

  it('a word of which the others are unknown is the name of a thing like one by itself', () => {
    const index = indexOf([
      { texts: [{ title: 'Coffee ice, coffee cream, coffee' }], offers: [offer] },
      {
        texts: [
          {
            title: 'Ground dark roast of the north, strong and bold, coffee, 500 g',
            category: 'food.coffee',
            category_stated: true,
          },
        ],
        offers: [offer],
      },
    ]);
    expect(index.searchNow({ q: 'coffee beans', more: true }).hits[0]?.product).toBe(1);
    expect(index.searchNow({ q: 'coffee', more: true }).hits[0]?.product).toBe(1);
  });

  it('a word by itself that names a category begins with what sellers put there', () => {
    const of = (category: string, title: string, category_stated = true) => ({
      texts: [{ category, title, category_stated }],
      offers: [offer],
    });
    const ice = of('food.ice_cream', 'Coffee flavour');
    const capsules = (isStated: boolean) =>
      of('drinks.coffee_capsules', 'Crema capsules of coffee for machines of all makers', isStated);
    expect(keysOf(indexOf([ice, capsules(true)]), { q: 'coffee' })).toEqual([1, 0]);
    expect(keysOf(indexOf([ice, capsules(false)]), { q: 'coffee' })).toEqual([0, 1]);
    // A mouse pad's category names mice, but holds pads.
    const mice = [
      of('office.mouse_pads', 'Mouse gel'),
      of('office.mice_trackballs', 'Optical mouse with cable, black'),
    ];
    expect(keysOf(indexOf(mice), { q: 'mouse' })[0]).toBe(1);
  });

  it('words that stand together in the title come before the same words apart', () => {
    expect(
      keysOf(titled('case for red laptop stands', 'red stands for laptop case'), { q: 'laptop case' }),
    ).toEqual([1, 0]);
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
          expect(counted).toBe(count(({ texts }) => texts[0]?.category === value));
        expect(facets?.in_stock).toBe(count((one) => offersOf(one).some(({ stock }) => stock === 0)));
      }),
    );
  });
});

describe('suggest', () => {
  const products = [
    ...Array.from({ length: 6 }, (_, no) => ({
      brand: 'Sony',
      category: 'audio.headphones',
      title: `Sony wireless headphones ${no}`,
    })),
    ...Array.from({ length: 4 }, (_, no) => ({
      brand: 'Bose',
      category: 'audio.speakers',
      title: `Bose bluetooth speaker ${no}`,
    })),
    ...Array.from({ length: 30 }, (_, no) => ({
      brand: no < 2 ? 'Under Armour' : 'Acme',
      category: 'shoes',
      title: `a${String.fromCodePoint(97 + (no % 26))}${String.fromCodePoint(98 + (no % 24))}s shoe`,
    })),
  ].map((text_): TestProduct => ({ texts: [text_], offers: [offer] }));
  const index = indexOf(products);
  const texts = async (q: string, category?: string) =>
    (await index.suggest({ q, ...(category === undefined ? {} : { category }) })).map((one) =>
      one.kind === 'product' ? `#${products[one.product]?.texts[0]?.title}` : `${one.kind}:${one.text}`,
    );

  it.each([
    ['so', 'brand:Sony'],
    ['headp', 'category:audio.headphones'],
    ['wireless he', 'query:wireless headphones'],
    ['blutooth', 'query:bluetooth'],
    ['bose', '#Bose bluetooth speaker 0'],
    ['so', 'brand:Sony'],
    ['under a', 'brand:Under Armour'],
    ['bose blue', 'query:bose bluetooth'],
  ])('%s offers %s', async (q, wanted) => {
    expect(await texts(q)).toContain(wanted);
  });

  it('begins with what most products have and most sellers carry, not with letters', async () => {
    const carried = indexOf([
      ...Array.from({ length: 3 }, (_, no) => ({ texts: [{ title: `Lava lamp ${no}` }], offers: [offer] })),
      ...Array.from({ length: 5 }, (_, no) => ({
        texts: [{ title: `Loom ${no} for 20 loads` }],
        offers: no === 4 ? [offer, offer, offer] : [offer],
      })),
    ]);
    const found = await carried.suggest({ q: 'l' });
    expect(found.find(({ kind }) => kind === 'query')).toMatchObject({ text: 'loom' });
    expect(found.find(({ kind }) => kind === 'product')).toMatchObject({ product: 7 });
    expect(found).not.toContainEqual(expect.objectContaining({ text: 'loads' }));
    // Half of what is typed is no beginning.
    expect((await carried.suggest({ q: 'qzxvkwj l' })).filter(({ kind }) => kind !== 'product')).toEqual([]);
  });

  it('stays inside a category', async () => {
    const inside = await texts('s', 'audio.speakers');
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.every((one) => one.startsWith('#Bose') || one.startsWith('category:audio.speakers'))).toBe(
      true,
    );
  });
});
