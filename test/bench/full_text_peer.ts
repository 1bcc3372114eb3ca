import { DatabaseSync } from 'node:sqlite';
import type { FeedRow } from './judged_index.ts';

/** A word of a title counts as three of the rest, as in the figures that BM25 is known by on these sets. */
const TITLE_WEIGHT = 3;

/**
 * What search is held against: the full text of SQLite (FTS5: BM25, k1 1.2, b .75) over Porter stems, any word of a query
 * in any order. It knows nothing of shops.
 */
export class FullTextPeer implements Disposable {
  readonly #database = new DatabaseSync(':memory:');

  constructor(rows: readonly FeedRow[]) {
    this.#database.exec(
      `create virtual table texts using fts5(id unindexed, title, rest, tokenize = 'porter unicode61')`,
    );
    const insert = this.#database.prepare('insert into texts values (?, ?, ?)');
    for (const { id = '', title = '', brand = '', color = '', mpn = '', description = '' } of rows)
      insert.run(id, title, [brand, color, mpn, description].join(' '));
  }

  /** Ids of rows that have a word of the query, the best first, `most` at most. */
  found(q: string, most: number): string[] {
    const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return this.#database
      .prepare('select id from texts where texts match ? order by bm25(texts, 0, ?, 1) limit ?')
      .all(words.map((word) => `"${word}"`).join(' OR '), TITLE_WEIGHT, most)
      .map(({ id }) => String(id));
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
