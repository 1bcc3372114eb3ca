import { describe, expect, it } from 'vitest';
import { TaskThread } from '../../warehouse/task_thread.ts';

const start = () => new TaskThread<number, number>(new URL('./doubling_thread.ts', import.meta.url), null);

describe('a thread of tasks', () => {
  it('answers each task with its own answer', async () => {
    using thread = start();
    const tasks = Array.from({ length: 100 }, (_, no) => no + 1);
    expect(await Promise.all(tasks.map((task) => thread.run(task)))).toEqual(tasks.map((task) => 2 * task));
    expect(thread.load).toBe(0);
  });

  it('fails the task that throws, and no other', async () => {
    using thread = start();
    const [one, two, three] = [thread.run(1), thread.run(-2), thread.run(3)];
    await expect(two).rejects.toThrow(new RangeError('-2 is negative'));
    expect([await one, await three]).toEqual([2, 6]);
  });

  it('fails what waits for it when it dies, and starts anew for the next task', async () => {
    using thread = start();
    const [deadly, behind] = [thread.run(0), thread.run(1)];
    await expect(deadly).rejects.toThrow('the thread of doubling_thread.ts was stopped');
    await expect(behind).rejects.toThrow('the thread of doubling_thread.ts was stopped');
    expect(await thread.run(4)).toBe(8);
  });

  it('refuses tasks once it is disposed of', async () => {
    const thread = start();
    thread[Symbol.dispose]();
    await expect(thread.run(1)).rejects.toThrow('was stopped');
  });
});
