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

/** What another thread needs to work in the same arena; it can be posted to a worker. */
export interface SharedArena {
  memory: WebAssembly.Memory;
  used: BigUint64Array;
}

/**
 * Memory that WebAssembly can address and threads can share, given out in arrays and never taken back: an index and
 * all that is computed over it. Arrays stay valid while it grows, from whatever thread.
 */
export class Arena {
  readonly shared: SharedArena;
  /** Growing makes a new buffer object over the same memory. */
  readonly #buffers = new WeakSet<ArrayBufferLike>();

  /** An empty one, or that of another thread. */
  constructor(shared?: SharedArena) {
    this.shared = shared ?? {
      memory: new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true }),
      used: new BigUint64Array(new SharedArrayBuffer(8)),
    };
  }

  /** An array of zeros. Throws RangeError where the arena would exceed 4 GiB. */
  allocate<T extends Column>(type: ColumnType<T>, length: number): T {
    const bytes = Math.ceil((length * type.BYTES_PER_ELEMENT) / ALIGNMENT) * ALIGNMENT;
    const offset = Number(Atomics.add(this.shared.used, 0, BigInt(bytes)));
    if (offset + bytes > MOST_PAGES * PAGE_BYTES)
      throw new RangeError(`${length} more numbers exceed the 4 GiB that one text index may take`);
    this.#grow(offset + bytes);
    return this.#view(type, offset, length);
  }

  /** The array itself where it lies in this arena, else a copy that does. */
  hold<T extends Column>(array: T): T {
    if (this.#buffers.has(array.buffer)) return array;
    const copy = this.allocate(typeOf(array), array.length);
    copy.set(array);
    return copy;
  }

  /** An array of this arena that came from another thread. */
  adopt<T extends Column>(array: T): T {
    return this.#view(typeOf(array), array.byteOffset, array.length);
  }

  #view<T extends Column>(type: ColumnType<T>, offset: number, length: number): T {
    const { buffer } = this.shared.memory;
    this.#buffers.add(buffer);
    return new type(buffer, offset, length);
  }

  #grow(bytes: number): void {
    const { memory } = this.shared;
    const missing = Math.ceil(bytes / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) memory.grow(missing);
  }
}

function typeOf<T extends Column>(array: T): ColumnType<T> {
  return array.constructor as unknown as ColumnType<T>;
}
