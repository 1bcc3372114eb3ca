import type { FastifyReply, FastifyRequest } from 'fastify';
import { openQueryEmbedder } from '../../warehouse/embedding/open_embedder.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { account, CLIENT_GONE } from './account.ts';
import type { Deps } from './deps.ts';
import { ApiError } from './errors.ts';
import { answerTag } from './etag.ts';
import { sendStream } from './event_stream.ts';
import { discard, sendFile } from './file_answer.ts';
import { runOnce } from './idempotency.ts';
import { isTagged, sendEmpty, sendJson, sendUnchanged, settleCost } from './json_answer.ts';
import { rateLimitHeader } from './limits.ts';
import { mediaType } from './media_type.ts';
import type { Input, Reply } from './operation.ts';
import { type Call, type Exchange, type Service, setCallHeaders } from './service.ts';
import type { Validator } from './validation.ts';

/** A snapshot held for one request. */
export interface Lease {
  snapshot: Snapshot;
  release(): void;
}

/** Runs an operation on the snapshot of its lease and answers; the lease ends when nothing reads from it any more. */
export async function execute(
  service: Service,
  validate: Validator,
  exchange: Exchange,
  lease: Lease,
): Promise<FastifyReply> {
  const { request, reply, call } = exchange;
  const done = inFlight(service, lease);
  const abort = new AbortController();
  let input: Input;
  try {
    const etag = answerTag(lease.snapshot.id, request.url, call.version, service.settings.now());
    input = inputOf(request, call, abort.signal, validate);
    if (isTagged(call) && sendUnchanged(service, exchange, etag)) {
      done();
      return reply;
    }
  } catch (error) {
    done();
    throw error;
  }
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished || !request.raw.socket.destroyed) return;
    abort.abort(new Error('the client has gone'));
    account(service, request, CLIENT_GONE, reply.elapsedTime);
  });
  const result = await limited(service, call, abort, run(service, call, input, lease.snapshot), done);
  return answer(service, exchange, result, lease.snapshot.id, done);
}

/** Counts the operation as running until the function returned is called, which also ends the lease, once. */
function inFlight(service: Service, lease: Lease): () => void {
  let ended = false;
  service.metrics.inFlight.inc();
  return () => {
    if (ended) return;
    ended = true;
    service.metrics.inFlight.dec();
    lease.release();
  };
}

function inputOf(request: FastifyRequest, call: Call, signal: AbortSignal, validate: Validator): Input {
  return {
    ...validate(request),
    contentType: mediaType(request.headers['content-type']),
    headers: request.headers,
    caller: call.caller,
    signal,
  };
}

async function run(service: Service, call: Call, input: Input, snapshot: Snapshot): Promise<Reply> {
  const { operation } = call;
  const { state, runs, market, cursors, scratch, settings, log } = service;
  const { now, trust_threshold, seller_tiers, cdn_url, public_url } = settings;
  const deps: Deps = {
    snapshot,
    state,
    runs,
    cursors,
    market,
    trust_threshold,
    seller_tiers,
    cdn_url,
    public_url,
    scratch,
    allow_private_callbacks: settings.allow_private_callbacks,
    now,
    log,
    get embedder() {
      return openQueryEmbedder(settings.embedder);
    },
  };
  const work = async (): Promise<Reply> => operation.run(deps, input);
  if (!operation.idempotent) return work();
  const limits = { nowMs: settings.now().getTime(), timeLimitMs: timeLimit(service, call) };
  return runOnce(state.idempotency, operation, input, limits, work);
}

/**
 * The result of `work`, or `timeout` when the limit is over first. Then the work is told to stop, and `done` is
 * called when it has, not before: it may still be reading.
 */
async function limited(
  service: Service,
  call: Call,
  abort: AbortController,
  work: Promise<Reply>,
  done: () => void,
): Promise<Reply> {
  const limit = timeLimit(service, call);
  const clock = { expired: false };
  void watchEnd(work, clock, done);
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      clock.expired = true;
      const timeout = new ApiError('timeout', { detail: `${call.operation.id} took over ${limit} ms` });
      reject(timeout);
      abort.abort(timeout);
    }, limit);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls `done` when the work has ended, except for a file in time, which is still to be sent. */
async function watchEnd(work: Promise<Reply>, clock: { expired: boolean }, done: () => void): Promise<void> {
  try {
    const result = await work;
    if (result.kind === 'file' && !clock.expired) return;
    if (result.kind === 'file') discard(result);
    done();
  } catch {
    // The failure itself is answered where the work is awaited, or came after the timeout had been.
    done();
  }
}

function timeLimit(service: Service, call: Call): number {
  return call.operation.timeLimitMs ?? service.settings.time_limit_ms;
}

async function answer(
  service: Service,
  exchange: Exchange,
  result: Reply,
  snapshotId: string,
  done: () => void,
): Promise<FastifyReply> {
  const { request, reply, call } = exchange;
  if (result.kind === 'file') {
    // The file may belong to the snapshot, so the lease lasts until the last byte is out.
    reply.raw.once('finish', done);
    reply.raw.once('close', done);
    try {
      settleCost(service, call, result.cost);
      setCallHeaders(service, reply, call, rateLimitHeader(call.allowance));
      await sendFile(request, reply, result);
    } catch (error) {
      discard(result);
      done();
      throw error;
    }
    return reply;
  }
  done();
  if (result.kind === 'stream') {
    sendStream(service, exchange, result);
    return reply;
  }
  if (result.kind === 'empty') sendEmpty(service, reply, call);
  else sendJson(service, exchange, result, snapshotId);
  return reply;
}
