import { changePointsSql } from '../warehouse/change_points.ts';
import { type Database, fileList, literal, loadSql } from '../warehouse/database.ts';
import type { FeedState } from '../warehouse/manifest.ts';
import type { SnapshotTables } from '../warehouse/reads/snapshot_tables.ts';
import type { TableName } from '../warehouse/tables.ts';

/** Columns of the tables that a young index may have no file of, or an older one without some. */
const COLUMNS = {
  assignments:
    'listing_key ubigint, listing_no integer, feed_no usmallint, variant_key ubigint, product_key ubigint, method varchar, confidence float, gtin_conflict boolean, pool_key ubigint, axes varchar',
  products:
    'product_key ubigint, product_no integer, naming_listing_no integer, variants integer, listings integer, live_listings integer',
  events:
    'event_key ubigint, type varchar, created_at timestamp, seller varchar, listing_key ubigint, variant_key ubigint, product_key ubigint, payload varchar',
} as const satisfies Partial<Record<TableName, string>>;

/**
 * Keeps for a database what the SQL of the datasets reads, each defined when it is first read: the snapshot's tables,
 * `feeds`, `catalogue_rows`, `placed_rows`, `member_rows`, `members`, `variants`; in place of those of another snapshot.
 * DuckDB binds a view with every file in it, and most statements read few of these.
 */
export function keepRelations(database: Database, snapshot: SnapshotTables): void {
  const tables = Object.entries(COLUMNS).map(([table, columns]): [string, string] => {
    const paths = snapshot.files(table as TableName);
    const empty = `create or replace temp table ${table}_none (${columns});`;
    // A column that came later is null in older files.
    const all = paths.length > 0 ? ` union all by name select * from read_parquet(${fileList(paths)})` : '';
    return [table, `${empty} create or replace temp view ${table} as from ${table}_none${all}`];
  });
  const numbered = snapshot
    .feeds()
    .map((state) => `(${state.feed_no}::usmallint, ${literal(state.seller)}, ${literal(state.feed)})`);
  const views = {
    changes: changePointsSql(snapshot.files('changes')),
    placed_rows: placedRowsSql(snapshot),
    member_rows: memberRowsSql(snapshot),
    feeds: `select * from (values ${numbered.join(', ')}) as feeds(feed_no, seller, feed)`,
    catalogue_rows: catalogueRowsSql(snapshot),
    members: loadSql(import.meta.url, './sql/members.sql'),
    variants: loadSql(import.meta.url, './sql/variants.sql'),
  };
  database.keepRelations(
    new Map([
      ...tables,
      ...Object.entries(views).map(([name, sql]): [string, string] => [
        name,
        `create or replace temp view ${name} as ${sql}`,
      ]),
    ]),
  );
}

/** Every listing of feeds, as it last stood: a select that reads `assignments`. */
export const placedRowsSql = (snapshot: SnapshotTables, feeds = snapshot.feeds()): string =>
  feedByFeed(feeds, (feed) => snapshot.catalogueRowsSql([feed]));

/** The same with its node of the taxonomy, see `catalogueRowsSql`. */
export const memberRowsSql = (snapshot: SnapshotTables, feeds = snapshot.feeds()): string =>
  feedByFeed(feeds, (feed) => catalogueRowsSql(snapshot, [feed]));

const NO_FEED = { feed_no: -1, seller: '', feed: '', configured: false } as FeedState;

/**
 * One row per listing as it last stood, with seller, feed and its place in the index, put together feed by feed: DuckDB
 * makes one of its joins after another and lets go of each, so memory is that of one feed, and who asks for one seller
 * reads no other's rows. `rowsSql` is a select of a feed's listings.
 */
function feedByFeed(of: readonly FeedState[], rowsSql: (feed: FeedState) => string): string {
  const configured = of.filter((feed) => feed.configured);
  const feeds = configured.length > 0 ? configured : [NO_FEED];
  return feeds
    .map(
      (
        feed,
      ) => `select rows.*, ${literal(feed.seller)} as seller, ${literal(feed.feed)} as feed, places.* exclude (listing_key, feed_no)
        from (${rowsSql(feed)}) as rows
        join (from assignments where feed_no = ${feed.feed_no}) as places on places.listing_key = rows.listing_key`,
    )
    .join('\nunion all\n');
}

/**
 * Every listing of these feeds with its node of the taxonomy in place of its seller's spelling, which is `own_category`. As `catalogue_rows` it is
 * of all feeds at once: feeds of protocols read it several times in one statement, and each time feed by feed is too
 * many joins.
 */
function catalogueRowsSql(snapshot: SnapshotTables, feeds = snapshot.feeds()): string {
  const rows = snapshot.catalogueRowsSql(feeds);
  const placements = snapshot.files('placements');
  if (placements.length === 0) return `select *, category as own_category from (${rows})`;
  const numbers = feeds.map((feed) => feed.feed_no);
  return `select rows.* replace (placements.node as category), rows.category as own_category from (${rows}) as rows
    left join (from read_parquet(${fileList(placements)}) where feed_no in (${numbers.join(', ')})) as placements
      on placements.listing_key = rows.listing_key and placements.feed_no = rows.feed_no`;
}
