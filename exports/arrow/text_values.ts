import type { TextVector } from './duckdb_vector.ts';
import { holds, Validity } from './validity.ts';

/** A stretch of texts that lie one behind the other in DuckDB's memory, and where its pieces go. */
class Run {
  first = -1;
  bytes = 0;
  end = -1;
  readonly targets: number[] = [];
  readonly lengths: number[] = [];

  /** Whether the text at this address goes on where the stretch ends. */
  continues(address: number): boolean {
    return address === this.end;
  }

  begin(row: number, address: number): void {
    this.first = row;
    this.bytes = 0;
    this.end = address;
    this.targets.length = 0;
    this.lengths.length = 0;
  }

  add(target: number, length: number): void {
    const last = this.targets.length - 1;
    if (last >= 0 && (this.targets[last] as number) + (this.lengths[last] as number) === target)
      (this.lengths[last] as number) += length;
    else {
      this.targets.push(target);
      this.lengths.push(length);
    }
    this.bytes += length;
    this.end += length;
  }
}

/** Texts in Arrow's layout: all bytes in one buffer, and where each text begins. */
export class TextValues {
  readonly validity = new Validity();
  readonly #run = new Run();
  #offsets = new Int32Array(1 << 12);
  #bytes = new Uint8Array(1 << 16);
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  get byteLength(): number {
    return this.#offsets[this.#rows] as number;
  }

  /** Takes `count` texts of a vector, from row `from` on. */
  append(texts: TextVector, from: number, count: number): void {
    this.validity.append(texts.mask, from, count);
    this.#makeRoom(count);
    const run = this.#run;
    run.end = -1;
    let position = this.byteLength;
    for (let row = from; row < from + count; row++) {
      if (texts.mask === null || holds(texts.mask, row)) {
        const length = texts.length(row);
        if (position + length > this.#bytes.length) this.#grow(position + length);
        if (texts.isInlined(row)) texts.copyInlined(row, this.#bytes, position);
        else {
          const address = texts.address(row);
          if (!run.continues(address)) {
            this.#fetch(texts);
            run.begin(row, address);
          }
          run.add(position, length);
        }
        position += length;
      }
      this.#offsets[++this.#rows] = position;
    }
    this.#fetch(texts);
  }

  offsets(): Int32Array {
    return this.#offsets.subarray(0, this.#rows + 1);
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.byteLength);
  }

  clear(): void {
    this.validity.clear();
    this.#rows = 0;
  }

  /** Puts the texts of the stretch in their places. */
  #fetch(texts: TextVector): void {
    const { first, bytes, targets, lengths } = this.#run;
    if (bytes === 0) return;
    const source = texts.fetch(first, bytes);
    let read = 0;
    for (let piece = 0; piece < targets.length; piece++) {
      const length = lengths[piece] as number;
      const part = targets.length === 1 ? source : source.subarray(read, read + length);
      this.#bytes.set(part, targets[piece]);
      read += length;
    }
    this.#run.bytes = 0;
  }

  /** For so many more texts, whatever their bytes. */
  #makeRoom(count: number): void {
    const needed = this.#rows + count + 1;
    if (needed <= this.#offsets.length) return;
    const grown = new Int32Array(Math.max(needed, this.#offsets.length * 2));
    grown.set(this.#offsets);
    this.#offsets = grown;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
