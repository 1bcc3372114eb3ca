import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { operation, running } from './harness.ts';

let runs = 0;
const product = operation({
  id: 'product',
  path: '/v1/products/:id',
  cacheable: true,
  query: Type.Object({ long: Type.Optional(Type.Boolean()) }),
  run({ snapshot }, { params, query }) {
    runs++;
    const title = query['long'] ? 'é"\n'.repeat(2000) : 'short';
    return { kind: 'json', body: { id: params['id'], title, snapshot: snapshot.id } };
  },
});
const created = operation({
  id: 'create',
  method: 'POST',
  path: '/v1/things',
  run: () => ({
    kind: 'json',
    status: 201,
    body: { request_id: 'forged', id: 'x' },
    headers: { 'x-extra': '1' },
  }),
});
const removed = operation({
  id: 'remove',
  method: 'DELETE',
  path: '/v1/things/:id',
  run: () => ({ kind: 'empty' }),
});
const OPERATIONS = [product, created, removed];

describe('the envelope', () => {
  test('carries a request_id of its own for every call, also when the answer is kept', async () => {
    const { app, auth } = await running(OPERATIONS);
    const answers = [];
    for (let call = 0; call < 3; call++)
      answers.push(await app.inject({ url: '/v1/products/a', headers: auth }));
    const ids = answers.map((answer) => answer.json<{ request_id: string }>().request_id);
    expect(new Set(ids).size).toBe(3);
    expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
    for (const answer of answers) {
      expect(answer.json()).toMatchObject({ id: 'a', title: 'short', snapshot: 'snap_1' });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test('is ours alone, and statuses and headers are the operation’s', async () => {
    const { app, auth } = await running(OPERATIONS);
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/things',
      headers: { ...auth, 'x-request-id': 'mine' },
    });
    expect([answer.statusCode, answer.headers['x-extra']]).toEqual([201, '1']);
    expect(answer.json<{ request_id: string }>().request_id).toMatch(/^req_[0-9a-f]{32}$/);
    const gone = await app.inject({ method: 'DELETE', url: '/v1/things/4', headers: auth });
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect(gone.headers['x-request-id']).toMatch(/^req_/);
  });
});

describe('kept answers', () => {
  test('are made once per snapshot and URL, and say the same', async () => {
    const { app, auth, catalogue } = await running(OPERATIONS);
    const get = async (url: string) =>
      (await app.inject({ url, headers: auth })).json<Record<string, unknown>>();
    runs = 0;
    const { request_id: _one, ...first } = await get('/v1/products/b?long=true');
    const { request_id: _two, ...second } = await get('/v1/products/b?long=true');
    expect(second).toEqual(first);
    expect(runs).toBe(1);
    await get('/v1/products/c');
    expect(runs).toBe(2);
    catalogue.swap('snap_2');
    expect(await get('/v1/products/b?long=true')).toMatchObject({ snapshot: 'snap_2' });
    expect(runs).toBe(3);
    expect(catalogue.held).toBe(0);
  });

  test('are not for callers without a key or scope', async () => {
    const { app, auth, state } = await running(OPERATIONS);
    await app.inject({ url: '/v1/products/a', headers: auth });
    expect((await app.inject('/v1/products/a')).statusCode).toBe(401);
    const { token } = await state.keys.create({ owner: 'x', scopes: ['export'] });
    const other = await app.inject({ url: '/v1/products/a', headers: { authorization: `Bearer ${token}` } });
    expect(other.statusCode).toBe(403);
  });

  test('of room 0 are none', async () => {
    const { app, auth } = await running(OPERATIONS, { settings: { cache_bytes: 0 } });
    runs = 0;
    for (let call = 0; call < 3; call++) await app.inject({ url: '/v1/products/a', headers: auth });
    expect(runs).toBe(3);
  });
});

describe('ETag', () => {
  test('turns a repeated read into 304, from memory or not, until the snapshot changes', async () => {
    for (const cache_bytes of [0, 1e6]) {
      const { app, auth, catalogue } = await running(OPERATIONS, { settings: { cache_bytes } });
      const first = await app.inject({ url: '/v1/products/a', headers: auth });
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^W\/".+"$/);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      for (const condition of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
        const again = await app.inject({
          url: '/v1/products/a',
          headers: { ...auth, 'if-none-match': condition },
        });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      }
      const other = await app.inject({ url: '/v1/products/b', headers: { ...auth, 'if-none-match': etag } });
      expect(other.statusCode).toBe(200);
      catalogue.swap('snap_2');
      const changed = await app.inject({
        url: '/v1/products/a',
        headers: { ...auth, 'if-none-match': etag },
      });
      expect(changed.statusCode).toBe(200);
      expect(changed.headers.etag).not.toBe(etag);
      expect(catalogue.held).toBe(0);
    }
  });

  test('is given to no answer that may differ tomorrow', async () => {
    const { app, auth } = await running([operation({ run: () => ({ kind: 'json', body: {} }) })]);
    const { headers, body } = await app.inject({ url: '/v1/test', headers: auth });
    expect(headers.etag).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({ request_id: headers['x-request-id'] });
  });
});

describe('Service-Version', () => {
  test('absent is the newest, the one applied is echoed, others are refused with the list', async () => {
    const { app, auth } = await running(OPERATIONS);
    const absent = await app.inject({ url: '/v1/products/a', headers: auth });
    const applied = String(absent.headers['service-version']);
    expect(applied).toMatch(/^\d{4}-\d\d-\d\d$/);
    const named = await app.inject({
      url: '/v1/products/a',
      headers: { ...auth, 'service-version': applied },
    });
    expect([named.statusCode, named.headers['service-version']]).toEqual([200, applied]);
    for (const wrong of ['1999-01-01', 'v1', '']) {
      const refused = await app.inject({
        url: '/v1/products/a',
        headers: { ...auth, 'service-version': wrong },
      });
      expect(refused.json()).toMatchObject({ code: 'unsupported_version', supported_versions: [applied] });
    }
  });
});

describe('compression', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ])('%s, made or kept, unpacks to the plain answer', async (encoding, unpack) => {
    const { app, auth } = await running(OPERATIONS);
    for (let call = 0; call < 2; call++) {
      const url = '/v1/products/a?long=true';
      const answer = await app.inject({ url, headers: { ...auth, 'accept-encoding': encoding } });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toContain('accept-encoding');
      const body = JSON.parse(unpack(answer.rawPayload).toString()) as Record<string, unknown>;
      expect(body).toMatchObject({ id: 'a', request_id: answer.headers['x-request-id'] });
    }
  });

  test('leaves tiny answers alone, and those of callers that take none', async () => {
    const { app, auth } = await running(OPERATIONS);
    const tiny = await app.inject({ url: '/v1/products/a', headers: { ...auth, 'accept-encoding': 'gzip' } });
    expect(tiny.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['identity', 'gzip;q=0', 'unheard-of']) {
      const headers = { ...auth, 'accept-encoding': encoding };
      const plain = await app.inject({ url: '/v1/products/a?long=true', headers });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.json()).toMatchObject({ id: 'a' });
    }
  });
});

test('HEAD tells what GET would, without the body', async () => {
  const { app, auth } = await running(OPERATIONS);
  for (let call = 0; call < 2; call++) {
    const url = '/v1/products/a?long=true';
    const [get, head] = [
      await app.inject({ url, headers: auth }),
      await app.inject({ method: 'HEAD', url, headers: auth }),
    ];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  }
});
