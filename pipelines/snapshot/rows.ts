import { fileList, literal } from '../../warehouse/database.ts';
import { type StagedRows, stagedRowsSql } from '../../warehouse/listing_rows.ts';
import type { FeedState, Manifest } from '../../warehouse/manifest.ts';
import { STAGED_COLUMNS } from '../../warehouse/run.ts';
import type { Publication } from './publication.ts';

const COLUMNS = Object.keys(STAGED_COLUMNS);

/** The staged rows a feed stands on, if it has any and is configured. */
export function stagedRowsOf(state: FeedState): StagedRows | null {
  if (!state.configured || !state.current) return null;
  const { stage_id, as_of, by_as_of } = state.current;
  return { feed_no: state.feed_no, stage_id, as_of, by_as_of };
}

/**
 * Defines `vanished` (a table that the fold changes), `feed_names`, `identities_before`, `assignments_before`
 * and `redirects_before` from the snapshot before.
 */
export async function openBefore(publication: Publication): Promise<void> {
  const { database, feeds } = publication;
  const names = feeds.map(
    (state) => `(${state.feed_no}::usmallint, ${literal(state.seller)}, ${literal(state.feed)})`,
  );
  await database.script(
    'open the snapshot before',
    `create or replace temp table feed_names as select * from (values ${names.join(', ')}) as t(feed_no, seller, feed);
     create or replace temp table vanished (feed_no usmallint, gone_at timestamp, ${columnList()});
     ${await openTable(publication, 'identities', IDENTITY_COLUMNS)}
     ${await openTable(publication, 'assignments', ASSIGNMENT_COLUMNS)}
     ${await openTable(publication, 'redirects', 'old_key ubigint, new_key ubigint')}`,
  );
  const vanished = await publication.paths('vanished');
  if (vanished.length > 0)
    await database.run(
      'open vanished',
      `insert into vanished by name select * from read_parquet(${fileList(vanished)})`,
    );
}

const IDENTITY_COLUMNS =
  'listing_key ubigint, feed_no usmallint, content_hash ubigint, gtin_key ubigint, brand_key ubigint, mpn_key ubigint, group_key ubigint, link_key ubigint, asin_key ubigint, code_key ubigint';
const ASSIGNMENT_COLUMNS =
  'listing_key ubigint, listing_no integer, feed_no usmallint, variant_key ubigint, product_key ubigint, method varchar, confidence float, gtin_conflict boolean';

function columnList(): string {
  return Object.entries(STAGED_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

async function openTable(
  publication: Publication,
  table: 'identities' | 'assignments' | 'redirects',
  columns: string,
) {
  const paths = await publication.paths(table);
  return paths.length > 0
    ? `create or replace temp view ${table}_before as select * from read_parquet(${fileList(paths)});`
    : `create or replace temp table ${table}_before (${columns});`;
}

/** Every listing of the wanted feeds as it last stood, vanished ones (with `gone_since`) included. */
export function catalogueRowsSql(publication: Publication, wanted: (state: FeedState) => boolean): string {
  const feeds = publication.feeds.filter((state) => state.configured && wanted(state));
  const columns = COLUMNS.filter((name) => name !== 'as_of').join(', ');
  const numbers = [-1, ...feeds.map((state) => state.feed_no)].join(', ');
  const gone = `select feed_no, as_of as last_seen, gone_at as gone_since, ${columns} from vanished where feed_no in (${numbers})`;
  const staged = feeds.flatMap((state) => stagedRowsOf(state) ?? []);
  if (staged.length === 0) return gone;
  return `${stagedRowsSql(publication.folder, staged, ['as_of as last_seen', 'null::timestamp as gone_since', columns])}\nunion all\n${gone}`;
}

/** Defines `catalogue_rows`, `live_listings` and `seller_ranks` over all configured feeds. */
export async function defineCatalogueRows(publication: Publication): Promise<void> {
  const { database, feeds, settings } = publication;
  const ranks = feeds.map((state) => {
    const index = settings.sellers.findIndex((seller) => seller.id === state.seller);
    return `(${state.feed_no}::usmallint, ${index}::smallint, ${RANKS[settings.sellers[index]?.kind ?? 'marketplace_seller']}::bigint)`;
  });
  await database.script(
    'define catalogue rows',
    `create or replace temp view catalogue_rows as ${catalogueRowsSql(publication, () => true)};
     create or replace temp view live_listings as select listing_key from catalogue_rows where gone_since is null;
     create or replace temp table seller_ranks as
       select * from (values ${ranks.join(', ')}) as t(feed_no, seller_no, rank) where seller_no >= 0;`,
  );
}

/** Whose words name a product: the brand's own first. */
const RANKS = { brand_storefront: 0, retailer: 1, marketplace_seller: 2 } as const;

/** Defines `rows_now` and `rows_then`: the staged rows of feeds that stand on other files than in the snapshot before. */
export async function defineMovedRows(publication: Publication, before: Manifest | null): Promise<void> {
  const then = new Map(before?.feeds.map((state) => [state.feed_no, stagedRowsOf(state)]));
  const pairs = publication.feeds.flatMap((state) => {
    const rows = stagedRowsOf(state);
    const earlier = then.get(state.feed_no) ?? null;
    const same =
      rows &&
      earlier &&
      rows.stage_id === earlier.stage_id &&
      (!rows.by_as_of || rows.as_of === earlier.as_of);
    return rows && !same ? [{ rows, earlier }] : [];
  });
  const columns = ['listing_key', 'content_hash', 'list_price_minor', 'delivery_minor'];
  const view = (rows: StagedRows[]) =>
    rows.length > 0
      ? stagedRowsSql(publication.folder, rows, columns)
      : `select feed_no, ${columns.join(', ')} from vanished where false`;
  await publication.database.script(
    'define moved rows',
    `create or replace temp view rows_now as ${view(pairs.map((pair) => pair.rows))};
     create or replace temp view rows_then as ${view(pairs.flatMap((pair) => pair.earlier ?? []))};`,
  );
}
