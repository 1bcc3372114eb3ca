import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROTOCOL_NAMES } from '../../../exports/feeds/protocol.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { checkedFeed, PROTOCOL_FORMATS, tabRecords } from '../../exports/feeds/protocol_rules.ts';
import { type Row, TestMarket } from '../../pipelines/snapshot/market.ts';
import { indexServer } from '../index_server.ts';

const [MARKER, NOTEBOOK, MUG] = ['4006381333931', '5901234123457', '4006381333948'];
const shown = (name: string) => ({
  url: `https://shop.example/p/${name}?a=1&b=2`,
  image_link: `https://img.example/${name}.jpg`,
  additional_image_link: `https://img.example/${name}-2.jpg,https://img.example/${name}-3.jpg`,
  description: `The ${name}: 5" long, <strong> and "good", tab\there`,
});
const ALPHA: Row[] = [
  {
    sku: 'a1',
    ...shown('a1'),
    title: 'Boss marker',
    brand: 'Stabilo',
    gtin: MARKER,
    color: 'Yellow',
    item_group_id: 'boss',
    price: '2.00',
    sale_price: '1.50',
  },
  {
    sku: 'a2',
    ...shown('a2'),
    title: 'Boss marker',
    brand: 'Stabilo',
    gtin: NOTEBOOK,
    color: 'Pink',
    item_group_id: 'boss',
    price: '2.00',
  },
  {
    sku: 'a3',
    ...shown('a3'),
    title: 'Mug "Café" & saucer',
    brand: 'Clay',
    mpn: 'CM-9',
    category: 'Home & Garden > Kitchen & Dining > Tableware > Drinkware > Mugs',
  },
  {
    sku: 'a4',
    ...shown('a4'),
    title: 'Mug, used',
    brand: 'Clay',
    mpn: 'CM-9',
    condition: 'used',
    price: '3.00',
  },
  { sku: 'a5', title: 'No picture, no page', brand: 'Clay', gtin: MUG },
  { sku: 'a6', ...shown('a6'), title: 'Sold out', brand: 'Clay', availability: 'out of stock' },
  { sku: 'a7', ...shown('a7'), title: 'Coming', brand: 'Clay', availability: 'preorder' },
];
const BETA: Row[] = [
  { sku: 'b1', ...shown('b1'), title: 'Marker Stabilo Boss', brand: 'STABILO', gtin: MARKER, price: '1.20' },
  { sku: 'b2', ...shown('b2'), title: 'Clay mug', brand: 'clay', mpn: 'cm9', price: '12.00' },
  {
    sku: 'b3',
    ...shown('b3'),
    title: `${'Very long '.repeat(20)}title`,
    brand: 'Clay',
    size: 'L',
    // The only one of its group that is left.
    item_group_id: 'long',
    // Google's id of this leaf is that of all headphones.
    category: 'Electronics > Audio > Over-ear headphones',
  },
];
const SELLERS = { alpha: ALPHA, beta: BETA };

const closing: (() => Promise<unknown> | void)[] = [];
type Server = Awaited<ReturnType<typeof indexServer>>;
let server: Server;

async function served(market: TestMarket): Promise<Server> {
  const limits = { memoryLimit: '256MiB', timeLimitMs: 10_000 };
  const snapshot = await OpenSnapshot.open(await market.manifest(), market.store, limits);
  closing.push(() => snapshot.close());
  return await indexServer(snapshot, {}, { atEnd: (close) => void closing.push(close) });
}

beforeAll(async () => {
  const market = await TestMarket.open('alpha', 'beta');
  closing.push(() => market[Symbol.asyncDispose]());
  for (const [seller, rows] of Object.entries(SELLERS)) await market.observe(seller, '2026-01-01', rows);
  await market.publish();
  server = await served(market);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function file(from: Server, path: string, headers: Record<string, string> = {}) {
  const auth = { authorization: `Bearer ${from.token}` };
  const answer = await from.app.inject({ method: 'GET', url: path, headers: { ...auth, ...headers } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}
const feed = async (path: string) => (await file(server, `/v1/feed/${path}`)).body;
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('every protocol’s own rules', () => {
  test.each(PROTOCOL_FORMATS)('%s as %s, of the index and of a seller', async (protocol, format) => {
    for (const [filter, least] of [
      ['', 4],
      ['&seller=beta', 3],
    ] as const) {
      const { records, faults } = await checkedFeed(
        protocol,
        format,
        await feed(`${protocol}?format=${format}${filter}`),
      );
      expect(faults).toEqual([]);
      expect(records.length).toBeGreaterThanOrEqual(least);
    }
  });

  test('are looked at: what breaks one is told', async () => {
    const text = await feed('schema_org?format=jsonl');
    const [{ image: _, ...broken }] = lines(text) as [Record<string, unknown>];
    expect((await checkedFeed('schema_org', 'jsonl', JSON.stringify(broken))).faults).not.toEqual([]);
    for (const [protocol, format, line] of [
      ['acp', 'jsonl', '{"title":"Kettle"}'],
      ['ucp', 'json', '{"products":[{"id":"p"}]}'],
      ['google', 'tsv', 'id\ttitle\np\tKettle'],
    ] as const)
      expect((await checkedFeed(protocol, format, line)).faults, protocol).not.toEqual([]);
  });

  test.each(['google', 'meta'] as const)('%s says the same as text and as XML', async (protocol) => {
    const said = async (format: 'tsv' | 'xml') => {
      const { records } = await checkedFeed(protocol, format, await feed(`${protocol}?format=${format}`));
      return records.map(({ id, title, price, link }) => [id, title, price, link]);
    };
    expect(await said('xml')).toEqual(await said('tsv'));
  });
});

describe('what a feed says', () => {
  test('a variant’s best purchasable new offer, under the variant’s own words', async () => {
    const records = tabRecords(await feed('google'));
    const markers = records.filter(({ gtin }) => gtin === MARKER);
    expect(markers).toMatchObject([
      { price: '1.20 USD', sale_price: '', link: 'https://shop.example/p/b1?a=1&b=2', brand: 'Stabilo' },
    ]);
    expect(markers[0]?.['item_group_id']).toMatch(/^prd_/);
    expect(records.some(({ condition }) => condition !== 'new')).toBe(false);
    expect(records.map(({ title }) => title)).not.toContain('Sold out');
  });

  test('of a seller, its own listings under its own skus, in every condition', async () => {
    const records = tabRecords(await feed('google?seller=alpha'));
    expect(
      Object.fromEntries(
        records.map(({ id, condition, availability }) => [id, `${condition} ${availability}`]),
      ),
    ).toEqual({
      a1: 'new in_stock',
      a2: 'new in_stock',
      a3: 'new in_stock',
      a4: 'used in_stock',
      a6: 'new out_of_stock',
    });
    expect(records.find(({ id }) => id === 'a1')).toMatchObject({
      price: '2.00 USD',
      sale_price: '1.50 USD',
      item_group_id: 'boss',
      color: 'Yellow',
    });
  });

  test('what was left out is counted by field and reason', async () => {
    const { headers } = await file(server, '/v1/feed/google?seller=alpha');
    expect(headers).toMatchObject({ 'x-row-count': '5', 'x-left-out': '2' });
    const { body } = await server.get('/v1/feed/google?seller=alpha&report=1');
    expect(body).toMatchObject({
      rows: 5,
      left_out: 2,
      reasons: [
        { field: 'description', reason: 'missing', rows: 1 },
        { field: 'availability', reason: 'not_sayable', rows: 1 },
      ],
      next_cursor: null,
    });
    for (const protocol of PROTOCOL_NAMES) {
      const { status, body: report } = await server.get<{ rows: number }>(`/v1/feed/${protocol}?report=1`);
      expect([status, report.rows > 0]).toEqual([200, true]);
    }
  });

  test('pages meet every product once', async () => {
    const whole = JSON.parse(await feed('ucp')) as { products: { id: string }[] };
    const ids: string[] = [];
    let path: string | undefined = '/v1/feed/ucp?limit=2';
    for (let pages = 0; path !== undefined && pages < 20; pages++) {
      const { headers, body } = await file(server, path);
      ids.push(...(JSON.parse(body) as typeof whole).products.map(({ id }) => id));
      path = /^<(.*)>/.exec(String(headers['link'] ?? ''))?.[1];
    }
    expect(ids).toEqual(whole.products.map(({ id }) => id));
    expect(whole.products.length).toBeGreaterThan(2);
  });

  test('compressed for who takes it, a range for who resumes, nothing for who has it', async () => {
    const packed = await file(server, '/v1/feed/acp', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const auth = { authorization: `Bearer ${server.token}` };
    const { headers, body } = await file(server, '/v1/feed/acp');
    const ask = (more: Record<string, string>) =>
      server.app.inject({ method: 'GET', url: '/v1/feed/acp', headers: { ...auth, ...more } });
    const rest = await ask({ range: 'bytes=10-', 'if-range': String(headers['etag']) });
    expect([rest.statusCode, rest.body]).toEqual([206, body.slice(10)]);
    expect((await ask({ 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  });

  test('names what is wrong', async () => {
    expect(await server.get('/v1/feed/bing')).toMatchObject({ status: 400, body: { param: 'protocol' } });
    expect(await server.get('/v1/feed/acp?format=xml')).toMatchObject({
      status: 400,
      body: { param: 'format' },
    });
    expect(await server.get('/v1/feed/acp?seller=nobody')).toMatchObject({ status: 404 });
    expect(await server.get('/v1/feed/ucp?limit=1001')).toMatchObject({
      status: 400,
      body: { param: 'limit' },
    });
    expect(await server.get('/v1/feed/ucp?cursor=x')).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid' },
    });
  });
});

describe('the circle closes', () => {
  interface Listing extends Record<string, unknown> {
    seller: string;
    sku: string;
    product_id: string;
  }
  const listings = async (from: Server) =>
    lines((await file(from, '/v1/exports?dataset=listings')).body) as Listing[];
  const key = ({ seller, sku }: Listing) => `${seller}:${sku}`;
  const partition = (all: Listing[]) =>
    [...Map.groupBy(all, ({ product_id }) => product_id).values()]
      .map((group) => group.map(key).sort().join(' '))
      .sort();
  const SAID = [
    'title',
    'brand',
    'gtin',
    'mpn',
    'item_group_id',
    'seller_code',
    'category',
    'url',
    'image_url',
    'condition',
    'currency',
    'price_minor',
    'list_price_minor',
    'attributes',
    'availability',
  ];
  const said = (all: Listing[]) =>
    Object.fromEntries(
      all.map((listing) => [key(listing), Object.fromEntries(SAID.map((name) => [name, listing[name]]))]),
    );

  test.each(['acp', 'google'] as const)(
    '%s of each seller, ingested, is the same index',
    async (protocol) => {
      const market = await TestMarket.open('alpha', 'beta');
      closing.push(() => market[Symbol.asyncDispose]());
      for (const { id, feeds } of market.sellers) {
        const [settings] = feeds;
        Object.assign(settings ?? {}, { format: protocol, mapping: {} });
        await market.observeFile(id, '2026-01-02', await feed(`${protocol}?seller=${id}`));
      }
      await market.publish();
      const after = await listings(await served(market));
      const kept = new Set(after.map(key));
      const before = (await listings(server)).filter((listing) => kept.has(key(listing)));
      expect(before.length).toBe(protocol === 'acp' ? ALPHA.length + BETA.length : 8);
      expect(after.length).toBe(before.length);
      const [told, known] = [said(after), said(before)];
      // A title longer than the protocol takes is all that may differ.
      const cut = protocol === 'google' ? known['beta:b3'] : undefined;
      if (cut) cut['title'] = `${String(cut['title']).slice(0, 144)}…`;
      expect(told).toEqual(known);
      expect(partition(after)).toEqual(partition(before));
      expect(partition(after).some((group) => group.includes(' '))).toBe(true);
    },
  );
});
