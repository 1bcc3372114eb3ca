import duckdb from '@duckdb/node-bindings';

/** A vector of a chunk as it lies in DuckDB's memory; it lives as long as its chunk. */
export type DuckDbVector = duckdb.Vector;

/** The first `bytes` bytes of a vector's values. */
export function valueBytes(vector: DuckDbVector, bytes: number): Uint8Array {
  return duckdb.vector_get_data(vector, bytes);
}

/** A bit a row, 1 where it holds a value; null where every row does. */
export function validityMask(vector: DuckDbVector, rows: number): Uint8Array | null {
  // The bindings' type leaves out that a vector without nulls has no mask.
  const mask = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8) as Uint8Array | null | undefined;
  return mask ?? null;
}

/** The vector of what lies in the lists of a list vector, and how many values that is. */
export function listedValues(vector: DuckDbVector): { child: DuckDbVector; count: number } {
  return { child: duckdb.list_vector_get_child(vector), count: duckdb.list_vector_get_size(vector) };
}

/** A column of a chunk. */
export function columnVector(chunk: duckdb.DataChunk, column: number): DuckDbVector {
  return duckdb.data_chunk_get_vector(chunk, column);
}

/** A text in a vector takes 16 bytes: its length, and if it is no longer than this, itself; else a pointer to it. */
const INLINED_BYTES = 12;
const WORDS = 4;

/** The texts of a vector, laid out one behind the other. */
export class TextVector {
  readonly mask: Uint8Array | null;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;

  constructor(vector: DuckDbVector, rows: number) {
    this.mask = validityMask(vector, rows);
    this.#bytes = valueBytes(vector, rows * WORDS * 4);
    this.#words = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset, rows * WORDS);
  }

  /** Length of a text in bytes; of a row without value it means nothing. */
  length(row: number): number {
    return this.#words[row * WORDS] as number;
  }

  isInlined(row: number): boolean {
    return this.length(row) <= INLINED_BYTES;
  }

  /** Copies a text that is inlined. */
  copyInlined(row: number, target: Uint8Array, at: number): void {
    const start = row * WORDS * 4 + 4;
    const length = this.length(row);
    for (let byte = 0; byte < length; byte++) target[at + byte] = this.#bytes[start + byte] as number;
  }

  /** Where the bytes of a text that is not inlined begin in memory; exact, for addresses have 48 bits. */
  address(row: number): number {
    return (this.#words[row * WORDS + 2] as number) + (this.#words[row * WORDS + 3] as number) * 2 ** 32;
  }

  /**
   * The bytes from where the text of this row begins; `bytes` are of this text and of others that lie right behind it,
   * so that one call out of JavaScript fetches many texts.
   */
  fetch(row: number, bytes: number): Uint8Array {
    const pointer = this.#bytes.byteOffset + row * WORDS * 4 + 8;
    return duckdb.get_data_from_pointer(this.#bytes.buffer as ArrayBuffer, pointer, bytes);
  }
}
