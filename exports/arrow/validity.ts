/** Which rows of a column hold a value, a bit a row, least significant first: as Arrow and DuckDB both keep it. */
export class Validity {
  /** Rows without a value. */
  nulls = 0;
  #bits = new Uint8Array(1 << 10);
  #rows = 0;
  /** Bits are written from the first null on: most columns have none. */
  #begun = false;

  /** Takes `count` more rows, from row `from` of a vector's mask on; null says that all hold a value. */
  append(mask: Uint8Array | null, from: number, count: number): void {
    const start = this.#rows;
    this.#rows = start + count;
    if (mask === null && !this.#begun) return;
    this.#makeRoom();
    if (!this.#begun) this.#begin(start);
    const bits = this.#bits;
    for (let row = 0; row < count; row++) {
      const at = start + row;
      const bit = 1 << (at & 7);
      if (mask === null || holds(mask, from + row)) bits[at >> 3] = (bits[at >> 3] as number) | bit;
      else {
        bits[at >> 3] = (bits[at >> 3] as number) & ~bit;
        this.nulls++;
      }
    }
  }

  /** The bits of all rows taken, or null while every row holds a value. */
  bitmap(): Uint8Array | null {
    return this.nulls === 0 ? null : this.#bits.subarray(0, (this.#rows + 7) >> 3);
  }

  clear(): void {
    this.nulls = 0;
    this.#rows = 0;
    this.#begun = false;
  }

  #makeRoom(): void {
    const needed = (this.#rows + 7) >> 3;
    if (needed <= this.#bits.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bits.length * 2));
    grown.set(this.#bits);
    this.#bits = grown;
  }

  #begin(rows: number): void {
    this.#bits.fill(0);
    this.#bits.fill(0xff, 0, (rows + 7) >> 3);
    this.#begun = true;
  }
}

/** Whether a row of a vector holds a value. */
export function holds(mask: Uint8Array, row: number): boolean {
  return (((mask[row >> 3] as number) >> (row & 7)) & 1) === 1;
}
