import { hash } from 'node:crypto';
import type { Claim, IdempotencyStore } from '../../warehouse/state/idempotency.ts';
import { ApiError } from './errors.ts';
import type { Input, JsonReply, Operation, Reply } from './operation.ts';

const KEEP_ANSWER_MS = 24 * 60 * 60 * 1000;

/** How long past its time limit a claim is believed to be running; after that its process has died. */
const CLAIM_GRACE_MS = 30_000;

/**
 * The key of the `Idempotency-Key` header: a structured-field string or, as many clients send it, the bare
 * text. Undefined when there is none. Throws `invalid_request` when empty or over 255 characters.
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted === undefined ? text : quoted.replace(/\\(.)/g, '$1');
  if (key.length > 0 && key.length <= 255 && (quoted !== undefined || !key.includes('"'))) return key;
  throw new ApiError('invalid_request', {
    param: 'Idempotency-Key',
    detail: `the Idempotency-Key ${JSON.stringify(text.slice(0, 80))} must be 1 to 255 characters, bare or in double quotes`,
  });
}

/**
 * Runs the operation once per Idempotency-Key: the same request again gets the first answer, another request
 * under the key `idempotency_conflict`, one still running `idempotency_in_flight`. Failures are not kept, so
 * they can be retried under the same key.
 */
export async function runOnce(
  store: IdempotencyStore,
  operation: Operation,
  input: Input,
  limits: { nowMs: number; timeLimitMs: number },
  run: () => Promise<Reply>,
): Promise<Reply> {
  const key = idempotencyKey(input.headers['idempotency-key']);
  if (key === undefined) return run();
  const call = {
    owner: input.caller.owner,
    operation: operation.id,
    idempotency_key: key,
    fingerprint: hash('sha256', JSON.stringify([input.params, input.query, input.body]), 'hex'),
  };
  const claim = await store.claim(call, limits.nowMs, limits.timeLimitMs + CLAIM_GRACE_MS);
  if (claim.state !== 'claimed') return repeated(claim, key);
  let reply: Reply;
  try {
    reply = await run();
  } catch (error) {
    await store.abandon(claim.token);
    throw error;
  }
  if (reply.kind !== 'json') {
    await store.abandon(claim.token);
    return reply;
  }
  const answer = { status: reply.status ?? 200, body: JSON.stringify(reply.body) };
  await store.complete(claim.token, answer, limits.nowMs, KEEP_ANSWER_MS);
  return { ...reply, headers: { ...reply.headers, 'idempotency-key': echoed(key) } };
}

function repeated(claim: Exclude<Claim, { state: 'claimed' }>, key: string): JsonReply {
  if (claim.state === 'in_flight') {
    throw new ApiError('idempotency_in_flight', {
      param: 'Idempotency-Key',
      detail: `the first request with the Idempotency-Key ${JSON.stringify(key)} is still running`,
      headers: { 'retry-after': '1' },
    });
  }
  if (claim.state === 'conflict') {
    throw new ApiError('idempotency_conflict', {
      param: 'Idempotency-Key',
      detail: `the Idempotency-Key ${JSON.stringify(key)} was used for a request with other content; use a new one`,
    });
  }
  return {
    kind: 'json',
    status: claim.answer.status,
    body: JSON.parse(claim.answer.body) as Record<string, unknown>,
    headers: { 'idempotency-key': echoed(key), 'idempotent-replayed': 'true' },
  };
}

/** As a structured-field string; headers are ASCII, so other characters are left out of the echo. */
function echoed(key: string): string {
  return `"${key.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')}"`;
}
