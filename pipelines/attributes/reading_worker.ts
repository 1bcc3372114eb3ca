import { answerTasks } from '../../warehouse/task_thread.ts';
import { readListings } from './reading_task.ts';

answerTasks(readListings);
