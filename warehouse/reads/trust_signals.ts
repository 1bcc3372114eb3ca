import { parseId } from '../../pipelines/domain/key.ts';
import type { OfferSignals } from '../../pipelines/domain/risk/offer_risk.ts';
import { rankPercentile } from '../../pipelines/domain/trust/rank_percentile.ts';
import { changePointsSql } from '../change_points.ts';
import { Database, fileList, literal, loadSql } from '../database.ts';
import type { Snapshot } from './snapshot.ts';

/** How far back prices and listings of a seller are looked at. */
export const SIGNAL_DAYS = 90;
const DAY_SECONDS = 86_400;
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

interface OfferRow extends OfferSignals {
  listing_key: string;
}

const NO_SIGNALS: OfferSignals = { has_restricted_code: false, sku_reused_at: null, match_degraded_at: null };

const sql = (name: string): string => loadSql(import.meta.url, `./sql/${name}.sql`);

/** What histories, codes and runs tell of sellers and offers; read from the snapshot's files when it is first asked for. */
export class TrustSignals implements Disposable {
  readonly #sellers: ReadonlyMap<string, SellerSignals>;
  readonly #offers: ReadonlyMap<bigint, OfferSignals>;

  private constructor(
    sellers: ReadonlyMap<string, SellerSignals>,
    offers: ReadonlyMap<bigint, OfferSignals>,
  ) {
    this.#sellers = sellers;
    this.#offers = offers;
  }

  /** For `snapshot.hold`. Nothing is known where the snapshot has no files. */
  static readonly open = async (snapshot: Snapshot): Promise<TrustSignals> => {
    if (snapshot.files('changes').length === 0) return new TrustSignals(new Map(), new Map());
    await using database = await Database.open({ memoryLimit: MEMORY, spill: '', threads: 1 });
    await database.script('open histories', viewsSql(snapshot));
    const now = Math.ceil(Date.parse(snapshot.as_of) / 1000);
    const window = { now, from: now - SIGNAL_DAYS * DAY_SECONDS, currency: snapshot.currency };
    const sellers = await database.rows<SellerRow>('read sellers', sql('seller_signals'), window);
    const brands = await database.rows<BrandRow>('read brands', sql('seller_brands'));
    const offers = await database.rows<OfferRow>('read offers', sql('offer_signals'));
    return new TrustSignals(
      sellersOf(sellers, brands),
      new Map(offers.map(({ listing_key, ...signals }) => [BigInt(listing_key), signals])),
    );
  };

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

function sellersOf(rows: readonly SellerRow[], brands: readonly BrandRow[]): Map<string, SellerSignals> {
  const volatilities = rows.flatMap(({ volatility }) => volatility ?? []);
  const bySeller = Map.groupBy(brands, ({ seller }) => seller);
  return new Map(
    rows.map(({ seller, priced_listings, usual_sale, ...row }) => [
      seller,
      {
        ...row,
        volatility_percentile: row.volatility === null ? null : rankPercentile(row.volatility, volatilities),
        usual_sale: priced_listings < LEAST_LISTINGS ? 0 : (usual_sale ?? 0),
        brands: (bySeller.get(seller) ?? []).map(({ brand, brand_key, listings }) => ({
          brand,
          brand_key,
          listings,
        })),
      },
    ]),
  );
}

/** The snapshot's files as views, and its feeds and their silences as tables. */
function viewsSql(snapshot: Snapshot): string {
  const feeds = snapshot.feeds().filter(({ configured }) => configured);
  const names = feeds.map(({ feed_no, seller }) => `(${feed_no}::usmallint, ${literal(seller)})`);
  const gaps = feeds.flatMap(({ feed_no, gaps: silences }) =>
    silences.map(({ from, to }) => `(${feed_no}::usmallint, ${from}::bigint, ${to}::bigint)`),
  );
  const events = snapshot.files('events');
  const generations = snapshot.files('generations');
  return `create temp table feed_names as from (values ${names.join(', ')}) as t(feed_no, seller);
    create temp table gaps as from (values ${[...gaps, '(null, null, null)'].join(', ')}) as t(feed_no, from_at, to_at);
    create temp view change_points as ${changePointsSql(snapshot.files('changes'))};
    create temp view catalogue as ${snapshot.catalogueRowsSql()};
    create temp view generations as ${
      generations.length > 0
        ? `from read_parquet(${fileList(generations)})`
        : 'select null::ubigint as listing_key, null::timestamp as from_at where false'
    };
    create temp view events as ${
      events.length > 0
        ? `from read_parquet(${fileList(events)})`
        : 'select null::ubigint as listing_key, null::varchar as type, null::timestamp as created_at where false'
    };`;
}
