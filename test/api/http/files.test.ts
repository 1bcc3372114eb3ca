import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteRange } from '../../../api/http/file_answer.ts';
import { operation, running } from './harness.ts';

const CONTENT = '0123456789';
const OPERATIONS = [
  operation({
    path: '/v1/file',
    run: ({ scratch }) => {
      const path = join(scratch, 'file');
      writeFileSync(path, CONTENT);
      return {
        kind: 'file',
        contentType: 'application/x-ndjson',
        filename: 'très "bon".ndjson',
        etag: 'tag',
        source: { path },
        headers: { 'x-rows': '1' },
        cost: 3,
      };
    },
  }),
  operation({
    id: 'empty',
    path: '/v1/empty',
    run: ({ scratch }) => {
      const path = join(scratch, 'empty');
      writeFileSync(path, '');
      return { kind: 'file', contentType: 'text/csv', filename: 'empty.csv', etag: '"e"', source: { path } };
    },
  }),
  operation({
    id: 'stream',
    path: '/v1/stream',
    run: () => ({
      kind: 'file',
      contentType: 'text/csv; charset=utf-8',
      filename: 'rows.csv',
      etag: 's',
      source: { stream: Readable.from(Array.from({ length: 500 }, (_, row) => `${row},${row}\n`)) },
    }),
  }),
  operation({
    id: 'growing',
    path: '/v1/growing',
    run: () => ({
      kind: 'file',
      contentType: 'application/x-ndjson',
      filename: 'rows.ndjson',
      etag: '"g"',
      source: { growing: Readable.from(['{}\n', '{}\n']), trailers: { 'x-row-count': async () => '2' } },
    }),
  }),
  operation({
    id: 'missing',
    path: '/v1/missing',
    run: ({ scratch }) => ({
      kind: 'file',
      contentType: 'text/csv',
      filename: 'x.csv',
      etag: 'x',
      source: { path: join(scratch, 'nowhere') },
    }),
  }),
];

describe('a file', () => {
  test('comes whole, named, tagged and counted', async () => {
    const { app, auth, catalogue } = await running(OPERATIONS);
    const answer = await app.inject({ url: '/v1/file', headers: { ...auth, 'accept-encoding': 'gzip' } });
    expect([answer.statusCode, answer.body]).toEqual([200, CONTENT]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: '"tag"',
      'x-rows': '1',
      'x-cost': '3',
      'content-disposition': `attachment; filename="tr_s _bon_.ndjson"; filename*=UTF-8''tr%C3%A8s%20%22bon%22.ndjson`,
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    await expect.poll(() => catalogue.held).toBe(0);
    expect(catalogue.releasedTwice).toBe(0);
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', CONTENT, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
  ])('%s gives that part', async (range, part, contentRange) => {
    const { app, auth } = await running(OPERATIONS);
    const answer = await app.inject({ url: '/v1/file', headers: { ...auth, range } });
    expect([answer.statusCode, answer.body]).toEqual([206, part]);
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-length']).toBe(String(part.length));
  });

  test.each(['bytes=0-1,4-5', 'rows=1-2', 'bytes=5-2', 'bytes=-', 'bytes=x-y', ''])(
    '%s is no range it knows: all of it',
    async (range) => {
      const { app, auth } = await running(OPERATIONS);
      const answer = await app.inject({ url: '/v1/file', headers: { ...auth, range } });
      expect([answer.statusCode, answer.body]).toEqual([200, CONTENT]);
    },
  );

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s lies outside', async (range) => {
    const { app, auth, catalogue } = await running(OPERATIONS);
    const answer = await app.inject({ url: '/v1/file', headers: { ...auth, range } });
    expect(answer.json()).toMatchObject({ code: 'range_not_satisfiable', status: 416 });
    expect(answer.headers['content-range']).toBe('bytes */10');
    expect(answer.headers['content-disposition']).toBeUndefined();
    await expect.poll(() => catalogue.held).toBe(0);
  });

  test('is sent whole when If-Range names another', async () => {
    const { app, auth } = await running(OPERATIONS);
    const get = async (condition: string) => {
      const headers = { ...auth, range: 'bytes=5-', 'if-range': condition };
      return (await app.inject({ url: '/v1/file', headers })).statusCode;
    };
    expect([await get('"tag"'), await get('"old"'), await get('W/"tag"')]).toEqual([206, 200, 200]);
  });

  test('is 304 when it is there already; HEAD has its length; empty ones work', async () => {
    const { app, auth } = await running(OPERATIONS);
    const same = await app.inject({ url: '/v1/file', headers: { ...auth, 'if-none-match': '"tag"' } });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    const head = await app.inject({ method: 'HEAD', url: '/v1/file', headers: auth });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
    const empty = await app.inject({ url: '/v1/empty', headers: auth });
    expect([empty.statusCode, empty.headers['content-length'], empty.body]).toEqual([200, '0', '']);
  });

  test('that is not there is a failure of ours, and ends the lease', async () => {
    const { app, auth, catalogue } = await running(OPERATIONS);
    const answer = await app.inject({ url: '/v1/missing', headers: auth });
    expect(answer.json()).toMatchObject({ code: 'internal' });
    expect(answer.body).not.toContain('nowhere');
    await expect.poll(() => catalogue.held).toBe(0);
    expect(catalogue.releasedTwice).toBe(0);
  });
});

test('a stream is sent as it comes, compressed for who takes that, with a weak tag then', async () => {
  const { app, auth, catalogue } = await running(OPERATIONS);
  const plain = await app.inject({ url: '/v1/stream', headers: auth });
  expect(plain.body.split('\n')).toHaveLength(501);
  expect(plain.headers.etag).toBe('"s"');
  const packed = await app.inject({ url: '/v1/stream', headers: { ...auth, 'accept-encoding': 'gzip' } });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"s"' });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  const head = await app.inject({ method: 'HEAD', url: '/v1/stream', headers: auth });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  await expect.poll(() => catalogue.held).toBe(0);
});

test('a file that still grows is sent as it is, under its strong tag, and counted at its end', async () => {
  const { app, auth } = await running(OPERATIONS);
  const headers = { ...auth, 'accept-encoding': 'gzip' };
  const answer = await app.inject({ url: '/v1/growing', headers });
  expect(answer.body).toBe('{}\n{}\n');
  expect(answer.headers).toMatchObject({ etag: '"g"', 'accept-ranges': 'bytes', trailer: 'x-row-count' });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.trailers).toEqual({ 'x-row-count': '2' });
  const head = await app.inject({ method: 'HEAD', url: '/v1/growing', headers: auth });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', '"g"']);
});

test('a range is always a part of the file', () => {
  const bound = fc.oneof(fc.constant(''), fc.nat(30).map(String));
  fc.assert(
    fc.property(bound, bound, fc.nat(20), (from, to, size) => {
      let range: ReturnType<typeof byteRange>;
      try {
        range = byteRange(`bytes=${from}-${to}`, size);
      } catch {
        // Refused: the first byte asked for lies behind the end, or nothing was asked for.
        expect(from === '' ? Number(to) === 0 || size === 0 : Number(from) >= size).toBe(true);
        return;
      }
      if (range) expect(0 <= range.first && range.first <= range.last && range.last < size).toBe(true);
    }),
  );
});
