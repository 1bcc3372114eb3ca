import type { DuckDBValue } from '@duckdb/node-api';
import type { Database } from '../../../warehouse/database.ts';
import type { ClusterRecord } from '../titles/decide/clusters.ts';
import { Views } from './views.ts';

/** The titles that the records of a catalogue are known by, by place: their rank by the key of the listing that has each. */
export class TitleRecords {
  readonly #sellers: readonly string[];
  /** Ascending. */
  readonly keys: BigUint64Array;
  /** Hash of what the matcher reads of each. */
  readonly fingerprints: BigUint64Array;
  /** 0 for none: a variant key is never 0. */
  readonly #variants: BigUint64Array;
  readonly #sellerNos: Uint16Array;
  /** Sellers of the record at place p: `#carrier[#carrierStart[p]]` up to `#carrierStart[p + 1]`. */
  readonly #carrierStart: Uint32Array;
  readonly #carrier: Uint16Array;
  /** 1 for a listing that no code places. */
  readonly untied: Uint8Array;
  /** 1 for what a GTIN names, so that another GTIN is known to be another item. */
  readonly #named: Uint8Array;
  readonly views: Views;

  private constructor(
    sellers: readonly string[],
    columns: {
      keys: BigUint64Array;
      fingerprints: BigUint64Array;
      variants: BigUint64Array;
      sellers: Uint16Array;
      named: Uint8Array;
    },
    carriers: { start: Uint32Array; carrier: Uint16Array },
  ) {
    this.#sellers = sellers;
    this.keys = columns.keys;
    this.fingerprints = columns.fingerprints;
    this.#variants = columns.variants;
    this.#sellerNos = columns.sellers;
    this.#named = columns.named;
    this.#carrierStart = carriers.start;
    this.#carrier = carriers.carrier;
    this.untied = new Uint8Array(new SharedArrayBuffer(columns.keys.length));
    columns.variants.forEach((variant, place) => {
      this.untied[place] = variant === 0n ? 1 : 0;
    });
    this.views = new Views(headsOf(columns.variants));
  }

  /** Reads `title_members` and `title_records`. */
  static async read(database: Database, count: number): Promise<TitleRecords> {
    const names = await database.rows<{ seller: string }>(
      'list sellers',
      'select distinct seller from feed_names order by seller',
    );
    const sellers = names.map(({ seller }) => seller);
    const numbered = `select views.listing_key, views.has_gtin, title_members.variant_key, (rank_of.no)::usmallint as seller_no from title_members as views
      join title_members using (record_key)
      join feed_names on feed_names.feed_no = title_members.feed_no
      join (select seller, row_number() over (order by seller) - 1 as no from (select distinct seller from feed_names)) as rank_of using (seller)
      where views.is_view`;
    const keys = new BigUint64Array(count);
    const variants = new BigUint64Array(count);
    const sellerNos = new Uint16Array(count);
    const named = new Uint8Array(count);
    const start = new Uint32Array(count + 1);
    let carrier = new Uint16Array(count * 2);
    let place = -1;
    let carried = 0;
    const sql = `select listing_key, coalesce(variant_key, 0), seller_no, has_gtin from (${numbered}) order by listing_key, seller_no`;
    for await (const [key, variant, seller, hasGtin] of streamed(database, sql)) {
      if (place < 0 || keys[place] !== key) {
        place++;
        keys[place] = key as bigint;
        variants[place] = variant as bigint;
        sellerNos[place] = seller as number;
        named[place] = hasGtin ? 1 : 0;
        start[place] = carried;
      }
      if (carried === carrier.length) {
        const larger = new Uint16Array(carrier.length * 2 + 16);
        larger.set(carrier);
        carrier = larger;
      }
      carrier[carried++] = seller as number;
      start[place + 1] = carried;
    }
    const fingerprints = await readFingerprints(database, count);
    return new TitleRecords(
      sellers,
      { keys, fingerprints, variants, sellers: sellerNos, named },
      { start, carrier },
    );
  }

  get count(): number {
    return this.keys.length;
  }

  at(place: number): ClusterRecord {
    const variant = this.#variants[place] as bigint;
    return {
      key: this.keys[place] as bigint,
      seller: this.#sellers[this.#sellerNos[place] as number] as string,
      variant_key: variant === 0n ? null : variant,
    };
  }

  /** By seller, how many of its listings no code places. */
  looking(): Map<string, number> {
    const counts = new Map<string, number>();
    for (let place = 0; place < this.count; place++) {
      if (this.untied[place] === 0) continue;
      const seller = this.#sellers[this.#sellerNos[place] as number] as string;
      counts.set(seller, (counts.get(seller) ?? 0) + 1);
    }
    return counts;
  }

  /** Whether a seller carries a record. */
  carries(place: number, seller: string): boolean {
    for (let at = this.#carrierStart[place] as number; at < (this.#carrierStart[place + 1] as number); at++)
      if (this.#sellers[this.#carrier[at] as number] === seller) return true;
    return false;
  }

  /** Whether a GTIN names a record: then a listing with another GTIN is another item. */
  isNamed(place: number): boolean {
    return this.#named[place] === 1;
  }

  /** How many sellers carry a record. */
  sellersOf(place: number): number {
    return (this.#carrierStart[place + 1] as number) - (this.#carrierStart[place] as number);
  }

  /** Whether some seller carries both. */
  share(x: number, y: number): boolean {
    for (let a = this.#carrierStart[x] as number; a < (this.#carrierStart[x + 1] as number); a++)
      for (let b = this.#carrierStart[y] as number; b < (this.#carrierStart[y + 1] as number); b++)
        if (this.#carrier[a] === this.#carrier[b]) return true;
    return false;
  }

  /** The place of a record, or -1. */
  placeOf(key: bigint): number {
    let low = 0;
    let high = this.keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.keys[middle] as bigint;
      if (found === key) return middle;
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** First place of the record of each place: those of one variant are one record. */
function headsOf(variants: BigUint64Array): Uint32Array {
  const heads = new Uint32Array(new SharedArrayBuffer(4 * variants.length));
  const first = new Map<bigint, number>();
  variants.forEach((variant, place) => {
    const head = variant === 0n ? place : (first.get(variant) ?? place);
    if (head === place && variant !== 0n) first.set(variant, place);
    heads[place] = head;
  });
  return heads;
}

async function readFingerprints(database: Database, count: number): Promise<BigUint64Array> {
  const fingerprints = new BigUint64Array(count);
  let place = 0;
  for await (const [fingerprint] of streamed(
    database,
    'select fingerprint from title_records order by listing_key',
  ))
    fingerprints[place++] = fingerprint as bigint;
  if (place !== count) throw new Error(`${place} records were read of ${count}`);
  return fingerprints;
}

async function* streamed(database: Database, sql: string): AsyncGenerator<DuckDBValue[]> {
  const result = await database.stream('read title records', sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    yield* chunk.getRows();
  }
}
