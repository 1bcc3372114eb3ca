import { TaskThread } from '../../../warehouse/task_thread.ts';
import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import type { Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import type { RowScores, TitleRow } from './row_scores.ts';

/** What a thread is started with; features and index are shared with it, the model is copied. */
export interface RowWorkerData {
  model: MatchModel;
  features: Features;
  index: CandidateIndex;
}

/** About 20 ms of work: another caller's rows wait no longer than that behind these. */
const ROWS_PER_TASK = 64;

/**
 * Threads that look rows up in one index, so that those who only read do not wait for whoever matches. Each takes a
 * few rows at a time, so many callers share them evenly.
 */
export class RowThreads implements Disposable {
  readonly #threads: TaskThread<readonly TitleRow[], RowScores>[];

  constructor(count: number, data: RowWorkerData) {
    this.#threads = Array.from(
      { length: count },
      () => new TaskThread(new URL('./row_worker.ts', import.meta.url), data),
    );
  }

  /**
   * Scores all rows, some at a time; `take` is called with the first row's number and the scores of some rows after it,
   * in any order. Throws the signal's reason once it is aborted.
   */
  async score(
    rows: readonly TitleRow[],
    take: (first: number, scores: RowScores) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const size = Math.max(1, Math.min(ROWS_PER_TASK, Math.ceil(rows.length / this.#threads.length)));
    let next = 0;
    await Promise.all(
      this.#threads.map(async (thread) => {
        while (next < rows.length) {
          signal?.throwIfAborted();
          const first = next;
          next += size;
          take(first, await thread.run(rows.slice(first, first + size)));
        }
      }),
    );
    signal?.throwIfAborted();
  }

  [Symbol.dispose](): void {
    for (const thread of this.#threads) thread[Symbol.dispose]();
  }
}
