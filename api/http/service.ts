import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { MarketSettings } from '../../pipelines/domain/settings/market_settings.ts';
import type { Catalogue } from '../../warehouse/reads/snapshot.ts';
import type { RunReads } from '../../warehouse/run_reads.ts';
import type { State } from '../../warehouse/state/state.ts';
import type { KeyRing } from './auth.ts';
import type { Cursors } from './cursor.ts';
import type { Allowance, RateLimiter } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Caller, Operation } from './operation.ts';
import type { ResponseCache } from './response_cache.ts';
import type { ServerSettings } from './settings.ts';
import type { UsageMeter } from './usage_meter.ts';

/** What all routes of one server share. */
export interface Service {
  operations: readonly Operation[];
  catalogue: Catalogue;
  state: State;
  runs: RunReads;
  market: MarketSettings;
  settings: ServerSettings;
  log: Logger;
  keys: KeyRing;
  limiter: RateLimiter;
  cache: ResponseCache;
  metrics: Metrics;
  meter: UsageMeter;
  /** Set when the server is ready. */
  cursors: Cursors;
  /** Ends each stream that is open. */
  streams: Set<() => void>;
  /** This process's own folder under `settings.scratch`. */
  scratch: string;
}

/** What is known of a request once it was let in. */
export interface Call {
  operation: Operation;
  caller: Caller;
  version: string;
  /** Units charged so far. */
  cost: number;
  allowance: Allowance;
}

/** A request that was let in, and its answer. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  call: Call;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    /** Null before a key was accepted, and on routes that need none. */
    call: Call | null;
  }
}

/** The path of a request, without its query. */
export function pathOf(request: FastifyRequest): string {
  const query = request.url.indexOf('?');
  return query === -1 ? request.url : request.url.slice(0, query);
}

/** Sets the headers that every metered answer carries. */
export function setCallHeaders(service: Service, reply: FastifyReply, call: Call, rateLimit: string): void {
  reply.header('service-version', call.version);
  reply.header('ratelimit-policy', service.limiter.policy);
  reply.header('ratelimit', rateLimit);
  reply.header('x-cost', String(call.cost));
}
