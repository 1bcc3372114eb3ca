import { rm } from 'node:fs/promises';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { MarketSettings } from '../../pipelines/domain/settings/market_settings.ts';
import type { Catalogue } from '../../warehouse/reads/snapshot.ts';
import type { RunReads } from '../../warehouse/run_reads.ts';
import type { State } from '../../warehouse/state/state.ts';
import { account } from './account.ts';
import { KeyRing } from './auth.ts';
import { addBodyParsers, DEFAULT_BODY_LIMIT } from './body.ts';
import { Cursors } from './cursor.ts';
import { RateLimiter } from './limits.ts';
import { Metrics } from './metrics.ts';
import type { Operation } from './operation.ts';
import { answerClientError, sendNotFound, sendProblem } from './problems.ts';
import { newRequestId } from './request_id.ts';
import { ResponseCache } from './response_cache.ts';
import { addOperation } from './route.ts';
import { openScratch, scratchOf } from './scratch.ts';
import type { Service } from './service.ts';
import { addServiceRoutes } from './service_routes.ts';
import { DEFAULT_SETTINGS, MAX_HEADER_BYTES, type ServerSettings } from './settings.ts';
import { UsageMeter } from './usage_meter.ts';

export interface ServerParts {
  operations: readonly Operation[];
  catalogue: Catalogue;
  state: State;
  runs: RunReads;
  market: MarketSettings;
  /** What is left out is as in DEFAULT_SETTINGS. */
  settings: Partial<ServerSettings> & Pick<ServerSettings, 'scratch'>;
  log: Logger;
}

const USAGE_FLUSH_MS = 5_000;
const SWEEP_MS = 60_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** What a page of another origin may read beside the body. */
const EXPOSED_HEADERS = [
  'x-request-id',
  'x-cost',
  'x-row-count',
  'x-left-out',
  'x-snapshot-id',
  'service-version',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'etag',
  'link',
  'content-disposition',
];
const PREFLIGHT_SECONDS = 3_600;
/** What is worth compressing. */
const TEXT_TYPES = /^text\/(?!event-stream)|[/+-](?:json|ndjson|xml)(?:;|$)/;
/** Long enough for a product link as a path part. */
const MAX_PARAM_LENGTH = 4_096;

/**
 * The HTTP server of these operations, not yet listening. `close()` lets running requests end (at most
 * `shutdown_ms`) and writes what was metered; catalogue and state stay open, they belong to the caller.
 */
export function createServer(parts: ServerParts): FastifyInstance {
  const service = serviceOf(parts);
  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => sendProblem(service, error, request, reply),
    clientErrorHandler: (error, socket) => answerClientError(service, error, socket),
  });
  app.decorateRequest('call', null);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
  // Behind what other plugins add to an answer, and before a body of nobody is read.
  app.addHook('preParsing', (request, reply, payload, next) => {
    if (request.is404) sendNotFound(service, request, reply);
    else next(null, payload);
  });
  app.addHook('onResponse', (request, reply, next) => {
    account(service, request, reply.statusCode, reply.elapsedTime);
    next();
  });
  app.setErrorHandler((error, request, reply) => sendProblem(service, error, request, reply));
  app.setNotFoundHandler((request, reply) => sendNotFound(service, request, reply));
  addBodyParsers(app);
  const { cors_origins } = service.settings;
  if (cors_origins.length > 0)
    app.register(cors, {
      origin: [...cors_origins],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_SECONDS,
    });
  app.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ['br', 'zstd', 'gzip'],
    customTypes: TEXT_TYPES,
  });
  // Routes are added once the plugin is there, because it decorates the replies of later routes only.
  app.register((instance, _options, next) => {
    for (const operation of service.operations) addOperation(instance, service, operation);
    addServiceRoutes(instance, service);
    next();
  });
  addLifecycle(app, service);
  return app;
}

function serviceOf(parts: ServerParts): Service {
  const settings = { ...DEFAULT_SETTINGS, ...parts.settings };
  const cache = new ResponseCache(settings.cache_bytes);
  return {
    operations: parts.operations,
    catalogue: parts.catalogue,
    state: parts.state,
    runs: parts.runs,
    market: parts.market,
    settings,
    log: parts.log,
    keys: new KeyRing(parts.state.keys),
    limiter: new RateLimiter(settings.rate),
    cache,
    metrics: new Metrics({ ...parts, cache, now: settings.now }),
    meter: new UsageMeter(parts.state.usage),
    cursors: new Cursors(Buffer.alloc(0)),
    streams: new Set(),
    scratch: scratchOf(settings.scratch),
  };
}

/** What happens at start, every few seconds, and at the end. */
function addLifecycle(app: FastifyInstance, service: Service): void {
  const { settings, log } = service;
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, what: string, work: () => Promise<void> | void): void => {
    const tick = (): Promise<void> =>
      Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, what));
    timers.push(setInterval(() => void tick(), ms).unref());
  };
  app.addHook('onReady', async () => {
    service.cursors = new Cursors(await service.state.secrets.secret('cursor'));
    await service.keys.refresh();
    await openScratch(settings.scratch);
    every(settings.key_refresh_ms, 'keys could not be read', () => service.keys.refresh());
    every(USAGE_FLUSH_MS, 'usage could not be written', () => service.meter.flush());
    every(SWEEP_MS, 'sweep failed', () => service.limiter.sweep(settings.now().getTime()));
    every(SWEEP_MS, 'expired memories could not be removed', async () => {
      await service.state.memory.sweep(settings.now());
    });
  });
  app.addHook('preClose', async () => {
    for (const end of service.streams) end();
    setTimeout(() => app.server.closeAllConnections(), settings.shutdown_ms).unref();
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await service.meter.flush();
    await rm(service.scratch, { recursive: true, force: true });
  });
}
