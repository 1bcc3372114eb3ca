import { answerTasks } from '../../warehouse/task_thread.ts';
import { doForecastTask } from './forecast_task.ts';

answerTasks(doForecastTask);
