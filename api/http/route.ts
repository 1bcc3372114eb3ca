import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireScope } from './auth.ts';
import { checkContentLength, DEFAULT_BODY_LIMIT } from './body.ts';
import { ApiError } from './errors.ts';
import { execute, type Lease } from './execution.ts';
import { cacheKey, isCacheable, sendCached } from './json_answer.ts';
import { rateLimitHeader } from './limits.ts';
import type { Caller, Operation } from './operation.ts';
import { noSnapshot } from './problems.ts';
import type { Call, Service } from './service.ts';
import { validatorOf } from './validation.ts';
import { serviceVersion } from './version.ts';

/** Makes a route of an operation: who calls is settled before the body is read, the rest after it. */
export function addOperation(app: FastifyInstance, service: Service, operation: Operation): void {
  const validate = validatorOf(operation);
  const bodyLimit = operation.bodyLimit ?? DEFAULT_BODY_LIMIT;
  app.route({
    method: operation.method,
    url: operation.path,
    bodyLimit,
    config: { operation },
    onRequest: (request) => {
      const caller = service.keys.find(request.headers, service.settings.now().getTime());
      if (!caller) return admitLate(service, operation, request, bodyLimit);
      admit(service, operation, request, caller, bodyLimit);
      return ADMITTED;
    },
    handler: (request, reply) => {
      const call = request.call as Call;
      const exchange = { request, reply, call };
      const lease = leaseFor(service, request);
      if (!isCacheable(request, call)) return execute(service, validate, exchange, lease);
      const hit = service.cache.get(lease.snapshot.id, cacheKey(service, request, call));
      if (!hit) {
        service.metrics.cacheMisses.inc();
        return execute(service, validate, exchange, lease);
      }
      lease.release();
      service.metrics.cacheHits.inc();
      sendCached(service, exchange, hit);
      return reply;
    },
  });
}

const ADMITTED = Promise.resolve();

/** For a key that is not known yet: perhaps another process made it a moment ago. */
async function admitLate(
  service: Service,
  operation: Operation,
  request: FastifyRequest,
  bodyLimit: number,
): Promise<void> {
  const caller = await service.keys.require(request.headers, service.settings.now().getTime());
  admit(service, operation, request, caller, bodyLimit);
}

/** Checks scope, version and allowance of a known caller; what is refused costs nothing. */
function admit(
  service: Service,
  operation: Operation,
  request: FastifyRequest,
  caller: Caller,
  bodyLimit: number,
): void {
  const nowMs = service.settings.now().getTime();
  request.call = {
    operation,
    caller,
    version: '',
    cost: 0,
    allowance: service.limiter.take(caller.key_id, 0, nowMs),
  };
  const call = request.call;
  call.version = serviceVersion(undefined);
  requireScope(caller, operation.scope);
  call.version = serviceVersion(request.headers['service-version']);
  call.allowance = service.limiter.take(caller.key_id, operation.cost, nowMs);
  if (!call.allowance.allowed) {
    throw new ApiError('rate_limited', {
      detail: `this call costs ${operation.cost} units, the key has ${call.allowance.remaining} left; try again in ${call.allowance.seconds} s`,
      headers: { 'retry-after': String(call.allowance.seconds), ratelimit: rateLimitHeader(call.allowance) },
    });
  }
  call.cost = operation.cost;
  checkContentLength(request, bodyLimit);
}

/** The newest snapshot, or, on the way along a cursor, the one it started on if it is still open. */
function leaseFor(service: Service, request: FastifyRequest): Lease {
  if (!service.catalogue.ready) throw noSnapshot();
  const cursor = (request.query as Record<string, unknown>)['cursor'];
  const content = typeof cursor === 'string' ? service.cursors.read(cursor) : null;
  return service.catalogue.acquire(content?.snapshot_id);
}
