import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import packageFile from '../../package.json' with { type: 'json' };
import { addDocs } from '../docs/routes.ts';
import { TRY_PAGE } from '../docs/try_page.ts';
import { addExplorer } from '../explorer/routes.ts';
import { addMcpRoute } from '../mcp/mcp_route.ts';
import { requireScope } from './auth.ts';
import { ERRORS_PAGE } from './errors.ts';
import { errorsPage } from './errors_page.ts';
import { addMediaRoute } from './media_route.ts';
import { openApiDocument } from './openapi.ts';
import { noSnapshot } from './problems.ts';
import type { Service } from './service.ts';

/** The routes beside the contract: health, metrics, media, the OpenAPI document and its pages. */
export function addServiceRoutes(app: FastifyInstance, service: Service): void {
  app.get('/healthz', (request) => ({
    request_id: request.id,
    status: 'ok',
    version: packageFile.version,
  }));
  app.get('/readyz', (request) => {
    if (!service.catalogue.ready) throw noSnapshot();
    return { request_id: request.id, status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) await requireAdmin(service, request);
    return reply.type(service.metrics.registry.contentType).send(await service.metrics.registry.metrics());
  });
  addMediaRoute(app, service);
  addMcpRoute(app, service);
  addDocumentation(app, service);
  addExplorer(app, service);
}

function addDocumentation(app: FastifyInstance, service: Service): void {
  const { document, text } = documentOf(service);
  const page = errorsPage();
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').compress(text));
  addDocs(app, service, document);
  app.get(ERRORS_PAGE, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  });
  app.register(swaggerUi, TRY_PAGE);
}

/** The OpenAPI document, and as it is sent; made once for all servers of these operations at one address. */
function documentOf({ operations, settings: { public_url } }: Service): Documented {
  const made = DOCUMENTS.get(operations) ?? new Map<string, Documented>();
  DOCUMENTS.set(operations, made);
  const known = made.get(public_url);
  if (known !== undefined) return known;
  const document = openApiDocument(operations, public_url);
  const documented = { document, text: JSON.stringify(document) };
  made.set(public_url, documented);
  return documented;
}
interface Documented {
  document: ReturnType<typeof openApiDocument>;
  text: string;
}
const DOCUMENTS = new WeakMap<Service['operations'], Map<string, Documented>>();

/** From this machine and not passed on by a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = socket.remoteAddress;
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

async function requireAdmin(service: Service, request: FastifyRequest): Promise<void> {
  requireScope(await service.keys.require(request.headers, service.settings.now().getTime()), 'admin');
}
