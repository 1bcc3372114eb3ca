import type { DuckDBConnection } from '@duckdb/node-api';
import type { Key } from '../../pipelines/domain/key.ts';
import { fileList } from '../database.ts';
import { readColumns } from './column.ts';

/**
 * All keys that lead to a product, in typed arrays: sorted 64-bit keys beside product numbers, 12 bytes each,
 * with a directory over the leading bits so that a lookup compares a handful of keys. Measured against DuckDB's
 * own index: about 1 µs instead of 0.5 ms, which is what lets bulk match take 10,000 rows at once.
 */
export class KeyIndex {
  /** Key i is words[2i] (low half) and words[2i + 1] (high half). */
  readonly #words: Uint32Array;
  readonly #productNos: Int32Array;
  /** First position whose high half, shifted, is at least this slot. */
  readonly #directory: Uint32Array;
  readonly #shift: number;

  private constructor(words: Uint32Array, productNos: Int32Array) {
    this.#words = words;
    this.#productNos = productNos;
    const bits = Math.max(1, Math.min(24, Math.ceil(Math.log2(productNos.length + 1)) - 2));
    this.#shift = 32 - bits;
    this.#directory = directoryOf(words, productNos.length, bits);
  }

  /** Loads it from Parquet files of (key, product_no) sorted by key. */
  static async load(connection: DuckDBConnection, paths: readonly string[], rows: number): Promise<KeyIndex> {
    const words = new Uint32Array(rows * 2);
    const productNos = new Int32Array(rows);
    let filled = 0;
    await readColumns(
      connection,
      `select key, product_no from read_parquet(${fileList(paths)})`,
      ([keys, nos], count) => {
        if (!(keys instanceof BigUint64Array) || !(nos instanceof Int32Array) || filled + count > rows)
          throw new Error(
            `the key files do not hold the ${rows} rows of (ubigint, integer) that the manifest names`,
          );
        words.set(new Uint32Array(keys.buffer, keys.byteOffset, count * 2), filled * 2);
        productNos.set(nos.subarray(0, count), filled);
        filled += count;
      },
    );
    if (filled !== rows) throw new Error(`the key files hold ${filled} rows, the manifest says ${rows}`);
    return new KeyIndex(words, productNos);
  }

  get size(): number {
    return this.#productNos.length;
  }

  /** The product number of a key, or -1. */
  find(key: Key): number {
    const low = Number(key & 0xffffffffn);
    const high = Number(key >> 32n);
    const slot = high >>> this.#shift;
    let from = this.#directory[slot] as number;
    let to = this.#directory[slot + 1] as number;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const middleHigh = this.#words[2 * middle + 1] as number;
      const before = middleHigh < high || (middleHigh === high && (this.#words[2 * middle] as number) < low);
      if (before) from = middle + 1;
      else to = middle;
    }
    const found = from < this.size && this.#words[2 * from] === low && this.#words[2 * from + 1] === high;
    return found ? (this.#productNos[from] as number) : -1;
  }
}

function directoryOf(words: Uint32Array, count: number, bits: number): Uint32Array {
  const directory = new Uint32Array(2 ** bits + 1);
  const shift = 32 - bits;
  let slot = 0;
  let lastHigh = 0;
  let lastLow = 0;
  for (let index = 0; index < count; index++) {
    const high = words[2 * index + 1] as number;
    const low = words[2 * index] as number;
    if (high < lastHigh || (high === lastHigh && low < lastLow))
      throw new Error(`the key files are not sorted (row ${index}); run \`commerce-index rebuild\``);
    lastHigh = high;
    lastLow = low;
    while (slot <= high >>> shift) directory[slot++] = index;
  }
  directory.fill(count, slot);
  return directory;
}
