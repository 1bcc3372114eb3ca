import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { blocksOf } from './blocks.ts';
import { FeedError } from './error.ts';
import { type Finding, MOST_RECORD_BYTES, oversized, SHOWN_CHARACTERS } from './finding.ts';

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/**
 * Writes the elements of a JSON file's first array, each on a line of its own: of `[{…}, …]`, or of
 * `{"products": [{…}, …]}`. One element is in memory at a time; they are not parsed here. Elements that are too
 * large leave an empty line and are returned. Throws `malformed` when the file ends within one or has no array of
 * objects.
 */
export async function elementsToLines(
  source: string,
  target: string,
  name: string,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const splitter = new Splitter(name);
  await pipeline(
    Readable.from(elements(source, splitter)),
    createWriteStream(target),
    signal ? { signal } : {},
  );
  return splitter.findings;
}

async function* elements(path: string, splitter: Splitter): AsyncGenerator<Buffer> {
  for await (const chunk of blocksOf(path)) yield* splitter.take(chunk as Buffer);
  splitter.end();
}

class Splitter {
  readonly findings: Finding[] = [];
  readonly #name: string;
  #elements = 0;
  /** Depth at which the array's elements begin; 0 until the array is found. */
  #base = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #finished = false;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  *take(chunk: Buffer): Generator<Buffer> {
    let start = this.#inElement() ? 0 : -1;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (byte === OPEN_ARRAY && this.#base === 0 && this.#depth < 2) this.#base = this.#depth + 1;
        else if (this.#base > 0 && this.#depth === this.#base && start === -1 && !this.#finished)
          start = index;
        this.#depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#depth--;
        if (this.#base > 0 && this.#depth < this.#base) this.#finished = true;
        if (start !== -1 && this.#depth === this.#base) {
          yield this.#line(chunk.subarray(start, index + 1));
          start = -1;
        }
      }
    }
    if (start !== -1) this.#hold(chunk.subarray(start));
  }

  end(): void {
    if (!this.#finished) {
      throw new FeedError(
        'malformed',
        `${this.#name} is not a whole JSON array of objects; it breaks off or is another kind of file`,
      );
    }
  }

  #inElement(): boolean {
    return this.#heldBytes > 0;
  }

  #hold(bytes: Buffer): void {
    this.#heldBytes += bytes.length;
    // Of an element that is too large its begin is enough to tell which it is.
    if (this.#heldBytes <= MOST_RECORD_BYTES || this.#held.length === 0) this.#held.push(Buffer.from(bytes));
  }

  /** A line break can only stand between a JSON text's tokens, so a space does as well. */
  #line(bytes: Buffer): Buffer {
    this.#elements++;
    const isLarge = this.#heldBytes + bytes.length > MOST_RECORD_BYTES;
    const whole = isLarge ? Buffer.from('\n') : Buffer.concat([...this.#held, bytes, Buffer.from('\n')]);
    if (isLarge)
      this.findings.push(
        oversized(this.#elements, (this.#held[0] ?? bytes).toString('utf8', 0, SHOWN_CHARACTERS * 4)),
      );
    this.#held = [];
    this.#heldBytes = 0;
    for (let index = whole.length - 2; index >= 0; index--)
      if (whole[index] === 10 || whole[index] === 13) whole[index] = 32;
    return whole;
  }
}
