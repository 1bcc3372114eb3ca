import type { Attempt, Settlement } from '../../warehouse/state/deliveries.ts';

const MINUTE_MS = 60_000;
/** Waits after the first, second … failed attempt; after the last of them comes the dead letter. */
export const RETRY_LADDER_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/** A receiver that asks for more patience gets no more. */
const MOST_RETRY_AFTER_MS = 120 * MINUTE_MS;

/** What an attempt answered, and how long the receiver asks to wait (milliseconds), or null. */
export interface AttemptOutcome {
  attempt: Attempt;
  retry_after_ms: number | null;
}

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/**
 * What becomes of a delivery after an attempt; `attempts` failed before it. Only 2xx is success, 410 and the end of the
 * ladder make a dead letter; else it is tried again after the ladder's wait or the receiver's, whichever is later.
 */
export function settlementOf(
  attempts: number,
  { attempt, retry_after_ms }: AttemptOutcome,
  nowMs: number,
  ladder: readonly number[] = RETRY_LADDER_MS,
): Settlement {
  if (isSuccess(attempt.status)) return { state: 'delivered' };
  const wait = ladder[attempts];
  if (attempt.status === 410 || wait === undefined) return { state: 'dead' };
  const asked = Math.min(retry_after_ms ?? 0, MOST_RETRY_AFTER_MS);
  return { state: 'pending', next_attempt_ms: nowMs + Math.max(wait, asked) };
}

/** Milliseconds that a `Retry-After` asks for: seconds or an HTTP date. Null where there is none that can be read. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
