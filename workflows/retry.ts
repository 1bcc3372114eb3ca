import { FeedError } from '../pipelines/feeds/error.ts';
import { PublishBusyError } from '../warehouse/lock.ts';

/** How often and how patiently a step is tried again when trying can help. */
export interface RetryPolicy {
  /** Tries in all. */
  attempts: number;
  first_wait_ms: number;
  /** Each wait is this many times the one before. */
  factor: number;
}

/** Landing has already tried again on the spot; this is for a server that needs a rest. */
export const FEED_RETRY: RetryPolicy = { attempts: 3, first_wait_ms: 5_000, factor: 4 };
/** Another process publishes: it is done in seconds to minutes. */
export const PUBLISH_RETRY: RetryPolicy = { attempts: 6, first_wait_ms: 2_000, factor: 2 };

/** Waits; rejects when the work is called off meanwhile. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** Bad input stays bad; only what may pass by itself is worth another try. */
export function isTransient(error: unknown): boolean {
  return error instanceof PublishBusyError || (error instanceof FeedError && error.retryable);
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
