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
  const one = (sku: string, title: string) =>
    listing('alpha', sku, { title, brand: 'Knip', category: null, price_minor: 3_000 });
  const called = async (...texts: string[]) => {
    const listings = texts.map((title, at) => one(`${at}`, title));
    const own = listedSnapshot(listings);
    const [product] = (await own.products([0])) as [Product];
    const run = { text: 'waterpomptang', start: 0, end: 13, standing: 'begins' as const, purpose: '' };
    const thing = namedThing(await own.searchIndex(), run, 'nl');
    return thing.called([{ product: { ...product, listings } }]).length;
  };
  const [dutch, english] = [
    'Knip Cobra waterpomptang 250 mm',
    'Knip Cobra water pump pliers, 10 in',
  ] as const;
  expect(await called(dutch)).toBe(1);
  expect(await called(dutch, english, 'Knip Cobra pliers 10 in red')).toBe(1);
  expect(await called(dutch, 'Knip Cobra holder 250 mm', 'Knip Cobra holder 10 in')).toBe(0);
});
