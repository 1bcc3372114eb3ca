import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listValue } from '@duckdb/node-api';
import { PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { type Database, literal, loadSql } from '../../warehouse/database.ts';
import type { SnapshotTables } from '../../warehouse/reads/snapshot_tables.ts';
import { membersOf, partingSql, spillFolder, writeParts } from '../product_parts.ts';
import { productsWanted } from '../slice.ts';
import { memberRowsSql, placedRowsSql } from '../warehouse_relations.ts';
import type { FeedRow } from './facts.ts';
import type { FeedQuery } from './write_feed.ts';

/**
 * Listings whose rows are put together at a time, and fewest groups that are looked at for a page: most have a row, and
 * beginning anew costs more than these.
 */
const SIZES = { listings: 25_000, groups: 1000 };
/** Feeds that are read by one statement: each takes some 10 MiB for its joins, and each statement a plan of its own. */
const FEEDS_AT_ONCE = 8;
/** Parts that are written at a time. */
const PARTS_OPEN = 16;
/** Listings whose groups tell where parts begin. */
const SAMPLED = 20_000;

const sql = (path: string) => loadSql(import.meta.url, path);

/** What the rows of a feed are one product by. */
interface Grouping {
  /** A select that makes rows of a listing. */
  rows: 'variant_offers' | 'seller_offers';
  /** Of a row of member_rows, and which of those are of the feed. */
  key: string;
  type: 'ubigint' | 'varchar';
  of: string;
  /** Whose listings alone it has; null: everyone's. */
  seller: string | null;
  /** Selects of `key` as group_key and of product_key: of every listing, and one row a group at least. */
  listings: string;
  groups: string;
  /** SQL of a group id as it stands in rows. */
  keyOf: (groupId: string) => string;
}

/** Groups of a feed that are put together at a time, the first of them behind `after`; null: from the first, to the last. */
interface Stretch {
  after: string | null;
  upto: string | null;
}

/**
 * The rows of a feed in the order of their groups (products, or a seller's own groups), those of one together; at
 * least those of `most` groups that have a row, if there are so many. What listings say of a group must stand in
 * memory together, so they are first written to disk, parted by ranges of groups, and each part, of about so many
 * listings, is put together for itself. The relations must be defined (warehouse_relations.ts).
 */
export async function* feedOffers(
  database: Database,
  query: Pick<FeedQuery, 'seller' | 'category' | 'after'>,
  { currency, most, snapshot }: { currency: string; most: number; snapshot: SnapshotTables },
  sizes = SIZES,
): AsyncGenerator<Iterable<FeedRow>> {
  await database.run(
    'states to buy in',
    'create or replace temp table purchasable as select unnest($states::varchar[]) as availability',
    { states: listValue([...PURCHASABLE]) },
  );
  const wanted = (await productsWanted(database, { category: query.category, brand: null })) ?? 'true';
  const grouping = query.seller === null ? BY_PRODUCT : bySeller(query.seller, snapshot);
  const given = { currency, ...(query.seller !== null && { seller: query.seller }) };
  let after = query.after === null ? null : grouping.keyOf(query.after);
  const groups = Math.max(sizes.groups, 2 * (most + 1));
  do {
    const stretch = { after, upto: await lastOf(database, grouping, { after, wanted, groups }) };
    const where = `${wanted} and ${within(stretch)}`;
    for await (const part of gathered(database, grouping, where, { snapshot, atOnce: sizes.listings }))
      yield* database.batches<FeedRow>('read offers of a feed', rowsSql(grouping, part), given);
    after = stretch.upto;
  } while (after !== null);
}

const BY_PRODUCT: Grouping = {
  rows: 'variant_offers',
  key: 'product_key',
  type: 'ubigint',
  of: 'true',
  seller: null,
  listings: 'select product_key as group_key, product_key from assignments',
  groups: 'select product_key as group_key, product_key from products where live_listings > 0',
  keyOf: (id) => `${BigInt(`0x${id.replace('prd_', '')}`)}::ubigint`,
};

function bySeller(seller: string, snapshot: SnapshotTables): Grouping {
  const key = 'coalesce(item_group_id, sku)';
  const of = `seller = ${literal(seller)} and gone_since is null`;
  const feeds = snapshot.feeds().filter((feed) => feed.seller === seller);
  const listings = `select ${key} as group_key, product_key from (${placedRowsSql(snapshot, feeds)}) where ${of}`;
  return {
    rows: 'seller_offers',
    key,
    type: 'varchar',
    of,
    seller,
    listings,
    groups: listings,
    keyOf: literal,
  };
}

/** The last group of a stretch of so many; null where it goes to the last of all. */
async function lastOf(
  database: Database,
  grouping: Grouping,
  { after, wanted, groups }: { after: string | null; wanted: string; groups: number },
): Promise<string | null> {
  if (!Number.isFinite(groups)) return null;
  const [row] = await database.rows<{ last: string; groups: string }>(
    'find the groups of a page',
    `select max(group_key)::varchar as last, count(*) as groups
     from (select distinct group_key from (${grouping.groups}) where ${wanted} and ${within({ after, upto: null })} order by group_key limit ${groups})`,
  );
  return row && Number(row.groups) === groups ? literal(row.last) : null;
}

function within({ after, upto }: Stretch): string {
  const from = after === null ? 'true' : `group_key > ${after}`;
  return upto === null ? from : `${from} and group_key <= ${upto}`;
}

/**
 * Yields selects of what listings say of the groups, one part after another: of one part from a table, of several from
 * files, which are gone when the next is asked for.
 */
async function* gathered(
  database: Database,
  { key, type, of, listings, seller }: Grouping,
  where: string,
  { snapshot, atOnce }: { snapshot: SnapshotTables; atOnce: number },
): AsyncGenerator<string> {
  const count = await database.count(
    'count listings of a feed',
    `select count(*) from (${listings}) where ${where}`,
  );
  const parts = Math.ceil(count / atOnce);
  const shares = Array.from({ length: Math.max(0, parts - 1) }, (_, part) => (part + 1) / parts);
  const sampled = `from (${listings}) where ${where} using sample reservoir(${SAMPLED} rows) repeatable (1)`;
  await database.run(
    'find where parts begin',
    `create or replace temp table bounds as
     select ${shares.length === 0 ? `[]::${type}[] as starts` : `quantile_disc(group_key, [${shares.join(', ')}]) as starts from (${sampled})`}`,
  );
  const rowsOf = (members: string) =>
    `with grouped as (from (select *, ${key} as group_key from ${members} where ${of}) where ${where}) ${sql('./sql/gathered_offers.sql')}`;
  if (parts <= 1) {
    const feeds = snapshot
      .feeds()
      .filter((feed) => feed.configured && (seller === null || feed.seller === seller));
    let into = 'create or replace temp table gathered_offers as';
    for (let from = 0; from < Math.max(1, feeds.length); from += FEEDS_AT_ONCE) {
      const members = `(${memberRowsSql(snapshot, feeds.slice(from, from + FEEDS_AT_ONCE))})`;
      await database.run('gather listings of some feeds', `${into} from (${rowsOf(members)})`);
      into = 'insert into gathered_offers';
    }
    yield 'from gathered_offers';
    return;
  }
  yield* parted(database, rowsOf('member_rows'), parts);
}

/**
 * Yields selects of the parts of rows, which lie in files until the next is asked for. Many parts are written some
 * together first: each that is open takes half a megabyte of every thread, however little is in it.
 */
async function* parted(database: Database, rows: string, parts: number): AsyncGenerator<string> {
  const folder = join(await spillFolder(database), randomBytes(6).toString('hex'));
  const together = Math.ceil(parts / PARTS_OPEN);
  const numbered = `select * exclude (part), part as own_part, part // ${together} as part from (${rows})`;
  for (const some of inOrder(await writeParts(database, numbered, folder))) {
    const files = `from read_parquet(${literal(join(folder, '*', some, '*.parquet'))}, hive_partitioning = false)`;
    if (together === 1) yield files;
    else
      yield* apart(database, `select * exclude (own_part), own_part as part ${files}`, join(folder, 'apart'));
    for (const feed of await readdir(folder))
      await rm(join(folder, feed, some), { recursive: true, force: true });
  }
}

async function* apart(database: Database, rows: string, folder: string): AsyncGenerator<string> {
  await mkdir(folder, { recursive: true });
  await database.run('part what was written together', partingSql(rows, folder));
  for (const part of inOrder(await readdir(folder)))
    yield `from read_parquet(${literal(join(folder, part, '*.parquet'))}, hive_partitioning = false)`;
  await rm(folder, { recursive: true });
}

const inOrder = (parts: readonly string[]) => parts.toSorted((a, b) => numberOf(a) - numberOf(b));
/** Of `part=7`. */
const numberOf = (part: string) => Number(part.slice(part.indexOf('=') + 1));

function rowsSql({ rows }: Grouping, gatheredSql: string): string {
  return `with ${membersOf(gatheredSql)}
    select * exclude (product_key) from (${sql(`./sql/${rows}.sql`)}) order by group_id, id`;
}
