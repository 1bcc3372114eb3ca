import { Worker } from 'node:worker_threads';
import type { CandidateIndex } from './candidates.ts';
import type { Features } from './features.ts';
import type { MatchModel } from './model.ts';
import type { RowScores, TitleRow } from './row_scores.ts';

/** What a thread is started with; features and index are shared with it, the model is copied. */
export interface RowWorkerData {
  model: MatchModel;
  features: Features;
  index: CandidateIndex;
}

export interface RowTask {
  id: number;
  rows: readonly TitleRow[];
}

export type RowAnswer = { id: number; scores: RowScores } | { id: number; error: unknown };

/** About 20 ms of work: another caller's rows wait no longer than that behind these. */
const ROWS_PER_TASK = 64;

/**
 * Threads that look rows up in one index, so that those who only read do not wait for whoever matches. Each takes a
 * few rows at a time, in the order in which they were asked for, so many callers share them evenly. Idle threads do not
 * keep the process alive.
 */
export class RowThreads implements Disposable {
  readonly #threads: RowThread[];

  constructor(count: number, data: RowWorkerData) {
    this.#threads = Array.from({ length: count }, () => new RowThread(data));
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
    for (const thread of this.#threads) thread.stop();
  }
}

interface Waiting {
  resolve: (scores: RowScores) => void;
  reject: (error: unknown) => void;
}

class RowThread {
  readonly #data: RowWorkerData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #stopped = false;
  #tasks = 0;

  constructor(data: RowWorkerData) {
    this.#data = data;
    this.#worker = this.#start();
  }

  run(rows: readonly TitleRow[]): Promise<RowScores> {
    if (this.#stopped) return Promise.reject(new Error('the threads of this title index were stopped'));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = this.#tasks++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage({ id, rows } satisfies RowTask);
    });
  }

  stop(): void {
    this.#stopped = true;
    void this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./row_worker.ts', import.meta.url), { workerData: this.#data });
    worker.unref();
    worker.on('message', (answer: RowAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) worker.unref();
      if ('error' in answer) waiting?.reject(answer.error);
      else waiting?.resolve(answer.scores);
    });
    let cause: unknown = new Error('the thread that matches titles was stopped');
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(cause);
      this.#waiting.clear();
    });
    return worker;
  }
}
