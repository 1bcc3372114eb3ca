import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';
import { market } from './headphone_market.ts';

const { over } = await deciding(afterAll);
const asked = (intent: string) => over(market, intent);

test('numbers, codes and names must be in the record as they are written', async () => {
  expect((await asked('headphones for my Galaxy S21')).recommendation).toBeNull();
  expect((await asked('headphones for my Zebrafon')).recommendation).toBeNull();
  expect((await asked('Sonvire headphones')).recommendation?.title).toContain('Sonvire');
});

test('one of a thing is the thing', async () => {
  expect((await asked('1 pair of headphones')).recommendation).not.toBeNull();
  expect((await asked('1 headphones')).recommendation).not.toBeNull();
  expect((await asked('headphones series 1')).recommendation).toBeNull();
});

test('a code that a thing is used with, which nothing here is called, is told and left aside', async () => {
  const { recommendation, not_known } = await asked('headphones for the zx9');
  expect(recommendation).not.toBeNull();
  expect(not_known.join()).toContain('“zx9”');
  // What goes with a thing must name it, and what somebody owns is meant so.
  expect((await asked('a case for the zx9')).recommendation).toBeNull();
  expect((await asked('headphones for my zx9')).recommendation).toBeNull();
});

test.each([
  ['a floor mat for a 2019 Accorda', 'Rubba floor mat, for 2018-2021 Hondo Accorda'],
  ['a floor mat for a 2021 Accorda', 'Rubba floor mat, for 2018-2021 Hondo Accorda'],
  ['a floor mat for a 2022 Accorda', null],
])('a year is one of a range of years that a record states: %s', async (intent, title) => {
  const mats = [
    listing('alpha', 'mat', {
      title: 'Rubba floor mat, for 2018-2021 Hondo Accorda',
      brand: 'Rubba',
      category: 'vehicles_parts.floor_mats',
      price_minor: 3_000,
    }),
  ];
  expect((await over(mats, intent)).recommendation?.title ?? null).toBe(title);
});

test('who asks is no name', async () => {
  expect((await asked('not sure but I want headphones')).recommendation).not.toBeNull();
});

const OFFICE = 'electronics.print_copy_scan_fax';
const office = [
  ['refill', 'Inkwell IW28 ink cartridge', 'Inkwell', `${OFFICE}.ink_cartridges`],
  ['toner', 'Tonerix TX35 toner cartridge', 'Tonerix', `${OFFICE}.toner_cartridges`],
  ['printer', 'Papyra Desk laser printer', 'Papyra', `${OFFICE}.laser_printers`],
  ['ups', 'Voltaro UPS backup battery', 'Voltaro', 'electronics.power.ups'],
  ['domo', 'Mokkado Domo capsule coffee machine', 'Mokkado', 'home.coffee_makers'],
  ['trivo', 'Caffelune Trivo capsule coffee machine', 'Caffelune', 'home.coffee_makers'],
].map(([sku = '', title = '', brand = '', category = ''], at) =>
  listing('alpha', sku, { title, brand, category, price_minor: 1_000 + at * 500 }),
);
test.each([
  ['ink for my brother printer', null],
  ['ink for brother', null],
  ['ink for my Brother printer', null],
  ['brother ink', null],
  ['toner for my Papyra laser printer', null],
  ['toner for my Tonerix printer', 'Tonerix TX35 toner cartridge'],
  ['ink, it is for my brother', 'Inkwell IW28 ink cartridge'],
  ['ThinkPad battery', null],
  ['thinkpad battery', null],
  ['a coffee machine for Trivo pods', 'Caffelune Trivo capsule coffee machine'],
  ['a coffee machine for Nespresso pods', null],
  ['flashing toner', 'Tonerix TX35 toner cartridge'],
  ['what toner goes in a Tonerix printer?', 'Tonerix TX35 toner cartridge'],
  ['coffee machine, two boilers or more', null],
  ['coffee machine, I have Trivo capsules left', 'Caffelune Trivo capsule coffee machine'],
  ['coffee machine, I have Nespresso capsules left', null],
  ['coffee machine, I have a Papyra printer', 'Mokkado Domo capsule coffee machine'],
])('what it is to fit is named, so its record must name it: %s', async (intent, title) => {
  const { recommendation } = await over(office, intent);
  expect(recommendation?.title ?? null).toBe(title);
});

test('what is used up fits what somebody has, whoever tells of it', async () => {
  const capsules = (sku: string, title: string, price_minor: number) =>
    listing('alpha', sku, {
      title,
      category: 'food_beverages_tobacco.beverages.coffee_capsules',
      price_minor,
    });
  const shelf = [
    capsules('lumo', 'Tazzara Coffee Capsules for Lumo', 500),
    capsules('trivo', 'Tazzara Coffee Capsules for Trivo', 900),
    capsules('decaf', 'Tazzara Decaf Coffee Capsules for Trivo', 1_200),
  ];
  const [own, none, free] = [
    await over(shelf, "I've got a Trivo machine. Coffee capsules please"),
    await over(shelf, "I've got a Nespresso machine. Coffee capsules please"),
    await over(shelf, "coffee capsules for Trivo, I can't have caffeine"),
  ];
  expect(own.recommendation?.title).toContain('Trivo');
  expect(none.recommendation).toBeNull();
  expect(free.recommendation?.title).toContain('Decaf');
});

test.each([
  ['toner for my Papyra HL-L2350DW', 'Papyra TN730 Toner Cartridge'],
  // Not one letter amiss.
  ['toner for my Papyra HL-L2370DW', null],
])('which device it fits may stand in a description alone: %s', async (intent, title) => {
  const toners = ['TN730', 'TX35'].map((code, at) =>
    listing('alpha', code, {
      title: `Papyra ${code} Toner Cartridge`,
      brand: 'Papyra',
      category: `${OFFICE}.toner_cartridges`,
      price_minor: 4_000 - at,
    }),
  );
  const { recommendation } = await over(toners, intent, {}, { TN730: 'Black, 1,200 pages, for HL-L2350DW.' });
  expect(recommendation?.title ?? null).toBe(title);
});

test('two words that must be there may be joined in a record', async () => {
  const goods = [
    listing('alpha', 'right', {
      title: 'Felka No. 2 secateurs',
      category: 'garden.secateurs',
      price_minor: 4_000,
    }),
    listing('alpha', 'left', {
      title: 'Felka No. 9 left-handed secateurs',
      category: 'garden.secateurs',
      price_minor: 5_000,
    }),
  ];
  expect((await over(goods, 'left handed secateurs')).recommendation?.title).toContain('No. 9');
  expect((await over(goods, 'left-handed secateurs')).recommendation?.title).toContain('No. 9');
});

test('sides are one code, however a title or an attribute spaces them', async () => {
  const desk = (sku: string, title: string, attributes: Record<string, string> = {}) =>
    listing('alpha', sku, { title, category: 'furniture.desks', price_minor: 9_000, attributes });
  const desks = [
    desk('small', 'Plank desk 120 x 60 cm, oak'),
    desk('large', 'Plank desk 140cm x 70cm, oak'),
    desk('stated', 'Trestle desk, pine', { 'furniture.size': '160 x 80,5 cm' }),
  ];
  expect((await over(desks, 'desk 140 x 70 cm')).recommendation?.title).toContain('140cm');
  expect((await over(desks, 'desk 120x60')).recommendation?.title).toContain('120 x 60');
  expect((await over(desks, 'desk 160 x 80.5 cm')).recommendation?.title).toContain('Trestle');
  // `40 x 70` is no part of `140 x 70`.
  expect((await over(desks, 'desk 40 x 70 cm')).recommendation).toBeNull();
});

const drill = (sku: string, title: string, brand: string, price_minor: number) =>
  listing('alpha', sku, { title, brand, category: 'home_garden.tools.drills', price_minor });
const drills = [
  drill('d', 'Dewalto hammer drill, bare tool', 'Dewalto', 9_000),
  drill('m', 'Makitro hammer drill, bare tool', 'Makitro', 11_000),
];
test.each([
  ['hammer drill, bare, i already have makitro 18v batteries', 'Makitro hammer drill, bare tool'],
  ['hammer drill, I have Makitro batteries', 'Makitro hammer drill, bare tool'],
  ['hammer drill, my makitro is in the shed', 'Dewalto hammer drill, bare tool'],
])('who has batteries of a maker wants the tool of that maker: %s', async (intent, title) => {
  const { recommendation, not_known } = await over(drills, intent);
  expect(recommendation?.title ?? null).toBe(title);
  // What was held to was not left aside.
  expect(not_known.some((text) => text.endsWith('and was left aside'))).toBe(!intent.endsWith('batteries'));
});
