import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { stageRun } from '../../../pipelines/feeds/stage.ts';
import { Database } from '../../../warehouse/database.ts';
import type { FieldsWith } from '../../../warehouse/listing_fields.ts';
import { TestMarket } from './market.ts';

/** Fields of a row that a document holds, besides what names the listing. */
type Told =
  | Exclude<FieldsWith<{ staged: string; served: string }>, 'listing_key' | 'sku'>
  | 'price_minor'
  | 'availability';

/** For each the column of a feed it comes from, and two values of it. */
const CHANGES: Record<Told, [column: string, before: string, after: string]> = {
  title: ['title', 'Kettle', 'Toaster'],
  brand: ['brand', 'Ardentis', 'Brewmark'],
  gtin: ['gtin', '4006381333931', '5901234123457'],
  mpn: ['mpn', 'AD-100', 'AD-200'],
  category: ['product_type', 'Home > Kitchen', 'Home > Garden'],
  url: ['link', 'https://shop.example/1', 'https://shop.example/2'],
  image_url: ['image_link', 'https://shop.example/1.jpg', 'https://shop.example/2.jpg'],
  image_urls: ['additional_image_link', 'https://shop.example/3.jpg', 'https://shop.example/4.jpg'],
  video_url: ['video_link', 'https://shop.example/1.mp4', 'https://shop.example/2.mp4'],
  condition: ['condition', 'new', 'used'],
  currency: ['currency', 'USD', 'EUR'],
  item_group_id: ['item_group_id', 'group 1', 'group 2'],
  list_price_minor: ['list_price', '20.00', '21.00'],
  delivery_minor: ['shipping', 'US:::4.00 USD', 'US:::5.00 USD'],
  attributes: ['color', 'red', 'blue'],
  price_minor: ['price', '10.00', '11.00'],
  availability: ['availability', 'in stock', 'out of stock'],
  stock_band: ['inventory_quantity', '2', '3'],
};
const TOLD = Object.keys(CHANGES) as Told[];
const COLUMNS = [...new Set(Object.values(CHANGES).map(([column]) => column))];
/** Listings that stay as they are; with few of them all documents would be written anew. */
const STILL = Array.from({ length: 100 }, (_, number) => `still ${number}`);

/** One observation: the listing `name` differs from the others' second state in that field. */
async function observe(market: TestMarket, asOf: string, changed: boolean): Promise<void> {
  const [seller] = market.sellers;
  const [feed] = seller?.feeds ?? [];
  if (!seller || !feed) throw new Error('no feed');
  const rows = [...TOLD, ...STILL].map((sku) => {
    const cells = COLUMNS.map((column) => {
      const [field] = TOLD.filter((name) => CHANGES[name][0] === column);
      const [, before, after] = CHANGES[field as Told];
      return changed && field === sku ? after : before;
    });
    return [sku, ...cells].join('\t');
  });
  await mkdir(dirname(feed.url), { recursive: true });
  await writeFile(feed.url, `${[['sku', ...COLUMNS].join('\t'), ...rows].join('\n')}\n`);
  await using database = await Database.open({
    memoryLimit: '256MiB',
    spill: market.folder.scratch('observe'),
  });
  const { folder, store } = market;
  const common = { folder, store, seller, feed, market: market.market, limits: FEED_LIMITS };
  const fetchedAt = `${asOf}T00:00:00.000Z`;
  for (const landed of await landFeed({ ...common, asOf: fetchedAt, fetchedAt }))
    await stageRun({ ...common, database, landed });
}

test('whatever field of an offer changes, its document is written anew and no other', async () => {
  await using market = await TestMarket.open('shop');
  for (const seller of market.sellers)
    for (const feed of seller.feeds) Object.assign(feed, { format: 'google', mapping: undefined });
  const listingOf = async (field: Told): Promise<Listing> => {
    const product = await market.product(`shop:${field}`);
    return product?.listings.find(({ sku }) => sku === field) ?? expect.unreachable(`${field} is gone`);
  };
  const listings = async () =>
    Object.fromEntries(
      await Promise.all(TOLD.map(async (field) => [field, await listingOf(field)] as const)),
    ) as Record<Told, Listing>;
  await observe(market, '2026-05-01', false);
  await market.publish();
  const before = await listings();
  await observe(market, '2026-05-02', true);
  expect((await market.publish()).documents_written).toBe(TOLD.length);
  const after = await listings();
  for (const field of TOLD) expect([field, after[field][field]]).not.toEqual([field, before[field][field]]);
  const kept = await market.contents();
  await market.publish({ rebuild: true });
  expect((await market.contents())['documents']).toEqual(kept['documents']);
});
