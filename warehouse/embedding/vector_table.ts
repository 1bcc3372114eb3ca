import { readFileSync } from 'node:fs';
import { dotOf, longestOf, quantise, sameModel, type Vector } from './vector.ts';

const PAGE = 65_536;
/** Rows scored in one call: their dots stay in the first-level cache. */
const BLOCK = 2048;
/** Threads that may scan one table at a time, each in a slot of its own: query, list and dots. */
const SLOTS = 16;
const SLOT_BYTES = PAGE / 2;
const LIST_AT = 4 * 1024 * 2;
const DOTS_AT = LIST_AT + BLOCK * 4;
const ROWS_AT = SLOTS * SLOT_BYTES;
/** Longest vector: its 16-bit copy must fit before the list. */
const MOST_DIMS = LIST_AT / 2;
/** What is multiplied at a time. */
const STEP = 16;
const REST_BYTES = 2;
/** Behind the rows. */
const restsAt = (dims: number, count: number) => ROWS_AT + count * dims;
/** No dot product is less. */
const LEAST_DOT = -(2 ** 31);

interface Scan {
  nearer(
    query: number,
    row: number,
    count: number,
    dims: number,
    least: number,
    places: number,
    out: number,
    begin: number,
    rests: number,
    rest: number,
  ): number;
  rests(row: number, count: number, dims: number, begin: number, out: number): void;
  listed(query: number, base: number, list: number, count: number, dims: number, out: number): void;
}

let compiled: WebAssembly.Module | undefined;
const scanModule = () =>
  (compiled ??= new WebAssembly.Module(readFileSync(new URL('scan.wasm', import.meta.url))));

/** A row found: its number, and its dot product with the query (`cosineOf`). */
export interface Hit {
  row: number;
  dot: number;
}

/** What another thread needs to scan the same table; it can be posted to a worker. */
export interface SharedVectors {
  model: string;
  dims: number;
  count: number;
  memory: WebAssembly.Memory;
  isSealed: boolean;
}

/** Rows of int8 vectors of one model in shared memory, scanned exactly. 4 GiB at most: 16 million rows of 256. */
export class VectorTable {
  readonly model: string;
  readonly dims: number;
  readonly count: number;
  readonly memory: WebAssembly.Memory;
  /** All rows, `dims` bytes each: fill them once, before the first scan. */
  readonly rows: Int8Array;
  readonly #scan: Scan;
  readonly #slot: number;
  readonly #query: Int16Array;
  readonly #list: Uint32Array;
  readonly #dots: Int32Array;
  /** How many numbers of a row are looked at first, and where it is written how long the rest of each row is. */
  readonly #begin: number;
  readonly #restsAt: number;
  #isSealed: boolean;

  private constructor({ model, dims, count, memory, isSealed }: SharedVectors, slot: number) {
    if (!Number.isInteger(slot) || slot < 0 || slot >= SLOTS)
      throw new RangeError(`Slot ${slot}: a table has slots 0 to ${SLOTS - 1}, one a thread.`);
    this.model = model;
    this.dims = dims;
    this.count = count;
    this.memory = memory;
    this.rows = new Int8Array(memory.buffer, ROWS_AT, count * dims);
    this.#begin = dims < 2 * STEP ? dims : Math.floor(dims / (2 * STEP)) * STEP;
    this.#restsAt = restsAt(dims, count);
    this.#isSealed = isSealed;
    this.#slot = slot * SLOT_BYTES;
    this.#query = new Int16Array(memory.buffer, this.#slot, dims);
    this.#list = new Uint32Array(memory.buffer, this.#slot + LIST_AT, BLOCK);
    this.#dots = new Int32Array(memory.buffer, this.#slot + DOTS_AT, BLOCK);
    const instance = new WebAssembly.Instance(scanModule(), { vectors: { memory } });
    this.#scan = instance.exports as unknown as Scan;
  }

  /** An empty table (all rows zero). Throws RangeError where `dims` is no multiple of 16 or the rows exceed 4 GiB. */
  static create(model: string, dims: number, count: number): VectorTable {
    if (!Number.isInteger(dims / 16) || dims <= 0 || dims > MOST_DIMS)
      throw new RangeError(`Vectors of ${dims} numbers: a table takes multiples of 16 up to ${MOST_DIMS}.`);
    const pages = Math.ceil((restsAt(dims, count) + count * REST_BYTES) / PAGE);
    if (pages > 65_536)
      throw new RangeError(`${count} vectors of ${dims} bytes exceed the 4 GiB of one table.`);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    return new VectorTable({ model, dims, count, memory, isSealed: false }, 0);
  }

  /** The table of another thread. Every thread takes a slot of its own (0 is the creator's). */
  static attach(shared: SharedVectors, slot: number): VectorTable {
    return new VectorTable(shared, slot);
  }

  get shared(): SharedVectors {
    const { model, dims, count, memory } = this;
    return { model, dims, count, memory, isSealed: this.#isSealed };
  }

  /**
   * Says that no row will change any more, so that it can be written down how long the rest of each is behind its begin:
   * what cannot be near by that is left half way by later scans, of this thread and of those that attach from now on.
   */
  seal(): void {
    if (this.#isSealed) return;
    if (this.count > 0 && this.#begin < this.dims)
      this.#scan.rests(ROWS_AT, this.count, this.dims, this.#begin, this.#restsAt);
    this.#isSealed = true;
  }

  /**
   * The `most` rows nearest to a vector, best first and of equals the lower row first; of `candidates` alone where
   * given (row numbers, each once). Throws RangeError for a vector of another model or a row that is not there.
   */
  scan(query: Vector, most: number, candidates?: Uint32Array): Hit[] {
    if (candidates === undefined) return this.nearest(query, most);
    sameModel(query, this.model, this.dims);
    this.#query.set(query.values);
    const nearest = new Nearest(Math.min(most, candidates.length));
    if (most <= 0) return [];
    for (let from = 0; from < candidates.length; from += BLOCK) {
      const count = Math.min(BLOCK, candidates.length - from);
      this.#scoreListed(candidates.subarray(from, from + count));
      for (let at = 0; at < count; at++) {
        const dot = this.#dots[at] as number;
        if (dot >= nearest.least) nearest.offer(candidates[from + at] as number, dot);
      }
    }
    return nearest.ranked();
  }

  /** The dot products of these rows with a vector, in the order given. Throws RangeError as `scan` does. */
  dots(query: Vector, rows: Uint32Array): Float64Array {
    sameModel(query, this.model, this.dims);
    this.#query.set(query.values);
    const dots = new Float64Array(rows.length);
    for (let from = 0; from < rows.length; from += BLOCK) {
      const block = rows.subarray(from, from + BLOCK);
      this.#scoreListed(block);
      dots.set(this.#dots.subarray(0, block.length), from);
    }
    return dots;
  }

  /**
   * The `most` of all rows nearest to a vector whose dot product is at least `least`, in the same order. The fewer can
   * reach it, the less is done for each beside the product itself.
   */
  nearest(query: Vector, most: number, least = Number.NEGATIVE_INFINITY): Hit[] {
    sameModel(query, this.model, this.dims);
    this.#query.set(query.values);
    const nearest = new Nearest(Math.min(most, this.count), least);
    if (most <= 0) return [];
    const behind = query.values.subarray(this.#begin);
    const rest = Math.ceil(Math.sqrt(dotOf(behind, behind)));
    for (let from = 0; from < this.count; from += BLOCK) {
      const count = Math.min(BLOCK, this.count - from);
      const kept = this.#nearer(from, count, { least: nearest.least, rest });
      for (let at = 0; at < kept; at++) {
        const dot = this.#dots[at] as number;
        if (dot >= nearest.least) nearest.offer(from + (this.#list[at] as number), dot);
      }
    }
    return nearest.ranked();
  }

  /** What no row's dot product with a vector exceeds: rows are unit vectors as `quantise` rounds them. */
  mostOf({ values }: Vector): number {
    return Math.sqrt(dotOf(values, values)) * longestOf(this.dims);
  }

  /** The middle of some rows. */
  middleOf(rows: readonly number[]): Vector {
    const sum = new Float64Array(this.dims);
    for (const row of rows)
      for (let at = 0; at < this.dims; at++)
        sum[at] = (sum[at] as number) + (this.rows[row * this.dims + at] as number);
    return { model: this.model, values: quantise(sum) };
  }

  /** Of rows that follow one another those with such a dot: their places in `#list`, their dots in `#dots`. */
  #nearer(from: number, count: number, { least, rest }: { least: number; rest: number }): number {
    return this.#scan.nearer(
      this.#slot,
      ROWS_AT + from * this.dims,
      count,
      this.dims,
      Math.max(LEAST_DOT, Math.ceil(least)),
      this.#slot + LIST_AT,
      this.#slot + DOTS_AT,
      this.#isSealed ? this.#begin : this.dims,
      this.#restsAt + from * REST_BYTES,
      rest,
    );
  }

  #scoreListed(rows: Uint32Array): void {
    for (const row of rows)
      if (row >= this.count) throw new RangeError(`Row ${row} of ${this.count} vectors.`);
    this.#list.set(rows);
    this.#scan.listed(
      this.#slot,
      ROWS_AT,
      this.#slot + LIST_AT,
      rows.length,
      this.dims,
      this.#slot + DOTS_AT,
    );
  }
}

/** A heap of the best hits, the worst on top. */
class Nearest {
  /** What a hit must reach to be kept. */
  least: number;
  readonly #most: number;
  readonly #hits: Hit[] = [];

  constructor(most: number, least = Number.NEGATIVE_INFINITY) {
    this.#most = most;
    this.least = least;
  }

  offer(row: number, dot: number): void {
    const hits = this.#hits;
    const hit = { row, dot };
    if (hits.length < this.#most) {
      hits.push(hit);
      this.#rise(hits.length - 1);
    } else if (isWorse(hits[0] as Hit, hit)) {
      hits[0] = hit;
      this.#sink();
    }
    if (hits.length === this.#most) this.least = (hits[0] as Hit).dot;
  }

  ranked(): Hit[] {
    return this.#hits.sort((a, b) => b.dot - a.dot || a.row - b.row);
  }

  #rise(from: number): void {
    const hits = this.#hits;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isWorse(hits[at] as Hit, hits[parent] as Hit)) return;
      [hits[at], hits[parent]] = [hits[parent] as Hit, hits[at] as Hit];
      at = parent;
    }
  }

  #sink(): void {
    const hits = this.#hits;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= hits.length) return;
      const right = left + 1;
      const child = right < hits.length && isWorse(hits[right] as Hit, hits[left] as Hit) ? right : left;
      if (!isWorse(hits[child] as Hit, hits[at] as Hit)) return;
      [hits[at], hits[child]] = [hits[child] as Hit, hits[at] as Hit];
      at = child;
    }
  }
}

const isWorse = (a: Hit, b: Hit) => a.dot < b.dot || (a.dot === b.dot && a.row > b.row);
