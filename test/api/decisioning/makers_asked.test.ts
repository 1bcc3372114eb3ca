import { afterAll, expect, test } from 'vitest';
import { isMadeBy, makersAsked, withoutMakers } from '../../../api/decisioning/makers_asked.ts';
import { shopperConstraints } from '../../../api/search/shopper_constraints.ts';
import type { Listing, Product } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';
import { market, phones } from './headphone_market.ts';

const { over } = await deciding(afterAll);

const one = (sku: string, title: string, brand: string, category: string): Listing =>
  listing('alpha', sku, { title, brand, category, price_minor: 4_000 });
const shop = [
  ...market,
  phones('bosch', 'Bosch Professional over-ear headphones, noise cancelling', 20_000),
  phones('lg', 'LG Tone over-ear headphones', 21_000),
  one('grill', 'Miele kettle grill 47 cm', 'Miele', 'home_garden.outdoor.grills'),
  one('drill', 'Bosch hammer drill 18 V', 'Bosch', 'hardware.tools.drills'),
  one('juice', 'Orchard apple juice 1 l', 'Orchard', 'food_beverages_tobacco.beverages.juice'),
  one('watch', 'Apple Watch SE 40 mm', 'Apple', 'electronics.wearables.smart_watches'),
  one('ring', 'Softy ring for a finger', 'Ring', 'apparel_accessories.jewelry.rings'),
];

const makers = listedSnapshot(
  [
    ...shop,
    one('shaver', 'Braun Series 9 shaver', 'Braun', 'health_beauty.shaving.shavers'),
    one('mat', 'Kitchen place mat', 'Kitchen', 'home_garden.kitchen_dining.place_mats'),
    one('towel', 'Kitchen towel by Softy', 'Softy', 'home_garden.linens.towels'),
    one('clock', 'Kitchen clock by Softy', 'Softy', 'home_garden.decor.clocks'),
    one('lamp', 'Bar lamp', 'Ab', 'home_garden.lighting.lamps'),
  ],
  { areCategoriesStated: true },
);

test.each([
  ['Larkbeat headphones', ['Larkbeat']],
  ['sonvire headphones', ['sonvire']],
  ['Aurivox or Tonefold headphones', ['Aurivox', 'Tonefold']],
  ['Aurivox Tonefold headphones', ['Aurivox', 'Tonefold']],
  ['headphones from Zebrafon', ['Zebrafon']],
  ['headphones Zebrafon', []],
  // A name of two letters that is written small is one where it begins; elsewhere it may be any word.
  ['lg headphones', ['lg']],
  ['over-ear lg headphones', []],
  ['over-ear LG headphones', ['LG']],
  ['ein kleiner LG Fernseher', ['LG']],
  // A colour of the text's language is a maker where it is written or told as one.
  ['a Braun shaver', ['Braun']],
  ['ich suche einen Rasierer in braun', []],
  ['braun Rasierer', []],
  ['ein Rasierer von Braun', ['Braun']],
  // `miele` is honey in Italian.
  ['Miele grill', ['Miele']],
  // A word of English is a maker where most titles with it are of that, or it is written as one.
  ['bosch drill', ['bosch']],
  ['kitchen mat', []],
  ['a mat from kitchen', ['kitchen']],
  ['a Kitchen mat', ['Kitchen']],
  // What it is for, with, like, of somebody's or refused.
  ['a case for my Sonvire', []],
  ['a case for Sonvire', []],
  ['a case, my Sonvire fell down', []],
  ['headphones compatible with Sonvire', []],
  ['headphones like Sonvire', []],
  ['headphones, not Sonvire', []],
  ['any headphones but sonvire', []],
  ['headphones, Sonvire if you have it', []],
  ['headphones for men from Sonvire', ['Sonvire']],
] as const)('the makers that a text asks for: %s', async (text, named) => {
  expect(await makersAsked(makers, shopperConstraints(makers, text))).toEqual(named);
});

test('what ran out is fitted by what somebody has, whoever made it', async () => {
  const text = shopperConstraints(makers, 'Sonvire headphones');
  expect(await makersAsked(makers, { ...text, ranOut: 'my Sonvire printer is out of ink' })).toEqual([]);
});

test('a record is of a maker by its declared name or its words', () => {
  const product = (title: string, brand: string | null) =>
    ({ listings: [listing('alpha', 'x', { title, brand })] }) as unknown as Product;
  expect(isMadeBy(product('Drill 18 V', 'Black & Decker'), ['Black+Decker'])).toBe(true);
  expect(isMadeBy(product('Microphone stand', 'On-Stage'), ['OnStage'])).toBe(true);
  expect(isMadeBy(product('Bosch drill 18 V', null), ['bosch'])).toBe(true);
  expect(isMadeBy(product('Drill 18 V', 'Makita'), ['bosch'])).toBe(false);
  expect(isMadeBy(product('Drill 18 V', 'Makita'), ['bosch', 'Makita'])).toBe(true);
  expect(isMadeBy(product('Drill 18 V', null), [])).toBe(true);
});

test.each([
  ['shoes from Merrell', 'shoes'],
  ['Merrell walking shoes', 'walking shoes'],
  ['shoes from Merrell, black', 'shoes black'],
  ['shoes from far', 'shoes from far'],
  ['Merrell', ''],
])('a text without its makers: %s', (text, left) => {
  expect(withoutMakers(text, ['Merrell'])).toBe(left);
});

test.each([
  ['Larkbeat headphones', 'Larkbeat'],
  ['headphones from Tonefold', 'Tonefold'],
  ['Kopfhörer von Aurivox', 'Aurivox'],
  ['auriculares de Tonefold', 'Tonefold'],
  ['sonvire headphones', 'Sonvire'],
  ['bosch headphones', 'Bosch'],
  // Two letters are a name where they are written as one.
  ['over-ear LG headphones', 'LG'],
])('who names a maker is sold nothing of another: %s', async (intent, maker) => {
  const { recommendation } = await over(shop, intent);
  expect(recommendation?.title.split(' ')[0]).toBe(maker);
});

test.each([
  ['Miele headphones', 'Miele'],
  ['headphones by Miele', 'Miele'],
  ['Kopfhörer von Miele', 'Miele'],
  // Nobody here declares that maker.
  ['headphones from Zebrafon', 'Zebrafon'],
])(
  'where nothing is made by it nothing is recommended, and what another makes is told: %s',
  async (intent, maker) => {
    const { recommendation, relax } = await over(shop, intent);
    expect(recommendation).toBeNull();
    expect(relax[0]).toMatchObject({ constraint: `made by ${maker}` });
    expect(relax[0]?.brings).toContain('headphones');
  },
);

test.each([
  // What it is for, like or with is no maker of it, nor is what is refused or owned.
  'headphones for my Miele grill',
  'headphones like Sonvire',
  'headphones, not Sonvire',
  'headphones to use with a Bosch drill',
  // A word of English is the thing itself.
  'apple juice',
])('a maker that is only spoken of is not asked for: %s', async (intent) => {
  const { relax } = await over(shop, intent);
  expect(relax.filter(({ constraint }) => constraint.startsWith('made by'))).toEqual([]);
});

test('of several makers any will do', async () => {
  const { recommendation } = await over(shop, 'Aurivox or Tonefold headphones');
  expect(recommendation?.title).toMatch(/Aurivox|Tonefold/);
});

test('another kind of thing by the maker is not the thing', async () => {
  const printer = (sku: string, title: string, brand: string, category: string) =>
    listing('alpha', sku, {
      title,
      brand,
      category: `electronics.print_copy_scan_fax.${category}`,
      price_minor: 9_000,
    });
  const printers = [
    printer('jet', 'Papyra Desk 2420 Inkjet Printer, wireless', 'Papyra', 'inkjet_printers'),
    printer('laser', 'Tonerix LaserOne 2610 Laser Printer, wireless', 'Tonerix', 'laser_printers'),
  ];
  for (const intent of ['Papyra laser printer', 'a laser printer from Papyra']) {
    const { recommendation, relax } = await over(printers, intent);
    expect(recommendation).toBeNull();
    expect(relax[0]?.brings).toContain('Tonerix');
  }
  expect((await over(printers, 'a Papyra printer')).recommendation?.title).toContain('Papyra');
});

test('a maker is named beside whom a thing is for', async () => {
  expect((await over(shop, 'headphones for men from Miele')).relax[0]?.constraint).toBe('made by Miele');
  expect((await over(shop, 'headphones for a friend')).recommendation?.title).toContain('Larkbeat');
});

test('a maker that was found is not told as left aside', async () => {
  const { recommendation, not_known } = await over(shop, 'ich suche Kopfhörer von Aurivox');
  expect(recommendation?.title).toContain('Aurivox');
  expect(not_known.join()).not.toContain('Aurivox');
});
