import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextLink } from './cursor.ts';
import { answerTag, halfLife, matchesAny } from './etag.ts';
import { rateLimitHeader } from './limits.ts';
import type { JsonReply } from './operation.ts';
import type { CachedAnswer } from './response_cache.ts';
import { type Call, type Exchange, type Service, setCallHeaders } from './service.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const COMPRESS_FROM = 1024;

/** Whether a request's answer has an ETag. */
export const isTagged = ({ operation }: Call): boolean => operation.cacheable === true;

/** Whether a request's answer may be kept. One that continues a cursor may not: the cursor may expire. */
export function isCacheable(request: FastifyRequest, call: Call): boolean {
  return isTagged(call) && !/[?&]cursor=/.test(request.url);
}

/** Key of an answer in the cache of one snapshot, for half of a cursor's life. Market and locale belong to the snapshot. */
export function cacheKey(service: Service, request: FastifyRequest, call: Call): string {
  return `${call.version} ${halfLife(service.settings.now())} ${request.url}`;
}

/** Charges the difference between what the operation announced and what this call cost. */
export function settleCost(service: Service, call: Call, cost: number | undefined): void {
  if (cost === undefined || cost === call.cost) return;
  const nowMs = service.settings.now().getTime();
  call.allowance = service.limiter.settle(call.caller.key_id, cost - call.cost, nowMs);
  call.cost = cost;
}

/** Sends an answer from the cache, or 304 when the caller has it already. */
export function sendCached(service: Service, exchange: Exchange, answer: CachedAnswer): void {
  const { request, reply, call } = exchange;
  settleCost(service, call, answer.cost);
  if (sendUnchanged(service, exchange, answer.etag)) return;
  setCallHeaders(service, reply, call, rateLimitHeader(call.allowance));
  setCacheHeaders(reply, answer.etag);
  sendBody(request, reply, answer.rest);
}

/** Answers 304 and true when `If-None-Match` names this ETag. */
export function sendUnchanged(service: Service, { request, reply, call }: Exchange, etag: string): boolean {
  if (!matchesAny(request.headers['if-none-match'], etag)) return false;
  setCallHeaders(service, reply, call, rateLimitHeader(call.allowance));
  setCacheHeaders(reply, etag);
  reply.code(304).send();
  return true;
}

/** Sends an operation's JSON answer and keeps it when it may be kept. */
export function sendJson(
  service: Service,
  { request, reply, call }: Exchange,
  result: JsonReply,
  snapshotId: string,
): void {
  settleCost(service, call, result.cost);
  setCallHeaders(service, reply, call, rateLimitHeader(call.allowance));
  const rest = restOf(result.body);
  const cursor = result.body['next_cursor'];
  if (typeof cursor === 'string' && request.method !== 'POST') {
    reply.header('link', nextLink(request.url, cursor, call.operation.cursorParameter));
  }
  // The link to the next page is a header of its own, which what is kept has not.
  const keeps = isCacheable(request, call) && typeof cursor !== 'string';
  if (isTagged(call) && (result.status ?? 200) === 200) {
    const etag = answerTag(snapshotId, request.url, call.version, service.settings.now());
    setCacheHeaders(reply, etag);
    if (keeps && !result.headers) {
      service.cache.set(snapshotId, cacheKey(service, request, call), { rest, etag, cost: call.cost });
    }
  } else {
    reply.header('cache-control', 'no-store').header('vary', 'accept-encoding');
  }
  if (result.headers) reply.headers(result.headers);
  reply.code(result.status ?? 200);
  sendBody(request, reply, rest);
}

export function sendEmpty(service: Service, reply: FastifyReply, call: Call): void {
  setCallHeaders(service, reply, call, rateLimitHeader(call.allowance));
  reply.code(204).send();
}

/** The JSON text of a body from behind its request id on. */
function restOf(body: Record<string, unknown>): string {
  const text = JSON.stringify({ ...body, request_id: undefined });
  return text === '{}' ? '}' : `,${text.slice(1)}`;
}

function sendBody(request: FastifyRequest, reply: FastifyReply, rest: string): void {
  const body = `{"request_id":"${request.id}"${rest}`;
  reply.header('content-type', JSON_TYPE);
  if (body.length >= COMPRESS_FROM && request.headers['accept-encoding'] !== undefined) reply.compress(body);
  else reply.send(body);
}

function setCacheHeaders(reply: FastifyReply, etag: string): void {
  reply.header('etag', etag);
  reply.header('cache-control', 'private, no-cache');
  reply.header('vary', 'accept-encoding, service-version');
}
