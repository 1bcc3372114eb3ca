import type { DuckDBConnection } from '@duckdb/node-api';
import { fileList } from '../database.ts';
import { readColumns } from './column.ts';

/** The listings of each product, in typed arrays: product p's are numbers[starts[p] … starts[p + 1]). */
export class Members {
  readonly #starts: Uint32Array;
  readonly #listingNos: Int32Array;

  private constructor(starts: Uint32Array, listingNos: Int32Array) {
    this.#starts = starts;
    this.#listingNos = listingNos;
  }

  /** Loads it from Parquet files of (product_no, listing_no, rank) in any order. */
  static async load(
    connection: DuckDBConnection,
    paths: readonly string[],
    { products, listings }: { products: number; listings: number },
  ): Promise<Members> {
    const productNos = new Int32Array(listings);
    const listingNos = new Int32Array(listings);
    const naming = new Int32Array(products).fill(-1);
    let filled = 0;
    await readColumns(
      connection,
      `select product_no, listing_no, rank from read_parquet(${fileList(paths)})`,
      ([nos, numbers, ranks], count) => {
        if (
          !(nos instanceof Int32Array && numbers instanceof Int32Array && ranks instanceof Int32Array) ||
          filled + count > listings
        )
          throw new Error(
            `the member files do not hold the ${listings} rows of integers that the manifest names`,
          );
        productNos.set(nos.subarray(0, count), filled);
        listingNos.set(numbers.subarray(0, count), filled);
        for (let row = 0; row < count; row++)
          if (ranks[row] === 0) naming[nos[row] as number] = numbers[row] as number;
        filled += count;
      },
    );
    if (filled !== listings)
      throw new Error(`the member files hold ${filled} rows, the manifest says ${listings}`);
    return Members.#group(productNos, listingNos, naming);
  }

  /** Groups listings by product: the naming one first, the others by number. */
  static #group(productNos: Int32Array, listingNos: Int32Array, naming: Int32Array): Members {
    const starts = new Uint32Array(naming.length + 1);
    for (const no of productNos) {
      if (no < 0 || no >= naming.length)
        throw new Error(`the member files name product ${no} of ${naming.length}`);
      starts[no + 1]!++;
    }
    for (let no = 1; no < starts.length; no++) starts[no]! += starts[no - 1] as number;
    const next = starts.slice();
    const grouped = new Int32Array(listingNos.length);
    for (const [row, no] of productNos.entries()) grouped[next[no]!++] = listingNos[row] as number;
    for (const [no, first] of naming.entries()) {
      const members = grouped.subarray(starts[no], starts[no + 1]);
      const place = members.indexOf(first);
      if (place < 0)
        throw new Error(`product ${no} has no listing that names it; run \`commerce-index rebuild\``);
      if (members.length === 1) continue;
      members[place] = members[0] as number;
      members[0] = first;
      members.subarray(1).sort();
    }
    return new Members(starts, grouped);
  }

  get productCount(): number {
    return this.#starts.length - 1;
  }

  get listingCount(): number {
    return this.#listingNos.length;
  }

  /** Listing numbers of a product, the one that names it first. */
  listingsOf(productNo: number): Int32Array {
    if (!Number.isInteger(productNo) || productNo < 0 || productNo >= this.productCount)
      throw new RangeError(
        `there is no product number ${productNo} in this snapshot (0 to ${this.productCount - 1})`,
      );
    return this.#listingNos.subarray(this.#starts[productNo], this.#starts[productNo + 1]);
  }
}
