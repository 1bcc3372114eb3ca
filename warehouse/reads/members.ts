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

  /** Loads it from Parquet files of (product_no, listing_no) sorted by product and rank. */
  static async load(
    connection: DuckDBConnection,
    paths: readonly string[],
    { products, listings }: { products: number; listings: number },
  ): Promise<Members> {
    const starts = new Uint32Array(products + 1);
    const listingNos = new Int32Array(listings);
    let filled = 0;
    let product = 0;
    await readColumns(
      connection,
      `select product_no, listing_no from read_parquet(${fileList(paths)})`,
      ([nos, numbers], count) => {
        if (!(nos instanceof Int32Array) || !(numbers instanceof Int32Array) || filled + count > listings)
          throw new Error(
            `the member files do not hold the ${listings} rows of (integer, integer) that the manifest names`,
          );
        for (let row = 0; row < count; row++) {
          const no = nos[row] as number;
          if (no < product || no >= products)
            throw new Error(`the member files are not sorted (product ${no} after ${product})`);
          while (product < no) starts[++product] = filled + row;
        }
        listingNos.set(numbers.subarray(0, count), filled);
        filled += count;
      },
    );
    if (filled !== listings)
      throw new Error(`the member files hold ${filled} rows, the manifest says ${listings}`);
    starts.fill(filled, product + 1);
    return new Members(starts, listingNos);
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
