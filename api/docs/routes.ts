import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors.ts';
import type { Service } from '../http/service.ts';
import { EXAMPLES } from './examples.ts';
import { exportsPage } from './exports_page.ts';
import { homePage, recordsPage } from './home_page.ts';
import type { Json } from './json_schema.ts';
import { type Described, operationPage } from './operation_page.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
};

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Json> };
}

/** Serves the guide, a page for each operation, one of the records and one of the exports. */
export function addDocs(app: FastifyInstance, { operations }: Service, document: Json): void {
  const { paths, components } = document as unknown as Document;
  const { schemas } = components;
  const pages = new Map<string, () => string>([
    ['/docs', () => homePage(operations)],
    ['/docs/records', () => recordsPage(schemas)],
    ['/docs/exports', exportsPage],
  ]);
  for (const [address, page] of pages)
    app.get(address, (_request, reply) =>
      reply.headers(HEADERS).type('text/html; charset=utf-8').compress(page()),
    );
  app.get('/docs/docs.css', (_request, reply) =>
    reply
      .headers(HEADERS)
      .type('text/css; charset=utf-8')
      .send(readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')),
  );
  app.get<{ Params: { id: string } }>('/docs/operations/:id', (request, reply) => {
    const { id } = request.params;
    const operation = operations.find((one) => one.id === id);
    const described =
      operation && paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()];
    if (!operation || !described)
      throw new ApiError('not_found', {
        detail: `there is no operation ${id}; /docs lists them`,
        extras: { suggestions: [] },
      });
    const html = operationPage(operation, { described, schemas, example: EXAMPLES.get(id) });
    return reply.headers(HEADERS).type('text/html; charset=utf-8').compress(html);
  });
}
