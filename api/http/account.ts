import type { FastifyRequest } from 'fastify';
import { pathOf, type Service } from './service.ts';

/** Status in log and metrics of a request whose client left before the answer; never sent. */
export const CLIENT_GONE = 499;

/** Log line, metrics and metering of one answered request. */
export function account(service: Service, request: FastifyRequest, status: number, elapsedMs: number): void {
  const { call } = request;
  const route = request.routeOptions.url ?? 'none';
  service.metrics.observe(request.method, route, status, elapsedMs / 1000);
  if (call) service.meter.count(call.caller.key_id, call.cost, service.settings.now().getTime());
  service.log.info({
    request_id: request.id,
    method: request.method,
    route,
    path: pathOf(request),
    status,
    duration_ms: Math.round(elapsedMs * 100) / 100,
    cost: call?.cost,
    key_id: call?.caller.key_id,
  });
}
