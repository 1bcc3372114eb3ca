import { workerData } from 'node:worker_threads';
import { answerTasks } from '../../../warehouse/task_thread.ts';
import { Matcher } from '../titles/score/matcher.ts';
import { scoreRows, type TitleRow } from './row_scores.ts';
import type { RowWorkerData } from './row_threads.ts';

const { model, features, index } = workerData as RowWorkerData;
const matcher = new Matcher({ ...model, ...model.rows }, features, index);
answerTasks((rows: readonly TitleRow[]) => scoreRows({ matcher, model, features }, rows));
