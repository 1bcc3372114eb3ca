import { expect, test } from 'vitest';
import { namedThing, wantedRuns } from '../../../api/decisioning/named_thing.ts';
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
