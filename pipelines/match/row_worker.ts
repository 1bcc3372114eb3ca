import { parentPort, workerData } from 'node:worker_threads';
import { Matcher } from './matcher.ts';
import { scoreRows } from './row_scores.ts';
import type { RowAnswer, RowTask, RowWorkerData } from './row_threads.ts';

const { model, features, index } = workerData as RowWorkerData;
const matcher = new Matcher({ ...model, ...model.rows }, features, index);

function answer({ id, rows }: RowTask): RowAnswer {
  try {
    return { id, scores: scoreRows(matcher, model, rows) };
  } catch (error) {
    return { id, error };
  }
}

parentPort?.on('message', (task: RowTask) => {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  parentPort?.postMessage(answer(task));
});
