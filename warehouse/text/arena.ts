import type { Column, ColumnType } from './array_file.ts';

const PAGE_BYTES = 65_536;
/** 4 GiB, as far as 32-bit addresses reach. */
const MOST_PAGES = 65_536;
const ALIGNMENT = 16;

/** Columns of a text file, which several snapshots may share, and what one snapshot adds and computes. */
export interface Arenas {
  columns: Arena;
  state: Arena;
}

/**
 * Memory that WebAssembly can address and threads can share, given out in arrays and never taken back: an index and
 * all that is computed over it. Arrays stay valid while it grows.
 */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });
  #used = 0;
  /** Growing makes a new buffer object over the same memory. */
  readonly #buffers = new WeakSet<ArrayBufferLike>();

  /** An array of zeros. Throws RangeError where the arena would exceed 4 GiB. */
  allocate<T extends Column>(type: ColumnType<T>, length: number): T {
    const offset = Math.ceil(this.#used / ALIGNMENT) * ALIGNMENT;
    const end = offset + length * type.BYTES_PER_ELEMENT;
    if (end > MOST_PAGES * PAGE_BYTES)
      throw new RangeError(`${length} more numbers exceed the 4 GiB that one text index may take`);
    const missing = Math.ceil(end / PAGE_BYTES) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) this.memory.grow(missing);
    this.#used = end;
    this.#buffers.add(this.memory.buffer);
    return new type(this.memory.buffer, offset, length);
  }

  /** The array itself where it lies in this arena, else a copy that does. */
  hold<T extends Column>(array: T): T {
    if (this.#buffers.has(array.buffer)) return array;
    const copy = this.allocate(array.constructor as unknown as ColumnType<T>, array.length);
    copy.set(array);
    return copy;
  }
}
