import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, literal, loadSql } from '../warehouse/database.ts';
import { DATASETS, type DatasetName } from './dataset.ts';

/** Listings whose products are put together at a time: some 50 MB of what they say. */
const LISTINGS_AT_ONCE = 125_000;
/** Listings that stand in memory while they are parted, and how they are written. */
const LISTINGS_OPEN = 65_536;
const PARTED = 'format parquet, partition_by (part), row_group_size 8192, write_partition_columns false';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * A select of all rows of a dataset. Products and variants of more than `atOnce` listings are put together here, some
 * products after others, into files in the folder for what does not fit in memory: what listings say of one product
 * stands in memory until the last of them was read, and memory would grow with the index. The relations must be
 * defined (warehouse_relations.ts).
 */
export async function rowsSql(
  database: Database,
  dataset: DatasetName,
  atOnce = LISTINGS_AT_ONCE,
): Promise<string> {
  if (dataset !== 'products' && dataset !== 'variants') return DATASETS[dataset].sql;
  const listings = await database.count('count listings', 'select count(*) from assignments');
  if (listings <= atOnce) return DATASETS[dataset].sql;
  const parts = Math.ceil(listings / atOnce);
  const folder = join(await spillFolder(database), randomBytes(6).toString('hex'));
  await mkdir(join(folder, dataset), { recursive: true });
  for (const part of await gather(database, parts, folder)) {
    const gathered = `select * from read_parquet(${literal(join(folder, 'members', '*', part, '*.parquet'))})`;
    await database.run(
      `put together ${dataset}`,
      `copy (with ${membersOf(gathered)}
             select * from (${DATASETS[dataset].sql}))
       to ${literal(join(folder, dataset, `${part}.parquet`))} (format parquet)`,
    );
  }
  await rm(join(folder, 'members'), { recursive: true });
  return `select * from read_parquet(${literal(join(folder, dataset, '*.parquet'))})`;
}

/**
 * Writes what all listings say under `FOLDER/members/FEED/PART`, and gives the names of the parts.
 */
async function gather(database: Database, parts: number, folder: string): Promise<string[]> {
  await database.run('count parts', 'create or replace temp table parts as select $parts::integer as count', {
    parts,
  });
  return writeParts(database, sql('gathered_members'), join(folder, 'members'));
}

/**
 * Writes the rows of a select, which has their seller, feed and part, under `FOLDER/FEED/PART`, feed by feed, so that
 * memory is that of one feed, and gives the names of the parts.
 */
export async function writeParts(database: Database, rows: string, folder: string): Promise<string[]> {
  const written = new Set<string>();
  await database.run('write parts early', `set partitioned_write_flush_threshold = ${LISTINGS_OPEN}`);
  for (const { feed_no, seller, feed } of await feedsOf(database)) {
    const path = join(folder, String(feed_no));
    await mkdir(path, { recursive: true });
    await database.run(
      'part listings',
      partingSql(
        `select * exclude (feed) from (${rows}) where seller = ${literal(seller)} and feed = ${literal(feed)}`,
        path,
      ),
    );
    for (const part of await readdir(path)) written.add(part);
  }
  return [...written];
}

/** A statement that writes rows into a folder, each part of them under its own. */
export const partingSql = (rows: string, folder: string): string =>
  `copy (${rows}) to ${literal(folder)} (${PARTED})`;

/** The relations `members` and `variants` over a select of what was gathered of some products. */
export function membersOf(gathered: string): string {
  return `gathered as (${gathered}), members as (${sql('members_of_part')}), variants as (${sql('variants')})`;
}

/** The feeds that the index has listings of. */
export function feedsOf(database: Database): Promise<{ feed_no: number; seller: string; feed: string }[]> {
  return database.rows('list feeds', 'from feeds where feed_no in (select feed_no from assignments)');
}

/** The folder of a database for what does not fit in memory. */
export async function spillFolder(database: Database): Promise<string> {
  const [row] = await database.rows<{ folder: string }>(
    'find the spill folder',
    `select current_setting('temp_directory') as folder`,
  );
  return (row as { folder: string }).folder;
}
