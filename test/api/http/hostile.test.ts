import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { PAGE_QUERY } from '../../../api/http/cursor.ts';
import { parseJsonBody } from '../../../api/http/json_body.ts';
import { operation, running } from './harness.ts';

const OPERATIONS = [
  operation({
    path: '/v1/things/:id',
    params: Type.Object({ id: Type.String({ maxLength: 20 }) }),
    query: Type.Object({
      seller: Type.Optional(Type.Array(Type.String())),
      in_stock: Type.Optional(Type.Boolean()),
      max_price: Type.Optional(Type.Integer({ minimum: 0 })),
      min_confidence: Type.Optional(Type.Number({ maximum: 1 })),
      role: Type.Optional(Type.Enum(['primary', 'video'])),
      days: Type.Integer({ default: 90 }),
    }),
    run: (_deps, { params, query }) => ({ kind: 'json', body: { params, query } }),
  }),
  operation({
    id: 'post',
    method: 'POST',
    path: '/v1/post',
    bodyLimit: 1_000_000,
    body: Type.Object(
      {
        count: Type.Optional(Type.Integer()),
        rows: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
        any: Type.Any(),
      },
      { additionalProperties: false },
    ),
    run: (_deps, { body }) => ({ kind: 'json', body: { body } }),
  }),
  operation({
    id: 'rows',
    method: 'POST',
    path: '/v1/rows',
    bodyLimit: 10,
    streamedTypes: ['text/csv'],
    async run(_deps, { body, contentType }) {
      let text = '';
      for await (const chunk of body as AsyncIterable<Buffer>) text += String(chunk);
      return { kind: 'json', body: { text, contentType } };
    },
  }),
];

describe('query and path values', () => {
  test.each([
    ['?seller=a&seller=b', { seller: ['a', 'b'], days: 90 }],
    ['?seller=a', { seller: ['a'], days: 90 }],
    ['?in_stock=true&max_price=1200', { in_stock: true, max_price: 1200, days: 90 }],
    ['?in_stock=false&min_confidence=0.25&days=7', { in_stock: false, min_confidence: 0.25, days: 7 }],
    ['?max_price=0&min_confidence=-2.5e-1&days=-7', { max_price: 0, min_confidence: -0.25, days: -7 }],
    ['?max_price=9007199254740991', { max_price: 9_007_199_254_740_991, days: 90 }],
    ['?seller=1&seller=true', { seller: ['1', 'true'], days: 90 }],
    ['?seller=caf%C3%A9+au%20lait', { seller: ['café au lait'], days: 90 }],
  ])('%s is read as %o', async (query, expected) => {
    const { app, auth } = await running(OPERATIONS);
    const response = await app.inject({ url: `/v1/things/a${query}`, headers: auth });
    expect(response.json()).toMatchObject({ params: { id: 'a' } });
    expect(response.json<{ query: unknown }>().query).toEqual(expected);
  });

  test.each([
    ['/v1/things/a?nope=1', 'nope', 'nope is not known here; known are '],
    ['/v1/things/a?__proto__=1', '__proto__', 'not known'],
    ['/v1/things/a?seller[]=x', 'seller[]', 'not known'],
    ['/v1/things/a?in_stock=yes', 'in_stock', '"yes"'],
    ['/v1/things/a?max_price=1.5', 'max_price', 'integer'],
    ['/v1/things/a?max_price=-1', 'max_price', '-1'],
    ['/v1/things/a?max_price=1&max_price=2', 'max_price', 'integer'],
    ['/v1/things/a?max_price=Infinity', 'max_price', '"Infinity"; must be integer'],
    ['/v1/things/a?max_price=1e1', 'max_price', '"1e1"; must be integer'],
    ['/v1/things/a?max_price=0x10', 'max_price', '"0x10"; must be integer'],
    ['/v1/things/a?max_price=10.0', 'max_price', '"10.0"; must be integer'],
    ['/v1/things/a?max_price=%2010', 'max_price', '" 10"; must be integer'],
    ['/v1/things/a?max_price=%2B10', 'max_price', '"+10"; must be integer'],
    ['/v1/things/a?max_price=010', 'max_price', '"010"; must be integer'],
    ['/v1/things/a?max_price=', 'max_price', '""; must be integer'],
    ['/v1/things/a?max_price=%D9%A1', 'max_price', 'must be integer'],
    ['/v1/things/a?min_confidence=1e999', 'min_confidence', '"1e999"; must be number'],
    ['/v1/things/a?min_confidence=NaN', 'min_confidence', '"NaN"; must be number'],
    ['/v1/things/a?min_confidence=.5', 'min_confidence', '".5"; must be number'],
    ['/v1/things/a?in_stock=1', 'in_stock', '"1"; must be boolean'],
    ['/v1/things/a?in_stock=TRUE', 'in_stock', '"TRUE"; must be boolean'],
    ['/v1/things/a?role=poster', 'role', '"primary", "video"'],
    [`/v1/things/${'x'.repeat(21)}`, 'id', '20'],
    ['/v1/things/a?seller=%00', null, 'NUL'],
    ['/v1/things/a%00b', null, 'NUL'],
    ['/v1/things/a?seller=%FF', null, 'percent-encoded'],
    ['/v1/things/%FF', null, 'percent-encoded'],
    ['/v1/things/%', null, 'percent-encoded'],
  ])('%s is refused and names %s', async (url, param, words) => {
    const { app, auth } = await running(OPERATIONS);
    const response = await app.inject({ url, headers: auth });
    expect(response.json()).toMatchObject({ code: 'invalid_request', param });
    expect(response.json<{ detail: string }>().detail).toContain(words);
  });

  test('what is too long is refused by its name, whatever its letters cost in an address', async () => {
    const { app, token } = await running([
      operation({
        query: Type.Object(PAGE_QUERY),
        run: () => ({ kind: 'json', body: {} }),
      }),
    ]);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${url}/v1/test?cursor=${encodeURIComponent('🏻'.repeat(4097))}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { param: 'cursor' }]);
  });

  test('names every mistake at once', async () => {
    const { app, auth } = await running(OPERATIONS);
    const response = await app.inject({ url: '/v1/things/a?nope=1&max_price=x&in_stock=2', headers: auth });
    const { errors } = response.json<{ errors: { param: string }[] }>();
    expect(errors.map(({ param }) => param).sort()).toEqual(['in_stock', 'max_price', 'nope']);
  });
});

/** Posts a body to a server of its own. */
const post = async (payload: string | Buffer, type = 'application/json') => {
  const { app, auth } = await running(OPERATIONS);
  return app.inject({
    method: 'POST',
    url: '/v1/post',
    payload,
    headers: { ...auth, 'content-type': type },
  });
};

describe('JSON bodies', () => {
  test.each([
    ['{', 'not JSON'],
    ['', 'empty'],
    ['[1]', 'object'],
    ['null', 'missing'],
    ['{"count":"5"}', 'count is "5"'],
    ['{"rows":[{"id":"a"},{"id":2}]}', 'rows.1.id'],
    ['{"nope":1}', 'nope is not known'],
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"any":{"\\u005f_proto__":1}}', '__proto__'],
    ['{"any":{"constructor":{"prototype":{}}}}', 'constructor.prototype'],
    [`{"any":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '64 levels'],
    [`{"any":${'{"a":'.repeat(80)}1${'}'.repeat(80)}}`, '64 levels'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'UTF-8'],
    [Buffer.from('{"any":1}', 'utf16le'), ''],
  ])('%s is refused', async (payload, words) => {
    const response = await post(payload);
    expect(response.json()).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(response.json<{ detail: string }>().detail).toContain(words);
  });

  test('of another type, encoding or none are refused', async () => {
    expect((await post('{}', 'text/plain')).json()).toMatchObject({ code: 'unsupported_media_type' });
    const { app, auth } = await running(OPERATIONS);
    const packed = { ...auth, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const response = await app.inject({ method: 'POST', url: '/v1/post', payload: 'x', headers: packed });
    expect(response.json()).toMatchObject({ status: 415, supported_types: ['application/json'] });
    const none = await app.inject({ method: 'POST', url: '/v1/post', headers: auth });
    expect(none.json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('are read as JSON.parse reads them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, noUnicodeString: false }), (value) => {
        fc.pre(!/__proto__|constructor/.test(JSON.stringify(value)));
        expect(parseJsonBody(Buffer.from(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('brackets inside strings are no nesting', () => {
    const text = JSON.stringify({ any: `${'['.repeat(500)}\\"${'{'.repeat(500)}` });
    expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text));
  });
});

describe('streamed bodies', () => {
  test('reach the operation with their media type, and end at the limit even when no length is told', async () => {
    const { app, auth } = await running(OPERATIONS);
    const send = (payload: NodeJS.ReadableStream | string) =>
      app.inject({
        method: 'POST',
        url: '/v1/rows',
        payload,
        headers: { ...auth, 'content-type': 'Text/CSV; charset=utf-8' },
      });
    expect((await send('a,b\n1,2\n')).json()).toMatchObject({ text: 'a,b\n1,2\n', contentType: 'text/csv' });
    const { Readable } = await import('node:stream');
    const long = await send(Readable.from(['123456', '789012']));
    expect(long.json()).toMatchObject({ code: 'payload_too_large', max_bytes: 10 });
    expect((await send('12345678901')).json()).toMatchObject({ code: 'payload_too_large' });
  });
});

describe('any text at all', () => {
  test('as query, path or body is never a 5xx', async () => {
    const { app, auth } = await running(OPERATIONS);
    const strange = fc.string({ unit: 'binary', maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(strange, strange, async (one, two) => {
        const url = `/v1/things/${encodeURIComponent(one.toWellFormed())}?seller=${encodeURIComponent(two.toWellFormed())}`;
        expect((await app.inject({ url, headers: auth })).statusCode).toBeLessThan(500);
        const headers = { ...auth, 'content-type': 'application/json' };
        const sent = await app.inject({ method: 'POST', url: '/v1/post', payload: one || '{', headers });
        expect(sent.statusCode).toBeLessThan(500);
        const body = JSON.stringify({ any: two });
        const echoed = await app.inject({ method: 'POST', url: '/v1/post', payload: body, headers });
        expect(echoed.statusCode).toBe(200);
      }),
      { numRuns: 60 },
    );
  });
});
