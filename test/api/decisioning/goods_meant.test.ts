import { afterAll, describe, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

/** What a seller lists without a category. */
const plain = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: null, category: null, price_minor });
const goods = [
  plain('rest', 'Restwell keyboard wrist rest', 900),
  plain('case', 'Carry sleeve case for keyboard', 1_200),
  plain('typo', 'Typo 88 keyboard, black', 3_000),
  plain('tkl', 'Clack tenkeyless keyboard, white', 4_000),
  plain('duo', 'Duo keyboard', 5_000),
  plain('shaver', 'Smooth shaver, mains power, cuts close', 2_000),
  plain('ups', 'Voltaro backup battery for router and NAS, mains power', 9_000),
];

test.each([
  ['a keyboard', 'Typo 88 keyboard, black'],
  ['a keyboard wrist rest', 'Restwell keyboard wrist rest'],
  // Two words of nine are no shaver.
  ['power cuts here, the router and the NAS should survive ten minutes of that', null],
  ['mains power backup battery for router', 'Voltaro backup battery for router and NAS, mains power'],
])('where no seller says the kind, a title must: %s', async (intent, title) => {
  expect((await over(goods, intent)).recommendation?.title ?? null).toBe(title);
});

test('a seller who says the kind is believed, but not against a title where others are called so', async () => {
  const KEYBOARDS = 'electronics.electronics_accessories.keyboards';
  const shelf = goods.map((one) => (one.sku === 'rest' ? { ...one, category: KEYBOARDS } : one));
  expect((await over(shelf, 'a keyboard')).recommendation?.title).toBe('Typo 88 keyboard, black');
  const others = goods.filter(({ sku }) => !['typo', 'tkl', 'duo'].includes(sku));
  const deck = { ...plain('deck', 'Deck keys', 6_000), category: KEYBOARDS };
  expect((await over([...others, deck], 'a keyboard')).recommendation?.title).toBe('Deck keys');
});

test('a shelf of many kinds tells of none which it is, where titles call things so', async () => {
  const CRAFTS = 'arts_entertainment.hobbies_creative_arts';
  const shelved = (sku: string, title: string, price_minor: number, description: string | null = null) => ({
    ...plain(sku, title, price_minor),
    category: CRAFTS,
    description,
  });
  const crafts = [
    shelved('bobbins', 'Nadelin Class 15 Bobbins for Sewing Machines, 10 Pack', 700),
    shelved('thread', 'Gutberg Polyester Thread 110 yd', 300, 'For hand and machine sewing.'),
    shelved('c60', 'Solvei C60 Sewing Machine, 60 Stitches', 17_000),
    shelved('c20', 'Sewing Machine Solvei C20', 9_000),
  ];
  const bought = async (shelf: typeof crafts, intent: string) =>
    (await over(shelf, intent)).recommendation?.title ?? null;
  expect(await bought(crafts, 'sewing machine')).toBe('Sewing Machine Solvei C20');
  expect(await bought(crafts, 'a sewing machine, at most 50 dollars')).toBeNull();
  expect(await bought(crafts, 'thread for a sewing machine')).toBe('Gutberg Polyester Thread 110 yd');
});

test('what goes with a thing does not stand for it, where the thing itself is not sold', async () => {
  const shelf = [
    plain('case', 'Moko case fit Airbuds 2, magnetic closure', 1_200),
    plain('cover', 'Airtab 7 case, leather stand cover', 1_500),
  ];
  expect((await over(shelf, 'airbuds 2')).recommendation).toBeNull();
  expect((await over(shelf, 'airtab 7')).recommendation).toBeNull();
  expect((await over(shelf, 'airbuds 2 case')).recommendation?.title).toContain('Moko');
});

describe('titles of several names', () => {
  const shelf = [
    plain('bottle', 'Bubbly Trail Vacuum-Insulated Steel Water Bottle, 40 oz', 1_500),
    plain('hoover', 'Gusto Upright Vacuum Cleaner with hepa filter, blue', 18_000),
    plain('lamp', 'Gusto table lamp, vacuum cleaner look', 400),
    plain('bowl', 'Kurga Collapsible Travel Dog Bowl for Food & Water', 1_300),
    plain(
      'pads',
      'Neora Cabinet Door Bumpers, adhesive pads for drawers, glass tops and cutting boards',
      500,
    ),
    plain('lock', 'Alloy centerlock lock ring for 12mm axle', 1_400),
    plain('mat', 'Nicap replacement cutting mat for cutting machines, 3 pack', 900),
    plain('glove', 'Clothy dusting glove, reusable microfiber', 800),
  ];

  test.each([
    // Where something is called so, what only has the word is something else.
    ['a vacuum cleaner', 'Gusto Upright Vacuum Cleaner with hepa filter, blue'],
    // What it is for is not what it is.
    ['dog food', null],
    ['a cutting board', null],
    // What tells kinds apart must be told, whether or not anything here is called so.
    ['an engagement ring', null],
    ['a putting mat', null],
    ['winter gloves', null],
    ['a lock ring', 'Alloy centerlock lock ring for 12mm axle'],
    ['a dusting glove', 'Clothy dusting glove, reusable microfiber'],
    // How it is wanted tells no kind.
    ['a lovely glove', 'Clothy dusting glove, reusable microfiber'],
  ])('%s', async (intent, title) => {
    expect((await over(shelf, intent)).recommendation?.title ?? null).toBe(title);
  });
});

test('where others are of the kind that is named, what says less than half of a text is not guessed to be', async () => {
  const shelf = [
    ...goods.filter(({ sku }) => sku !== 'duo'),
    { ...plain('deck', 'Deck keys', 6_000), category: 'electronics.computer_accessories.keyboards' },
  ];
  expect((await over(shelf, 'a clack tenkeyless keyboard')).recommendation?.title).toBe(
    'Clack tenkeyless keyboard, white',
  );
  expect((await over(shelf, 'a clack smooth restwell keyboard')).recommendation).toBeNull();
});

test('what a thing is for is not what is used up', async () => {
  const shelf = [
    plain('ink', 'Inkwell IW28 ink cartridge, 330 pages A4', 2_000),
    plain('photo', 'Brillo photo paper 10x15', 900),
  ];
  expect((await over(shelf, 'photo paper A4 for ink')).recommendation).toBeNull();
});

test('the best answer is one that may be it, not what goes with it and has more of the words', async () => {
  const shelf = [
    plain('sleeve', 'Sleeve case for quiet sturdy keyboard with travel lid', 900),
    { ...plain('duo', 'Duo keyboard', 5_000), category: 'electronics.computer_accessories.keyboards' },
  ];
  const { recommendation } = await over(shelf, 'keyboard quiet travel');
  expect(recommendation?.title).toBe('Duo keyboard');
});

describe('the kind that a seller states', () => {
  const stated = (sku: string, title: string, price_minor: number, category: string | null) => ({
    ...plain(sku, title, price_minor),
    category,
  });
  const chair = stated('chair', 'Sitwell chair', 9_000, 'furniture.office_furniture.office_chairs');
  const moka = stated('moka', 'Bar espresso machine', 9_000, 'home_garden.kitchen_dining.espresso_machines');

  test.each([
    ['what goes with it', stated('glides', 'Glide set, chair', 900, 'furniture.chair_accessories')],
    ['what a title says it is for', stated('casters', 'Roll chair casters', 900, null)],
    ['that, on a shelf of much else', stated('casters', 'Roll chair casters', 900, 'furniture')],
    [
      'what is of another department',
      stated('bear', 'Bruno bear, chair', 900, 'toys_games.toys.stuffed_animals'),
    ],
  ])('rules out %s', async (_, other) => {
    expect((await over([other, chair], 'a chair')).recommendation?.title).toBe('Sitwell chair');
  });

  test('is no reason where the catalogue has no list of the thing, nor of what is used up', async () => {
    const capsules = stated(
      'pods',
      'Trivo coffee pods',
      900,
      'food_beverages_tobacco.beverages.coffee_capsules',
    );
    const wash = stated(
      'wash',
      'Clarea laundry pods',
      1_900,
      'home_garden.household_supplies.laundry_detergent',
    );
    expect((await over([capsules, wash, moka], 'laundry pods')).recommendation?.title).toBe(
      'Clarea laundry pods',
    );
  });
});
