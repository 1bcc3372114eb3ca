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
 * Defines what the SQL of the datasets reads: the snapshot's tables, `placed_rows`, `categorised_rows`, `members`,
 * `variants`; in place of those of another snapshot.
 */
export async function defineRelations(database: Database, snapshot: SnapshotTables): Promise<void> {
  const tables = Object.entries(COLUMNS).map(([table, columns]) => {
    const paths = snapshot.files(table as TableName);
    const empty = `create or replace temp table ${table}_none (${columns});`;
    // A column that came later is null in older files.
    const all = paths.length > 0 ? ` union all by name select * from read_parquet(${fileList(paths)})` : '';
    return `${empty} create or replace temp view ${table} as from ${table}_none${all};`;
  });
  await database.script(
    'define what exports read',
    `${tables.join('\n')}
     create or replace temp view changes as ${changePointsSql(snapshot.files('changes'))};
     create or replace temp view placed_rows as ${placedRowsSql(snapshot)};
     create or replace temp view categorised_rows as ${categorisedRowsSql(snapshot)};
     create or replace temp view members as ${loadSql(import.meta.url, './sql/members.sql')};
     create or replace temp view variants as ${loadSql(import.meta.url, './sql/variants.sql')};`,
  );
}

const NO_FEED = { feed_no: -1, seller: '', feed: '', configured: false } as FeedState;

/**
 * A select of one row per listing as it last stood, with seller, feed and its place in the index (`placesOf` a feed),
 * put together feed by feed: DuckDB makes one of its joins after another and lets go of each, so memory is that of one
 * feed, and who asks for one seller reads no other's rows.
 */
function rowsByFeed(snapshot: SnapshotTables, placesOf: (feed: FeedState) => string): string {
  const configured = snapshot.feeds().filter((feed) => feed.configured);
  const feeds = configured.length > 0 ? configured : [NO_FEED];
  return feeds
    .map(
      (
        feed,
      ) => `select rows.*, ${literal(feed.seller)} as seller, ${literal(feed.feed)} as feed, places.* exclude (listing_key, feed_no)
        from (${snapshot.catalogueRowsSql([feed])}) as rows
        join (${placesOf(feed)}) as places on places.listing_key = rows.listing_key`,
    )
    .join('\nunion all\n');
}

function placedRowsSql(snapshot: SnapshotTables): string {
  return rowsByFeed(snapshot, ({ feed_no }) => `from assignments where feed_no = ${feed_no}`);
}

/** The same rows, each with its node of the taxonomy in place of its seller's spelling. */
function categorisedRowsSql(snapshot: SnapshotTables): string {
  const placements = snapshot.files('placements');
  if (placements.length === 0) return 'from placed_rows';
  const rows = rowsByFeed(
    snapshot,
    ({ feed_no }) => `select assignments.*, placements.node
      from assignments
      left join (from read_parquet(${fileList(placements)}) where feed_no = ${feed_no}) as placements
        on placements.listing_key = assignments.listing_key
      where assignments.feed_no = ${feed_no}`,
  );
  return `select * exclude (node) replace (node as category) from (${rows})`;
}
