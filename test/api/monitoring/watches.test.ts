import { expect, test } from 'vitest';
import type { Row } from '../../pipelines/snapshot/market.ts';
import { watchedMarket } from './watched_market.ts';

const GTIN = '4006381333931';
const marker = (sku: string, price: string, availability = 'in stock'): Row => ({
  sku,
  gtin: GTIN,
  title: 'Boss marker',
  brand: 'Stabilo',
  category: 'office > pens',
  price,
  availability,
});
const callback_url = 'http://127.0.0.1:1/hook';
interface Created {
  id: string;
  secret: string;
  status: string;
  target: Record<string, string>;
}
interface Events {
  events: Record<string, unknown>[];
  next_cursor: string;
  has_more: boolean;
}
type Market = Awaited<ReturnType<typeof watchedMarket>>;

const watch = async ({ server }: Market, target: object, condition: object) => {
  const { status, body } = await server.post<Created>('/v1/watches', { target, condition, callback_url });
  expect([status, body]).toMatchObject([201, { status: 'active' }]);
  return body.id;
};
/** What waits for a watch's callback: type of event and price, oldest first. */
const told = async ({ server }: Market, id: string) => {
  const deliveries = await server.state.deliveries.page(id, { after: null, state: null, limit: 100 });
  const events = await server.state.events.tail(0, 1_000);
  const ids = new Set(deliveries.map(({ event_id }) => event_id));
  return events
    .filter((event) => ids.has(event.id))
    .map(({ type, payload, seller }) =>
      type === 'price.threshold_crossed'
        ? `crossed ${JSON.stringify((payload['current'] as { price_minor: number }).price_minor)}`
        : `${type} ${seller} ${JSON.stringify(payload['current'] ?? payload['change'])}`,
    );
};

test('one crossing is one event, and the next one comes only after the price was back', async () => {
  await using market = await watchedMarket('alpha', 'beta');
  await market.publish('2026-01-01', { alpha: [marker('a1', '12.00')], beta: [marker('b1', '13.00')] });
  await market.announce();
  const below = await watch(market, { product: GTIN }, { type: 'price_below', value_minor: 1000 });
  const drop = await watch(market, { product: GTIN }, { type: 'price_drop_percent', percent: 10 });
  const brand = await watch(market, { brand: 'STABILO' }, { type: 'price_below', value_minor: 1000 });
  const other = await watch(market, { product: GTIN, seller: 'beta' }, { type: 'price_changed' });
  const days: [string, string, string][] = [
    ['2026-01-02', '10.50', '13.00'],
    ['2026-01-03', '9.99', '13.00'],
    ['2026-01-04', '9.00', '9.50'],
    ['2026-01-05', '10.00', '11.00'],
    ['2026-01-06', '9.80', '11.00'],
  ];
  for (const [day, alpha, beta] of days) {
    await market.publish(day, { alpha: [marker('a1', alpha)], beta: [marker('b1', beta)] });
    await market.announce();
  }
  expect(await told(market, below)).toEqual(['crossed 999', 'crossed 980']);
  expect(await told(market, brand)).toEqual(['crossed 999', 'crossed 980']);
  expect(await told(market, drop)).toEqual(['crossed 1050', 'crossed 900']);
  expect((await told(market, other)).map((line) => line.split(' ')[1])).toEqual(['beta', 'beta']);
  const { body } = await market.server.get<Events>('/v1/events?type=price.threshold_crossed');
  expect(body.events.find(({ watch_id }) => watch_id === drop)).toMatchObject({
    percent: 10,
    threshold_minor: 1080,
    previous: { price_minor: 1200 },
    current: { price_minor: 1050 },
    seller: 'alpha',
  });
});

test('publications that are told late mean what they would have meant one by one', async () => {
  await using market = await watchedMarket('alpha');
  await market.publish('2026-01-01', { alpha: [marker('a1', '12.00')] });
  await market.announce();
  const below = await watch(market, { product: GTIN }, { type: 'price_below', value_minor: 1000 });
  for (const [day, price] of [
    ['2026-01-02', '9.00'],
    ['2026-01-03', '11.00'],
    ['2026-01-04', '8.00'],
    ['2026-01-05', '12.00'],
  ] as const)
    await market.publish(day, { alpha: [marker('a1', price)] });
  await market.announce();
  expect(await told(market, below)).toEqual(['crossed 900', 'crossed 800']);
});

test('stock and sellers are judged over all offers of the product', async () => {
  await using market = await watchedMarket('alpha', 'beta');
  await market.publish('2026-01-01', {
    alpha: [marker('a1', '12.00'), marker('a2', '12.50')],
    beta: [{ sku: 'other' }],
  });
  await market.announce();
  const ids = {
    back: await watch(market, { category: 'office' }, { type: 'back_in_stock' }),
    out: await watch(market, { product: GTIN }, { type: 'out_of_stock' }),
    joined: await watch(market, { product: GTIN }, { type: 'new_seller' }),
    left: await watch(market, { product: GTIN }, { type: 'seller_left' }),
    alpha: await watch(market, { seller: 'alpha' }, { type: 'out_of_stock' }),
  };
  const stock = ['in stock', 'out of stock'] as const;
  const days: [string, Row[], Row[]][] = [
    ['2026-01-02', [marker('a1', '12.00', stock[1]), marker('a2', '12.50')], [{ sku: 'other' }]],
    ['2026-01-03', [marker('a1', '12.00', stock[1]), marker('a2', '12.50', stock[1])], [{ sku: 'other' }]],
    ['2026-01-04', [marker('a1', '12.00'), marker('a2', '12.50')], [{ sku: 'other' }, marker('b1', '13.00')]],
    ['2026-01-05', [marker('a1', '12.00')], [{ sku: 'other' }, marker('b1', '13.00')]],
    ['2026-01-06', [{ sku: 'else' }], [{ sku: 'other' }, marker('b1', '13.00')]],
  ];
  for (const [day, alpha, beta] of days) {
    await market.publish(day, { alpha, beta });
    await market.announce();
  }
  const kinds = async (id: string) =>
    (await told(market, id)).map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(await kinds(ids.out)).toEqual(['availability.changed alpha']);
  expect(await kinds(ids.back)).toHaveLength(1);
  expect(await kinds(ids.joined)).toEqual(['seller.changed beta']);
  expect(await kinds(ids.left)).toEqual(['seller.changed alpha']);
  expect(await kinds(ids.alpha)).toEqual(['availability.changed alpha', 'seller.changed alpha']);
});

test('the log is the same however often it is told and by however many, and is walked page by page', async () => {
  await using market = await watchedMarket('alpha');
  const rows = (price: string) => Array.from({ length: 30 }, (_, sku) => ({ sku: `s${sku}`, price }));
  await market.publish('2026-01-01', { alpha: rows('10.00') });
  await market.publish('2026-01-02', { alpha: rows('11.00') });
  await Promise.all([market.announce(), market.announce()]);
  await market.announce();
  const { server } = market;
  const whole = (await server.get<Events>('/v1/events?limit=100')).body;
  expect(whole.events).toHaveLength(30);
  expect(new Set(whole.events.map(({ id }) => id)).size).toBe(30);
  expect(whole.events[0]).toMatchObject({
    type: 'price.changed',
    created_at: '2026-01-02T00:00:00.000Z',
    previous: { price_minor: 1000 },
    current: { price_minor: 1100 },
  });
  const walked: unknown[] = [];
  let url = '/v1/events?limit=7';
  for (let more = true; more; ) {
    const { body, headers } = await server.get<Events>(url);
    walked.push(...body.events);
    more = body.has_more;
    url = `/v1/events?limit=7&after=${body.next_cursor}`;
    expect(headers['link']).toContain('after=');
  }
  expect(walked).toEqual(whole.events);
  expect((await server.get<Events>(url)).body).toMatchObject({ events: [], has_more: false });
  await market.publish('2026-01-03', { alpha: rows('12.00') });
  await market.announce();
  expect((await server.get<Events>(`${url}&type=price.changed`)).body.events).toHaveLength(7);
  const last = String(whole.events.at(-1)?.['id']);
  const offer = String(whole.events[3]?.['product_id']);
  expect((await server.get<Events>(`/v1/events?after=${last}&limit=100`)).body.events).toHaveLength(30);
  expect((await server.get<Events>(`/v1/events?product=${offer}`)).body.events).toHaveLength(2);
  expect((await server.get('/v1/events?after=evt_0123456789abcdef')).status).toBe(410);
  expect((await server.get('/v1/events?after=nonsense')).status).toBe(400);
});

test('what is older than the log keeps is dropped, and who asks for it is told', async () => {
  await using market = await watchedMarket('alpha');
  await market.publish('2026-01-01', { alpha: [marker('a1', '10.00')] });
  await market.publish('2026-01-02', { alpha: [marker('a1', '11.00')] });
  await market.announce();
  const { server } = market;
  const first = String((await server.get<Events>('/v1/events')).body.events[0]?.['id']);
  const begin = (await server.get<Events>('/v1/events?limit=1&type=seller.changed')).body.next_cursor;
  for (const day of ['2026-02-01', '2026-02-02']) {
    await market.publish(day, { alpha: [marker('a1', `1${day.slice(-1)}.50`)] });
    await market.announce();
  }
  const { state } = server;
  expect((await server.get<Events>(`/v1/events?after=${first}`)).body.events).toHaveLength(2);
  await state.events.finish(4, '2026-02-02T00:00:00.000Z');
  const { events } = (await server.get<Events>('/v1/events')).body;
  expect(events.map(({ created_at }) => created_at)).toEqual(['2026-02-02T00:00:00.000Z']);
  expect((await server.get(`/v1/events?after=${first}`)).status).toBe(410);
  expect((await server.get(`/v1/events?after=${begin}`)).body['code']).toBe('cursor_expired');
});

test('crossings are seen by the owner of the watch alone, and a watch by nobody else', async () => {
  await using market = await watchedMarket('alpha');
  await market.publish('2026-01-01', { alpha: [marker('a1', '12.00')] });
  await market.announce();
  const id = await watch(market, { product: GTIN }, { type: 'price_below', value_minor: 1000 });
  await market.publish('2026-01-02', { alpha: [marker('a1', '9.00')] });
  await market.announce();
  const { server } = market;
  const { token } = await server.state.keys.create({ owner: 'other', scopes: ['read', 'watch'] });
  const asOther = (method: 'GET' | 'POST' | 'DELETE', url: string) =>
    server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload: {} });
  const types = (body: Events) => body.events.map(({ type }) => type);
  expect(types((await server.get<Events>('/v1/events')).body)).toEqual([
    'price.changed',
    'price.threshold_crossed',
  ]);
  expect(types((await asOther('GET', '/v1/events')).json())).toEqual(['price.changed']);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/rotate-secret'],
    ['GET', '/deliveries'],
    ['POST', '/redeliver'],
  ] as const)
    expect([path, (await asOther(method, `/v1/watches/${id}${path}`)).statusCode]).toEqual([path, 404]);
  expect((await asOther('GET', '/v1/watches')).json()).toMatchObject({ watches: [] });
  expect((await server.get('/v1/watches')).body).toMatchObject({ watches: [{ id }], next_cursor: null });
});

test('a paused watch tells nothing, not later either; one that has expired is done', async () => {
  await using market = await watchedMarket('alpha');
  await market.publish('2026-01-01', { alpha: [marker('a1', '12.00')] });
  await market.announce();
  const { server } = market;
  const id = await watch(market, { product: GTIN }, { type: 'price_below', value_minor: 1000 });
  const ending = await server.post<Created>('/v1/watches', {
    target: { product: GTIN },
    condition: { type: 'price_changed' },
    callback_url,
    expires_at: '2026-11-21T13:00:00Z',
  });
  expect((await server.post<Created>(`/v1/watches/${id}/pause`, {})).body.status).toBe('paused');
  await market.publish('2026-01-02', { alpha: [marker('a1', '9.00')] });
  await market.announce();
  expect((await server.post<Created>(`/v1/watches/${id}/resume`, {})).body.status).toBe('active');
  server.clock.ms = Date.parse('2026-11-21T14:00:00Z');
  await market.publish('2026-01-03', { alpha: [marker('a1', '8.00')] });
  await market.announce();
  expect(await told(market, id)).toEqual([]);
  expect(await told(market, ending.body.id)).toHaveLength(1);
  expect((await server.get<Created>(`/v1/watches/${ending.body.id}`)).body.status).toBe('expired');
  expect((await server.delete(`/v1/watches/${id}`)).status).toBe(204);
  expect((await server.get(`/v1/watches/${id}`)).status).toBe(404);
});

test('a watch follows the id of its product to what it becomes', async () => {
  await using market = await watchedMarket('alpha', 'beta');
  await market.publish('2026-01-01', {
    alpha: [{ sku: 'a1', price: '12.00' }],
    beta: [marker('b1', '20.00')],
  });
  await market.announce();
  const id = await watch(market, { product: 'alpha:a1' }, { type: 'price_below', value_minor: 1000 });
  await market.publish('2026-01-02', { alpha: [marker('a1', '12.00')], beta: [marker('b1', '20.00')] });
  await market.announce();
  await market.publish('2026-01-03', { alpha: [marker('a1', '9.00')], beta: [marker('b1', '20.00')] });
  await market.announce();
  expect(await told(market, id)).toEqual(['crossed 900']);
});

test('what cannot be watched is refused by its field', async () => {
  await using market = await watchedMarket('alpha');
  await market.publish('2026-01-01', { alpha: [marker('a1', '12.00')] });
  const good = { target: { product: GTIN }, condition: { type: 'price_changed' }, callback_url };
  const refused = async (parts: object) => {
    const { status, body } = await market.server.post('/v1/watches', { ...good, ...parts });
    return `${status} ${String(body['param'])}`;
  };
  expect(await refused({ target: {} })).toBe('400 target');
  expect(await refused({ target: { brand: 'x', category: 'office' } })).toBe('400 target');
  expect(await refused({ target: { brand: 'x', seller: 'alpha' } })).toBe('400 target');
  expect(await refused({ target: { seller: 'nobody' } })).toBe('404 target.seller');
  expect(await refused({ target: { category: 'nothing' } })).toBe('404 target.category');
  expect(await refused({ target: { product: '4006381333932' } })).toBe('422 target.product');
  expect(await refused({ condition: { type: 'price_below' } })).toBe('400 condition.value_minor');
  expect(await refused({ condition: { type: 'price_below', value_minor: 5, percent: 3 } })).toBe(
    '400 condition.percent',
  );
  expect(await refused({ callback_url: 'ftp://example.com' })).toBe('400 callback_url');
  expect(await refused({ expires_at: '2020-01-01T00:00:00Z' })).toBe('400 expires_at');
});

test('an event file is taken in row by row once, though its process is gone in the middle', async () => {
  await using market = await watchedMarket('alpha');
  const rows = (price: string) => Array.from({ length: 10 }, (_, sku) => ({ sku: `s${sku}`, price }));
  await market.publish('2026-01-01', { alpha: rows('10.00') });
  await market.publish('2026-01-02', { alpha: rows('11.00') });
  const { state } = market.server;
  const [part] = (await market.market.manifest()).tables.events ?? [];
  const batch = { events: [], deliveries: [], states: [] };
  expect(await state.events.take({ ...batch, part: part?.key ?? '', from: 0, taken: 4 }, 0)).toBe(true);
  expect(await state.events.take({ ...batch, part: part?.key ?? '', from: 0, taken: 4 }, 0)).toBe(false);
  expect(await market.announce()).toMatchObject({ events: 6 });
});
