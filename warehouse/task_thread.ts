import { parentPort, Worker } from 'node:worker_threads';

interface Sent<Task> {
  id: number;
  task: Task;
}

type Returned<Answer> = { id: number; answer: Answer } | { id: number; error: unknown };

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * A thread that does tasks one after another, in the order in which they were asked for. Should it die, what waits for
 * it fails with the cause and the next task starts another. An idle thread does not keep the process alive.
 */
export class TaskThread<Task, Answer> implements Disposable {
  readonly #script: URL;
  readonly #data: unknown;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | null = null;
  #stopped = false;
  #tasks = 0;

  /** `script` calls `answerTasks`; `data` is copied to it, except for shared memory, which it shares. */
  constructor(script: URL, data: unknown) {
    this.#script = script;
    this.#data = data;
    this.#worker = this.#start();
  }

  /** Tasks it has not answered yet. */
  get load(): number {
    return this.#waiting.size;
  }

  run(task: Task): Promise<Answer> {
    if (this.#stopped) return Promise.reject(new Error(`the thread of ${this.#name} was stopped`));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = this.#tasks++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, task } satisfies Sent<Task>);
    });
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    void this.#worker?.terminate();
  }

  get #name(): string {
    return this.#script.pathname.split('/').at(-1) ?? '';
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { workerData: this.#data });
    worker.unref();
    worker.on('message', (returned: Returned<Answer>) => {
      const waiting = this.#waiting.get(returned.id);
      this.#waiting.delete(returned.id);
      if (this.#waiting.size === 0) worker.unref();
      if ('error' in returned) waiting?.reject(returned.error);
      else waiting?.resolve(returned.answer);
    });
    let cause: unknown = new Error(`the thread of ${this.#name} was stopped`);
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

/** For the script of a thread: answers every task it is sent. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer): void {
  const returned = ({ id, task }: Sent<Task>): Returned<Answer> => {
    try {
      return { id, answer: answer(task) };
    } catch (error) {
      return { id, error };
    }
  };
  parentPort?.on('message', (sent: Sent<Task>) => {
    parentPort?.postMessage(returned(sent));
  });
}
