import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { checkout } from '../../../api/catalogue/checkout.ts';
import { PAGE_QUERY, pageOf } from '../../../api/http/cursor.ts';
import { ApiError, ERROR_CODES, ERRORS, type ErrorCode } from '../../../api/http/errors.ts';
import { MatchModelError } from '../../../pipelines/match/titles/score/model.ts';
import { FakeCatalogue, operation, type Running, running } from './harness.ts';

let endlessRuns = 0;

const OPERATIONS = [
  checkout,
  operation({
    id: 'list',
    path: '/v1/list',
    query: Type.Object({ ...PAGE_QUERY, q: Type.Optional(Type.String()) }),
    run(deps, input) {
      const page = pageOf(deps, input, { endpoint: 'list' });
      return { kind: 'json', body: { next_cursor: page.next([1]) } };
    },
  }),
  operation({ id: 'admin', path: '/v1/admin', scope: 'admin', run: () => ({ kind: 'empty' }) }),
  operation({ id: 'dear', path: '/v1/dear', cost: 11, run: () => ({ kind: 'empty' }) }),
  operation({
    id: 'echo',
    method: 'POST',
    path: '/v1/echo',
    body: Type.Object({ ref: Type.Optional(Type.String()) }),
    bodyLimit: 100,
    idempotent: true,
    streamedTypes: ['text/csv'],
    async run(_deps, { body }) {
      const { ref } = body as { ref?: string };
      if (ref === 'endless') {
        endlessRuns++;
        await new Promise(() => undefined);
      }
      if (ref === '4006381333932')
        throw new ApiError('invalid_identifier', { detail: 'the check digit should be 1' });
      if (ref === 'older') throw new MatchModelError(7);
      if (ref === 'full') throw new Error('insert memory', { cause: new Error('database or disk is full') });
      if (ref === 'changed')
        throw new ApiError('review_conflict', { detail: 'the listing alpha:a1 changed' });
      if (ref === 'gone') throw new ApiError('snapshot_expired', { detail: 'snp_1 is not kept' });
      if (ref === 'run')
        throw new ApiError('run_conflict', { detail: 'the run run_1 is published', extras: { run: {} } });
      if (ref === 'several')
        throw new ApiError('ambiguous_offer', { detail: 'it means 2 listings', extras: { offers: [] } });
      if (ref === 'rows')
        throw new ApiError('too_many_rows', { detail: 'no more than 10,000', extras: { max_rows: 10_000 } });
      return { kind: 'json', body: { ref: ref ?? null } };
    },
  }),
  operation({
    id: 'file',
    path: '/v1/file',
    run: ({ scratch }) => {
      const path = join(scratch, 'ten');
      writeFileSync(path, '0123456789');
      return { kind: 'file', contentType: 'text/plain', filename: 'ten.txt', etag: 'ten', source: { path } };
    },
  }),
  operation({
    id: 'broken',
    path: '/v1/broken',
    run: () => {
      throw new Error('select secret from vault');
    },
  }),
  operation({
    id: 'slow',
    path: '/v1/slow',
    timeLimitMs: 20,
    run: (_deps, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  }),
];

/** The request that provokes each code. */
const PROVOKE: Record<ErrorCode, (server: Running) => InjectOptions | Promise<InjectOptions>> = {
  invalid_request: () => ({ url: '/v1/list?limit=many' }),
  cursor_invalid: () => ({ url: '/v1/list?cursor=abc' }),
  cursor_expired: async ({ app, auth, clock }) => {
    const { next_cursor } = (await app.inject({ url: '/v1/list', headers: auth })).json<{
      next_cursor: string;
    }>();
    clock.ms += 24 * 60 * 60 * 1000 + 1;
    return { url: `/v1/list?cursor=${next_cursor}` };
  },
  unsupported_version: () => ({ url: '/v1/list', headers: { 'service-version': '2026-02-30' } }),
  unauthorized: () => ({ url: '/v1/list', headers: { authorization: 'Bearer ci_unknown' } }),
  forbidden: async ({ state }) => {
    const { token } = await state.keys.create({ owner: 'tests', scopes: ['read'] });
    return { url: '/v1/admin', headers: { authorization: `Bearer ${token}` } };
  },
  not_found: () => ({ url: '/v1/nothing' }),
  method_not_allowed: () => ({ method: 'DELETE', url: '/v1/list' }),
  idempotency_in_flight: async ({ app, auth }) => {
    const same = { method: 'POST', url: '/v1/echo', payload: { ref: 'endless' } } as const;
    endlessRuns = 0;
    void app.inject({ ...same, headers: { ...auth, 'idempotency-key': 'k' } });
    await expect.poll(() => endlessRuns).toBe(1);
    return { ...same, headers: { 'idempotency-key': 'k' } };
  },
  snapshot_expired: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: 'gone' } }),
  review_conflict: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: 'changed' } }),
  run_conflict: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: 'run' } }),
  payload_too_large: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: 'x'.repeat(200) } }),
  too_many_rows: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: 'rows' } }),
  unsupported_media_type: () => ({
    method: 'POST',
    url: '/v1/echo',
    payload: '<a/>',
    headers: { 'content-type': 'text/xml' },
  }),
  range_not_satisfiable: () => ({ url: '/v1/file', headers: { range: 'bytes=10-' } }),
  ambiguous_offer: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: 'several' } }),
  invalid_identifier: () => ({ method: 'POST', url: '/v1/echo', payload: { ref: '4006381333932' } }),
  idempotency_conflict: async ({ app, auth }) => {
    const headers = { 'idempotency-key': 'k' };
    await app.inject({
      method: 'POST',
      url: '/v1/echo',
      payload: { ref: 'a' },
      headers: { ...auth, ...headers },
    });
    return { method: 'POST', url: '/v1/echo', payload: { ref: 'b' }, headers };
  },
  rate_limited: async ({ app, auth }) => {
    await app.inject({ url: '/v1/dear', headers: auth });
    return { url: '/v1/dear' };
  },
  headers_too_large: () => ({ url: `/v1/list?q=${'x'.repeat(70_000)}` }),
  internal: () => ({ url: '/v1/broken' }),
  not_available: () => ({ method: 'POST', url: '/v1/checkout', payload: { any: 'thing' } }),
  unavailable: ({ catalogue }) => {
    catalogue.current = null;
    return { url: '/v1/list' };
  },
  timeout: () => ({ url: '/v1/slow' }),
};

/** Sends over a real connection what `inject` would not limit. */
async function overTheWire(server: Running, url: string): Promise<{ status: number; body: string }> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${url} HTTP/1.1\r\nhost: here\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body };
}

describe('every code of the list is the answer of a real request', () => {
  test.each(ERROR_CODES)('%s', async (code) => {
    const server = await running(OPERATIONS, { settings: { rate: { units: 15, window_seconds: 60 } } });
    const request = await PROVOKE[code](server);
    const answer =
      code === 'headers_too_large'
        ? await overTheWire(server, request.url as string)
        : await server.app
            .inject({ ...request, headers: { ...server.auth, ...request.headers } })
            .then((response) => {
              expect(response.headers['content-type']).toBe('application/problem+json');
              expect(response.headers['x-request-id']).toBe(
                response.json<{ request_id: string }>().request_id,
              );
              return { status: response.statusCode, body: response.body };
            });
    const problem = JSON.parse(answer.body) as Record<string, unknown>;
    expect(problem).toMatchObject({
      type: `/docs/errors#${code}`,
      code,
      status: ERRORS[code].status,
      title: ERRORS[code].title,
      retryable: ERRORS[code].retryable,
    });
    expect(answer.status).toBe(ERRORS[code].status);
    expect(problem['request_id']).toMatch(/^req_[0-9a-f]{32}$/);
    expect(problem['errors']).toBeInstanceOf(Array);
    expect(String(problem['detail'])).not.toBe('');
  });

  test('and the page documents exactly these codes, each with its status', async () => {
    const { app } = await running(OPERATIONS);
    const page = (await app.inject('/docs/errors')).body;
    const documented = [...page.matchAll(/<section id="(\w+)"><h2><code>(\w+)<\/code> (\d+)/g)];
    expect(documented.map(([, id]) => id)).toEqual(ERROR_CODES);
    for (const [, id, name, status] of documented) {
      expect(name).toBe(id);
      expect(Number(status)).toBe(ERRORS[id as ErrorCode].status);
    }
  });
});

test('what a full disk keeps from being written is unavailable until there is room, and logged', async () => {
  const { app, auth, lines } = await running(OPERATIONS);
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/echo',
    headers: auth,
    payload: { ref: 'full' },
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  expect(answer.json()).toMatchObject({ code: 'unavailable', retryable: true });
  expect(lines.map(({ msg }) => msg)).toContain('request failed');
});

test('what another version of the program wrote is unavailable until it is rebuilt, and no failure inside', async () => {
  const { app, auth } = await running(OPERATIONS);
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/echo',
    headers: auth,
    payload: { ref: 'older' },
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  expect(answer.json()).toMatchObject({ code: 'unavailable', retryable: true });
});

describe('a failure inside', () => {
  test('is logged with its cause and answered without it', async () => {
    const { app, auth, lines } = await running(OPERATIONS);
    const response = await app.inject({ url: '/v1/broken', headers: auth });
    expect(response.body).not.toContain('secret');
    const logged = lines.find(({ msg }) => msg === 'request failed');
    expect(logged).toMatchObject({ request_id: response.json<{ request_id: string }>().request_id });
    expect(JSON.stringify(logged)).toContain('select secret from vault');
  });
});

describe('what refusals tell besides', () => {
  test('401 names the scheme, and an error only when credentials were sent', async () => {
    const { app } = await running(OPERATIONS);
    const none = await app.inject('/v1/list');
    expect(none.headers['www-authenticate']).toBe('Bearer realm="commerce-index"');
    const wrong = await app.inject({ url: '/v1/list', headers: { authorization: 'Basic YTpi' } });
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"');
    expect([none.statusCode, wrong.statusCode]).toEqual([401, 401]);
  });

  test('404 and 405 come before the body is looked at', async () => {
    const { app, auth } = await running(OPERATIONS);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const statuses = async (path: string) =>
      Promise.all(
        [
          { method: 'QUERY' },
          { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } },
          { method: 'PATCH', body: '<a/>', headers: { 'content-type': 'text/xml' } },
        ].map(
          async ({ headers, ...request }) =>
            (await fetch(url + path, { ...request, headers: { ...auth, ...headers } })).status,
        ),
      );
    expect(await statuses('/v1/list')).toEqual([405, 405, 405]);
    expect(await statuses('/v1/nowhere')).toEqual([404, 404, 404]);
  });

  test('405 lists the methods, also for a path with a parameter', async () => {
    const one = operation({ path: '/v1/things/:id', run: () => ({ kind: 'empty' }) });
    const { app } = await running([one, { ...one, id: 'gone', method: 'DELETE' }]);
    const response = await app.inject({ method: 'PUT', url: '/v1/things/4?x=1' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, DELETE, HEAD');
  });

  test('503 says when to come back, and so does readiness', async () => {
    const { app, auth, catalogue } = await running(OPERATIONS, { catalogue: new FakeCatalogue(null) });
    const refused = await app.inject({ url: '/v1/list', headers: auth });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    catalogue.swap('snap_1');
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
    expect((await app.inject({ url: '/v1/list', headers: auth })).statusCode).toBe(200);
  });
});
