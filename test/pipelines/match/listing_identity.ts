import { tmpdir } from 'node:os';
import { Database, fileList } from '../../../warehouse/database.ts';
import type { TestMarket } from '../snapshot/market.ts';

/** A listing's keys as the newest snapshot has them. */
export async function identityOf(market: TestMarket, key: bigint) {
  const files = (table: 'identities' | 'assignments') =>
    market.read((snapshot) => fileList(snapshot.files(table)));
  await using database = await Database.open({ memoryLimit: '256MiB', spill: `${market.root}/spill` });
  const [row] = await database.rows<Record<'content_hash' | 'variant_key', string>>(
    'read listing',
    `select content_hash, variant_key from read_parquet(${await files('identities')}) as identities
     join read_parquet(${await files('assignments')}) as assignments using (listing_key) where listing_key = $key`,
    { key },
  );
  if (!row) throw new Error(`no listing ${key}`);
  return { listing_key: key, content_hash: BigInt(row.content_hash), variant_key: BigInt(row.variant_key) };
}

/** The pairs up for review, the most probable first. */
export async function reviewsOf(paths: readonly string[]) {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: tmpdir() });
  const rows = await database.rows<Record<'left_listing_key' | 'right_listing_key' | 'levels', string>>(
    'read reviews',
    `select left_listing_key, right_listing_key, levels from read_parquet(${fileList(paths)})
     where reason = 'below_threshold' order by probability desc, left_listing_key`,
  );
  return rows.map((row) => ({
    left: BigInt(row.left_listing_key),
    right: BigInt(row.right_listing_key),
    levels: row.levels,
  }));
}

/** A listing and where it was placed. */
export interface PlacedListing {
  seller: string;
  sku: string;
  gtin: string | null;
  variant_key: string;
  method: string;
}

/** Every listing of the newest snapshot. */
export async function placedListings(market: TestMarket): Promise<PlacedListing[]> {
  const { rows, assignments, feeds } = await market.read((snapshot) => ({
    rows: snapshot.catalogueRowsSql(),
    assignments: fileList(snapshot.files('assignments')),
    feeds: snapshot.feeds(),
  }));
  await using database = await Database.open({ memoryLimit: '256MiB', spill: `${market.root}/spill` });
  const found = await database.rows<Omit<PlacedListing, 'seller'> & { feed_no: number }>(
    'read listings',
    `select listings.feed_no, sku, gtin, variant_key::varchar as variant_key, method
     from (${rows}) as listings join read_parquet(${assignments}) as assignments using (listing_key)`,
  );
  const sellers = new Map(feeds.map(({ feed_no, seller }) => [feed_no, seller]));
  return found.map(({ feed_no, ...listing }) => ({ ...listing, seller: sellers.get(feed_no) ?? '' }));
}

/** The pairs up for review, listing keys as they lie there, in the order of the queue. */
export async function queueOrder(paths: readonly string[]): Promise<[left: bigint, right: bigint][]> {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: tmpdir() });
  const rows = await database.rows<Record<'left_listing_key' | 'right_listing_key', string>>(
    'read the queue',
    `select left_listing_key, right_listing_key from read_parquet(${fileList(paths)}) order by queue_rank`,
  );
  return rows.map((row) => [BigInt(row.left_listing_key), BigInt(row.right_listing_key)]);
}
