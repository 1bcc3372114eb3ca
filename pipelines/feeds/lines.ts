import { blocksOf } from './blocks.ts';
import type { Dialect } from './dialect.ts';

/** A stretch of a file that no record was read from. */
export interface Stretch {
  /** Byte offset from 0. */
  offset: number;
  bytes: number;
}

export interface LineMap {
  /** From this record number on (from 0, header not counted) the physical line is the number plus `shift`. */
  shifts: { record: number; shift: number }[];
  /** Physical line of each stretch. */
  stretches: number[];
}

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;

/**
 * Physical lines, the first being 1, of the records of a delimited file, as DuckDB counts records: blank lines
 * are none, quoted fields may span lines, a quote only opens at a field's begin. Runs once over the file, and
 * only when something was found wrong in it. Memory is one block and the shifts.
 */
export async function mapLines(
  path: string,
  dialect: Dialect,
  stretches: readonly Stretch[],
): Promise<LineMap> {
  const walk = new LineWalk(dialect, stretches);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of blocksOf(path)) {
    const block = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    rest = block.subarray(walk.take(block, false));
  }
  walk.take(rest, true);
  return { shifts: walk.shifts, stretches: walk.stretchLines };
}

class LineWalk {
  readonly shifts: LineMap['shifts'] = [];
  readonly stretchLines: number[] = [];
  readonly #delimiter: number;
  readonly #quoted: boolean;
  readonly #stretches: readonly Stretch[];
  /** Records before the first row: the header, where there is one. */
  #record: number;
  #line = 1;
  #offset = 0;
  #skip: number;

  constructor(dialect: Dialect, stretches: readonly Stretch[]) {
    this.#delimiter = dialect.delimiter.charCodeAt(0);
    this.#quoted = dialect.quote !== '';
    this.#stretches = stretches;
    this.#skip = dialect.skip;
    this.#record = dialect.hasHeader ? -1 : 0;
  }

  /** Walks over the whole records of a block and says how many bytes they are. */
  take(block: Buffer, last: boolean): number {
    let position = 0;
    let quoteAt = -2;
    while (position < block.length) {
      const stretch = this.#stretches[this.stretchLines.length];
      if (stretch && stretch.offset <= this.#offset + position) {
        const end = stretch.offset + stretch.bytes - this.#offset;
        if (end > block.length && !last) break;
        this.stretchLines.push(this.#line);
        this.#line += newlines(block, position, end);
        position = Math.max(position, end);
        continue;
      }
      if (quoteAt !== -1 && quoteAt < position) quoteAt = this.#quoted ? block.indexOf(QUOTE, position) : -1;
      let end = block.indexOf(LINE_FEED, position);
      if (end === -1 && !last) break;
      if (end === -1) end = block.length;
      if (quoteAt !== -1 && quoteAt < end) {
        end = this.#recordEnd(block, position);
        if (end === -1 && !last) break;
        if (end === -1) end = block.length;
      }
      this.#pass(block, position, end);
      position = end + 1;
    }
    position = Math.min(position, block.length);
    this.#offset += position;
    return position;
  }

  #pass(block: Buffer, start: number, end: number): void {
    const blank = end === start || (end === start + 1 && block[start] === RETURN);
    if (this.#skip > 0) this.#skip--;
    else if (!blank) {
      const shift = this.#line - this.#record;
      if (this.#record >= 0 && this.shifts.at(-1)?.shift !== shift)
        this.shifts.push({ record: this.#record, shift });
      this.#record++;
    }
    this.#line += 1 + newlines(block, start, end);
  }

  /** Where the line feed after a record with quotes stands, or -1. */
  #recordEnd(block: Buffer, start: number): number {
    let fieldStart = true;
    for (let index = start; index < block.length; index++) {
      const byte = block[index];
      if (fieldStart && byte === QUOTE) {
        index = closingQuote(block, index + 1);
        if (index === -1) return -1;
      } else if (byte === LINE_FEED) return index;
      // A byte order mark stands before the first field, not in it.
      fieldStart =
        byte === this.#delimiter || (fieldStart && this.#offset + index < 3 && (byte ?? 0) >= 0xbb);
    }
    return -1;
  }
}

function closingQuote(block: Buffer, from: number): number {
  for (let index = block.indexOf(QUOTE, from); index !== -1; index = block.indexOf(QUOTE, index + 2)) {
    if (block[index + 1] !== QUOTE) return index;
  }
  return -1;
}

function newlines(block: Buffer, start: number, end: number): number {
  let count = 0;
  for (
    let index = block.indexOf(LINE_FEED, start);
    index !== -1 && index < end;
    index = block.indexOf(LINE_FEED, index + 1)
  )
    count++;
  return count;
}
