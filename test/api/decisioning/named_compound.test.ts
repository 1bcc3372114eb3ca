import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const sold = (sku: string, title: string, price_minor: number, category: string) =>
  listing('alpha', sku, { title, brand: null, category, price_minor });
const GUITARS = 'arts_entertainment.hobbies_creative_arts.guitars';
const goods = [
  sold('nylon', 'Calderon classical guitar, nylon', 12_000, GUITARS),
  sold(
    'strings',
    'Sonora electric guitar strings',
    900,
    'arts_entertainment.hobbies_creative_arts.guitar_strings',
  ),
  sold('hair', 'Combwell detangling brush', 700, 'health_beauty.personal_care.hair_brushes'),
  sold('lamp', 'Glowby table lamp', 3_000, 'home_garden.lighting.lamps'),
];
const electric = sold('strat', 'Voltano electric guitar, sunburst', 25_000, GUITARS);

test.each([
  // Side by side in a title here: strings are made for one.
  ['an electric guitar', null],
  ['my cousin wants to start electric guitar', null],
  ['a classical guitar', 'Calderon classical guitar, nylon'],
  // A name of goods anywhere.
  ['a paint brush', null],
  ['a detangling brush', 'Combwell detangling brush'],
  // No name that is known, of two nouns: nothing tells that it may be any lamp.
  ['a brush lamp', null],
  ['a lovely lamp', 'Glowby table lamp'],
])('two words that name a thing must both be in its record: %s', async (intent, title) => {
  const { recommendation, not_known } = await over(goods, intent);
  expect(recommendation?.title ?? null).toBe(title);
  if (title === null) expect(not_known.join()).toMatch(/“(?:electric guitar|paint brush|brush lamp)”/);
});

test('where another constraint rules all out the name is not blamed', async () => {
  const { recommendation, not_known } = await over([...goods, electric], 'electric guitars under $50');
  expect(recommendation).toBeNull();
  expect(not_known.join()).not.toContain('guitar');
});

test('what has both is chosen, however much dearer', async () => {
  const { recommendation } = await over([...goods, electric], 'an electric guitar');
  expect(recommendation?.title).toBe('Voltano electric guitar, sunburst');
});

test('a name of which no record has the first word is that of the shelf that is called by either', async () => {
  const flakes = sold(
    'flakes',
    'Granovale corn flakes cereal',
    400,
    'food_beverages_tobacco.food_items.cereal_granola',
  );
  const oil = sold('oil', 'Casa sunflower oil', 700, 'food_beverages_tobacco.food_items.cooking_oils');
  expect((await over([flakes, oil], 'breakfast cereal')).recommendation?.title).toBe(flakes.title);
  // All cooking oils are called so, and no oil is an olive oil for that.
  expect((await over([flakes, oil], 'olive oil')).recommendation).toBeNull();
});

test('what says that one is wanted in place of another is no name', async () => {
  const spare = sold('spare', 'Replacement guitar for Sonicle', 40_000, GUITARS);
  const { recommendation } = await over([...goods, spare], 'a replacement guitar, nylon, under $200');
  expect(recommendation?.title).toBe('Calderon classical guitar, nylon');
});

const GARDEN = 'home_garden.lawn_garden';
const garden = [
  sold('tomato', 'Sperlo tomato seed, early', 400, GARDEN),
  sold('connector', 'Tuyo hose connector', 500, GARDEN),
];
const called = [
  sold('lawn', 'Compor lawn seed for shade', 1_900, GARDEN),
  sold('hose', 'Tuyo garden hose, 20 m', 2_900, GARDEN),
];

test.each([
  ['lawn seed', 'Compor lawn seed for shade'],
  ['garden hose', 'Tuyo garden hose, 20 m'],
])('a shelf of several things does not say which of them its goods are for: %s', async (intent, title) => {
  expect((await over([...garden, ...called], intent)).recommendation?.title).toBe(title);
});

test('a small number that is left of a text names nothing, and a large one may be a title', async () => {
  const books = [
    sold('orwell', '1984 by G. Orwell, paperback', 900, 'media.books'),
    sold('pens', 'Inky pens, 4', 300, 'office'),
  ];
  expect((await over(books, 'we set our heart on the 4')).recommendation).toBeNull();
  expect((await over(books, '1984')).recommendation?.title).toBe('1984 by G. Orwell, paperback');
});

const machines = [
  sold(
    'espresso',
    'Brewhaus espresso machine, silver',
    20_000,
    'home_garden.kitchen_dining.espresso_machines',
  ),
  sold('thread', 'Fil pour tout coudre 100 m', 400, 'arts_entertainment.hobbies_creative_arts.thread'),
];
const sewing = sold(
  'sewing',
  'Stitchwell sewing machine, 23 stitches',
  22_000,
  'arts_entertainment.hobbies_creative_arts.sewing_machines',
);

// Of three words nothing tells the language, and thread is to sew with as well.
test.each(['machine à coudre', 'una máquina de coser', 'machine à coudre à moins de 50 dollars'])(
  'a name that lists have in two words, whatever joins them, is no other machine: %s',
  async (intent) => {
    expect((await over(machines, intent)).recommendation).toBeNull();
    const { recommendation } = await over([...machines, sewing], intent);
    const isCheap = intent.includes('50');
    expect(recommendation?.title ?? null).toBe(isCheap ? null : sewing.title);
  },
);
