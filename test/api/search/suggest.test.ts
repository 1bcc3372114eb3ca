import { describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

interface Suggestions {
  suggestions: {
    text: string;
    kind: string;
    product_id: string | null;
    category: string | null;
    products: number;
  }[];
}

const kettles = ['Steel kettle 1.7 l', 'Glass kettle 1.5 l', 'Travel kettle', 'Kettle with thermometer'].map(
  (title, no) => listing('alpha', `k${no}`, { title, brand: 'Brewhaus', category: 'home.kitchen.kettles' }),
);
const ketchup = listing('beta', 'b1', {
  title: 'Tomato ketchup',
  category: 'grocery',
  gtin: '04006381333931',
});
const snapshot = listedSnapshot([...kettles, ketchup], {
  categories: (
    [
      ['grocery', 0],
      ['home', 3],
      ['home.kitchen', 3],
      ['home.kitchen.kettles', 3],
    ] as const
  ).map(([id, products]) => ({ id, parent: null, products })),
});

describe('GET /v1/search/suggest', () => {
  test('completes to categories, brands, phrases and products', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Suggestions>('/v1/search/suggest?q=ket');
    expect(body.suggestions).toContainEqual({
      text: 'Kettles',
      kind: 'category',
      product_id: null,
      category: 'home.kitchen.kettles',
      // What the directory of categories tells, which leaves out what is gone; the text index has four.
      products: 3,
    });
    expect(body.suggestions).toContainEqual({
      text: 'Tomato ketchup',
      kind: 'product',
      product_id: ketchup.product_id,
      category: 'grocery',
      products: 1,
    });
    expect(body.suggestions).toContainEqual(expect.objectContaining({ text: 'kettle', kind: 'query' }));
    const brand = await server.get<Suggestions>('/v1/search/suggest?q=brew');
    expect(brand.body.suggestions[0]).toMatchObject({ text: 'Brewhaus', kind: 'brand', products: 4 });
  });

  test('suggests no category of which everything is gone', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Suggestions>('/v1/search/suggest?q=groc');
    expect(body.suggestions.filter(({ kind }) => kind === 'category')).toEqual([]);
  });

  test('forgives mistakes, keeps to the limit and to the category', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Suggestions>('/v1/search/suggest?q=kettel&limit=3');
    expect(body.suggestions).toHaveLength(3);
    expect(body.suggestions.some(({ text }) => /kettle/i.test(text))).toBe(true);
    const kitchen = await server.get<Suggestions>('/v1/search/suggest?q=ke&category=home.kitchen&limit=50');
    expect(kitchen.body.suggestions.length).toBeGreaterThan(0);
    for (const { kind, category } of kitchen.body.suggestions) {
      expect(['product', 'category']).toContain(kind);
      expect(category).toMatch(/^home\.kitchen(\.|$)/);
    }
  });

  test('an identifier gives its product', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Suggestions>('/v1/search/suggest?q=4006381333931');
    expect(body.suggestions).toMatchObject([{ kind: 'product', product_id: ketchup.product_id }]);
  });

  test.each([
    ['', 400, 'q'],
    ['q=', 400, 'q'],
    [`q=${'k'.repeat(201)}`, 400, 'q'],
    ['q=k&limit=51', 400, 'limit'],
    ['q=k&seller=alpha', 400, 'seller'],
    ['q=k&category=garden', 404, 'category'],
  ])('%.40s is refused', async (parameters, status, param) => {
    const server = await indexServer(snapshot);
    expect(await server.get(`/v1/search/suggest?${parameters}`)).toMatchObject({ status, body: { param } });
  });

  test('signs alone suggest nothing', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Suggestions>('/v1/search/suggest?q=%E2%80%8B%21');
    expect(body.suggestions).toEqual([]);
  });
});
