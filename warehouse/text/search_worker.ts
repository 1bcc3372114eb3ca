import { workerData } from 'node:worker_threads';
import { answerTasks } from '../task_thread.ts';
import { SearchIndex, type SharedIndex } from './search_index.ts';
import type { SearchTask } from './search_threads.ts';

const index = SearchIndex.attach(workerData as SharedIndex);
answerTasks((task: SearchTask) =>
  task.kind === 'search' ? index.searchNow(task.request) : index.suggestNow(task.request),
);
