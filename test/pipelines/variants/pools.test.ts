import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../../../pipelines/domain/listing.ts';
import { poolsOf } from '../../../pipelines/domain/pool.ts';
import { type Row, TestMarket } from '../snapshot/market.ts';
import { gtinOf } from '../snapshot/numbered_gtin.ts';

/** A trade item of the planted market and what it is worth to everybody. */
interface Item {
  title: string;
  category: string;
  model: string;
  color: string;
  size?: string;
  /** What it is told apart by in a seller's second grouping. */
  part: string;
  worth: number;
  gtin: string;
}

const COLORS = ['black', 'blue', 'white'];
let number = 0;
const item = (parts: Omit<Item, 'gtin'>): Item => ({ ...parts, gtin: `0${gtinOf(++number)}` });
const models = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name} ${at + 10}`);

/** Capacities cost, colours of phones and shoes and sizes do not, colours of lamps do. */
const ITEMS: Item[] = [
  ...models(6, 'Orion').flatMap((model) =>
    [128, 256].flatMap((gb) =>
      COLORS.slice(0, 2).map((color) =>
        item({
          title: `Acme ${model} Phone ${gb} GB ${color}`,
          category: 'Electronics > Phones',
          model,
          color,
          part: `${gb}`,
          worth: gb === 128 ? 500 : 620,
        }),
      ),
    ),
  ),
  ...models(4, 'Ridge').flatMap((model) =>
    ['40', '40.5', '41'].flatMap((size) =>
      COLORS.slice(0, 2).map((color) =>
        item({
          title: `Acme ${model} Trail Shoe ${color} size ${size}`,
          category: 'Apparel > Shoes',
          model,
          color,
          size,
          part: color,
          worth: 90,
        }),
      ),
    ),
  ),
  ...models(8, 'Halo').flatMap((model) =>
    COLORS.map((color, at) =>
      item({
        title: `Acme ${model} Table Lamp ${color}`,
        category: 'Home > Lamps',
        model,
        color,
        part: color,
        worth: 40 + 12 * at,
      }),
    ),
  ),
  // told apart by their GTINs alone: what they differ in, and whether it costs, nothing says
  ...['black', 'black', 'white'].map((color, at) =>
    item({
      title: `Acme Duo Kettle ${color}`,
      category: 'Home > Kettles',
      model: 'Duo',
      color,
      part: String(at),
      worth: 30 + 15 * at,
    }),
  ),
];

const SELLERS = ['alpha', 'beta', 'gamma'] as const;
/** Chance of a price, up to 4 % either way, the same in each run. */
const chance = (text: string) =>
  (Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_009, 7) / 1_008) * 0.08 -
  0.04;

/** A seller's rows: alpha groups by model, beta splits each model's group, gamma has no groups. */
function rowsOf(seller: (typeof SELLERS)[number], day: string, items: readonly Item[] = ITEMS): Row[] {
  return items.map(({ title, category, model, color, size, part, worth, gtin }, at) => ({
    sku: `${seller}-${at}`,
    title,
    brand: 'Acme',
    category,
    gtin,
    color,
    ...(size === undefined ? {} : { size }),
    ...(seller === 'alpha' ? { item_group_id: model } : {}),
    ...(seller === 'beta' ? { item_group_id: `${model} ${part}` } : {}),
    price: (worth * (1 + chance(`${seller} ${at} ${day}`))).toFixed(2),
  }));
}

const worthOf = new Map(ITEMS.map(({ gtin, worth }) => [gtin, worth]));

async function everyProduct(market: TestMarket): Promise<Product[]> {
  return market.read((snapshot) => snapshot.products([...Array(snapshot.product_count).keys()]));
}

describe('pools of a market whose prices are known', () => {
  let market: TestMarket;
  let products: Product[];
  beforeAll(async () => {
    market = await TestMarket.open(...SELLERS);
    for (const seller of SELLERS) await market.observe(seller, '2026-05-01', rowsOf(seller, 'first'));
    await market.publish();
    products = await everyProduct(market);
  });
  afterAll(() => market[Symbol.asyncDispose]());

  test('sellers who group differently end in one product', () => {
    const counts = Map.groupBy(products, ({ variants }) => variants.length);
    expect([4, 6, 3].map((variants) => counts.get(variants)?.length)).toEqual([6, 4, 9]);
    expect(products).toHaveLength(19);
    for (const { listings } of products) expect(new Set(listings.map(({ seller }) => seller)).size).toBe(3);
  });

  test('every two variants of a pool are worth the same, and no pool could be larger', () => {
    for (const product of products) {
      const pools = poolsOf(product, 'USD');
      const worths = pools.map(({ variant_ids }) => {
        const variants = product.variants.filter(({ variant_id }) => variant_ids.includes(variant_id));
        return [...new Set(variants.map(({ gtin }) => worthOf.get(gtin ?? '')))];
      });
      expect(worths.every((one) => one.length === 1)).toBe(true);
      expect(new Set(worths.flat()).size).toBe(pools.length);
    }
  });

  test('which axes bear on price was found, not told', async () => {
    const { price_axes } = await market.manifest();
    const told = Object.fromEntries(
      (price_axes?.axes ?? []).map(({ category, key, bears }) => [`${category} ${key}`, bears]),
    );
    expect(told).toEqual({
      ' general.capacity': true,
      ' general.color': true,
      ' general.size': false,
      'apparel general.color': false,
      'electronics general.color': false,
    });
  });

  test('prices that move do not move a pool: only what was repriced is written', async () => {
    const rows = rowsOf('gamma', 'first').map((row, at) => (at < 5 ? { ...row, price: '9.99' } : row));
    await market.observe('gamma', '2026-05-08', rows);
    expect((await market.publish()).documents_written).toBe(5);
  });

  test('what changes step by step ends as what is made anew', async () => {
    const more = [
      item({
        title: 'Acme Orion 10 Phone 512 GB black',
        category: 'Electronics > Phones',
        model: 'Orion 10',
        color: 'black',
        part: '512',
        worth: 800,
      }),
      item({
        title: 'Acme Ridge 10 Trail Shoe white size 42',
        category: 'Apparel > Shoes',
        model: 'Ridge 10',
        color: 'white',
        size: '42',
        part: 'white',
        worth: 90,
      }),
    ];
    await market.observe('alpha', '2026-05-08', rowsOf('alpha', 'second', [...ITEMS.slice(1), ...more]));
    await market.publish();
    const stepwise = await market.contents();
    const traits = (await market.manifest()).tables.traits?.[0];
    await market.publish({ rebuild: true });
    expect(await market.contents()).toEqual(stepwise);
    expect(traits?.rows).toBe((await market.manifest()).tables.traits?.[0]?.rows);
  });
});

test('a size that is an amount parts pools, although sizes of shoes cost the same here', async () => {
  await using market = await TestMarket.open(...SELLERS);
  const bottles = (seller: string): Row[] =>
    ['24 oz', '40 oz'].map((size, at) => ({
      sku: `${seller}-bottle-${at}`,
      title: 'Acme Tide Insulated Bottle',
      brand: 'Acme',
      category: 'Home > Bottles',
      gtin: `0${gtinOf(900 + at)}`,
      color: 'black',
      size,
      ...(seller === 'gamma' ? {} : { item_group_id: 'Tide' }),
      price: String(30 + 8 * at),
    }));
  for (const seller of SELLERS)
    await market.observe(seller, '2026-05-01', [...rowsOf(seller, 'first'), ...bottles(seller)]);
  await market.publish();
  const { price_axes } = await market.manifest();
  expect(price_axes?.axes).toContainEqual(expect.objectContaining({ key: 'general.size', bears: false }));
  const [bottle] = (await everyProduct(market)).filter(({ title }) => title.includes('Tide'));
  expect(bottle?.variants.map(({ axes }) => axes)).toEqual([
    [expect.objectContaining({ key: 'general.size', bears_on_price: true })],
    [expect.objectContaining({ key: 'general.size', bears_on_price: true })],
  ]);
  expect(bottle && poolsOf(bottle, 'USD')).toHaveLength(2);
});
