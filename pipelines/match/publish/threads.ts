import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { performTitleTask, type TitleAnswer, type TitleTask } from './task.ts';

/** Threads that work on titles. Without any, the work is done in this one: a small catalogue is done before a thread stands. */
export class TitleThreads implements AsyncDisposable {
  readonly #workers: Worker[];

  constructor(threads: number) {
    this.#workers = Array.from(
      { length: threads },
      () => new Worker(new URL('./worker.ts', import.meta.url)),
    );
  }

  get count(): number {
    return Math.max(1, this.#workers.length);
  }

  /** Does one task on a thread; a thread does one at a time. */
  async run<Task extends TitleTask>(thread: number, task: Task): Promise<TitleAnswer<Task>> {
    const worker = this.#workers[thread];
    if (!worker) return (await performTitleTask(task)) as TitleAnswer<Task>;
    worker.postMessage(task);
    const [message] = (await once(worker, 'message')) as [{ answer: unknown } | { error: unknown }];
    if ('error' in message) throw message.error;
    return message.answer as TitleAnswer<Task>;
  }

  /** Splits [0, count) evenly and does a task for each part, all at once. */
  split<Task extends TitleTask>(
    count: number,
    task: (from: number, to: number) => Task,
  ): Promise<TitleAnswer<Task>[]> {
    const part = Math.ceil(count / this.count);
    return Promise.all(
      Array.from({ length: this.count }, (_, thread) =>
        this.run(thread, task(thread * part, Math.min(count, (thread + 1) * part))),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
