import type { Columns } from './array_file.ts';

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
/** Where texts are copied to be decoded; most are shorter. */
const SCRATCH = Buffer.alloc(256);

/** Texts in the order of their bytes, one after another in a column. */
export class TextList {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.bytes = bytes;
    this.offsets = offsets;
  }

  /** The columns `<name>_bytes` and `<name>_offsets`. */
  static of(columns: Columns, name: string): TextList {
    const [bytes, offsets] = [columns[`${name}_bytes`], columns[`${name}_offsets`]];
    if (!(bytes instanceof Uint8Array && offsets instanceof Uint32Array))
      throw new Error(`the text index has no column ${name}; run \`commerce-index rebuild\``);
    return new TextList(bytes, offsets);
  }

  get size(): number {
    return this.offsets.length - 1;
  }

  text(place: number): string {
    const bytes = this.bytes.subarray(this.offsets[place], this.offsets[place + 1]);
    // A copy, because texts cannot be decoded from shared memory.
    const copy = bytes.length > SCRATCH.length ? Buffer.alloc(bytes.length) : SCRATCH;
    copy.set(bytes);
    return copy.toString('utf8', 0, bytes.length);
  }

  endsWithDigit(place: number): boolean {
    const end = this.offsets[place + 1] as number;
    const last = end === this.offsets[place] ? 0 : (this.bytes[end - 1] as number);
    return last >= DIGIT_ZERO && last <= DIGIT_NINE;
  }

  /** Whether a text goes on after so many bytes, without a digit. */
  hasNoDigitAfter(place: number, skipped: number): boolean {
    const end = this.offsets[place + 1] as number;
    const from = (this.offsets[place] as number) + skipped;
    for (let at = from; at < end; at++)
      if ((this.bytes[at] as number) >= DIGIT_ZERO && (this.bytes[at] as number) <= DIGIT_NINE) return false;
    return from < end;
  }

  /** The place of a text, or -1. */
  find(text: string): number {
    const wanted = Buffer.from(text);
    const place = this.#lowerBound(wanted, false);
    return place < this.size && this.#compare(place, wanted, false) === 0 ? place : -1;
  }

  /** The places of all texts that begin so: from … to - 1. */
  range(prefix: string): { from: number; to: number } {
    const wanted = Buffer.from(prefix);
    return { from: this.#lowerBound(wanted, false), to: this.#lowerBound(wanted, true) };
  }

  /** The first place whose text is not below `wanted`; with `past`, neither begins with it. */
  #lowerBound(wanted: Uint8Array, past: boolean): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, wanted, past);
      if (order < 0 || (past && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Order of a text against bytes; with `asPrefix` 0 when it begins with them. */
  #compare(place: number, wanted: Uint8Array, asPrefix: boolean): number {
    const start = this.offsets[place] as number;
    const length = (this.offsets[place + 1] as number) - start;
    const shared = Math.min(length, wanted.length);
    for (let index = 0; index < shared; index++) {
      const difference = (this.bytes[start + index] as number) - (wanted[index] as number);
      if (difference !== 0) return difference;
    }
    return asPrefix && length >= wanted.length ? 0 : length - wanted.length;
  }
}
