import type { ByteTable } from './byte_table.ts';

/** Which terms of a growing table are among some words. Terms are told apart once each, as they come. */
export class TermSet {
  readonly #words: ReadonlySet<string>;
  readonly #found = new Set<number>();
  #seen = 0;

  /** Of folded words. */
  constructor(words: ReadonlySet<string>) {
    this.#words = words;
  }

  /** Whether a term of the table is one of the words; the same table each time. */
  has({ bytes, offsets, size }: ByteTable, term: number): boolean {
    for (; this.#seen < size; this.#seen++) {
      const [start, end] = [offsets[this.#seen] as number, offsets[this.#seen + 1] as number];
      if (this.#words.has(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString()))
        this.#found.add(this.#seen);
    }
    return this.#found.has(term);
  }
}
