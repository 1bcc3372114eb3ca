import { describe, expect, test } from 'vitest';
import { shopperConstraints } from '../../../api/search/shopper_constraints.ts';
import { wordsOf } from '../../../pipelines/text/words.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

interface Result {
  product_id: string;
  title: string;
  gtin: string | null;
  best: { seller: string; offer_id: string; price: string } | null;
  offers: number;
  spread: string | null;
  alike?: boolean;
  spread_minor: number | null;
  verdict: string | null;
}
interface Answer {
  results: Result[];
  total: number;
  total_more: number;
  next_cursor: string | null;
  facets: { key: string; values: { v: string; products: number }[] }[] | null;
  [name: string]: unknown;
}

const GTIN = '04006381333931';
const marker = listing('alpha', 'a1', {
  gtin: GTIN,
  brand: 'Stabilo',
  title: 'Stabilo Boss marker, yellow',
  category: 'office.pens',
  price_minor: 1200,
});
const cheaper = listing('beta', 'b1', {
  gtin: GTIN,
  brand: 'Stabilo',
  title: 'Textmarker Boss',
  category: 'office.pens',
  price_minor: 1100,
  landed_minor: 1500,
});
const soldOut = listing('gamma', 'g1', { gtin: GTIN, price_minor: 500, availability: 'out_of_stock' });
const pen = listing('alpha', 'a2', { title: 'Marker pen', category: 'office', price_minor: 300 });
const headphones = listing('beta', 'b2', {
  brand: 'Sony',
  mpn: 'WH-1000XM5',
  title: 'Sony WH-1000XM5 wireless headphones',
  category: 'audio.headphones',
  price_minor: 30000,
});
const hebrew = listing('gamma', 'g2', { title: 'אוזניות אלחוטיות סוני', price_minor: 9900 });
const gone = listing('gamma', 'g3', { title: 'Marker set', availability: 'gone' });
const shop = listedSnapshot([marker, cheaper, soldOut, pen, headphones, hebrew, gone], {
  categories: [
    { id: 'audio', parent: null, products: 1 },
    { id: 'audio.headphones', parent: 'audio', products: 1 },
    { id: 'office', parent: null, products: 2 },
    { id: 'office.pens', parent: 'office', products: 1 },
  ],
});
const titles = ({ results }: Answer) => results.map(({ title }) => title);
const address = (query: Record<string, string | number | boolean | string[] | undefined>) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one));
  return `/v1/search?${parameters.toString()}`;
};

describe('GET /v1/search', () => {
  test('a result carries the best of its offers, how many there are, how far they lie apart and a verdict', async () => {
    const server = await indexServer(shop);
    const { body } = await server.get<Answer>('/v1/search?q=stabilo+boss');
    expect(body).toMatchObject({ total: 1, next_cursor: null, match: null, unknown_words: [] });
    expect(body.results.slice(0, body.total)).toEqual([
      {
        product_id: marker.product_id,
        variant_id: marker.variant_id,
        pooled_variants: [marker.variant_id],
        condition: 'new',
        title: 'Stabilo Boss marker, yellow',
        gtin: GTIN,
        brand: 'Stabilo',
        category: 'office.pens',
        best: {
          seller: 'alpha',
          offer_id: marker.offer_id,
          price: '$12.00',
          price_minor: 1200,
          currency: 'USD',
        },
        offers: 3,
        spread: '$1.00',
        spread_minor: 100,
        currency: 'USD',
        verdict: 'flat',
        thumb: null,
      },
    ]);
  });

  test('best, offers and spread are of the offers that pass the filters', async () => {
    const server = await indexServer(shop);
    const { body } = await server.get<Answer>('/v1/search?q=boss&seller=beta');
    expect(body.results).toMatchObject([
      { best: { seller: 'beta' }, offers: 1, spread: '$0.00', verdict: 'flat' },
    ]);
    const out = await server.get<Answer>('/v1/search?q=boss&seller=gamma');
    expect(out.body.results).toMatchObject([{ best: null, offers: 1, spread: null, verdict: null }]);
    expect((await server.get<Answer>('/v1/search?q=boss&seller=gamma&in_stock=true')).body.total).toBe(0);
    // Delivered it costs 15.00 at beta; at alpha delivery is unknown and the price stands in.
    const landed = await server.get<Answer>('/v1/search?q=boss&max_price=1300&in_stock=true');
    expect(landed.body.results[0]).toMatchObject({ best: { seller: 'alpha' }, offers: 1 });
  });

  test('where words find few, what is like it follows, marked, under the same filters, once in a walk of pages', async () => {
    const mugs = [
      'Zorbo coffee mug',
      'Zorbo coffee mug blue',
      'Tea cup',
      'Porcelain coffee cup',
      'Laser printer',
    ];
    const server = await indexServer(
      listedSnapshot(
        mugs.map((title, no) => listing('alpha', `m${no}`, { title, price_minor: 100 * (no + 1) })),
      ),
    );
    const ask = async (query: Parameters<typeof address>[0]) =>
      (await server.get<Answer>(address({ q: 'zorbo', ...query }))).body;
    const body = await ask({});
    expect(body).toMatchObject({ total: 2, total_more: 2 });
    expect(titles(body)).toEqual([...titles(body).slice(0, 2), 'Porcelain coffee cup', 'Tea cup']);
    expect(body.results.map(({ alike }) => alike)).toEqual([undefined, undefined, true, true]);
    const walked: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Answer = await ask({ limit: 1, cursor });
      expect([page.total, page.total_more]).toEqual([2, 2]);
      walked.push(...titles(page));
      cursor = page.next_cursor;
    }
    expect(walked).toEqual(titles(body));
    expect(titles(await ask({ max_price: 350 }))).toEqual([...titles(body).slice(0, 2), 'Tea cup']);
    for (const other of [{ sort: 'price_asc' }, { literal: true }])
      expect(await ask(other)).toMatchObject({ total: 2, total_more: 0, next_cursor: null });
    // Where records are read, too, held to what was read; nothing follows where nothing meets it.
    const read = await ask({ q: 'zorbo not blue, not tea' });
    expect(read).toMatchObject({ total: 1, total_more: 1 });
    expect(read.results).toMatchObject([{ title: 'Zorbo coffee mug' }, { alike: true }]);
    expect(titles(read)[1]).toBe('Porcelain coffee cup');
    expect(await ask({ q: 'zorbo not mug' })).toMatchObject({ total: 0, total_more: 0 });
    // Nobody knows what is like a thing that is not here.
    expect(await ask({ q: 'qzxvkwj' })).toMatchObject({ total: 0, total_more: 0 });
  });

  test.each([
    ['4006381333931'],
    ['EAN: 4006381333931'],
    ['alpha:a1'],
    [marker.product_id],
    [marker.offer_id],
    [marker.variant_id],
  ])('the identifier %s leads to its product alone', async (q) => {
    const server = await indexServer(shop);
    const { body } = await server.get<Answer>(address({ q }));
    expect(body).toMatchObject({ total: 1, next_cursor: null, match: { confidence: expect.any(Number) } });
    expect(body.results.map(({ product_id }) => product_id)).toEqual([marker.product_id]);
  });

  test('an identifier obeys the filters too, and one that leads nowhere says so', async () => {
    const server = await indexServer(shop);
    expect((await server.get<Answer>(address({ q: GTIN, seller: 'beta' }))).body).toMatchObject({
      results: [{ best: { seller: 'beta' }, offers: 1 }],
    });
    expect((await server.get<Answer>(address({ q: GTIN, category: 'audio' }))).body.results).toEqual([]);
    expect((await server.get<Answer>(address({ q: GTIN, max_price: 100 }))).body.results).toEqual([]);
    expect((await server.get<Answer>(address({ q: '4006381333932' }))).body).toMatchObject({
      total: 0,
      note: expect.stringContaining('the last one would be 1'),
    });
    // Digits may be a part number, so they are searched by; an id, a link or a seller's sku is not.
    expect((await server.get<Answer>(address({ q: 'alpha:marker' }))).body).toMatchObject({
      results: [],
      note: 'seller alpha has no listing marker',
    });
    expect((await server.get<Answer>(address({ q: 'nobody:marker' }))).body.results).not.toEqual([]);
  });

  test.each([
    ['xm5', 'Sony WH-1000XM5 wireless headphones'],
    ['wh1000xm5', 'Sony WH-1000XM5 wireless headphones'],
    ['wireless hedphones', 'Sony WH-1000XM5 wireless headphones'],
    ['sony headph', 'Sony WH-1000XM5 wireless headphones'],
    ['אוזניות', 'אוזניות אלחוטיות סוני'],
    ['\u200fאוזניות\u200b סוני', 'אוזניות אלחוטיות סוני'],
    ['textmarker', 'Stabilo Boss marker, yellow'],
  ])('%s finds %s first', async (q, title) => {
    const server = await indexServer(shop);
    expect(titles((await server.get<Answer>(address({ q }))).body)[0]).toBe(title);
  });

  test('without q it lists what passes, most offers first', async () => {
    const server = await indexServer(shop);
    const all = (await server.get<Answer>('/v1/search')).body;
    expect(all.total).toBe(4);
    expect(titles(all)[0]).toBe('Stabilo Boss marker, yellow');
    expect(titles((await server.get<Answer>('/v1/search?category=office&sort=price_asc')).body)).toEqual([
      'Marker pen',
      'Stabilo Boss marker, yellow',
    ]);
    expect(titles((await server.get<Answer>('/v1/search?category=audio')).body)).toEqual([headphones.title]);
  });

  test('in stock, in words, is what the parameter asks for, in the engine and by records alike', async () => {
    const server = await indexServer(shop);
    const ask = async (q: string, more = '') =>
      (await server.get<Answer>(`/v1/search?q=${encodeURIComponent(q)}${more}`)).body;
    const sold = listing('alpha', 's1', { title: 'Oak marker rack', availability: 'out_of_stock' });
    const silent = listing('beta', 's2', { title: 'Pine marker rack', availability: 'unknown' });
    const ready = listing('gamma', 's3', { title: 'Ash marker rack with lid' });
    const racks = await indexServer(listedSnapshot([sold, silent, ready]));
    const totals = async (q: string, more = '') =>
      (await racks.get<Answer>(`/v1/search?q=${encodeURIComponent(q)}${more}`)).body.total;
    expect(await totals('marker rack')).toBe(3);
    expect(await totals('marker rack in stock')).toBe(1);
    expect(await totals('marker rack without wheels, in stock')).toBe(1);
    // The parameter wins over the text.
    expect(await totals('marker rack in stock', '&in_stock=false')).toBe(3);
    expect((await ask('marker in stock')).understood).toMatchObject({ words: 'marker', in_stock: true });
    expect((await ask('marker')).understood).not.toHaveProperty('in_stock');
    expect((await ask('in stock')).total).toBe((await ask('', '&in_stock=true')).total);
    const none = await indexServer(listedSnapshot([sold, silent]));
    const { body } = await none.get<Answer>('/v1/search?q=marker+rack+in+stock');
    expect(body.note).toBe('nothing meets all of it; drop “in stock” and 2 do');
    const { body: meant } = await racks.post<{ results: { title: string }[] }>('/v1/search/semantic', {
      intent: 'a marker rack in stock',
    });
    expect(meant.results.map(({ title }) => title)).toEqual([ready.title]);
  });

  test('facets count all that was found', async () => {
    const server = await indexServer(shop);
    const { body } = await server.get<Answer>('/v1/search?q=marker&facets=true&limit=1');
    const counts = Object.fromEntries((body.facets ?? []).map(({ key, values }) => [key, values]));
    expect(body.total).toBe(2);
    expect(counts).toEqual({
      category: [
        // What lies below it counts too, as in GET /v1/categories and for who filters by it.
        { v: 'office', products: 2 },
        { v: 'office.pens', products: 1 },
      ],
      brand: [{ v: 'Stabilo', products: 1 }],
      seller: [
        { v: 'alpha', products: 2 },
        { v: 'beta', products: 1 },
        { v: 'gamma', products: 1 },
      ],
      in_stock: [{ v: 'true', products: 2 }],
    });
    for (const key of ['category', 'seller', 'in_stock'])
      for (const { v, products } of counts[key] ?? []) {
        const narrowed = await server.get<Answer>(`/v1/search?q=marker&limit=1&${key}=${v}`);
        expect(narrowed.body.total, `${key}=${v}`).toBe(products);
      }
  });

  test.each([
    ['limit=0', 400, 'limit'],
    ['limit=101', 400, 'limit'],
    ['max_price=-5', 400, 'max_price'],
    ['max_price=1.5', 400, 'max_price'],
    ['in_stock=perhaps', 400, 'in_stock'],
    ['sort=cheapest', 400, 'sort'],
    ['colour=red', 400, 'colour'],
    ['q=%2E%2C%21%3F', 400, 'q'],
    ['q=%E2%80%8B%E2%80%8F%E2%80%AE', 400, 'q'],
    [`q=${'x'.repeat(10_000)}`, 400, 'q'],
    [Array.from({ length: 500 }, () => 'seller=alpha').join('&'), 400, 'seller'],
    ['q=boss&cursor=abc', 400, 'cursor'],
    ['category=garden', 404, 'category'],
    ['q=boss&seller=nobody', 404, 'seller'],
  ])('%.60s is refused, and says what is wrong', async (parameters, status, param) => {
    const server = await indexServer(shop);
    const answer = await server.get<Answer>(`/v1/search?${parameters}`);
    expect(answer).toMatchObject({ status, body: { param } });
  });

  test('only stop words, and words nobody has, find nothing of their own', async () => {
    const server = await indexServer(shop);
    expect((await server.get<Answer>('/v1/search?q=the+of+and')).body).toMatchObject({ results: [] });
    expect((await server.get<Answer>('/v1/search?q=qzxvkwj')).body).toMatchObject({
      results: [],
      unknown_words: ['qzxvkwj'],
    });
  });

  test('what is cheap comes first of what is found equally well, once in a walk of pages', async () => {
    const lamps: [string, number][] = [
      ['Oak lamp', 9000],
      ['Elm lamp', 3000],
      ['Ash lamp', 5000],
      ['Fir lamp', 9500],
      ['Cheap oak table', 1000],
    ];
    const server = await indexServer(
      listedSnapshot(
        lamps.map(([title, price_minor], no) => listing('alpha', `l${no}`, { title, price_minor })),
      ),
    );
    const ask = async (query: Parameters<typeof address>[0]) =>
      (await server.get<Answer>(address(query))).body;
    const inOrder = ['Elm lamp', 'Ash lamp', 'Oak lamp', 'Fir lamp'];
    expect(titles(await ask({ q: 'cheap lamp' }))).toEqual(inOrder);
    expect(titles(await ask({ q: 'lámpara barata' }))).toEqual(inOrder);
    expect(titles(await ask({ q: 'lamp' }))).not.toEqual(inOrder);
    // Of what is refused nothing is there, however cheap.
    expect(titles(await ask({ q: 'cheap lamp not elm' }))).toEqual(inOrder.slice(1));
    const first = await ask({ q: 'cheap lamp', limit: 2 });
    const second = await ask({ q: 'cheap lamp', limit: 2, cursor: first.next_cursor ?? '' });
    expect([...titles(first), ...titles(second)]).toEqual(inOrder);
  });

  test('what has fewer of the words follows where records are read, and is not counted as found', async () => {
    const pens = ['Red steel pen', 'Blue pen', 'Red steel lamp with leather'].map((title, no) =>
      listing('alpha', `p${no}`, { title }),
    );
    const server = await indexServer(listedSnapshot(pens));
    const { body } = await server.get<Answer>(address({ q: 'red steel pen without leather' }));
    expect(body).toMatchObject({ total: 1, total_more: 1, understood: { avoid: ['leather'] } });
    expect(titles(body)).toEqual(['Red steel pen', 'Blue pen']);
  });

  test('what says that it has not what is refused comes before what is silent', async () => {
    const drains = [
      'Sink drain chrome',
      'Long sink drain for vessels, no overflow',
      'Sink drain with overflow',
    ].map((title, no) => listing('alpha', `d${no}`, { title }));
    const server = await indexServer(listedSnapshot(drains));
    const { body } = await server.get<Answer>(address({ q: 'sink drain without overflow' }));
    expect(titles(body)).toEqual(['Long sink drain for vessels, no overflow', 'Sink drain chrome']);
  });

  test('what another variant is called does not make the one that measures so the thing that is asked for', async () => {
    const original = listing('alpha', 'o1', { title: 'Maroc hair oil, original, 100 ml' });
    const small = listing('alpha', 'o2', { title: 'Maroc hair oil, light, 25 ml' });
    const light = listing('alpha', 'o3', {
      title: 'Outlet sale: light oil, hair care of all kinds by Maroc, 100 ml',
    });
    const server = await indexServer(
      listedSnapshot([original, { ...small, product_id: original.product_id }, light]),
    );
    const { body } = await server.get<Answer>(address({ q: 'light maroc hair oil 100 ml' }));
    expect(body.results.map(({ product_id }) => product_id)).toEqual([light.product_id, original.product_id]);
  });

  test('what cannot be held is told, and nothing is looked for by its words', async () => {
    const goods = ['Vantor smart tv', 'Kestrix laptop'].map((title, no) =>
      listing('alpha', `t${no}`, { category: null, title }),
    );
    const server = await indexServer(listedSnapshot(goods));
    const ask = async (q: string) => (await server.get<Answer>(address({ q }))).body;
    expect(await ask('tv with no more than 2 hdmi ports')).toMatchObject({
      total: 1,
      unknown_words: [],
      understood: { avoid: [], ignored: ['“no more than 2 hdmi ports”: no result is held to it'] },
    });
    // A price in another currency by itself is no word to search by.
    expect(await ask('50 euros or less')).toMatchObject({
      total: 2,
      note: null,
      understood: { ignored: ['a price in EUR: this index compares USD only'] },
    });
  });

  test('where all that is found only goes with the thing that is asked for, it only follows, and the note says so', async () => {
    const goods = [
      ['hobbies.guitars', 'Yamaro C40 classical guitar'],
      ['hobbies.guitars', 'Yamaro F310 acoustic guitar'],
      ['hobbies.guitar_strings', 'Electric guitar strings, 3 pieces'],
      ['hobbies.guitar_stands', 'Guitar stand for acoustic and electric'],
      ['garden.lawn_mowers', 'Rotak electric lawn mower'],
    ].map(([category, title], no) =>
      listing('alpha', `g${no}`, { category: category ?? null, title: title ?? '' }),
    );
    const server = await indexServer(listedSnapshot(goods, { areCategoriesStated: true }));
    const ask = async (q: string) => (await server.get<Answer>(address({ q }))).body;
    const body = await ask('electric guitar');
    expect(body).toMatchObject({
      total: 0,
      note: 'nothing that has these words is a “guitar” itself; what follows goes with one',
    });
    expect(titles(body)).toContain('Electric guitar strings, 3 pieces');
    // Where a bare noun of another language stands, nothing tells: the first or the last may be it.
    expect((await ask('gitarre elektrisch')).total).toBe(0);
    expect((await ask('gitarre akustisch')).total).toBeGreaterThan(0);
    // What goes with it is the answer where it is asked for.
    expect(titles(await ask('electric guitar strings'))[0]).toBe('Electric guitar strings, 3 pieces');
    expect(await ask('electric guitar strings')).toMatchObject({ note: null });
    expect((await ask('acoustic guitar')).total).toBeGreaterThan(0);
  });

  test('where only the price is in the way the note says so, whatever else follows', async () => {
    const pots = [
      ['Dutch oven, cast iron', 8_000],
      ['Iron dutch oven, enamelled', 9_000],
      ['Iron dumbbell', 1_500],
    ].map(([title, price_minor], no) =>
      listing('alpha', `o${no}`, { title: String(title), price_minor: Number(price_minor) }),
    );
    const server = await indexServer(listedSnapshot(pots));
    const { body } = await server.get<Answer>(address({ q: 'cast iron dutch oven under $40' }));
    expect(body).toMatchObject({ total: 0, note: 'nothing meets all of it; drop the price and 2 do' });
  });

  test('under an amount leaves out what costs just that, up to it does not, records read or not', async () => {
    const server = await indexServer(
      listedSnapshot(
        [1_999, 2_000, 2_001].map((price_minor, no) =>
          listing('alpha', `k${no}`, { title: `Kettle 1.7 l no ${no}`, price_minor }),
        ),
      ),
    );
    const ask = async (query: Parameters<typeof address>[0]) =>
      (await server.get<Answer>(address(query))).body;
    for (const beside of ['', ' 1.7 l']) {
      expect(await ask({ q: `kettle under $20${beside}` })).toMatchObject({ total: 1 });
      expect(await ask({ q: `kettle up to $20${beside}` })).toMatchObject({ total: 2 });
      // What the caller says counts as it is said.
      expect(await ask({ q: `kettle under $20${beside}`, max_price: 2_000 })).toMatchObject({ total: 2 });
    }
    expect(shopperConstraints(shop, 'kettle under $20')).toMatchObject({ budget_minor: 2_000 });
  });

  test('where a must alone is in the way the note says so, and how many are left without it', async () => {
    const shoes = ['Trail shoes, size 9', 'Trail shoes, size 10', 'Roadster trail shoes, size 10'].map(
      (title, no) =>
        listing('alpha', `t${no}`, { title, brand: title.startsWith('Roadster') ? 'Roadster' : 'Strivano' }),
    );
    const server = await indexServer(listedSnapshot(shoes));
    const asked = await server.get<Answer>(address({ q: 'trail shoes size 42 not roadster' }));
    expect(asked.body).toMatchObject({ total: 0, total_more: 2 });
    expect(asked.body['note']).toBe('nothing meets all of it; drop “size 42” and 2 do');
    const met = await server.get<Answer>(address({ q: 'trail shoes size 9 not roadster' }));
    expect(met.body).toMatchObject({ total: 1, note: null });
  });

  test.each([
    ['unflavoured tea', 'tea'],
    ['sugar-free tea', 'tea'],
    ['zuckerfreier Tee', 'tee'],
    ['tea, wool-free', 'tea'],
  ])(
    'what a word says that a thing is free of is not asked for, nor is the rest of that word: %s',
    (text, asked) => {
      expect(wordsOf(shopperConstraints(shop, text).asked).map((word) => word.text)).toEqual([asked]);
    },
  );

  test.each([
    ['laptop máximo 500', 'es', { budget_minor: 50_000, words: 'laptop' }],
    ['laptop mindestens 16 GB', 'de', { words: 'laptop', measures: ['mindestens 16 GB'] }],
    ['laptop max 500', 'en', { budget_minor: 50_000, words: 'laptop' }],
  ])('a bound tells the language where nothing else does: %s (%s)', (text, language, read) => {
    const { budget_minor, words, measures, language: told } = shopperConstraints(shop, text);
    expect({
      budget_minor,
      words,
      measures: measures.map((each) => each.text),
      language: told,
    }).toMatchObject({
      language,
      ...read,
    });
  });

  test('says of how many no record tells that they are free of what somebody may not be able to eat', async () => {
    const pasta = [
      'Campo penne pasta 500 g',
      'Mais fusilli pasta, gluten free, 500 g',
      'Grano orzo pasta 1 kg',
    ];
    const shopOf = (sold: string[]) =>
      indexServer(listedSnapshot(sold.map((title, no) => listing('alpha', `p${no}`, { title }))));
    const [all, free] = [await shopOf(pasta), await shopOf(pasta.slice(1, 2))];
    const noteOf = async (q: string, { get } = all) => (await get<Answer>(address({ q }))).body['note'];
    const silent = (text: string) => `of 2 of these 3 no record says that it is free of “${text}”`;
    expect(await noteOf('gluten free pasta')).toBe(silent('gluten'));
    expect(await noteOf('pasta senza glutine')).toBe(silent('glutine'));
    expect(await noteOf('gluten free pasta', free)).toBeNull();
    expect(await noteOf('pasta')).toBeNull();
  });

  test('says what it read a word as, and what nothing here is called', async () => {
    const server = await indexServer(shop);
    expect((await server.get<Answer>('/v1/search?q=stabilo+markre')).body).toMatchObject({
      read_as: [{ word: 'markre', as: ['marker'] }],
      unknown_words: [],
      note: null,
    });
    const { body } = await server.get<Answer>('/v1/search?q=qzxvkwj+marker');
    expect(body).toMatchObject({
      total: 0,
      unknown_words: ['qzxvkwj'],
      note: 'nothing here is called “qzxvkwj”; what follows has other words of the query',
    });
    expect(body.results.length).toBeGreaterThan(0);
    // No price is in the way of what nothing is called.
    expect((await server.get<Answer>('/v1/search?q=qzxvkwj+marker&max_price=1')).body).toMatchObject({
      total: 0,
      note: 'nothing here is called “qzxvkwj”',
    });
  });

  test('says which name is missing of a series of which others are here', async () => {
    const named = ['Carmat Golf 7 mat', 'Carmat Golf 8 mat', 'Pen', 'Lamp', 'Rug', 'Cup', 'Tent', 'Rope'];
    const own = named.map((title, no) => listing('techmart', `golf${no}`, { title }));
    const server = await indexServer(listedSnapshot(own));
    const { body } = await server.get<Answer>('/v1/search?q=golf+6+mat&max_price=100000');
    expect(body).toMatchObject({
      total: 0,
      total_more: 2,
      note: 'nothing here is called “golf 6”; what follows has other words of the query',
    });
    expect((await server.get<Answer>('/v1/search?q=golf+8+mat')).body).toMatchObject({ note: null });
  });

  test('a page with a cursor, or behind one, has an ETag for half of the cursor’s life', async () => {
    const server = await indexServer(shop);
    const { body, headers } = await server.get<Answer>('/v1/search?q=marker&limit=1');
    const behind = address({ q: 'marker', limit: 1, cursor: body.next_cursor ?? '' });
    for (const [url, etag] of [
      ['/v1/search?q=marker&limit=1', headers['etag']],
      [behind, (await server.get(behind)).headers['etag']],
    ] as const) {
      expect(etag).toMatch(/^W\//);
      const tagged = { authorization: `Bearer ${server.token}`, 'if-none-match': String(etag) };
      const status = async () => (await server.app.inject({ url, headers: tagged })).statusCode;
      expect(await status()).toBe(304);
      server.clock.ms += 12 * 60 * 60 * 1000;
      expect(await status()).toBe(200);
      server.clock.ms -= 12 * 60 * 60 * 1000;
    }
  });

  test('a cursor belongs to its query, filters and sort, but not to its limit', async () => {
    const server = await indexServer(shop);
    const { next_cursor } = (await server.get<Answer>('/v1/search?q=marker&limit=1')).body;
    const cursor = next_cursor ?? '';
    expect((await server.get(address({ q: 'marker', limit: 5, cursor }))).status).toBe(200);
    for (const other of [{ q: 'boss' }, { q: 'marker', in_stock: true }, { q: 'marker', sort: 'newest' }])
      expect((await server.get(address({ ...other, cursor }))).body).toMatchObject({
        code: 'cursor_invalid',
      });
    server.clock.ms += 25 * 60 * 60 * 1000;
    expect((await server.get(address({ q: 'marker', cursor }))).body).toMatchObject({
      code: 'cursor_expired',
    });
  });
});

test('a snapshot without a text index answers that it cannot search, and everything else', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1', title: 'Sony headphones' }]);
  await market.publish();
  const { texts: _, ...tables } = (await market.manifest()).tables;
  const settings = { memoryLimit: '256MiB', timeLimitMs: 10_000 };
  const snapshot = await OpenSnapshot.open({ ...(await market.manifest()), tables }, market.store, settings);
  try {
    const server = await indexServer(snapshot);
    const { status, body, headers } = await server.get('/v1/search?q=headphones');
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'unavailable', '60']);
    expect(body['detail']).toMatch('The index cannot answer now');
    expect((await server.get('/v1/sellers')).status).toBe(200);
  } finally {
    snapshot.close();
  }
});
