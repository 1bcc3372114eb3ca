import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { literal } from '../database.ts';

/** Sizes of the prepared lookups; a batch is padded to the next one, so DuckDB plans each only once. */
const BATCH_SIZES = [1, 4, 16, 64, 256] as const;
const MAX_BATCH = 256;

/** A read took longer than it may, or asked for more rows than one answer may hold. */
export class ReadLimitError extends Error {
  readonly limit: 'time' | 'rows';

  constructor(limit: 'time' | 'rows', message: string) {
    super(message);
    this.name = 'ReadLimitError';
    this.limit = limit;
  }
}

interface Waiting {
  numbers: readonly number[];
  resolve: (bodies: Map<number, string>) => void;
  reject: (error: unknown) => void;
}

/**
 * Point reads of listing documents. Calls of one tick become one query: 32 products cost little more than one.
 * A later file's document replaces an earlier one's.
 */
export class Documents {
  readonly #connection: DuckDBConnection;
  readonly #files: readonly string[];
  readonly #timeLimitMs: number;
  readonly #prepared = new Map<number, DuckDBPreparedStatement>();
  #queue: Waiting[] = [];
  #running = false;

  private constructor(connection: DuckDBConnection, files: readonly string[], timeLimitMs: number) {
    this.#connection = connection;
    this.#files = files;
    this.#timeLimitMs = timeLimitMs;
  }

  /** Attaches the document files, oldest first, read-only. */
  static async open(
    connection: DuckDBConnection,
    paths: readonly string[],
    timeLimitMs: number,
  ): Promise<Documents> {
    const files = paths.map((_, index) => `documents_${index}`);
    for (const [index, path] of paths.entries())
      await connection.run(`attach ${literal(path)} as ${files[index] as string} (read_only)`);
    return new Documents(connection, files, timeLimitMs);
  }

  /** The bodies of these listings by number; a number without a document is an error of the index. */
  read(numbers: readonly number[]): Promise<Map<number, string>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ numbers, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        setImmediate(() => void this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        const bodies = await this.#fetch([...new Set(batch.flatMap((waiting) => waiting.numbers))]);
        for (const waiting of batch) waiting.resolve(bodies);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    this.#running = false;
  }

  async #fetch(numbers: readonly number[]): Promise<Map<number, string>> {
    const bodies = new Map<number, string>();
    const timer = setTimeout(() => this.#connection.interrupt(), this.#timeLimitMs);
    const deadline = performance.now() + this.#timeLimitMs;
    try {
      for (let from = 0; from < numbers.length; from += MAX_BATCH) {
        if (performance.now() > deadline) throw new Error('deadline');
        await this.#fetchBatch(numbers.slice(from, from + MAX_BATCH), bodies);
      }
    } catch (error) {
      if (performance.now() >= deadline)
        throw new ReadLimitError(
          'time',
          `reading ${numbers.length} listings took longer than ${this.#timeLimitMs} ms`,
        );
      throw error;
    } finally {
      clearTimeout(timer);
    }
    const missing = numbers.find((number) => !bodies.has(number));
    if (missing !== undefined)
      throw new Error(
        `listing number ${missing} has no document in this snapshot; run \`commerce-index rebuild\``,
      );
    return bodies;
  }

  async #fetchBatch(numbers: readonly number[], bodies: Map<number, string>): Promise<void> {
    const size = BATCH_SIZES.find((candidate) => candidate >= numbers.length) ?? MAX_BATCH;
    const statement = await this.#statement(size);
    for (let position = 0; position < size; position++)
      statement.bindInteger(position + 1, numbers[Math.min(position, numbers.length - 1)] as number);
    const reader = await statement.runAndReadAll();
    const [parts, nos, texts] = reader.getColumns() as [number[], number[], string[]];
    const partOf = new Map<number, number>();
    for (const [row, number] of nos.entries()) {
      const part = parts[row] as number;
      if (part < (partOf.get(number) ?? 0)) continue;
      partOf.set(number, part);
      bodies.set(number, texts[row] as string);
    }
  }

  async #statement(size: number): Promise<DuckDBPreparedStatement> {
    let statement = this.#prepared.get(size);
    if (!statement) {
      const list = Array.from({ length: size }, (_, index) => `$${index + 1}`).join(', ');
      const selects = this.#files.map(
        (file, part) =>
          `select ${part} as part, listing_no, body from ${file}.documents where listing_no in (${list})`,
      );
      statement = await this.#connection.prepare(selects.join(' union all '));
      this.#prepared.set(size, statement);
    }
    return statement;
  }
}
