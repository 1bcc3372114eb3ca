import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportDatasets } from '../../../api/agents/exports.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
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

async function server() {
  const catalogue = new FakeCatalogue();
  catalogue.current = snapshot;
  const { app, auth, state } = await running([exportDatasets], { catalogue });
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers: { ...auth, ...headers } });
  return { get, state };
}

interface Overview {
  snapshot_id: string;
  formats: string[];
  datasets: { dataset: string; rows: number; files: { format: string; bytes: number; etag: string }[] }[];
}

test('without a dataset, what there is; sizes once a file is made', async () => {
  const { get } = await indexServer(snapshot);
  const { status, body } = await get<Overview>('/v1/exports');
  expect(status).toBe(200);
  expect(body).toMatchObject({ snapshot_id: snapshot.id, formats: ['ndjson', 'parquet'] });
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
    'x-row-count': '5',
    'x-snapshot-id': snapshot.id,
    'accept-ranges': 'bytes',
    'x-cost': '50',
  });
  expect(first.headers['content-disposition']).toContain(`filename="offers-${snapshot.id}.ndjson"`);
  expect(first.headers.etag).toMatch(/^"[\w-]+"$/);
  const second = await get('/v1/exports?dataset=offers&format=ndjson');
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
  ['dataset=offers&format=arrow', 400, 'invalid_request', 'format', /ndjson.*parquet/],
  ['dataset=prices', 400, 'invalid_request', 'dataset', /products.*listings/],
  ['dataset=offers&since=yesterday', 400, 'invalid_request', 'since', /date-time/],
  ['dataset=offers&colums=id', 400, 'invalid_request', 'colums', /./],
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
