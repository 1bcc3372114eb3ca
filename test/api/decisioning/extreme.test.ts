import { afterAll, expect, test } from 'vitest';
import { ofExtreme } from '../../../api/decisioning/extreme.ts';
import type { Listing, Product } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);
const SIZES = [
  [32, 20_000],
  [55, 50_000],
  [65, 90_000],
  [75, 200_000],
] as const;
const screens = SIZES.map(([inch, price_minor]) =>
  listing('alpha', `tv${inch}`, {
    title: `Panorel Smart TV ${inch}-inch OLED`,
    category: 'electronics.video.televisions',
    price_minor,
    attributes: { 'display.screen_in': String(inch) },
  }),
);
const phones = listing('alpha', 'phones', {
  title: 'Larkbeat Wren over-ear headphones, black',
  category: 'electronics.audio.over_ear_headphones',
  price_minor: 10_000,
});

test.each([
  ['the biggest OLED tv under $1000', 'Panorel Smart TV 65-inch OLED'],
  ['largest tv', 'Panorel Smart TV 75-inch OLED'],
  ['the smallest tv under $1000', 'Panorel Smart TV 32-inch OLED'],
  ['el televisor más grande por menos de 600 dólares', 'Panorel Smart TV 55-inch OLED'],
  ['tv under $1000', 'Panorel Smart TV 32-inch OLED'],
  // No record of headphones says how large they are.
  ['the biggest headphones', null],
])('the biggest is what its record says is the largest within the budget: %s', async (intent, title) => {
  expect((await over([...screens, phones], intent)).recommendation?.title ?? null).toBe(title);
});

test.each([
  ['the biggest tv', 'Panorel Smart TV 65-inch OLED', false],
  ['the biggest tv under $600', 'Panorel Smart TV 55-inch OLED', false],
  ['a tv', 'Panorel Smart TV 32-inch OLED', false],
])('among candidates that are given: %s', async (intent, title, isPartial) => {
  const candidates = ['alpha:tv32', 'alpha:tv55', 'alpha:tv65'];
  const { recommendation, not_known } = await over([...screens, phones], intent, { candidates });
  expect(recommendation?.title).toBe(title);
  expect(not_known.some((text) => text.includes('need not be all'))).toBe(isPartial);
});

test('the answer says that larger ones may not have been looked at', async () => {
  const { not_known } = await over(screens, 'largest tv');
  expect(not_known.join()).toContain('of the products that were looked at, which need not be all');
});

const food = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, category: 'grocery.snacks.chips', price_minor });
const chips = [
  food('c45', 'Crackleby Salted Chips 45 g', 90),
  food('c175', 'Crackleby Salted Chips 175 g', 210),
  food('c300', 'Crackleby Salted Chips 300 g', 350),
];
const drinks = [
  listing('alpha', 'j1', {
    title: 'Olivetta Apple Juice 1 l',
    category: 'grocery.beverages.juice',
    price_minor: 200,
  }),
  listing('alpha', 'j200', {
    title: 'Olivetta Apple Juice 10 x 200 ml',
    category: 'grocery.beverages.juice',
    price_minor: 500,
  }),
];
test.each([
  [chips, 'chips, a large bag', 'Crackleby Salted Chips 300 g'],
  [chips, 'chips, family size', 'Crackleby Salted Chips 300 g'],
  [chips, 'the biggest bag of chips', 'Crackleby Salted Chips 300 g'],
  [chips, 'a small bag of chips', 'Crackleby Salted Chips 45 g'],
  [chips, 'a large bag of chips for under $3', 'Crackleby Salted Chips 175 g'],
  [chips, 'chips', 'Crackleby Salted Chips 45 g'],
  // What holds one piece: ten small cartons are more than one litre.
  [drinks, 'apple juice, those little cartons', 'Olivetta Apple Juice 10 x 200 ml'],
  [drinks, 'apple juice, a large carton', 'Olivetta Apple Juice 1 l'],
])('how much is in one pack: %#', async (goods, intent, title) => {
  expect((await over(goods, intent)).recommendation?.title).toBe(title);
});

const player = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, {
    title,
    brand: 'Panorel',
    category: 'electronics.audio.over_ear_headphones',
    price_minor,
  });
const line = [
  player('w3', 'Panorel Wren 3 Over-Ear Headphones', 9_000),
  player('w4', 'Panorel Wren 4 Over-Ear Headphones', 14_000),
  player('w5', 'Panorel Wren 5 Over-Ear Headphones', 19_000),
];
test.each([
  ['the newest Panorel Wren headphones', 'Panorel Wren 5 Over-Ear Headphones'],
  ['Panorel Wren headphones, latest model, under $150', 'Panorel Wren 4 Over-Ear Headphones'],
  ['Panorel Wren headphones', 'Panorel Wren 3 Over-Ear Headphones'],
])('of a line the newest: %s', async (intent, title) => {
  expect((await over(line, intent)).recommendation?.title).toBe(title);
});

test('where nothing tells which of several is newer, none is', async () => {
  const several = [
    player('a', 'Panorel Wren Over-Ear Headphones', 9_000),
    player('b', 'Larkbeat Robin Over-Ear Headphones', 8_000),
  ];
  const { recommendation, not_known } = await over(several, 'the newest headphones');
  expect(recommendation).toBeNull();
  expect(not_known.join()).toContain('which came last of its line');
});

const offered = (one: Listing, change: Partial<Listing> = {}) => {
  const listed = { ...one, ...change };
  const { product_id, variant_id, title, brand, category } = listed;
  const product = {
    product_id,
    title,
    brand,
    category,
    variants: [{ variant_id, title }],
    listings: [listed],
  };
  return { product: product as unknown as Product, variant_id, fit: 1 };
};
const unsure = (one: Listing) => ({
  readings: one.readings.map((reading) => ({ ...reading, confidence: 0.5 })),
});
const asked = { isSoft: false, attribute: null, text: 'the biggest', of: 'tv', rarity: () => 1 };

test('a size that is not sure is none', () => {
  const [small, , , large] = screens as [Listing, Listing, Listing, Listing];
  const sizes = (...found: ReturnType<typeof offered>[]) =>
    ofExtreme(found, { ...asked, wants: 'largest' }).map(({ product }) => product.listings[0]?.sku);
  expect(sizes(offered(small), offered(large))).toEqual(['tv75']);
  expect(sizes(offered(small), offered(large, unsure(large)))).toEqual(['tv32']);
});

test('what is not sure of an attribute that is asked for is not told', () => {
  const [, middle] = buds as [Listing, Listing, ...Listing[]];
  const most = { ...asked, wants: 'largest', attribute: 'battery_life' } as const;
  expect(ofExtreme([offered(middle)], most)).toHaveLength(1);
  expect(ofExtreme([offered(middle, unsure(middle))], most)).toEqual([]);
});

test('where one size alone is known a large one may be any of them, and of one product all of it is the newest', () => {
  const [bag] = chips as [Listing, ...Listing[]];
  const loose = offered(food('c0', 'Crackleby Salted Chips', 300));
  const soft = { ...asked, isSoft: true, text: 'a large bag', of: 'chips', wants: 'largest' } as const;
  expect(ofExtreme([offered(bag), loose], soft)).toHaveLength(2);
  const newest = { ...asked, wants: 'newest' } as const;
  expect(ofExtreme([offered(bag)], newest)).toHaveLength(1);
  expect(ofExtreme([offered(bag), loose], newest)).toEqual([]);
});

const buds = (
  [
    ['Wren 20', 20, 4_000],
    ['Wren 60', 60, 9_000],
    ['Wren 80', 80, 20_000],
    ['Robin', null, 3_000],
  ] as const
).map(([name, hours, price_minor]) =>
  listing('alpha', name, {
    title: `Larkbeat ${name} over-ear headphones`,
    category: 'electronics.audio.over_ear_headphones',
    price_minor,
    ...(hours === null ? {} : { attributes: { 'electronics.battery_hours': String(hours) } }),
  }),
);
test.each([
  ['headphones with the longest battery life under $100', 'Wren 60'],
  ['Kopfhörer mit der längsten Akkulaufzeit', 'Wren 80'],
  ['which headphones have the shortest battery life', 'Wren 20'],
  ['headphones', 'Robin'],
  // Nothing says how heavy they are.
  ['headphones with the lowest weight', null],
])('the most of what records state by that name: %s', async (intent, name) => {
  const { recommendation, not_known } = await over(buds, intent);
  expect(recommendation?.title ?? null).toBe(name === null ? null : `Larkbeat ${name} over-ear headphones`);
  if (name === null) expect(not_known.join()).toContain('with the lowest weight');
});
