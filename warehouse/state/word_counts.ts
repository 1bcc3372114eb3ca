import type { NamespaceStanding } from './namespace_vectors.ts';
import { type StateQueries, statement } from './state_database.ts';

/** Counting goes so far at each call; beyond, what was counted to the end is remembered. */
const COUNTED = 5_000;
/** A remembered count holds until so many of the facts have changed. */
const DRIFT = 0.01;
const MOST_REMEMBERED = 10_000;

/**
 * How many facts of a namespace have a word. Rare words are counted at each call; a word in thousands of facts, whose
 * weight hardly moves with one more, is counted to the end once and again when a hundredth of the facts has changed.
 */
export class WordCounts {
  readonly #remembered = new Map<string, { items: number; changes: number }>();

  /** Facts by word; words that none has may be missing. */
  async count(
    queries: StateQueries,
    { namespace_no, items, next_item_no }: NamespaceStanding,
    words: readonly string[],
  ): Promise<Map<string, number>> {
    const changes = 2 * next_item_no - items;
    const counts = new Map<string, number>();
    for (const word of words) {
      const known = this.#remembered.get(`${namespace_no} ${word}`);
      if (known && changes - known.changes <= items * DRIFT) counts.set(word, known.items);
    }
    const counted = await queries.all<{ word: string; items: number }>(statement('memory_word_counts'), {
      namespace_no,
      words: JSON.stringify(words.filter((word) => !counts.has(word))),
      most: COUNTED,
    });
    for (const row of counted) {
      const key = `${namespace_no} ${row.word}`;
      if (row.items < COUNTED) counts.set(row.word, row.items);
      else {
        const all = await queries.get<{ items: number }>(
          'select count(*) as items from memory_words where namespace_no = $namespace_no and word = $word',
          { namespace_no, word: row.word },
        );
        counts.set(row.word, all?.items ?? row.items);
        if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
        this.#remembered.set(key, { items: all?.items ?? row.items, changes });
      }
    }
    return counts;
  }
}
