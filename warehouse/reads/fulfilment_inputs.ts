import { timeZoneOf } from '../../pipelines/domain/business_days.ts';
import { isTimeZone } from '../../pipelines/domain/cutoff.ts';
import type { Origin } from '../../pipelines/domain/delivery_estimate.ts';
import type { Coordinates } from '../../pipelines/domain/great_circle.ts';
import { inputColumns } from '../../pipelines/domain/inputs/input.ts';
import { inputOf, type TabledKind } from '../../pipelines/domain/inputs/kinds.ts';
import type { LocalStock } from '../../pipelines/domain/local_stock.ts';
import type { ReturnStatement } from '../../pipelines/domain/return_terms.ts';
import type { ShippingRate, TransitTime } from '../../pipelines/domain/shipping_rate.ts';
import { Database, fileList, identifier, loadSql, type SqlParameters } from '../database.ts';
import { type PostalCodes, postalCodesOf } from '../places/postal_codes.ts';
import { type KeptDelivery, SellerHistories } from './delivery_histories.ts';
import type { Snapshot } from './snapshot.ts';

const MEMORY = '512MiB';
/** What is read is bounded; nothing is spilled. */
const SPILL = '';
/** Deliveries of one seller that are learned from. */
const MOST_DELIVERIES = 60_000;
const KINDS = [
  'shipping_rates',
  'transit_times',
  'deliveries',
  'stores',
  'local_inventory',
  'return_terms',
] as const satisfies readonly TabledKind[];

/** How a seller delivers. */
export interface SellerShipping {
  rates: readonly ShippingRate[];
  transitTimes: readonly TransitTime[];
  histories: SellerHistories;
}

/** What a store has of a listing. */
export interface StoreStock extends LocalStock {
  seller: string;
  sku: string;
  /** Of the store. */
  name: string;
  /** Null where its place is not known. */
  coordinates: Coordinates | null;
  /** Its price there in minor units of `currency`; null where the feed states none. */
  price_minor: number | null;
  currency: string | null;
  /** As the feed says; `none` where it cannot be collected. */
  pickup_sla: string | null;
}

type RateRow = Omit<ShippingRate, 'origin'> & { origin_postal_code: string | null; time_zone: string | null };
type DeliveryRow = Omit<KeptDelivery, 'destination'> & { postal_code: string | null; country: string | null };
type StockRow = Omit<StoreStock, 'coordinates'> & {
  latitude: number | null;
  longitude: number | null;
  postal_code: string | null;
  country: string | null;
};

const sql = (name: string): string => loadSql(import.meta.url, `./sql/${name}.sql`);

/** What sellers' feeds say of delivery, stores and returns; read from the snapshot's tables when it is asked for. */
export class FulfilmentInputs implements Disposable {
  /** Null where the snapshot has no such table. */
  readonly #database: Database | null;
  readonly #country: string;
  readonly #shipping = new Map<string, Promise<SellerShipping>>();
  readonly #terms = new Map<string, Promise<ReturnStatement[]>>();

  private constructor(database: Database | null, country: string) {
    this.#database = database;
    this.#country = country;
  }

  /** For `snapshot.hold`. A table that the snapshot has not is empty. */
  static readonly open = async (snapshot: Snapshot): Promise<FulfilmentInputs> => {
    if (KINDS.every((kind) => snapshot.files(`input_${kind}`).length === 0))
      return new FulfilmentInputs(null, snapshot.country);
    const database = await Database.open({ memoryLimit: MEMORY, spill: SPILL, threads: 1 });
    await database.script('open inputs', KINDS.map((kind) => viewSql(kind, snapshot)).join('\n'));
    return new FulfilmentInputs(database, snapshot.country);
  };

  /** How a seller delivers, with all that its deliveries teach. */
  shippingOf(seller: string): Promise<SellerShipping> {
    return remembered(this.#shipping, seller, () => this.#readShipping(seller));
  }

  /** What a seller states on returns. */
  returnTermsOf(seller: string): Promise<ReturnStatement[]> {
    return remembered(this.#terms, seller, () =>
      this.#rows<ReturnStatement>('read return terms', 'return_terms', { seller }),
    );
  }

  /** What stores have of these listings. */
  async stockOf(listings: readonly { seller: string; sku: string }[]): Promise<StoreStock[]> {
    const wanted = JSON.stringify(listings.map(({ seller, sku }) => ({ seller, sku })));
    const rows = await this.#rows<StockRow>('read local stock', 'local_stock', { wanted });
    const codes = await this.#postalCodes(rows.map(({ country }) => country));
    return rows.map(({ latitude, longitude, postal_code, country, ...stock }) => ({
      ...stock,
      coordinates:
        latitude !== null && longitude !== null
          ? { latitude, longitude }
          : (codes.get(country ?? this.#country)?.find(postal_code ?? '')?.coordinates ?? null),
    }));
  }

  /** How many of these listings each seller's stores have together, by seller; sellers whose stores count none are left out. */
  async countedStock(listings: readonly { seller: string; sku: string }[]): Promise<Map<string, number>> {
    const wanted = JSON.stringify(listings.map(({ seller, sku }) => ({ seller, sku })));
    const rows = await this.#rows<StockRow>('read local stock', 'local_stock', { wanted });
    const counted = new Map<string, number>();
    for (const { seller, quantity } of rows)
      if (quantity !== null) counted.set(seller, (counted.get(seller) ?? 0) + quantity);
    return counted;
  }

  async #readShipping(seller: string): Promise<SellerShipping> {
    const rows = await this.#rows<RateRow>('read rates', 'shipping_rates', { seller });
    const transitTimes = await this.#rows<TransitTime>('read transit', 'transit_times', {
      seller,
    });
    const kept = await this.#rows<DeliveryRow>('read deliveries', 'seller_deliveries', {
      seller,
      most: MOST_DELIVERIES,
    });
    if (rows.length === 0)
      return { rates: [], transitTimes, histories: await SellerHistories.learned([], transitTimes, []) };
    const codes = await this.#postalCodes(kept.map(({ country }) => country));
    const home = codes.get(this.#country) ?? null;
    const rates = rows.map(({ origin_postal_code, time_zone, country, ...rate }) => ({
      ...rate,
      country: country ?? this.#country,
      origin: originOf(origin_postal_code, time_zone, { country: this.#country, codes: home }),
    }));
    const deliveries = kept.map(({ postal_code, country, ...delivery }) => ({
      ...delivery,
      destination: placeOf(postal_code, country ?? this.#country, codes),
    }));
    return { rates, transitTimes, histories: await SellerHistories.learned(rates, transitTimes, deliveries) };
  }

  async #postalCodes(countries: readonly (string | null)[]): Promise<Map<string, PostalCodes | null>> {
    const asked = [...new Set([this.#country, ...countries.flatMap((country) => country ?? [])])];
    return new Map(
      await Promise.all(asked.map(async (country) => [country, await postalCodesOf(country)] as const)),
    );
  }

  #rows<T>(step: string, name: string, parameters: SqlParameters): Promise<T[]> {
    return this.#database?.rows<T>(step, sql(name), parameters) ?? Promise.resolve([]);
  }

  [Symbol.dispose](): void {
    void this.#database?.[Symbol.asyncDispose]();
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const have = known.get(key);
  if (have) return have;
  const value = read();
  known.set(key, value);
  // What failed is read again.
  value.catch(() => known.delete(key));
  return value;
}

function viewSql(kind: TabledKind, snapshot: Snapshot): string {
  const files = snapshot.files(`input_${kind}`);
  const head = { publisher: 'VARCHAR', feed: 'VARCHAR', as_of: 'TIMESTAMP', input_key: 'UBIGINT' };
  const columns = Object.entries({ ...head, ...inputColumns(inputOf(kind)) });
  const none = `select ${columns.map(([name, type]) => `null::${type} as ${identifier(name)}`).join(', ')} where false`;
  // By name, so that a table written before a field was added says null of it.
  const rows =
    files.length > 0 ? ` union all by name from read_parquet(${fileList(files)}, union_by_name = true)` : '';
  return `create temp view input_${kind} as ${none}${rows};`;
}

/** Where a rate leaves from, by the clocks it states, else those of the place; null where its postal code is not known. */
function originOf(
  postalCode: string | null,
  timeZone: string | null,
  { country, codes }: { country: string; codes: PostalCodes | null },
): Origin | null {
  const found = postalCode === null ? null : (codes?.find(postalCode) ?? null);
  if (codes && !found) return null;
  const region = found?.region ?? null;
  return {
    country,
    region,
    coordinates: found?.coordinates ?? null,
    time_zone: timeZone !== null && isTimeZone(timeZone) ? timeZone : timeZoneOf(country, region),
  };
}

function placeOf(
  postalCode: string | null,
  country: string,
  codes: ReadonlyMap<string, PostalCodes | null>,
): KeptDelivery['destination'] {
  const found = postalCode === null ? null : (codes.get(country)?.find(postalCode) ?? null);
  return {
    country,
    region: found?.region ?? null,
    postal_code: postalCode,
    coordinates: found?.coordinates ?? null,
  };
}
