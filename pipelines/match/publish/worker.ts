import { parentPort } from 'node:worker_threads';
import { performTitleTask, type TitleTask } from './task.ts';

parentPort?.on('message', (task: TitleTask) => {
  performTitleTask(task).then(
    (answer) => parentPort?.postMessage({ answer }),
    (error: unknown) => parentPort?.postMessage({ error }),
  );
});
