import { type Agent, request } from 'undici';
import { webhookHeaders } from '../../exports/webhook_signature.ts';
import type { ClaimedDelivery } from '../../warehouse/state/deliveries.ts';
import { type AttemptOutcome, retryAfterMs } from './ladder.ts';

/** An attempt that takes longer has failed. */
export const TIME_LIMIT_MS = 15_000;
/** Bytes of the answer that are kept. */
const ANSWER_BYTES = 1_000;

export interface AttemptSettings {
  /** Connects to public addresses only, unless the operator allows others. */
  agent: Agent;
  now: () => Date;
  timeLimitMs?: number | undefined;
}

/**
 * One attempt: a POST of the body, signed now. Redirects are not followed. Whatever goes wrong is the attempt's outcome,
 * nothing is thrown.
 */
export async function attemptDelivery(
  { event_id, callback_url, body, secrets }: ClaimedDelivery,
  { agent, now, timeLimitMs = TIME_LIMIT_MS }: AttemptSettings,
): Promise<AttemptOutcome> {
  const at = now();
  const started = performance.now();
  const outcome = (status: number | null, error: string | null, answer: string | null) => ({
    at: at.toISOString(),
    duration_ms: Math.round(performance.now() - started),
    status,
    error,
    answer,
  });
  if (secrets.length === 0) {
    const error = 'the secret of the watch cannot be opened: set WEBHOOK_SECRET_KEY as it was, or rotate it';
    return { attempt: outcome(null, error, null), retry_after_ms: null };
  }
  const parts = { id: event_id, timestamp: Math.floor(at.getTime() / 1_000), body };
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    const response = await request(callback_url, {
      method: 'POST',
      dispatcher: agent,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'commerce-index',
        ...webhookHeaders(secrets, parts),
      },
      body,
    });
    const answer = await firstBytes(response.body);
    return {
      attempt: outcome(response.statusCode, null, answer),
      retry_after_ms: retryAfterMs(response.headers['retry-after'], now().getTime()),
    };
  } catch (error) {
    const reason = signal.aborted
      ? `no answer within ${timeLimitMs / 1_000} s`
      : error instanceof Error
        ? error.message || (error as NodeJS.ErrnoException).code || error.name
        : String(error);
    return { attempt: outcome(null, reason, null), retry_after_ms: null };
  }
}

/**
 * The beginning of an answer as text; the rest is not read. What an answer says stands in its status: a body that breaks
 * off or does not end within the limit is kept as far as it came.
 */
async function firstBytes(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // The status is known.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
}
