import { describe, expect, test } from 'vitest';
import { FeedError } from '../../pipelines/feeds/error.ts';
import { PublishBusyError } from '../../warehouse/lock.ts';
import { withRetries } from '../../workflows/retry.ts';

const policy = { attempts: 3, first_wait_ms: 10, factor: 4 };

function failing(times: number, error: Error) {
  const waits: number[] = [];
  let calls = 0;
  const work = withRetries(() => (calls++ < times ? Promise.reject(error) : Promise.resolve('done')), {
    policy,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { work, waits, calls: () => calls };
}

describe('withRetries', () => {
  test.each([
    new PublishBusyError('lock'),
    new FeedError('timeout', 'slow', { retryable: true }),
    Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
    new Error('write rows', { cause: new Error('IO Error: could not write: No space left on device') }),
  ])('tries again what may pass, longer each time: %s', async (error) => {
    const { work, waits } = failing(2, error);
    await expect(work(undefined)).resolves.toBe('done');
    expect(waits).toEqual([10, 40]);
  });

  test('gives up after the last attempt with the last error', async () => {
    const { work, calls } = failing(3, new PublishBusyError('lock'));
    await expect(work(undefined)).rejects.toThrow(PublishBusyError);
    expect(calls()).toBe(3);
  });

  test.each([new FeedError('malformed', 'bad'), new Error('disk full')])(
    'does not repeat what stays wrong: %s',
    async (error) => {
      const { work, calls } = failing(1, error);
      await expect(work(undefined)).rejects.toThrow(error.message);
      expect(calls()).toBe(1);
    },
  );
});
