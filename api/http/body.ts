import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';
import { parseJsonBody } from './json_body.ts';
import { mediaType } from './media_type.ts';
import type { Operation } from './operation.ts';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/**
 * How bodies are taken: JSON is parsed; the streamed types of an operation are handed on as a stream that ends
 * with `payload_too_large` at its limit; an operation that takes no body ignores whatever comes.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, next) => {
    try {
      checkEncoding(request);
      next(null, takesNothing(operationOf(request)) ? undefined : parseJsonBody(bytes));
    } catch (error) {
      next(error as Error);
    }
  });
  app.addContentTypeParser('*', (request, payload, next) => {
    try {
      const operation = operationOf(request);
      if (takesNothing(operation)) {
        payload.resume();
        return next(null, undefined);
      }
      checkEncoding(request);
      const type = mediaType(request.headers['content-type']);
      if (!operation?.streamedTypes?.includes(type))
        throw unsupported(operation, `the media type ${JSON.stringify(type)}`);
      next(null, payload.pipe(counted(request, operation.bodyLimit ?? DEFAULT_BODY_LIMIT)));
    } catch (error) {
      next(error as Error);
    }
  });
}

function operationOf(request: FastifyRequest): Operation | undefined {
  return request.routeOptions.config.operation;
}

function takesNothing(operation: Operation | undefined): boolean {
  return !operation?.body && !operation?.streamedTypes;
}

function checkEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw unsupported(operationOf(request), `the Content-Encoding ${JSON.stringify(encoding)}`);
  }
}

function unsupported(operation: Operation | undefined, what: string): ApiError {
  const types = [...(operation?.body ? ['application/json'] : []), ...(operation?.streamedTypes ?? [])];
  return new ApiError('unsupported_media_type', {
    detail: `${what} is not taken here; send ${types.join(' or ')}, not compressed`,
    extras: { supported_types: types },
    headers: { accept: types.join(', ') },
  });
}

function tooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', {
    detail: `the body is larger than ${limit} bytes; send it in parts`,
    extras: { max_bytes: limit },
  });
}

/** Throws `payload_too_large` when the body says that it is over the limit. */
export function checkContentLength(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

function counted(request: FastifyRequest, limit: number): Transform {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes > limit) next(tooLarge(limit));
      else next(null, chunk);
    },
  });
  request.raw.once('aborted', () => stream.destroy(new Error('the client has gone')));
  return stream;
}
