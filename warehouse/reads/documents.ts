import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type DocumentIndex, readDocumentIndex } from '../document_file.ts';

/** Documents read before the event loop gets its turn; each is a few microseconds. */
const READS_PER_TURN = 256;
const NOWHERE = 0xffff;

/** A read took longer than it may, or asked for more rows than one answer may hold. */
export class ReadLimitError extends Error {
  readonly limit: 'time' | 'rows';

  constructor(limit: 'time' | 'rows', message: string) {
    super(message);
    this.name = 'ReadLimitError';
    this.limit = limit;
  }
}

/**
 * Point reads of listing documents: where each lies is held in typed arrays (14 bytes a listing), its bytes are
 * read from the file. The read is synchronous: from the page cache it takes about 3 µs, less than handing it to
 * another thread. A later file's document replaces an earlier one's.
 */
export class Documents {
  readonly #files: number[];
  readonly #timeLimitMs: number;
  readonly #fileOf: Uint16Array;
  readonly #offsets: Float64Array;
  readonly #lengths: Int32Array;
  #buffer = Buffer.alloc(64 << 10);

  private constructor(files: number[], indexes: readonly DocumentIndex[], timeLimitMs: number) {
    this.#files = files;
    this.#timeLimitMs = timeLimitMs;
    const size = indexes.reduce(
      (most, { listingNos }) => listingNos.reduce((a, b) => Math.max(a, b + 1), most),
      0,
    );
    this.#fileOf = new Uint16Array(size).fill(NOWHERE);
    this.#offsets = new Float64Array(size);
    this.#lengths = new Int32Array(size);
    for (const [file, { listingNos, offsets, lengths }] of indexes.entries()) {
      for (let row = 0; row < listingNos.length; row++) {
        const no = listingNos[row] as number;
        this.#fileOf[no] = file;
        this.#offsets[no] = offsets[row] as number;
        this.#lengths[no] = lengths[row] as number;
      }
    }
  }

  /** Opens document files, oldest first. They stay readable although garbage collection unlinks them. */
  static async open(paths: readonly string[], timeLimitMs: number): Promise<Documents> {
    const indexes: DocumentIndex[] = [];
    for (const path of paths) {
      const file = await open(path, 'r');
      try {
        indexes.push(await readDocumentIndex(file, path));
      } finally {
        await file.close();
      }
    }
    return new Documents(
      paths.map((path) => openSync(path, 'r')),
      indexes,
      timeLimitMs,
    );
  }

  /** Listing numbers that have a document. */
  *numbers(): Generator<number> {
    for (const [no, file] of this.#fileOf.entries()) if (file !== NOWHERE) yield no;
  }

  /** Whether a listing has a document. */
  has(number: number): boolean {
    return (this.#fileOf[number] ?? NOWHERE) !== NOWHERE;
  }

  /** The bodies of these listings, in their order; a number without a document is an error of the index. */
  async read(numbers: readonly number[]): Promise<string[]> {
    const deadline = performance.now() + this.#timeLimitMs;
    const bodies: string[] = [];
    for (const number of numbers) {
      if (bodies.length > 0 && bodies.length % READS_PER_TURN === 0) {
        if (performance.now() > deadline)
          throw new ReadLimitError(
            'time',
            `reading ${numbers.length} listings took longer than ${this.#timeLimitMs} ms`,
          );
        await new Promise(setImmediate);
      }
      bodies.push(this.#body(number));
    }
    return bodies;
  }

  #body(number: number): string {
    const file = this.#files[this.#fileOf[number] ?? NOWHERE];
    const length = this.#lengths[number] ?? 0;
    if (file === undefined)
      throw new Error(
        `listing number ${number} has no document in this snapshot; run \`commerce-index rebuild\``,
      );
    if (length > this.#buffer.length) this.#buffer = Buffer.alloc(length * 2);
    const read = readSync(file, this.#buffer, 0, length, this.#offsets[number] as number);
    if (read !== length)
      throw new Error(`the document of listing number ${number} is cut off; run \`commerce-index rebuild\``);
    return this.#buffer.toString('utf8', 0, length);
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }
}
