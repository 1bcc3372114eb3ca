import { join } from 'node:path';
import { Database, fileList, type SqlParameters } from '../database.ts';
import type { TableName } from '../tables.ts';
import type { Snapshot } from './snapshot.ts';

/** How much a queue may take of memory, and the folder for what does not fit. */
export interface ReviewQueueSettings {
  memoryLimit: string;
  spill: string;
}

const NO_IDENTITIES =
  'select 0::ubigint as listing_key, 0::usmallint as feed_no, 0::ubigint as content_hash where false';
/** A probability is kept in four bytes; what is told, filtered by and paged by is the number that it stands for. */
const TOLD = '* replace (round(probability::double, 4) as probability)';
const NO_REVIEWS =
  "select 0::ubigint as left_listing_key, 0::ubigint as right_listing_key, 0::float as probability, '' as reason, '' as levels, 0::ubigint as rival_key, 0::ubigint as in_the_way_key, 0::uinteger as queue_rank where false";

/** The tables of a snapshot that reviews are read from. A database stays open over their files. */
export class ReviewQueue implements Disposable {
  static readonly #openers = new Map<string, (snapshot: Snapshot) => Promise<ReviewQueue>>();
  readonly #database: Database;
  /** One connection answers one question at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(database: Database) {
    this.#database = database;
  }

  /** For `snapshot.hold`, which knows what it holds by what opens it: the same for the same settings. */
  static openWith({ memoryLimit, spill }: ReviewQueueSettings): (snapshot: Snapshot) => Promise<ReviewQueue> {
    const name = `${memoryLimit} ${spill}`;
    let open = ReviewQueue.#openers.get(name);
    if (open === undefined) {
      open = (snapshot) => ReviewQueue.#open(snapshot, { memoryLimit, spill: join(spill, snapshot.id) });
      ReviewQueue.#openers.set(name, open);
    }
    return open;
  }

  static async #open(snapshot: Snapshot, settings: ReviewQueueSettings): Promise<ReviewQueue> {
    const view = (table: TableName, none: string, columns = '*') => {
      const files = snapshot.files(table);
      const rows =
        files.length > 0
          ? `(select * from read_parquet(${fileList(files)}) union all by name ${none})`
          : `(${none})`;
      return `create temp view ${table} as select ${columns} from ${rows};`;
    };
    // It stays open as long as its snapshot, and what questions read is not to stay in memory with it.
    const database = await Database.open({ ...settings, threads: 1, readsOnce: true });
    await database.script(
      'open the review queue',
      view('identities', NO_IDENTITIES) + view('reviews', NO_REVIEWS, TOLD),
    );
    return new ReviewQueue(database);
  }

  /** Rows of a statement over `reviews` and `identities`. */
  rows<T>(step: string, sql: string, parameters: SqlParameters): Promise<T[]> {
    const rows = this.#last.then(() => this.#database.rows<T>(step, sql, parameters));
    this.#last = rows.catch(() => undefined);
    return rows;
  }

  [Symbol.dispose](): void {
    void this.#last.then(() => this.#database[Symbol.asyncDispose]());
  }
}
