import { changePointsSql } from '../warehouse/change_points.ts';
import { type Database, fileList, literal, loadSql } from '../warehouse/database.ts';
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

/** Defines what the SQL of the datasets reads: the snapshot's tables, `feeds`, `catalogue_rows`, `members`, `variants`; in place of those of another snapshot. */
export async function defineRelations(database: Database, snapshot: SnapshotTables): Promise<void> {
  const tables = Object.entries(COLUMNS).map(([table, columns]) => {
    const paths = snapshot.files(table as TableName);
    const empty = `create or replace temp table ${table}_none (${columns});`;
    // A column that came later is null in older files.
    const all = paths.length > 0 ? ` union all by name select * from read_parquet(${fileList(paths)})` : '';
    return `${empty} create or replace temp view ${table} as from ${table}_none${all};`;
  });
  const feeds = snapshot
    .feeds()
    .map((state) => `(${state.feed_no}::usmallint, ${literal(state.seller)}, ${literal(state.feed)})`);
  await database.script(
    'define what exports read',
    `${tables.join('\n')}
     create or replace temp view changes as ${changePointsSql(snapshot.files('changes'))};
     create or replace temp view feeds as select * from (values ${feeds.join(', ')}) as feeds(feed_no, seller, feed);
     create or replace temp view catalogue_rows as ${placedRowsSql(snapshot)};
     create or replace temp view members as ${loadSql(import.meta.url, './sql/members.sql')};
     create or replace temp view variants as ${loadSql(import.meta.url, './sql/variants.sql')};`,
  );
}

/** The catalogue's rows, each with its node of the taxonomy in place of its seller's spelling. */
function placedRowsSql(snapshot: SnapshotTables): string {
  const rows = snapshot.catalogueRowsSql();
  const placements = snapshot.files('placements');
  if (placements.length === 0) return rows;
  return `select rows.* replace (placements.node as category) from (${rows}) as rows
    left join read_parquet(${fileList(placements)}) as placements
      on placements.listing_key = rows.listing_key and placements.feed_no = rows.feed_no`;
}
