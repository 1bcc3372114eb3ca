import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Embedder } from './embedder.ts';
import type { Vector } from './vector.ts';

/** Texts asked for together; what came is kept even if the next ones fail. */
const BATCH = 64;
const BUSY_MS = 10_000;
const DAY_MS = 86_400_000;
/** What was not asked for so many days before the file was last used is forgotten. */
const KEPT_DAYS = 30;

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Asks an embedder only for texts that a file does not hold. The file may be deleted: it costs asking anew. */
export class CachedEmbedder implements Embedder, Disposable {
  readonly id: string;
  readonly dims: number;
  readonly #service: Embedder;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #keep: StatementSync;
  readonly #today = Math.floor(Date.now() / DAY_MS);

  /** Opens the file, which is made where there is none. */
  constructor(path: string, service: Embedder) {
    this.id = service.id;
    this.dims = service.dims;
    this.#service = service;
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS });
    this.#database.exec(
      `pragma journal_mode = wal; pragma synchronous = normal;
       create table if not exists vectors (model text, text_hash blob, numbers blob, used_on integer, primary key (model, text_hash)) strict, without rowid`,
    );
    this.#find = this.#database.prepare(
      'update vectors set used_on = ? where model = ? and text_hash = ? returning numbers',
    );
    this.#keep = this.#database.prepare('insert or replace into vectors values (?, ?, ?, ?)');
  }

  /** Throws what the embedder throws; what it answered before is kept. */
  async embed(texts: readonly string[]): Promise<Vector[]> {
    const known = new Map<string, Int8Array>();
    const wanted = [...new Set(texts)];
    this.#transaction(() => {
      for (const text of wanted) {
        const row = this.#find.get(this.#today, this.id, hashOf(text)) as { numbers: Uint8Array } | undefined;
        if (row?.numbers.length === this.dims) known.set(text, new Int8Array(row.numbers));
      }
    });
    const missing = wanted.filter((text) => !known.has(text));
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH);
      const vectors = await this.#service.embed(batch);
      this.#transaction(() => {
        for (const [at, { values }] of vectors.entries()) {
          const text = batch[at] as string;
          known.set(text, values);
          this.#keep.run(
            this.id,
            hashOf(text),
            new Uint8Array(values.buffer, values.byteOffset, values.length),
            this.#today,
          );
        }
      });
    }
    return texts.map((text) => ({ model: this.id, values: known.get(text) as Int8Array }));
  }

  [Symbol.dispose](): void {
    this.#database
      .prepare('delete from vectors where used_on < (select max(used_on) from vectors) - ?')
      .run(KEPT_DAYS);
    this.#database.close();
  }

  #transaction(work: () => void): void {
    this.#database.exec('begin immediate');
    try {
      work();
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }
}
