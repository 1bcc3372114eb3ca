import { join } from 'node:path';
import { fileList } from '../../warehouse/database.ts';
import { catalogueRowsSql } from '../../warehouse/listing_rows.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { FolderStore } from '../../warehouse/store.ts';
import type { TableName } from '../../warehouse/tables.ts';

async function published(data: string) {
  const store = new FolderStore(data);
  const manifest = (await currentManifest(store))?.manifest;
  if (!manifest) throw new Error(`nothing is published in ${data}`);
  const files = async (table: TableName) =>
    fileList(await Promise.all((manifest.tables[table] ?? []).map((part) => store.local(part.key))));
  return { manifest, files };
}

/** One row per pair of listings of a published bench catalogue that waits for a person, with its probability. */
export async function waitingSql(data: string): Promise<string> {
  const { files } = await published(data);
  return `select left_listing_key, right_listing_key, probability, reason from read_parquet(${await files('reviews')})`;
}

/** One row per listing of a published bench catalogue: where it was placed. A sku names the item it truly is. */
export async function placementsSql(data: string): Promise<string> {
  const { manifest, files } = await published(data);
  const staged = (id: string) => join(data, `staged/${id}/rows.parquet`);
  const rows = catalogueRowsSql(staged, manifest.feeds, `read_parquet(${await files('vanished')})`);
  return `select listing_key, sku as item, listings.feed_no, title, brand, variant_key, product_key, method, gtin, confidence
     from (${rows}) as listings
     join read_parquet(${await files('assignments')}) as assignments using (listing_key)`;
}
