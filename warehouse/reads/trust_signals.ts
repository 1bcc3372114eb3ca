import { parseId } from '../../pipelines/domain/key.ts';
import type { Policy } from '../../pipelines/domain/policy.ts';
import type { OfferSignals } from '../../pipelines/domain/risk/offer_risk.ts';
import {
  AuthorisationLists,
  type AuthorisationPlace,
  type AuthorisationRow,
} from '../../pipelines/domain/trust/brand_authorisation.ts';
import { rankPercentile } from '../../pipelines/domain/trust/rank_percentile.ts';
import { changePointsSql } from '../change_points.ts';
import { Database, fileList, literal, loadSql } from '../database.ts';
import type { TableName } from '../tables.ts';
import type { Snapshot } from './snapshot.ts';

/** How far back prices and listings of a seller are looked at. */
export const SIGNAL_DAYS = 90;
const DAY_SECONDS = 86_400;
/** Of fewer orders nobody's stock accuracy is known. */
const LEAST_ORDERS = 20;
/** Of fewer listings nobody's usual sale is known. */
const LEAST_LISTINGS = 20;
const MEMORY = '512MiB';

/** What a seller's own history tells. */
export interface SellerSignals {
  /** Epoch seconds. */
  first_seen: number;
  /** Live listings. */
  listings_tracked: number;
  /** Listings that it carried in the window, and those of them that it carries no longer. */
  carried: number;
  delisted: number;
  /** Mean over its listings of the standard deviation of the logarithm of the price over time; null without prices. */
  volatility: number | null;
  /** Of `volatility` among all sellers, 0 to 100; null without prices. */
  volatility_percentile: number | null;
  /** How far the deepest sale of nine of ten of its listings went below their median price; 0 where that is not known. */
  usual_sale: number;
  /** Share of its orders that were not cancelled for want of stock, 0 to 1; null under 20 orders. */
  stock_accuracy: number | null;
  /** Its offers that stand against a policy, by policy. */
  violations: Readonly<Partial<Record<Policy, number>>>;
  /** Brands that it carries, those with most listings first. */
  brands: readonly CarriedBrand[];
}

export interface CarriedBrand {
  /** As most of its listings spell it. */
  brand: string;
  /** Folded. */
  brand_key: string;
  listings: number;
}

interface SellerRow {
  seller: string;
  first_seen: number;
  carried: number;
  delisted: number;
  listings_tracked: number;
  volatility: number | null;
  priced_listings: number;
  usual_sale: number | null;
}

interface BrandRow extends CarriedBrand {
  seller: string;
}

interface OrderRow {
  seller: string;
  orders: number;
  unfilled: number;
}

interface ViolationRow {
  seller: string;
  policy: Policy;
  offers: number;
}

interface OfferRow extends OfferSignals {
  listing_key: string;
}

const NO_SIGNALS: OfferSignals = { has_restricted_code: false, sku_reused_at: null, match_degraded_at: null };

const sql = (name: string): string => loadSql(import.meta.url, `./sql/${name}.sql`);

/** What histories, codes and runs tell of sellers and offers; read from the snapshot's files when it is first asked for. */
export class TrustSignals implements Disposable {
  readonly #sellers: ReadonlyMap<string, SellerSignals>;
  readonly #offers: ReadonlyMap<bigint, OfferSignals>;
  readonly #lists: readonly AuthorisationRow[];

  private constructor(
    sellers: ReadonlyMap<string, SellerSignals>,
    offers: ReadonlyMap<bigint, OfferSignals>,
    lists: readonly AuthorisationRow[],
  ) {
    this.#sellers = sellers;
    this.#offers = offers;
    this.#lists = lists;
  }

  /** For `snapshot.hold`. Nothing is known where the snapshot has no files. */
  static readonly open = async (snapshot: Snapshot): Promise<TrustSignals> => {
    if (snapshot.files('changes').length === 0) return new TrustSignals(new Map(), new Map(), []);
    await using database = await Database.open({ memoryLimit: MEMORY, spill: '', threads: 1 });
    await database.script('open histories', viewsSql(snapshot));
    const now = Math.ceil(Date.parse(snapshot.as_of) / 1000);
    const from = now - SIGNAL_DAYS * DAY_SECONDS;
    const { currency } = snapshot;
    const rows: SellerTables = {
      sellers: await database.rows('read sellers', sql('seller_signals'), { now, from, currency }),
      brands: await database.rows('read brands', sql('seller_brands')),
      orders: await database.rows('read orders', sql('stock_accuracy'), { now, from }),
      violations: await database.rows('read violations', sql('standing_violations')),
    };
    const offers = await database.rows<OfferRow>('read offers', sql('offer_signals'));
    const lists = await database.rows<AuthorisationRow>('read authorisations', sql('authorisations'));
    return new TrustSignals(
      sellersOf(rows),
      new Map(offers.map(({ listing_key, ...signals }) => [BigInt(listing_key), signals])),
      lists,
    );
  };

  /** What brands publish of who may sell them. */
  authorisations(place: AuthorisationPlace): AuthorisationLists {
    return new AuthorisationLists(this.#lists, place);
  }

  /** Sellers that anything is known of. */
  get size(): number {
    return this.#sellers.size;
  }

  /** When the oldest history begins, epoch seconds; null without any. */
  get first_seen(): number | null {
    const all = [...this.#sellers.values()].map(({ first_seen }) => first_seen);
    return all.length === 0 ? null : Math.min(...all);
  }

  /** Null for a seller that nothing was read of. */
  seller(id: string): SellerSignals | null {
    return this.#sellers.get(id) ?? null;
  }

  offer(offerId: string): OfferSignals {
    const id = parseId(offerId);
    return (id && this.#offers.get(id.key)) ?? NO_SIGNALS;
  }

  [Symbol.dispose](): void {
    // Nothing but memory is held.
  }
}

interface SellerTables {
  sellers: readonly SellerRow[];
  brands: readonly BrandRow[];
  orders: readonly OrderRow[];
  violations: readonly ViolationRow[];
}

function sellersOf({ sellers, brands, orders, violations }: SellerTables): Map<string, SellerSignals> {
  const volatilities = sellers.flatMap(({ volatility }) => volatility ?? []);
  const brandsOf = Map.groupBy(brands, ({ seller }) => seller);
  const violationsOf = Map.groupBy(violations, ({ seller }) => seller);
  const ordersOf = new Map(orders.map((row) => [row.seller, row]));
  return new Map(
    sellers.map(({ seller, priced_listings, usual_sale, ...row }) => {
      const ordered = ordersOf.get(seller);
      return [
        seller,
        {
          ...row,
          volatility_percentile:
            row.volatility === null ? null : rankPercentile(row.volatility, volatilities),
          usual_sale: priced_listings < LEAST_LISTINGS ? 0 : (usual_sale ?? 0),
          stock_accuracy:
            ordered && ordered.orders >= LEAST_ORDERS ? 1 - ordered.unfilled / ordered.orders : null,
          violations: Object.fromEntries(
            (violationsOf.get(seller) ?? []).map(({ policy, offers }) => [policy, offers]),
          ),
          brands: (brandsOf.get(seller) ?? []).map(({ brand, brand_key, listings }) => ({
            brand,
            brand_key,
            listings,
          })),
        },
      ];
    }),
  );
}

/** The columns that are read of tables which a snapshot may lack. */
const OPTIONAL_TABLES = {
  generations: 'listing_key ubigint, from_at timestamp',
  events: 'listing_key ubigint, type varchar, created_at timestamp',
  violations: 'listing_key ubigint, policy varchar',
  input_deliveries:
    'publisher varchar, order_id varchar, status varchar, cancel_reason varchar, ordered_at timestamp',
  input_authorisations:
    'brand varchar, seller varchar, country varchar, status varchar, "from" date, "to" date',
} as const satisfies Partial<Record<TableName, string>>;

/** The snapshot's files as views, and its feeds and their silences as tables. */
function viewsSql(snapshot: Snapshot): string {
  const feeds = snapshot.feeds().filter(({ configured }) => configured);
  const names = feeds.map(({ feed_no, seller }) => `(${feed_no}::usmallint, ${literal(seller)})`);
  const gaps = feeds.flatMap(({ feed_no, gaps: silences }) =>
    silences.map(({ from, to }) => `(${feed_no}::usmallint, ${from}::bigint, ${to}::bigint)`),
  );
  const optional = Object.entries(OPTIONAL_TABLES).map(([table, columns]) => {
    const files = snapshot.files(table as keyof typeof OPTIONAL_TABLES);
    return files.length > 0
      ? `create temp view ${table} as from read_parquet(${fileList(files)});`
      : `create temp table ${table} (${columns});`;
  });
  return `create temp table feed_names as from (values ${names.join(', ')}) as t(feed_no, seller);
    create temp table gaps as from (values ${[...gaps, '(null, null, null)'].join(', ')}) as t(feed_no, from_at, to_at);
    create temp view change_points as ${changePointsSql(snapshot.files('changes'))};
    create temp view catalogue as ${snapshot.catalogueRowsSql()};
    create temp view assignments as from read_parquet(${fileList(snapshot.files('assignments'))});
    ${optional.join(' ')}`;
}
