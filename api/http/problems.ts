import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isOfFullDisk } from '../../warehouse/full_disk.ts';
import { ApiError, PROBLEM_TYPE, problem } from './errors.ts';
import { rateLimitHeader } from './limits.ts';
import { drain } from './refused_body.ts';
import { newRequestId } from './request_id.ts';
import { pathOf, type Service, setCallHeaders } from './service.ts';
import { MAX_HEADER_BYTES } from './settings.ts';

/** Answers with a problem, whatever was thrown; what the list of codes does not cover is logged and `internal`. */
export function sendProblem(
  service: Service,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = toApiError(thrown);
  drain(request.raw);
  // What fails because the client left is no fault of ours; nobody waits for an answer either.
  const isOurs = error.code === 'internal' || (error.status >= 500 && error.cause !== undefined);
  if (isOurs && !request.raw.socket.destroyed) {
    service.log.error(
      { err: thrown, request_id: request.id, route: request.routeOptions.url },
      'request failed',
    );
  }
  for (const name of ['content-disposition', 'content-length', 'etag']) reply.removeHeader(name);
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  if (request.call) setCallHeaders(service, reply, request.call, rateLimitHeader(request.call.allowance));
  reply
    .code(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    // As bytes: the framework adds a charset to text, and the media type has none.
    .send(
      Buffer.from(JSON.stringify(problem(error, request.id, pathOf(request), service.settings.public_url))),
    );
}

/** The framework's own failures in the words of our list. */
function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const error = thrown as Partial<FastifyError>;
  if (error.name === 'NoSnapshotError') return noSnapshot();
  if (error.name === 'NoTextIndexError')
    return new ApiError('unavailable', {
      detail: 'the snapshot has no text index',
      cause: thrown,
      headers: { 'retry-after': '60' },
    });
  // The program was updated, the warehouse not yet.
  if (error.name === 'MatchModelError' || error.name === 'WarehouseFormatError')
    return new ApiError('unavailable', {
      detail: 'the index was written by another version of the program; its operator has to rebuild it',
      cause: thrown,
      headers: { 'retry-after': '60' },
    });
  // What is read is answered all the same.
  if (isOfFullDisk(thrown))
    return new ApiError('unavailable', {
      detail: 'the disk of the index is full; its operator has to make room there',
      cause: thrown,
      headers: { 'retry-after': '60' },
    });
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload_too_large', { detail: 'the body is larger than this endpoint takes' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type', { detail: 'the Content-Type is missing or malformed' });
    case 'FST_ERR_BAD_URL':
      return new ApiError('invalid_request', {
        detail: 'the path has an escape that is not percent-encoded UTF-8',
      });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('invalid_request', { detail: 'a part of the path is too long' });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('invalid_request', { detail: error.message ?? 'the request is malformed' });
  }
  return new ApiError('internal', { detail: 'see the log', cause: thrown });
}

export function noSnapshot(): ApiError {
  return new ApiError('unavailable', {
    detail: 'no snapshot has been published yet',
    headers: { 'retry-after': '5' },
  });
}

/** 404, or 405 with the methods the path does take. */
export function sendNotFound(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request);
  const methods = new Set(
    service.operations
      .filter((operation) => matches(operation.path, path))
      .map(({ method }) => method as string),
  );
  if (methods.has('GET')) methods.add('HEAD');
  const shown = JSON.stringify(path.slice(0, 200));
  const error =
    methods.size > 0
      ? new ApiError('method_not_allowed', {
          detail: `${shown} takes ${[...methods].join(', ')}, not ${request.method}`,
          headers: { allow: [...methods].join(', ') },
        })
      : new ApiError('not_found', { detail: `there is no path ${shown}; /openapi.json lists them all` });
  sendProblem(service, error, request, reply);
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

/** Answers what was too broken to become a request, straight on the socket. */
export function answerClientError(service: Service, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = newRequestId();
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError('headers_too_large', {
          detail: `the request line and headers are over ${MAX_HEADER_BYTES / 1024} KiB`,
        })
      : new ApiError('invalid_request', {
          detail:
            error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
              ? 'the request did not arrive in time'
              : 'this is not an HTTP request that can be read',
        });
  const body = JSON.stringify(problem(failure, id, '', service.settings.public_url));
  service.log.info({ request_id: id, status: failure.status, code: error.code }, 'unreadable request');
  socket.end(
    `HTTP/1.1 ${failure.status} ${failure.code}\r\nconnection: close\r\ncontent-type: ${PROBLEM_TYPE}\r\n` +
      `x-request-id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
