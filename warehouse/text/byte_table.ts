const FIRST_SLOTS = 1 << 12;
const FIRST_BYTES = 1 << 16;

/** Byte strings, each once, numbered in the order they came: a hash table without an object per entry. */
export class ByteTable {
  /** All strings one after another; entry n is bytes[offsets[n] … offsets[n + 1]). */
  bytes = new Uint8Array(FIRST_BYTES);
  offsets = new Float64Array(FIRST_SLOTS + 1);
  size = 0;
  #hashes = new Int32Array(FIRST_SLOTS);
  #slots = new Int32Array(FIRST_SLOTS * 2).fill(-1);

  /** The number of bytes[start … end), or -1. `hash` is `hashOf` the same bytes. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number < 0) return -1;
      if (this.#hashes[number] === hash && this.#equals(number, bytes, start, end)) return number;
    }
  }

  /** Adds bytes that are not there yet; returns their number. */
  add(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const number = this.size++;
    const from = this.offsets[number] as number;
    const to = from + end - start;
    if (number + 2 > this.offsets.length) this.offsets = grown(this.offsets, this.offsets.length * 2);
    if (number >= this.#hashes.length) this.#hashes = grown(this.#hashes, this.#hashes.length * 2);
    if (to > this.bytes.length) this.bytes = grown(this.bytes, Math.max(to, this.bytes.length * 2));
    for (let index = start, at = from; index < end; index++, at++) this.bytes[at] = bytes[index] as number;
    this.offsets[number + 1] = to;
    this.#hashes[number] = hash;
    if (this.size * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    else this.#place(number);
    return number;
  }

  /** The number of these bytes, which are added when they are new. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const known = this.find(bytes, start, end, hash);
    return known >= 0 ? known : this.add(bytes, start, end, hash);
  }

  clear(): void {
    this.size = 0;
    this.#slots.fill(-1);
  }

  #equals(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.offsets[number] as number;
    if ((this.offsets[number + 1] as number) - from !== end - start) return false;
    for (let index = start, at = from; index < end; index++, at++)
      if (this.bytes[at] !== bytes[index]) return false;
    return true;
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = spread(this.#hashes[number] as number) & mask;
    while ((this.#slots[slot] as number) >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
  }

  #rehash(slots: number): void {
    this.#slots = new Int32Array(slots).fill(-1);
    for (let number = 0; number < this.size; number++) this.#place(number);
  }
}

/** FNV-1a, 32 bits. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  return hash;
}

/** FNV's low bits are poor; the table looks at them. */
function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}

export function grown<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(
  array: T,
  length: number,
): T {
  const larger = new (array.constructor as new (length: number) => T)(length);
  larger.set(array);
  return larger;
}
