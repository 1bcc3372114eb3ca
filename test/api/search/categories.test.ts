import { describe, expect, test } from 'vitest';
import { listedSnapshot } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const node = (id: string, products: number) => ({
  id,
  parent: id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null,
  products,
});
const snapshot = listedSnapshot([], {
  categories: [
    node('home', 5),
    node('home.kitchen', 4),
    node('home.kitchen.coffee_machines', 3),
    node('home.kitchen.kettles', 1),
    node('homeware', 2),
    node('home.laundry', 1),
  ],
});
interface Categories {
  categories: { id: string }[];
  next_cursor: string | null;
}
const ids = ({ categories }: Categories) => categories.map(({ id }) => id);

describe('GET /v1/categories', () => {
  test('a node has its label, its place and its counts', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Categories>('/v1/categories?parent=home.kitchen');
    expect(body.categories[0]).toEqual({
      id: 'home.kitchen.coffee_machines',
      label: 'Coffee machines',
      parent: 'home.kitchen',
      products: 3,
      children: 0,
      google_product_category: null,
    });
  });

  test.each([
    ['', ['home', 'homeware']],
    ['?parent=home', ['home.kitchen', 'home.laundry']],
    [
      '?parent=home&depth=2',
      ['home.kitchen', 'home.kitchen.coffee_machines', 'home.kitchen.kettles', 'home.laundry'],
    ],
    ['?depth=2', ['home', 'home.kitchen', 'home.laundry', 'homeware']],
    ['?parent=homeware', []],
  ])('%s', async (query, expected) => {
    const server = await indexServer(snapshot);
    expect(ids((await server.get<Categories>(`/v1/categories${query}`)).body)).toEqual(expected);
  });

  test('pages give every node once', async () => {
    const server = await indexServer(snapshot);
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: Categories } = await server.get<Categories>(
        `/v1/categories?depth=3&limit=4${cursor && `&cursor=${cursor}`}`,
      );
      walked.push(...ids(body));
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(
      snapshot
        .categories()
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('an unknown parent is not_found', async () => {
    const server = await indexServer(snapshot);
    expect(await server.get('/v1/categories?parent=garden')).toMatchObject({
      status: 404,
      body: { param: 'parent' },
    });
  });
});

test('names a node as the taxonomy does, with Google’s id, and answers to ids from before', async () => {
  const kettles = 'home_garden.kitchen_dining.electric_kettles';
  const nodes = ['home_garden', 'home_garden.kitchen_dining', kettles];
  const server = await indexServer(
    listedSnapshot([], {
      categories: nodes.map((id) => node(id, 1)),
      categoryRedirects: { 'home.kitchen': 'home_garden.kitchen_dining', 'home.gone': 'home_garden.gone' },
    }),
  );
  const { body } = await server.get('/v1/categories?parent=home.kitchen');
  expect(body).toMatchObject({
    categories: [{ id: kettles, label: 'Electric Kettles', google_product_category: 751, children: 0 }],
  });
  expect(await server.get('/v1/categories?parent=home.gone')).toMatchObject({ status: 404 });
});
