import { availableParallelism } from 'node:os';
import type { SharedVectors, VectorTable } from '../embedding/vector_table.ts';
import { TaskThread } from '../task_thread.ts';
import { type PackedAnswer, unpacked } from './packed_answer.ts';
import type { SearchAnswer } from './search_answer.ts';
import type { SearchIndex, SharedIndex } from './search_index.ts';
import type { SearchRequest } from './search_request.ts';
import type { Suggestion, SuggestRequest } from './suggester.ts';
import { type ReadSynonyms, Synonyms } from './synonyms.ts';
import type { SharedAmounts, VariantAmounts } from './variant_amounts.ts';

/** Each takes memory of its own for every product, and few callers need more. */
const MOST_THREADS = 4;

/** What a thread is asked for. */
export type SearchTask =
  | { kind: 'search'; request: SearchRequest }
  | { kind: 'suggest'; request: SuggestRequest };

/** What a thread is made of. */
export interface SearchThreadData {
  index: SharedIndex;
  vectors: SharedVectors | null;
  amounts: SharedAmounts | null;
  synonyms: ReadSynonyms;
  /** Of the vectors, where it may write. */
  slot: number;
}

/** Answers searches. */
export interface Searcher {
  /** The products that match, filtered exactly, in a stable order: by key, then by product number. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Completions of what is being typed. */
  suggest(request: SuggestRequest): Promise<Suggestion[]>;
}

/** Threads that search one index, so that whoever only reads does not wait for whoever searches. */
export class SearchThreads implements Searcher, Disposable {
  readonly #threads: TaskThread<SearchTask, unknown>[];

  private constructor(shared: Omit<SearchThreadData, 'slot'>) {
    const count = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
    this.#threads = Array.from({ length: count }, (_, thread) => {
      // The first slot is its who opened the table.
      const data: SearchThreadData = { ...shared, slot: 1 + thread };
      return new TaskThread(new URL('./search_worker.ts', import.meta.url), data);
    });
  }

  /** Starts them, `vectors` and `amounts` being those of the index's products; they are ready for the first caller. */
  static async start(
    index: SearchIndex,
    vectors: VectorTable | null = null,
    amounts: VariantAmounts | null = null,
  ): Promise<SearchThreads> {
    const threads = new SearchThreads({
      index: index.shared,
      vectors: vectors?.shared ?? null,
      amounts: amounts?.shared ?? null,
      synonyms: Synonyms.standard().read,
    });
    await Promise.all(threads.#threads.map((thread) => thread.run({ kind: 'search', request: { q: 'a' } })));
    return threads;
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    return unpacked((await this.#idlest.run({ kind: 'search', request })) as PackedAnswer);
  }

  suggest(request: SuggestRequest): Promise<Suggestion[]> {
    return this.#idlest.run({ kind: 'suggest', request }) as Promise<Suggestion[]>;
  }

  get #idlest(): TaskThread<SearchTask, unknown> {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }

  [Symbol.dispose](): void {
    for (const thread of this.#threads) thread[Symbol.dispose]();
  }
}
