import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportDatasets } from '../../../api/agents/exports.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { fillShop } from '../../exports/shop.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { FakeCatalogue, running } from '../http/harness.ts';
import { indexServer } from '../index_server.ts';

let market: TestMarket;
let snapshot: OpenSnapshot;

beforeAll(async () => {
  market = await TestMarket.open('alpha', 'beta');
  await fillShop(market);
  snapshot = await OpenSnapshot.open(await market.manifest(), market.store, {
    memoryLimit: '256MiB',
    timeLimitMs: 10_000,
  });
});

afterAll(async () => {
  snapshot.close();
  await market[Symbol.asyncDispose]();
});

async function server(of: Snapshot = snapshot) {
  const catalogue = new FakeCatalogue();
  catalogue.current = of;
  const { app, auth, state, folder } = await running([exportDatasets], { catalogue });
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers: { ...auth, ...headers } });
  return { get, state, app, auth, catalogue, scratch: join(folder, 'scratch') };
}

/** A snapshot that differs in what is given here. */
function snapshotWith(parts: Partial<Snapshot>): Snapshot {
  const of = (name: string | symbol) => Reflect.get(snapshot, name, snapshot) as unknown;
  return new Proxy(snapshot, {
    get(_target, name) {
      if (Object.hasOwn(parts, name)) return Reflect.get(parts, name) as unknown;
      const value = of(name);
      return typeof value === 'function' ? (value.bind(snapshot) as unknown) : value;
    },
  });
}

/** Told before the file where it was there soon, else behind it: how soon is not what is promised. */
const rowCount = ({ headers, trailers }: Awaited<ReturnType<Awaited<ReturnType<typeof server>>['get']>>) =>
  headers['x-row-count'] ?? trailers['x-row-count'];

interface Overview {
  snapshot_id: string;
  formats: string[];
  datasets: { dataset: string; rows: number; files: { format: string; bytes: number; etag: string }[] }[];
}

test('without a dataset, what there is; sizes once a file is made', async () => {
  const { get } = await indexServer(snapshot);
  const { status, body } = await get<Overview>('/v1/exports');
  expect(status).toBe(200);
  expect(body).toMatchObject({ snapshot_id: snapshot.id, formats: ['ndjson', 'parquet', 'arrow'] });
  expect(Object.fromEntries(body.datasets.map(({ dataset, rows }) => [dataset, rows]))).toEqual({
    products: 4,
    variants: 5,
    offers: 5,
    observations: 10,
    events: 4,
    listings: 6,
  });
  expect(body.datasets.every(({ files }) => files.length === 0)).toBe(true);
});

test('a file with its name, type, count and snapshot, the same again and told as unchanged', async () => {
  const { get } = await server();
  const first = await get('/v1/exports?dataset=offers');
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'x-snapshot-id': snapshot.id,
    'accept-ranges': 'bytes',
    'x-cost': '50',
  });
  expect(first.headers['content-disposition']).toContain(`filename="offers-${snapshot.id}.ndjson"`);
  expect(first.headers.etag).toMatch(/^"[\w-]+"$/);
  expect(rowCount(first)).toBe('5');
  const second = await get('/v1/exports?dataset=offers&format=ndjson');
  expect(second.headers['x-row-count']).toBe('5');
  expect([second.headers.etag, second.body]).toEqual([first.headers.etag, first.body]);
  const unchanged = await get('/v1/exports?dataset=offers', { 'if-none-match': String(first.headers.etag) });
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  const { datasets } = (await get('/v1/exports')).json<Overview>();
  expect(datasets.find(({ dataset }) => dataset === 'offers')?.files).toEqual([
    { format: 'ndjson', rows: 5, bytes: first.rawPayload.length, etag: first.headers.etag },
  ]);
});

test('ranges put together are the whole file', async () => {
  const { get } = await server();
  const whole = await get('/v1/exports?dataset=listings&format=parquet');
  expect(whole.headers['content-type']).toBe('application/vnd.apache.parquet');
  const size = whole.rawPayload.length;
  const middle = Math.floor(size / 2);
  const condition = { 'if-range': String(whole.headers.etag) };
  const [head, tail] = await Promise.all(
    [`bytes=0-${middle - 1}`, `bytes=${middle}-`].map((range) =>
      get('/v1/exports?dataset=listings&format=parquet', { range, ...condition }),
    ),
  );
  expect([head?.statusCode, tail?.statusCode]).toEqual([206, 206]);
  expect(tail?.headers['content-range']).toBe(`bytes ${middle}-${size - 1}/${size}`);
  expect(
    Buffer.concat([head?.rawPayload ?? Buffer.of(), tail?.rawPayload ?? Buffer.of()]).equals(
      whole.rawPayload,
    ),
  ).toBe(true);
});

/** The files that exports have written. */
async function made(scratch: string): Promise<string[]> {
  const found = await readdir(scratch, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const OFFERS = '/v1/exports?dataset=offers&format=parquet';
const rangeOf = (first: number, last: number | '') => ({ range: `bytes=${first}-${last}` });

test('who fetches in pieces ends the file that was begun, though a new snapshot came in between', async () => {
  const { get, catalogue } = await server();
  const whole = await get(OFFERS);
  const etag = String(whole.headers.etag);
  const first = await get(OFFERS, rangeOf(0, 99));
  expect([first.statusCode, first.headers.etag]).toEqual([206, etag]);
  catalogue.current = snapshotWith({ id: 'snp_00000000000000ff' });
  const rest = await get(OFFERS, { ...rangeOf(100, ''), 'if-range': etag });
  expect([rest.statusCode, rest.headers.etag, rest.headers['x-snapshot-id']]).toEqual([
    206,
    etag,
    snapshot.id,
  ]);
  expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(whole.rawPayload)).toBe(true);
});

test('a piece of a file that is gone is never put to one of the new: the whole comes instead', async () => {
  const { get, catalogue, scratch } = await server();
  const whole = await get(OFFERS);
  for (const path of await made(scratch)) await rm(path);
  catalogue.current = snapshotWith({ id: 'snp_00000000000000ff' });
  const rest = await get(OFFERS, { ...rangeOf(100, ''), 'if-range': String(whole.headers.etag) });
  expect([rest.statusCode, rest.headers['x-snapshot-id']]).toEqual([200, 'snp_00000000000000ff']);
  expect(rest.headers.etag).not.toBe(whole.headers.etag);
});

test('an ETag of another question leads nowhere', async () => {
  const { get } = await server();
  const { headers } = await get(OFFERS);
  const other = await get('/v1/exports?dataset=offers', {
    ...rangeOf(0, 9),
    'if-range': String(headers.etag),
  });
  expect([other.statusCode, other.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
});

test('a whole dataset that somebody asked for is there before it is asked of the next snapshot', async () => {
  const { get, catalogue } = await server();
  await get(OFFERS);
  await get(`${OFFERS}&seller=alpha`);
  const held: ((of: Snapshot) => Promise<Disposable>)[] = [];
  const remember: Snapshot['hold'] = (open) => {
    held.push(open);
    return open(snapshot);
  };
  catalogue.current = snapshotWith({ hold: remember });
  await get('/v1/exports?dataset=offers&columns=id');
  const next = snapshotWith({ id: 'snp_00000000000000ff' });
  using _ahead = (await held[0]?.(next)) as Disposable;
  catalogue.current = next;
  await expect
    .poll(
      async () =>
        (await get('/v1/exports'))
          .json<Overview>()
          .datasets.flatMap(({ dataset, files }) => files.map(({ format }) => `${dataset} ${format}`)),
      { timeout: 10_000 },
    )
    .toEqual(['offers parquet']);
});

test.each([
  ['application/vnd.apache.arrow.stream', 'application/vnd.apache.arrow.stream'],
  ['application/vnd.apache.parquet;q=0.5, application/x-ndjson;q=0.1', 'application/vnd.apache.parquet'],
  ['text/html, */*', 'application/x-ndjson'],
])('Accept: %s gives %s', async (accept, type) => {
  const { get } = await server();
  const answer = await get('/v1/exports?dataset=offers', { accept });
  expect([answer.headers['content-type'], answer.headers['vary']]).toEqual([type, 'accept']);
  const named = await get('/v1/exports?dataset=offers&format=parquet', { accept });
  expect(named.headers['content-type']).toBe('application/vnd.apache.parquet');
});

test('changes since an earlier snapshot, with what is no more', async () => {
  const { get } = await server();
  const { previous } = await market.manifest();
  const answer = await get(`/v1/exports?dataset=offers&columns=id,sku,price_minor&changes_since=${previous}`);
  expect([rowCount(answer), answer.headers['x-snapshot-id']]).toEqual(['1', snapshot.id]);
  expect(answer.headers['content-disposition']).toContain(`filename="offers-changes-${snapshot.id}.ndjson"`);
  expect(answer.json<object>()).toMatchObject({ sku: 'b1', price_minor: 1250, removed: false });
  const none = await get(`/v1/exports?dataset=offers&changes_since=${snapshot.id}`);
  expect([none.statusCode, none.body]).toEqual([200, '']);
});

test('a client that goes away in the middle stops the query', async () => {
  const { app, auth, catalogue, scratch } = await server(
    snapshotWith({
      catalogueRowsSql: (feeds) =>
        `select rows.* from (${snapshot.catalogueRowsSql(feeds)}) as rows cross join range(20000000)`,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `GET /v1/exports?dataset=offers&seller=alpha HTTP/1.1\r\nhost: here\r\nauthorization: ${auth.authorization}\r\n\r\n`,
  );
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  // Sent while it is written: neither its length nor its count is known.
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 .*\btransfer-encoding: chunked\b/is);
  expect(String(chunk)).not.toMatch(/^(?:x-row-count|content-length):/im);
  await once(socket, 'data');
  expect((await made(scratch)).filter((path) => path.endsWith('.draft'))).toHaveLength(1);
  socket.destroy();
  // Sixty million rows would take a minute: the draft goes when the query has ended, and no file is left.
  await expect.poll(() => made(scratch), { timeout: 5_000 }).toEqual([]);
  await expect.poll(() => catalogue.held).toBe(0);
});

test('filters and columns as the address gives them', async () => {
  const { get } = await server();
  const answer = await get(
    '/v1/exports?dataset=offers&columns=sku,price_minor&seller=alpha&seller=beta&brand=sonique&since=2026-01-03T00:00:00Z',
  );
  expect(answer.body).toBe('{"sku":"b1","price_minor":1250}\n');
  const inclusive = await get(
    '/v1/exports?dataset=offers&columns=sku&since=2026-01-02T01:00:00%2B01:00&seller=alpha&category=home.garden',
  );
  expect(inclusive.body).toBe('{"sku":"a3"}\n');
});

test.each([
  [
    'dataset=offers&columns=id,colour',
    400,
    'invalid_request',
    'columns',
    /"colour".*there are id, product_id, .*observed_at/,
  ],
  ['dataset=offers&columns=id,id', 400, 'invalid_request', 'columns', /id is named twice/],
  ['dataset=offers&format=csv', 400, 'invalid_request', 'format', /ndjson.*parquet.*arrow/],
  ['dataset=prices', 400, 'invalid_request', 'dataset', /products.*listings/],
  ['dataset=offers&since=yesterday', 400, 'invalid_request', 'since', /date-time/],
  ['dataset=offers&colums=id', 400, 'invalid_request', 'colums', /./],
  ['dataset=offers&changes_since=yesterday', 400, 'invalid_request', 'changes_since', /snp_/],
  [
    'dataset=events&changes_since=snp_0123456789abcdef',
    400,
    'invalid_request',
    'changes_since',
    /of products, variants, offers, listings.*of events take what is new with since/,
  ],
  [
    'dataset=offers&changes_since=snp_0123456789abcdef&since=2026-01-01T00:00:00Z',
    400,
    'invalid_request',
    'changes_since',
    /exclude each other/,
  ],
  [
    'dataset=offers&changes_since=snp_0123456789abcdef&columns=sku,url',
    400,
    'invalid_request',
    'columns',
    /must name id,/,
  ],
  [
    'dataset=offers&changes_since=snp_0123456789abcdef',
    410,
    'snapshot_expired',
    'changes_since',
    /snp_0123456789abcdef is not kept.*fetch the whole once/,
  ],
  ['format=parquet', 400, 'invalid_request', 'dataset', /format needs a dataset; there are products/],
  ['dataset=offers&seller=gamma', 404, 'not_found', 'seller', /no seller gamma/],
  ['dataset=offers&category=home.attic', 404, 'not_found', 'category', /no category home\.attic/],
])('%s is refused', async (query, status, code, param, detail) => {
  const { get } = await server();
  const answer = await get(`/v1/exports?${query}`);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code, param, detail: expect.stringMatching(detail) });
});

test('a key without the scope gets nothing', async () => {
  const { get, state } = await server();
  const { token } = await state.keys.create({ owner: 'tests', scopes: ['read'] });
  const answer = await get('/v1/exports?dataset=offers', { authorization: `Bearer ${token}` });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
});
