import { expect, test } from 'vitest';
import { namedThing, wantedRuns } from '../../../api/decisioning/named_thing.ts';
import type { Product } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

const titles = [
  'Pronto Genu Knee Brace, black',
  'Pronto Comfort Lift Knee Support, beige',
  'Pronto Comfort Lift Platform, beige',
];
const snapshot = listedSnapshot(
  titles.map((title, at) =>
    listing('alpha', `${at}`, { title, brand: 'Pronto', category: null, price_minor: 1_000 }),
  ),
);

test('a title is called by a name of two words that means the same, whatever word for goods stands before it', async () => {
  const index = await snapshot.searchIndex();
  const products = await snapshot.products(titles.map((_, at) => at));
  const found = products.map((product, number) => ({ product, number }));
  const run = { text: 'knee brace', start: 0, end: 10, standing: 'begins' as const, purpose: '' };
  const { called, unlessOther } = namedThing(index, run, 'en');
  const named = (some: readonly (typeof found)[number][]) =>
    new Set(some.map(({ product }) => product.listings[0]?.title));
  expect(named(called(found))).toEqual(new Set(titles.slice(0, 2)));
  expect(named(unlessOther(found))).toEqual(new Set(titles.slice(0, 2)));
});

test('what only counts a thing, or that it is new, names none', () => {
  const run = (text: string) => ({
    text,
    start: 0,
    end: text.length,
    standing: 'asked' as const,
    purpose: '',
  });
  expect(
    wantedRuns([run('new pair'), run('another one'), run('pair of gloves'), run('bottle')]).map(
      ({ text }) => text,
    ),
  ).toEqual(['pair of gloves', 'bottle']);
});

test('a title of another seller may call it what means the same in another language', async () => {
  const one = (title: string, at: number) =>
    listing('alpha', `${at}`, { title, brand: 'Knip', category: null, price_minor: 3_000 });
  /** Which of some products, each by its titles, are called so. */
  const called = async (...products: string[][]) => {
    const own = listedSnapshot(products.flat().map(one));
    const first = await own.products(products.map((_, at) => at));
    const found = products.map((listings, at) => ({
      product: { ...(first[at] as Product), listings: listings.map(one) },
      number: at,
    }));
    const run = { text: 'waterpomptang', start: 0, end: 13, standing: 'begins' as const, purpose: '' };
    return namedThing(await own.searchIndex(), run, 'nl')
      .called(found)
      .map(({ number }) => number);
  };
  const dutch = ['Knip Cobra waterpomptang 180 mm'];
  const both = [
    'Knip Cobra waterpomptang 250 mm',
    'Knip Cobra water pump pliers, 10 in',
    'Knip pliers 10 in red',
  ];
  const holder = ['Knip Cobra waterpomptang 250 mm', 'Knip Cobra holder 250 mm', 'Knip Cobra holder 10 in'];
  expect(await called(dutch, both, holder)).toEqual([0, 1]);
});

test('a word that is written here is no other misspelt: a sprint is no spring', async () => {
  const own = listedSnapshot(
    // So many more are called otherwise that the word could be a mistake for that.
    ['Velastride Sprint S, white', ...Array(25).fill('Garage Door Spring, steel')].map((title: string, at) =>
      listing('alpha', `${at}`, { title, brand: title.split(' ')[0] ?? null }),
    ),
  );
  const run = { text: 'sprint', start: 0, end: 6, standing: 'begins' as const, purpose: '' };
  const thing = namedThing(await own.searchIndex(), run, 'en');
  expect([thing.isGoods, [...thing.names]]).toEqual([false, []]);
});

test('a name is written out: what only begins a word names nothing', async () => {
  const own = listedSnapshot([
    listing('alpha', 'v', { title: 'Velas de cumpleaños arcoíris', brand: 'Vela' }),
  ]);
  const index = await own.searchIndex();
  const [product] = (await own.products([0])) as [Product];
  const named = (text: string) =>
    namedThing(index, { text, start: 0, end: text.length, standing: 'begins', purpose: '' }, 'es').called([
      { product, number: 0 },
    ]).length;
  expect(named('arcoiris')).toBe(1);
  expect(named('cumple')).toBe(0);
});
