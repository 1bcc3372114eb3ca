import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../http/errors.ts';
import type { Service } from '../http/service.ts';
import { type AskIndex, agentServer, type IndexAnswer } from './agent_server.ts';
import { toolsOf } from './tools.ts';

/** Where agents find the tools. */
const MCP_PATH = '/mcp';

/** A call of a tool is a few words. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Names of this machine, whose pages may call it. */
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The tools over Streamable HTTP, to both eras of the protocol, without sessions. A call of a tool is a request of
 * the same key to the API itself, so scope, allowance, checks, answers and the log are those of the endpoint.
 */
export function addMcpRoute(app: FastifyInstance, service: Service): void {
  const tools = toolsOf(service.operations);
  app.register((instance, _options, next) => {
    const handler = createMcpHandler(
      ({ requestInfo }) =>
        agentServer(tools, askBy(instance, requestInfo?.headers.get('authorization') ?? '')),
      {
        maxRequestBodySize: BODY_LIMIT_BYTES,
        onerror: (error) => service.log.debug({ err: error }, 'MCP request refused'),
      },
    );
    instance.addHook('preClose', () => handler.close());
    // The protocol has its own answers to bodies that cannot be read, so it gets the text.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    instance.route({
      method: ['POST', 'GET', 'DELETE'],
      url: MCP_PATH,
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: async (request) => {
        checkOrigin(request, service);
        await service.keys.require(request.headers, service.settings.now().getTime());
      },
      handler: async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        return await handler.fetch(webRequest(request, gone.signal));
      },
    });
    next();
  });
}

/** Asks the API of this process as who holds this header. */
function askBy(app: FastifyInstance, authorization: string): AskIndex {
  return async ({ method, url, payload }, signal) => {
    const headers = { authorization };
    const answer = await app.inject({ method, url, headers, signal, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<IndexAnswer['body']>() };
  };
}

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  return new Request(new URL(request.url, 'http://index.invalid'), {
    method: request.method,
    headers,
    signal,
    ...(typeof request.body === 'string' && { body: request.body }),
  });
}

/** Pages of other origins are kept out, as the protocol asks of servers against DNS rebinding. */
function checkOrigin({ headers: { origin } }: FastifyRequest, { settings }: Service): void {
  if (origin === undefined || settings.cors_origins.includes(origin)) return;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url && (LOCAL_NAMES.has(url.hostname) || url.origin === originOf(settings.public_url))) return;
  throw new ApiError('forbidden', {
    detail: `pages of ${JSON.stringify(origin.slice(0, 200))} may not call this; CORS_ORIGINS names those that may`,
  });
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
