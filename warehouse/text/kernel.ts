import { readFileSync } from 'node:fs';
import type { Arena } from './arena.ts';
import type { KernelExports } from './kernel_exports.ts';
import type { OfferColumns } from './offers.ts';

/** A term's postings in the arena of the columns: byte offsets, how many they are, what their impacts are multiplied by. */
export interface List {
  docs: number;
  impacts: number;
  count: number;
  step: number;
}

/** What a query sums up, in the arena of the state. */
export interface Sums {
  /** By product: the sum so far, shifted above the bits of the words it has. */
  cells: Int32Array;
  /** By product: the current word's share of the sum, while a word has several variants. */
  shares: Int32Array;
  /** The products found; one place longer than there are products, for the kernel may write one beyond. */
  touched: Uint32Array;
}

/** Products, the first `count` of an array. */
export interface Found {
  products: Uint32Array;
  count: number;
}

/** How far products were gone through, and how many of them are kept. */
export interface Judging {
  index: number;
  kept: number;
}

/** What a score must exceed, or equal where its product is less than `before`; no cell below `least` does. */
export interface Reach {
  least: number;
  worst: number;
  before: number;
}

let compiled: WebAssembly.Module | undefined;

/**
 * The functions of `kernel.wat`, which says what they do, over arrays instead of addresses. Those that narrow products
 * write them back where they were and return how many are left.
 */
export class Kernel {
  readonly #exports: KernelExports;

  /** One over two arenas; one that only narrows selections has no columns. */
  constructor(state: Arena, columns: Arena = state) {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('kernel.wasm', import.meta.url)));
    const instance = new WebAssembly.Instance(compiled, {
      text: { columns: columns.shared.memory, state: state.shared.memory },
    });
    this.#exports = instance.exports as unknown as KernelExports;
  }

  /** The first list of a query, or what of it lies in a block: its products are found behind `found` others. */
  begin({ docs, impacts, count, step }: List, { cells, touched }: Sums, found: number): void {
    const at = touched.byteOffset + found * touched.BYTES_PER_ELEMENT;
    this.#exports.begin(docs, impacts, count, step, cells.byteOffset, at);
  }

  /** A further variant of a query's first word; returns how many products are found with it, of `found` before. */
  addFirst({ docs, impacts, count, step }: List, { cells, touched }: Sums, found: number): number {
    return this.#exports.addFirst(docs, impacts, count, step, cells.byteOffset, touched.byteOffset, found);
  }

  /** A variant that is not its word's last; returns how many products are found with it, of `found` before. */
  addBest({ docs, impacts, count, step }: List, flag: number, sums: Sums, found: number): number {
    const [cells, shares, touched] = addresses(sums);
    return this.#exports.addBest(docs, impacts, count, step, flag, cells, shares, touched, found);
  }

  /** A word's last variant; returns how many products are found with it, of `found` before. */
  addLast({ docs, impacts, count, step }: List, flag: number, sums: Sums, found: number): number {
    const [cells, shares, touched] = addresses(sums);
    return this.#exports.addLast(docs, impacts, count, step, flag, cells, shares, touched, found);
  }

  /** A variant of a word that finds nothing of its own. */
  refine({ docs, impacts, count, step }: List, flag: number, { cells, shares }: Sums): void {
    this.#exports.refine(docs, impacts, count, step, flag, cells.byteOffset, shares.byteOffset);
  }

  /** The same for a word's only variant, where many products are found. */
  refineMany({ docs, impacts, count, step }: List, flag: number, { cells }: Sums): void {
    this.#exports.refineMany(docs, impacts, count, step, flag, cells.byteOffset);
  }

  /** The same where few are found: those from a place on. */
  lookUp(
    { docs, impacts, count, step }: List,
    flag: number,
    sums: Sums,
    found: { from: number; count: number },
  ): void {
    const [cells, shares, touched] = addresses(sums);
    const at = touched + found.from * sums.touched.BYTES_PER_ELEMENT;
    this.#exports.lookUp(at, found.count, docs, impacts, count, step, flag, cells, shares);
  }

  /** Sets all cells to 0: several times faster than `fill`, which asks of shared memory number by number. */
  clearAll({ byteOffset, byteLength }: Int32Array): void {
    this.#exports.clearAll(byteOffset, byteLength);
  }

  /** Sets the cells of these products to 0. */
  clear({ products, count }: Found, cells: Int32Array): void {
    this.#exports.clear(products.byteOffset, count, cells.byteOffset);
  }

  /** Writes down the products below `size` that are 1 in `live`. */
  living(size: number, live: Uint8Array, kept: Uint32Array): number {
    return this.#exports.living(size, live.byteOffset, kept.byteOffset);
  }

  /**
   * Writes down the products found that are 1 in `live`: from the begin of `kept` those that `levels` says 1 of, from its
   * end downwards those that it says 2 of. Returns how many there are of both.
   */
  matching(
    { products, count, cells, levels }: Found & { cells: Int32Array; levels: Uint8Array },
    live: Uint8Array,
    kept: Uint32Array,
  ): [enough: number, further: number] {
    const back = kept.byteOffset + kept.byteLength - kept.BYTES_PER_ELEMENT;
    const { byteOffset: at } = products;
    return this.#exports.matching(
      at,
      count,
      cells.byteOffset,
      levels.byteOffset,
      live.byteOffset,
      kept.byteOffset,
      back,
    );
  }

  /** Writes down the products found that are 1 in `live`. */
  alive({ products, count }: Found, live: Uint8Array, kept: Uint32Array): number {
    return this.#exports.alive(products.byteOffset, count, live.byteOffset, kept.byteOffset);
  }

  /** Keeps those whose value is at least `from` and below `to`. */
  within({ products, count }: Found, values: Int32Array, { from, to }: { from: number; to: number }): number {
    const { byteOffset: at } = products;
    return this.#exports.within(at, count, values.byteOffset, from, Math.max(0, to - from), at);
  }

  /** Keeps those whose value has one of the bits. */
  having({ products, count }: Found, values: Int32Array, bits: number): number {
    const { byteOffset: at } = products;
    return this.#exports.having(at, count, values.byteOffset, bits, at);
  }

  /** Keeps those with an offer of a seller that is 1 in `wanted`, of at most `most` and no worse stock than `stockMost`. */
  offering(
    { products, count }: Found,
    { firsts, sellerNos, costs, stock }: OfferColumns,
    { wanted, most, stockMost }: { wanted: Uint8Array; most: number; stockMost: number },
  ): number {
    const { byteOffset: at } = products;
    return this.#exports.offering(
      at,
      count,
      firsts.byteOffset,
      sellerNos.byteOffset,
      costs.byteOffset,
      stock.byteOffset,
      wanted.byteOffset,
      most,
      stockMost,
      at,
    );
  }

  /**
   * Goes on from a place: keeps those whose value in a column has a 2 in `verdicts`, leaves those out whose has a 1, and
   * ends before the first that has a 0.
   */
  judged(
    { products, count }: Found,
    { index, kept }: Judging,
    column: Uint16Array | Uint32Array,
    verdicts: Uint8Array,
  ): Judging {
    const isWide = column.BYTES_PER_ELEMENT === Uint32Array.BYTES_PER_ELEMENT ? 1 : 0;
    const { byteOffset: at } = products;
    const [place, now] = this.#exports.judged(
      at,
      index,
      count,
      kept,
      column.byteOffset,
      isWide,
      verdicts.byteOffset,
    );
    return { index: place, kept: now };
  }

  /**
   * Counts products by what `numbers` says of them, and by seller; returns how many have an offer of stock 0.
   * `metWith` is scratch memory, by seller, of which no value may be a product's number.
   */
  tally(
    { products, count }: Found,
    numbers: { category: Int32Array; brand: Int32Array },
    { firsts, sellerNos, stock }: OfferColumns,
    into: { category: Int32Array; brand: Int32Array; seller: Int32Array; metWith: Int32Array },
  ): number {
    return this.#exports.tally(
      products.byteOffset,
      count,
      numbers.category.byteOffset,
      numbers.brand.byteOffset,
      firsts.byteOffset,
      sellerNos.byteOffset,
      stock.byteOffset,
      into.category.byteOffset,
      into.brand.byteOffset,
      into.seller.byteOffset,
      into.metWith.byteOffset,
    );
  }

  /** The first place from `index` on whose product reaches, or `count`. */
  reaching(
    { products, count }: Found,
    index: number,
    { cells, factors }: { cells: Int32Array; factors: Float64Array },
    { least, worst, before }: Reach,
  ): number {
    return this.#exports.reaching(
      products.byteOffset,
      index,
      count,
      cells.byteOffset,
      factors.byteOffset,
      least,
      worst,
      before,
    );
  }
}

function addresses({ cells, shares, touched }: Sums): [cells: number, shares: number, touched: number] {
  return [cells.byteOffset, shares.byteOffset, touched.byteOffset];
}
