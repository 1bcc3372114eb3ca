import { isDeepStrictEqual } from 'node:util';
import { fileList, literal, loadSql } from '../../warehouse/database.ts';
import { fieldsWith } from '../../warehouse/listing_fields.ts';
import {
  catalogueRowsSql,
  type StagedRows,
  stagedRowsOf,
  stagedRowsSql,
} from '../../warehouse/listing_rows.ts';
import { STAGED_COLUMNS, type StagedColumn } from '../../warehouse/run.ts';
import { openGenerations } from '../history/generations.ts';
import type { Publication } from '../publication.ts';

/**
 * Defines `vanished` (a table that the fold changes), `feed_names`, `identities_before` and
 * `traits_before` (empty for a rebuild), `assignments_before` and `redirects_before` from the snapshot before.
 */
export async function openBefore(publication: Publication): Promise<void> {
  const { database, feeds } = publication;
  const names = feeds.map(
    (state) => `(${state.feed_no}::usmallint, ${literal(state.seller)}, ${literal(state.feed)})`,
  );
  await database.script(
    'open the snapshot before',
    `create or replace temp table feed_names as select * from (values ${names.join(', ')}) as t(feed_no, seller, feed);
     create or replace temp table vanished (feed_no usmallint, gone_at timestamp, ${definitions(STAGED_COLUMNS)});
     ${await openTable(publication, 'identities', IDENTITY_COLUMNS)}
     ${await openTable(publication, 'assignments', ASSIGNMENT_COLUMNS)}
     ${await openTable(publication, 'traits', TRAIT_COLUMNS)}
     ${await openTable(publication, 'redirects', REDIRECT_COLUMNS)}`,
  );
  const vanished = await publication.paths('vanished');
  if (vanished.length > 0)
    await database.run(
      'open vanished',
      `insert into vanished by name select * from read_parquet(${fileList(vanished)})`,
    );
  await openGenerations(publication);
  if (publication.isUpgrade)
    await database.run('read vanished anew', loadSql(import.meta.url, './sql/vanished_anew.sql'));
}

const IDENTITY_COLUMNS = {
  listing_key: 'ubigint',
  feed_no: 'usmallint',
  content_hash: 'ubigint',
  gtin_key: 'ubigint',
  brand_key: 'ubigint',
  mpn_key: 'ubigint',
  group_key: 'ubigint',
  family_key: 'ubigint',
  place_key: 'ubigint',
  link_key: 'ubigint',
  asin_key: 'ubigint',
  code_key: 'ubigint',
};
const ASSIGNMENT_COLUMNS = {
  listing_key: 'ubigint',
  listing_no: 'integer',
  feed_no: 'usmallint',
  variant_key: 'ubigint',
  product_key: 'ubigint',
  method: 'varchar',
  confidence: 'float',
  gtin_conflict: 'boolean',
  pool_key: 'ubigint',
  axes: 'varchar',
};
const TRAIT_COLUMNS = { listing_key: 'ubigint', content_hash: 'ubigint', traits: 'varchar' };
const REDIRECT_COLUMNS = { old_key: 'ubigint', new_key: 'ubigint' };

/** What is stored of an assignment. */
export const ASSIGNMENT_COLUMN_NAMES = Object.keys(ASSIGNMENT_COLUMNS);

/** Columns with their types, as `create table` takes them. */
function definitions(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

/** What is read from the listings alone: a rebuild reads it anew. */
const READ_FROM_LISTINGS: readonly string[] = ['identities', 'traits'];

async function openTable(
  publication: Publication,
  table: 'identities' | 'assignments' | 'traits' | 'redirects',
  columns: Readonly<Record<string, string>>,
) {
  const isRead = READ_FROM_LISTINGS.includes(table);
  // Programs that knew no pools kept identities without families.
  const isUnread = isRead && (publication.settings.rebuild || !publication.before?.price_axes);
  const paths = isUnread ? [] : await publication.paths(table);
  const empty = `create or replace temp table ${table}_none (${definitions(columns)});`;
  // A column that came later is null in older files.
  return paths.length > 0
    ? `${empty} create or replace temp view ${table}_before as from ${table}_none union all by name select * from read_parquet(${fileList(paths)});`
    : `create or replace temp table ${table}_before (${definitions(columns)});`;
}

/** Defines `catalogue_rows`, `seller_ranks` and `feed_offsets` (where each staged file begins in a common numbering; the last row is its end) over all configured feeds. */
export async function defineCatalogueRows(publication: Publication): Promise<void> {
  const { database, feeds, settings } = publication;
  const ranks = feeds.map((state) => {
    const index = settings.sellers.findIndex((seller) => seller.id === state.seller);
    return `(${state.feed_no}::usmallint, ${index}::smallint, ${RANKS[settings.sellers[index]?.kind ?? 'marketplace_seller'] * 65_536 + Math.max(0, index)}::bigint)`;
  });
  const staged = feeds.flatMap((state) => {
    const rows = stagedRowsOf(state);
    if (!rows) return [];
    const file = literal(publication.folder.stagedRows(rows.stage_id));
    return [
      `select ${rows.feed_no}::usmallint as feed_no, (select count(*) from read_parquet(${file})) as listings union all`,
    ];
  });
  await database.script(
    'define catalogue rows',
    `create or replace temp ${publication.sharedRows} catalogue_rows as ${catalogueRowsSql((id) => publication.folder.stagedRows(id), feeds, 'vanished', publication.generations)};
     create or replace temp table seller_ranks as
       select * from (values ${ranks.join(', ')}) as t(feed_no, seller_no, rank) where seller_no >= 0;
     create or replace temp table feed_offsets as
       select feed_no, coalesce(sum(listings) over (order by feed_no rows between unbounded preceding and 1 preceding), 0)::bigint as first_no
       from (${staged.join(' ')} select 65535::usmallint as feed_no, 0 as listings);`,
  );
}

/** Whose words name a product: the brand's own first, then in the order of the configuration. */
const RANKS = { brand_storefront: 0, retailer: 1, marketplace_seller: 2 } as const;

/** What of a staged row a document is made of: its content by the hash, the rest as it is. */
const ROW_COLUMNS: readonly StagedColumn[] = [
  'listing_key',
  'content_hash',
  ...fieldsWith('moved_by', 'itself'),
];
/** What of its place. */
const PLACE_COLUMNS = fieldsWith('moved_by', 'place').join(', ');

/**
 * Defines what documents are made of, now and in the snapshot before: `rows_now` and `rows_then`, the staged rows of
 * feeds that stand on other files than before, and `places_now` and `places_then`. A listing of which one now has a
 * row that then did not is out of date.
 */
export async function defineMoved(publication: Publication): Promise<void> {
  const then = new Map(publication.before?.feeds.map((state) => [state.feed_no, stagedRowsOf(state)]));
  const pairs = publication.feeds.flatMap((state) => {
    const rows = stagedRowsOf(state);
    const earlier = then.get(state.feed_no) ?? null;
    const same =
      rows &&
      earlier &&
      rows.stage_id === earlier.stage_id &&
      (!rows.by_as_of || rows.as_of === earlier.as_of) &&
      isDeepStrictEqual(rows.correction, earlier.correction);
    return rows && !same ? [{ rows, earlier }] : [];
  });
  const columns = ROW_COLUMNS.join(', ');
  const view = (rows: StagedRows[]) =>
    rows.length > 0
      ? `select ${columns} from (${stagedRowsSql((id) => publication.folder.stagedRows(id), rows, ROW_COLUMNS, publication.generations)})`
      : `select ${columns} from vanished where false`;
  await publication.database.script(
    'define what moved',
    `create or replace temp view rows_now as ${view(pairs.map((pair) => pair.rows))};
     create or replace temp view rows_then as ${view(pairs.flatMap((pair) => pair.earlier ?? []))};
     create or replace temp view places_now as select ${PLACE_COLUMNS} from assignments;
     create or replace temp view places_then as select ${PLACE_COLUMNS} from assignments_before;`,
  );
}
