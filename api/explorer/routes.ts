import type { FastifyInstance } from 'fastify';
import { matchesAny } from '../http/etag.ts';
import type { Service } from '../http/service.ts';
import { contentSecurityPolicy, explorerFiles, type PageFile } from './files.ts';

/** The files, read once in a process. */
let read: ReturnType<typeof explorerFiles> | undefined;

/** Serves the explorer at `/`. Its files need no key: the page asks for one, and sends it with each call. */
export function addExplorer(app: FastifyInstance, { settings }: Service): void {
  const files = (read ??= explorerFiles());
  const index = files.get('/') as PageFile;
  const headers = {
    'content-security-policy': contentSecurityPolicy(index.text, settings.cdn_url),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  };
  for (const [address, { contentType, text, etag }] of files)
    app.get(address, (request, reply) => {
      reply.headers({ ...headers, etag });
      if (matchesAny(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(contentType).compress(text);
    });
}
