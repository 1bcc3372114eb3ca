import { answerTasks } from '../../warehouse/task_thread.ts';

/** The script of a thread for tests: doubles numbers, refuses negative ones, and dies of 0. */
answerTasks((task: number) => {
  if (task < 0) throw new RangeError(`${task} is negative`);
  if (task === 0) process.exit(3);
  return task * 2;
});
