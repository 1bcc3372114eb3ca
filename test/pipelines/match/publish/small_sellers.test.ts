import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Row, TestMarket } from '../../snapshot/market.ts';
import { placedListings } from '../listing_identity.ts';

const SELLERS = ['vinothek', 'kaufgut', 'megamart'];

/** A hundred listings each of wine, cosmetics, parts of cars and own goods, without GTIN; a sku is an item. */
async function stockOf(seller: string, listings?: number): Promise<Row[]> {
  const text = await readFile(new URL(`./small_sellers/${seller}.ndjson`, import.meta.url), 'utf8');
  const rows = text.trimEnd().split('\n');
  return rows.slice(0, listings).map((row) => JSON.parse(row) as Row);
}

async function published(
  listings?: number,
  written: (row: Row, seller: string, at: number) => Row = (row) => row,
) {
  const market = await TestMarket.open(...SELLERS);
  for (const seller of SELLERS) {
    const stock = await stockOf(seller, listings);
    await market.observe(
      seller,
      '2026-01-01',
      stock.map((row, at) => written(row, seller, at)),
    );
  }
  return { market, summary: await market.publish() };
}

/** The items of listings that share a variant with others. */
async function joined(market: TestMarket): Promise<Set<string>[]> {
  const variants = Map.groupBy(await placedListings(market), (listing) => listing.variant_key);
  return [...variants.values()]
    .filter((members) => members.length > 1)
    .map((members) => new Set(members.map(({ sku }) => sku)));
}

test('sellers of a hundred listings are matched by what public sets taught, and wrongly never', async () => {
  const { market, summary } = await published();
  await using _ = market;
  const variants = await joined(market);
  expect(variants.length).toBeGreaterThanOrEqual(12);
  // Vintages, volumes, shades, packs and types of battery stay apart.
  expect(variants.filter((items) => items.size > 1)).toEqual([]);
  expect(summary.match?.titles.reviews).toBeGreaterThan(50);
});

test('sellers of fewer than fifty are left apart: for them nothing was measured', async () => {
  const { market, summary } = await published(49);
  await using _ = market;
  expect(await joined(market)).toEqual([]);
  expect(summary.match?.titles.reviews).toBe(0);
});

test('what one seller sells restored, in whatever words before its titles, is no variant of what is new', async () => {
  const words = ['Restored', 'Renewed', 'Refurbished', 'Open Box', 'Generalüberholt', 'Used'];
  const { market } = await published(undefined, (row, seller, at) =>
    seller === 'megamart' ? { ...row, title: `${words[at % words.length]} ${row['title']}` } : row,
  );
  await using _ = market;
  const variants = Map.groupBy(await placedListings(market), ({ variant_key }) => variant_key);
  const sellers = [...variants.values()]
    .filter((members) => members.length > 1)
    .map((members) => members.map(({ seller, sku }) => `${seller} ${sku}`));
  expect(sellers.length).toBeGreaterThan(0);
  expect(sellers.filter((names) => names.some((name) => name.startsWith('megamart')))).toEqual([]);
});
