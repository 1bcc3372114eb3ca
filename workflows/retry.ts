import { FeedError } from '../pipelines/feeds/error.ts';
import { PublishBusyError } from '../warehouse/lock.ts';
import type { RetryPolicy } from './retry_policy.ts';

/** Waits; rejects when the work is called off meanwhile. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** System errors that pass when somebody makes room or lets go. */
const PASSING_SYSTEM_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EBUSY', 'EAGAIN', 'EMFILE', 'ENFILE', 'EIO']);
/** The same in the words of DuckDB and SQLite, which give no code. */
const PASSING_WORDS = /no space left on device|database is locked|database table is locked/i;

/** Bad input stays bad; only what may pass by itself (a server, a full disk, a busy file) is worth another try. */
export function isTransient(error: unknown): boolean {
  if (error instanceof FeedError && error.retryable) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PublishBusyError) return true;
    if (PASSING_SYSTEM_ERRORS.has((cause as NodeJS.ErrnoException).code ?? '')) return true;
    if (PASSING_WORDS.test(cause.message)) return true;
  }
  return false;
}

/** `work` with the policy around it. `onRetry` is told each failure that is tried again. */
export function withRetries<Request, Answer>(
  work: (request: Request) => Promise<Answer>,
  options: { policy: RetryPolicy; sleep: Sleep; onRetry?: (error: unknown, waitMs: number) => void },
): (request: Request) => Promise<Answer> {
  const { policy, sleep, onRetry } = options;
  return async (request) => {
    let wait = policy.first_wait_ms;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(request);
      } catch (error) {
        if (attempt >= policy.attempts || !isTransient(error)) throw error;
        onRetry?.(error, wait);
        await sleep(wait);
        wait *= policy.factor;
      }
    }
  };
}
