import { expect, test } from 'vitest';
import type { SearchRequest } from '../../../warehouse/text/search_request.ts';
import { type Row, TestMarket } from './market.ts';

/** Skus of the products found, first to last. */
async function found(market: TestMarket, request: string | SearchRequest): Promise<string[]> {
  return market.read(async (snapshot) => {
    const index = await snapshot.searchIndex();
    const { hits } = await index.search(typeof request === 'string' ? { q: request } : request);
    const products = await snapshot.products(hits.map((hit) => hit.product));
    return products.map((product) =>
      product.listings
        .map((listing) => listing.sku)
        .sort()
        .join('+'),
    );
  });
}

const partsOf = async (market: TestMarket, table: 'texts' | 'offers') =>
  ((await market.manifest()).tables[table] ?? []).map((part) => part.key);

const HEADPHONES: Row = {
  sku: 'h',
  title: 'Sony WH-1000XM4 wireless headphones',
  brand: 'Sony',
  category: 'Audio > Headphones',
  price: '300.00',
};
const SPEAKER: Row = {
  sku: 's',
  title: 'Sony bluetooth speaker',
  brand: 'Sony',
  category: 'Audio > Speakers',
  price: '80.00',
};
const RICE: Row = { sku: 'r', title: 'אורז בסמטי 1 ק"ג', category: 'Food', price: '3.00' };

test('a published product is found by its words', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [HEADPHONES, SPEAKER, RICE]);
  const summary = await market.publish();
  expect(summary.words_written).toBeGreaterThan(10);
  expect(await found(market, 'headphones')).toEqual(['h']);
  expect(await found(market, 'xm4')).toEqual(['h']);
  expect(await found(market, 'wh1000xm4')).toEqual(['h']);
  expect(await found(market, 'hedphones')).toEqual(['h']);
  expect(await found(market, 'sony speaker')).toEqual(['s']);
  expect(await found(market, 'אורז')).toEqual(['r']);
  expect(await found(market, 'אורז 1 ק״ג')).toEqual(['r']);
  expect(await found(market, 'toothbrush')).toEqual([]);
  expect((await found(market, { q: 'sony', category: 'electronics.audio' })).sort()).toEqual(['h', 's']);
  expect(await found(market, { q: 'sony', category: 'electronics.audio.headphones' })).toEqual(['h']);
});

test('what a feed says in points is read as its description is', async () => {
  await using market = await TestMarket.open('alpha');
  const header =
    'sku,title,brand,gtin,mpn,item_group_id,category,price,availability,color,size,condition,net_content,url,image_link,additional_image_link,video_link,description,sale_price,bullet_point1,bullet_point2';
  const row = (cells: Record<string, string>) =>
    header
      .split(',')
      .map((name) => `"${cells[name] ?? ''}"`)
      .join(',');
  const points = { bullet_point1: 'Boils in two minutes', bullet_point2: 'Cool touch' };
  await market.observeFile(
    'alpha',
    '2026-01-01',
    [
      header,
      row({ sku: 'k', title: 'Kettle', price: '50.00', color: 'blue, grey', ...points }),
      row({ sku: 'p', title: 'Pot', price: '20.00', color: 'red' }),
    ].join('\n'),
  );
  await market.publish();
  expect(await found(market, 'boils touch')).toEqual(['k']);
  expect(await found(market, 'grey')).toEqual(['k']);
  const products = await market.read(async (snapshot) => snapshot.products([0, 1]));
  const attributes = new Map(products.map(({ listings }) => [listings[0]?.sku, listings[0]?.attributes]));
  expect(attributes.get('k')).toEqual({
    'general.color': 'blue, grey',
    'general.product_highlight': 'Boils in two minutes, Cool touch',
  });
  expect(attributes.get('p')).toEqual({ 'general.color': 'red' });
});

test('every seller’s words lead to the product they share', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const gtin = '4006381333931';
  await market.observe('alpha', '2026-01-01', [
    { sku: 'a', gtin, title: 'Stabilo Boss highlighter', brand: 'Stabilo' },
  ]);
  await market.observe('beta', '2026-01-01', [
    { sku: 'b', gtin, title: 'Stabilo Boss Textmarker', brand: 'Stabilo' },
  ]);
  await market.publish();
  expect(await found(market, 'highlighter')).toEqual(['a+b']);
  expect(await found(market, 'textmarker')).toEqual(['a+b']);
});

test('a price moves the filters and leaves the text file alone', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [HEADPHONES, SPEAKER]);
  await market.publish();
  const texts = await partsOf(market, 'texts');
  expect(await found(market, { q: 'sony', max_price_minor: 10_000 })).toEqual(['s']);
  await market.observe('alpha', '2026-01-02', [
    { ...HEADPHONES, price: '90.00' },
    { ...SPEAKER, availability: 'out of stock' },
  ]);
  const summary = await market.publish();
  expect(summary.words_written).toBeNull();
  expect(await partsOf(market, 'texts')).toEqual(texts);
  expect((await found(market, { q: 'sony', max_price_minor: 10_000 })).sort()).toEqual(['h', 's']);
  expect(await found(market, { q: 'sony', in_stock: true })).toEqual(['h']);
  expect(await found(market, { q: 'sony', sellers: ['nobody'] })).toEqual([]);
});

test('a product that vanished is not found, and is found again when it comes back', async () => {
  await using market = await TestMarket.open('alpha');
  const filler = Array.from({ length: 3 }, (_, no) => ({ sku: `f${no}` }));
  await market.observe('alpha', '2026-01-01', [HEADPHONES, SPEAKER, ...filler]);
  await market.publish();
  await market.observe('alpha', '2026-01-02', [SPEAKER, ...filler]);
  await market.publish();
  expect(await found(market, 'headphones')).toEqual([]);
  expect(await found(market, 'sony')).toEqual(['s']);
  await market.observe('alpha', '2026-01-03', [HEADPHONES, SPEAKER, ...filler]);
  await market.publish();
  expect(await found(market, 'headphones')).toEqual(['h']);
});

test('a changed title is found by its new words only', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [SPEAKER, { sku: 'x' }]);
  await market.publish();
  await market.observe('alpha', '2026-01-02', [{ ...SPEAKER, title: 'Sony portable boombox' }, { sku: 'x' }]);
  await market.publish();
  expect(await found(market, 'boombox')).toEqual(['s']);
  expect(await found(market, 'bluetooth')).toEqual([]);
  expect(await partsOf(market, 'texts')).toHaveLength(1);
});

test('the same market ends in the same contents, however many publications it took', async () => {
  const days = [
    [HEADPHONES, SPEAKER],
    [{ ...HEADPHONES, price: '250.00' }, SPEAKER, RICE],
    [{ ...HEADPHONES, price: '240.00' }, SPEAKER, { ...RICE, price: '4.00' }],
  ];
  const publishing = async (each: boolean) => {
    await using market = await TestMarket.open('alpha');
    for (const [no, rows] of days.entries()) {
      await market.observe('alpha', `2026-01-0${no + 1}`, rows);
      if (each) await market.publish();
    }
    if (!each) await market.publish();
    const { texts, offers } = await market.contents();
    return { texts, offers };
  };
  expect(await publishing(true)).toEqual(await publishing(false));
});
