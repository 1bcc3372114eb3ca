import { describe, expect, test } from 'vitest';
import { settleAttributes } from '../../../pipelines/attributes/settle.ts';
import { TestMarket } from '../snapshot/market.ts';
import { gtinOf } from '../snapshot/numbered_gtin.ts';

const COLORS = ['red', 'blue', 'green', 'black', 'white'];
const BRANDS = ['Ardentis', 'Norrpeak'];
const colorOf = (item: number) => COLORS[(item * 3 + (item >> 2)) % COLORS.length] as string;
const brandOf = (item: number) => BRANDS[item % 2] as string;
const inputOf = (item: number) => `"Case ${item}",${brandOf(item)},${gtinOf(item)},10.00`;

const FIELDS = ['sku', 'title', 'brand', 'gtin', 'price'];
const columnsOf = (own: readonly string[]) => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, field])),
  ...Object.fromEntries(
    own.map((name) => [`attributes.${name === 'color' ? 'general' : 'case'}.${name}`, name]),
  ),
});

/** Two sellers of the same cases: one calls the colour so, the other `finish`, beside the colour of the lining. */
async function twoNames(): Promise<TestMarket> {
  const market = await TestMarket.open('plain', 'fancy');
  const [, { feeds } = { feeds: [] }] = market.sellers;
  const [feed] = feeds;
  for (const seller of market.sellers)
    for (const settings of seller.feeds) settings.mapping = columnsOf(['color']);
  if (feed) feed.mapping = columnsOf(['finish', 'lining']);
  return market;
}

const plainFile = (items: readonly number[]) =>
  [
    'sku,title,brand,gtin,price,color',
    ...items.map((item) => `p${item},${inputOf(item)},${colorOf(item)}`),
  ].join('\n');
const fancyFile = (items: readonly number[]) =>
  [
    'sku,title,brand,gtin,price,finish,lining',
    ...items.map(
      (item) => `f${item},${inputOf(item)},${colorOf(item).toUpperCase()},${COLORS[(item >> 1) % 3] ?? ''}`,
    ),
  ].join('\n');
const upTo = (count: number) => Array.from({ length: count }, (_, item) => item);

/** What a product of the fancy seller alone says. */
async function attributesOf(market: TestMarket, reference: string): Promise<string[]> {
  const product = await market.product(reference);
  return settleAttributes(product?.listings ?? [])
    .attributes.filter(({ key }) => /color|finish|lining/.test(key))
    .flatMap(({ key, value }) => (typeof value === 'string' ? [`${key}=${value}`] : []))
    .toSorted();
}

describe('a column of another name', () => {
  test('is found once enough items show it, for all its listings, and a rebuild finds the same', async () => {
    await using market = await twoNames();
    await market.observeFile('plain', '2026-05-01', plainFile(upTo(30)));
    await market.observeFile('fancy', '2026-05-01', fancyFile([...upTo(12), 99]));
    expect(await market.publish()).toMatchObject({ columns_found: [] });
    expect(await attributesOf(market, 'fancy:f99')).toContain('case.finish=' + colorOf(99).toUpperCase());
    await market.observeFile('fancy', '2026-05-08', fancyFile([...upTo(26), 99]));
    const found = {
      seller: 'fancy',
      feed: 'catalogue',
      column: 'case.finish',
      key: 'general.color',
      by: 'variants',
      confidence: 0.9786,
      compared: 26,
      agreeing: 26,
    };
    const summary = await market.publish();
    expect(summary.columns_found).toEqual([found]);
    expect((await market.manifest()).columns).toEqual([found]);
    // A listing that nobody shares, and that did not change.
    const read = await attributesOf(market, 'fancy:f99');
    expect(read).toContain(`general.color=${colorOf(99)}`);
    expect(read.filter((one) => one.startsWith('case.'))).toEqual([expect.stringContaining('case.lining=')]);
    const incremental = await market.contents();
    expect((await market.publish({ rebuild: true })).columns_found).toEqual([]);
    expect(await market.contents()).toEqual(incremental);
    // A price that moves reads nothing again.
    await market.observeFile('plain', '2026-05-15', plainFile(upTo(30)).replace('10.00', '9.00'));
    expect((await market.publish()).documents_written).toBe(1);
  });

  test('is what the configuration says, at once and also when that is taken back', async () => {
    await using market = await twoNames();
    const [, seller] = market.sellers;
    const [feed] = seller?.feeds ?? [];
    await market.observeFile('plain', '2026-05-01', plainFile(upTo(26)));
    await market.observeFile('fancy', '2026-05-01', fancyFile([...upTo(26), 99]));
    await market.publish();
    expect(await attributesOf(market, 'fancy:f99')).toContain(`general.color=${colorOf(99)}`);
    if (feed) feed.attribute_keys = { 'case.finish': 'case.finish', 'case.lining': 'general.color' };
    expect((await market.publish()).columns_found).toEqual([]);
    const set = await attributesOf(market, 'fancy:f99');
    expect(set).toEqual([
      `case.finish=${colorOf(99).toUpperCase()}`,
      `general.color=${COLORS[(99 >> 1) % 3]}`,
    ]);
    const incremental = await market.contents();
    await market.publish({ rebuild: true });
    expect(await market.contents()).toEqual(incremental);
    if (feed) delete feed.attribute_keys;
    await market.publish();
    expect(await attributesOf(market, 'fancy:f99')).toContain(`general.color=${colorOf(99)}`);
  });
});
