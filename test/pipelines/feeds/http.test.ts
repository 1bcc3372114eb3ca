import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import { type LandOptions, landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { DataFolder } from '../../../warehouse/folder.ts';

const CSV = 'id,title,price\nA1,Kettle,19.90\n';
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let folder: DataFolder;
let server: Server;
let origin: string;
let handler: Handler;
let requests: IncomingMessage[];

beforeEach(async () => {
  folder = new DataFolder(await mkdtemp(join(tmpdir(), 'feeds-http-')));
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder.root, { recursive: true, force: true });
});

function options(feed: Partial<FeedSettings> = {}, more: Partial<LandOptions> = {}): LandOptions {
  const settings: FeedSettings = { name: 'catalogue', url: `${origin}/feed.csv`, format: 'google', ...feed };
  return {
    folder,
    seller: { id: 'shop', name: 'Shop', kind: 'retailer', access: 'merchant_feed', feeds: [settings] },
    feed: settings,
    market: { country: 'US', currency: 'USD' },
    fetchedAt: '2026-08-01T00:00:00.000Z',
    limits: { ...FEED_LIMITS, allow_private_addresses: true },
    ...more,
  };
}

describe('a feed over http', () => {
  it('lands with its validators and asks with them the next time', async () => {
    handler = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else
        response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sat, 01 Aug 2026 00:00:00 GMT' }).end(CSV);
    };
    const [landed] = await landFeed(options({ headers: { authorization: 'Basic abc' } }));
    const file = landed?.files[0];
    expect(landed?.as_of).toBe('2026-08-01T00:00:00.000Z');
    expect(file).toMatchObject({
      name: `${origin}/feed.csv`,
      bytes: CSV.length,
      etag: '"v1"',
      last_modified: 'Sat, 01 Aug 2026 00:00:00 GMT',
    });
    expect(await readFile(folder.path(file?.path ?? ''), 'utf8')).toBe(CSV);
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Basic abc' });
    expect(await landFeed(options({}, { previous: file }))).toEqual([]);
    expect(requests[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Sat, 01 Aug 2026 00:00:00 GMT',
    });
  });

  it.each([
    ['sale%20prices_2026-08-02.csv', 'sale prices_{YYYY-MM-DD}'],
    ['100%_2026-08-02.csv', '100%_{YYYY-MM-DD}'],
  ])('may be called %s, and say its day', async (file, as_of) => {
    handler = (_request, response) => response.writeHead(200).end(CSV);
    const [landed] = await landFeed(options({ url: `${origin}/${file}`, as_of }));
    expect(landed?.as_of).toBe('2026-08-02T00:00:00.000Z');
  });

  it('tries again what may pass: 503 after its Retry-After, 429, a connection cut in the middle', async () => {
    handler = (_request, response) => {
      if (requests.length === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else if (requests.length === 2)
        response.writeHead(429, { 'retry-after': new Date().toUTCString() }).end();
      else if (requests.length === 3) {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('id,ti', () => response.destroy());
      } else response.writeHead(200).end(CSV);
    };
    const [landed] = await landFeed(options());
    expect(landed?.files[0]?.bytes).toBe(CSV.length);
    expect(requests).toHaveLength(4);
    expect(await readdir(folder.landing('shop'))).toHaveLength(1);
    expect(await readdir(folder.scratch('landing'))).toEqual([]);
  });

  it('gives up on a server that stays down, and says that later may help', async () => {
    handler = (_request, response) => response.writeHead(500, { 'retry-after': '0' }).end();
    await expect(landFeed(options())).rejects.toMatchObject({
      code: 'http_status',
      retryable: true,
      message: `${origin}/feed.csv answers 500`,
    });
    expect(requests).toHaveLength(4);
  });

  it('does not insist where the answer is no', async () => {
    handler = (_request, response) => response.writeHead(404).end('no such feed');
    await expect(landFeed(options())).rejects.toMatchObject({ code: 'http_status', retryable: false });
    expect(requests).toHaveLength(1);
  });

  it('follows redirects, without its headers to another origin', async () => {
    handler = (request, response) => {
      if (request.url === '/feed.csv')
        response.writeHead(302, { location: `http://localhost:${new URL(origin).port}/moved` }).end();
      else response.writeHead(200).end(CSV);
    };
    const [landed] = await landFeed(options({ headers: { 'x-key': 'secret' } }));
    expect(landed?.files[0]?.bytes).toBe(CSV.length);
    expect(requests.map((request) => [request.url, request.headers['x-key']])).toEqual([
      ['/feed.csv', 'secret'],
      ['/moved', undefined],
    ]);
  });

  it('ends a circle of redirects', async () => {
    handler = (_request, response) => response.writeHead(301, { location: '/feed.csv' }).end();
    await expect(landFeed(options())).rejects.toMatchObject({
      code: 'http_status',
      message: expect.stringContaining('redirects more than') as string,
    });
  });

  it('refuses a redirect to another scheme', async () => {
    handler = (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    await expect(landFeed(options())).rejects.toMatchObject({ code: 'address_refused', retryable: false });
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1'])(
    'never connects to %s unless allowed',
    async (host) => {
      handler = (_request, response) => response.writeHead(200).end(CSV);
      const url = `http://${host}:${new URL(origin).port}/feed.csv`;
      await expect(landFeed(options({ url }, { limits: FEED_LIMITS }))).rejects.toMatchObject({
        code: 'address_refused',
        retryable: false,
      });
      expect(requests).toHaveLength(0);
    },
  );

  it.each(['declared', 'not declared'])('stops at the size limit when the length is %s', async (way) => {
    const body = CSV + 'x'.repeat(100_000);
    handler = (_request, response) => {
      if (way === 'declared') response.writeHead(200, { 'content-length': String(body.length) });
      response.end(body);
    };
    const limits = { ...FEED_LIMITS, allow_private_addresses: true, feed_bytes: 50_000 };
    await expect(landFeed(options({}, { limits }))).rejects.toMatchObject({
      code: 'too_large',
      retryable: false,
    });
    expect(requests).toHaveLength(1);
    expect(await readdir(folder.landing('shop')).catch(() => [])).toEqual([]);
  });

  it('stops at the time limit', async () => {
    handler = (_request, response) => void response.writeHead(200).write('id,title');
    const limits = { ...FEED_LIMITS, allow_private_addresses: true, fetch_seconds: 1 };
    await expect(landFeed(options({}, { limits }))).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
    });
  });

  it('stops when it is cancelled', async () => {
    const cancel = new AbortController();
    handler = (_request, response) => void response.writeHead(200).write('id,title');
    const stop = (): void => cancel.abort();
    await expect(landFeed(options({}, { signal: cancel.signal, onProgress: stop }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(await readdir(folder.scratch('landing'))).toEqual([]);
  });

  it('reads a shop page after page until one is empty', async () => {
    handler = (request, response) => {
      const page = Number(new URL(request.url ?? '', origin).searchParams.get('page'));
      const products = page <= 2 ? [{ id: page, title: `P${page}`, variants: [] }] : [];
      const body = JSON.stringify({ products });
      if (page === 3) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
      else response.end(body);
    };
    const [landed] = await landFeed(options({ url: `${origin}/products.json`, format: 'shopify' }));
    expect(landed?.files).toHaveLength(2);
    expect(requests.map((request) => request.url)).toEqual(
      [1, 2, 3].map((page) => `/products.json?limit=250&page=${page}`),
    );
  });

  it('reads a shop that does not page once', async () => {
    handler = (_request, response) => response.end('{"products":[{"id":1}]}');
    const [landed] = await landFeed(options({ url: `${origin}/products.json`, format: 'shopify' }));
    expect(landed?.files).toHaveLength(1);
  });
});
