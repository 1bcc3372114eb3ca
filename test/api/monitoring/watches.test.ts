import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStaged } from '../../../warehouse/run.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import type { Row, TestMarket } from '../../pipelines/snapshot/market.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';
import { watchedMarket } from './watched_market.ts';

const [FIRST, STOCKED, JOINED, CODED] = ['4006381333931', '4006381333948', '4006381333955', '4006381333962'];
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

const item = (sku: string, gtin: string, price: string, parts: Partial<Row> = {}): Row => ({
  sku,
  gtin,
  title: `Marker ${gtin.slice(-4)}`,
  brand: `Stabilo ${gtin.slice(-4)}`,
  price,
  ...parts,
});
const stocked = (sku: string, availability = 'in stock') =>
  item(sku, STOCKED, '12.00', { category: 'office > pens', availability });
const fillers = (price: string) => Array.from({ length: 30 }, (_, sku) => ({ sku: `s${sku}`, price }));
const out = 'out of stock';

const coded = [item('m1', CODED, '5.00'), item('m2', CODED, '5.00')];
/**
 * Six days: prices of the first product, whose brand wants at least 9.50; stock and sellers of the second; a third whose
 * listing joins another; and a fourth of which a listing loses its code on the last day.
 */
const DAYS: Record<string, { alpha: Row[]; beta: Row[] }> = {
  '2026-01-01': {
    alpha: [
      item('a1', FIRST, '12.00'),
      stocked('q1'),
      stocked('q2'),
      { sku: 'r1', price: '12.00' },
      ...fillers('10.00'),
    ],
    beta: [...coded, item('b1', FIRST, '13.00'), item('r2', JOINED, '20.00')],
  },
  '2026-01-02': {
    alpha: [
      item('a1', FIRST, '10.50'),
      stocked('q1', out),
      stocked('q2'),
      item('r1', JOINED, '12.00'),
      ...fillers('11.00'),
    ],
    beta: [...coded, item('b1', FIRST, '13.00'), item('r2', JOINED, '20.00')],
  },
  '2026-01-03': {
    alpha: [
      item('a1', FIRST, '9.99'),
      stocked('q1', out),
      stocked('q2', out),
      item('r1', JOINED, '9.00'),
      ...fillers('11.00'),
    ],
    beta: [...coded, item('b1', FIRST, '13.00'), item('r2', JOINED, '20.00')],
  },
  '2026-01-04': {
    alpha: [
      item('a1', FIRST, '9.00'),
      stocked('q1'),
      stocked('q2'),
      item('r1', JOINED, '9.00'),
      ...fillers('11.00'),
    ],
    beta: [...coded, item('b1', FIRST, '9.50'), item('r2', JOINED, '20.00'), stocked('q3')],
  },
  '2026-01-05': {
    alpha: [item('a1', FIRST, '10.00'), stocked('q1'), item('r1', JOINED, '9.00'), ...fillers('11.00')],
    beta: [...coded, item('b1', FIRST, '11.00'), item('r2', JOINED, '20.00'), stocked('q3')],
  },
  '2026-01-06': {
    alpha: [item('a1', FIRST, '9.80'), item('r1', JOINED, '9.00'), ...fillers('11.00')],
    beta: [
      item('m1', CODED, '5.00'),
      { ...item('m2', CODED, '5.00'), gtin: '' },
      item('b1', FIRST, '11.00'),
      item('r2', JOINED, '20.00'),
      stocked('q3'),
    ],
  },
};

const WATCHES: Record<string, { target: object; condition: object; expires_at?: string }> = {
  below: { target: { product: FIRST }, condition: { type: 'price_below', value_minor: 1000 } },
  already: { target: { product: FIRST }, condition: { type: 'price_below', value_minor: 1250 } },
  drop: { target: { product: FIRST }, condition: { type: 'price_drop_percent', percent: 10 } },
  brand: { target: { brand: 'STABILO 3931' }, condition: { type: 'price_below', value_minor: 1000 } },
  atBeta: { target: { product: FIRST, seller: 'beta' }, condition: { type: 'price_changed' } },
  paused: { target: { product: FIRST }, condition: { type: 'price_below', value_minor: 1100 } },
  ending: {
    target: { product: FIRST },
    condition: { type: 'price_changed' },
    expires_at: '2026-11-21T13:00:00Z',
  },
  joined: { target: { product: 'alpha:r1' }, condition: { type: 'price_below', value_minor: 1000 } },
  back: { target: { category: 'office' }, condition: { type: 'back_in_stock' } },
  out: { target: { product: STOCKED }, condition: { type: 'out_of_stock' } },
  newSeller: { target: { product: STOCKED }, condition: { type: 'new_seller' } },
  sellerLeft: { target: { product: STOCKED }, condition: { type: 'seller_left' } },
  violated: { target: { brand: 'stabilo 3931' }, condition: { type: 'policy_violated' } },
  degraded: { target: { product: CODED }, condition: { type: 'match_degraded' } },
  outAtAlpha: { target: { seller: 'alpha' }, condition: { type: 'out_of_stock' } },
};

/** The brand of the first product says what it is to cost at the least. */
async function publishLeastPrice(market: TestMarket): Promise<void> {
  const brand = { ...(market.sellers[0] as (typeof market.sellers)[0]), id: 'brand.stabilo', feeds: [] };
  market.sellers.push({ ...brand, name: `Stabilo ${FIRST.slice(-4)}` });
  market.addInput(brand.id, 'minimum_prices');
  await market.observeInput(brand.id, 'minimum_prices', '2026-01-01', ['gtin,price', `${FIRST},9.50`]);
}

describe('watches over six days', () => {
  let market: Awaited<ReturnType<typeof watchedMarket>>;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    market = await watchedMarket('alpha', 'beta');
    await publishLeastPrice(market.market);
    for (const [day, rows] of Object.entries(DAYS)) {
      if (day === '2026-01-03') {
        await market.server.post(`/v1/watches/${ids['paused']}/resume`, {});
        market.server.clock.ms = Date.parse('2026-11-21T14:00:00Z');
      }
      await market.publish(day, rows);
      // The third day is told late, together with the fourth; the second by two processes at once, and again.
      if (day === '2026-01-02') await Promise.all([market.announce(), market.announce()]);
      if (day !== '2026-01-03') await market.announce();
      if (day !== '2026-01-01') continue;
      for (const [name, sent] of Object.entries(WATCHES)) {
        const { status, body } = await market.server.post<Created>('/v1/watches', { ...sent, callback_url });
        expect([name, status, body.status]).toEqual([name, 201, 'active']);
        ids[name] = body.id;
      }
      const { body } = await market.server.post<Created>(`/v1/watches/${ids['paused']}/pause`, {});
      expect(body.status).toBe('paused');
    }
  }, 120_000);
  afterAll(() => market[Symbol.asyncDispose]());

  /** What waits for a watch's callback, in the order of the log. */
  const told = async (name: string) => {
    const { state } = market.server;
    const deliveries = await state.deliveries.page(ids[name] ?? '', { after: null, state: null, limit: 100 });
    const wanted = new Set(deliveries.map(({ event_id }) => event_id));
    return (await state.events.tail(0, 1_000))
      .filter((event) => wanted.has(event.id))
      .map(({ type, created_at, payload, seller }) => {
        const current = payload['current'] as { price_minor?: number } | undefined;
        const what = type === 'price.threshold_crossed' ? 'crossed' : type;
        return `${what} ${seller} ${created_at.slice(8, 10)} ${current?.price_minor ?? ''}`.trim();
      });
  };

  test('a brand that no product has is refused with those that are near', async () => {
    const { status, body } = await market.server.post('/v1/watches', {
      target: { brand: 'Stabillo 3931' },
      condition: { type: 'price_changed' },
      callback_url,
    });
    expect([status, body['param'], body['suggestions']]).toEqual([
      404,
      'target.brand',
      [{ brand: 'Stabilo 3931', products: expect.any(Number) as number }],
    ]);
  });

  test.each([
    [
      'below',
      ['crossed alpha 03 999', 'crossed alpha 06 980'],
      'one crossing is one event, told again only after the price was back',
    ],
    ['already', [], 'what is below when the watch is made is no crossing'],
    [
      'drop',
      ['crossed alpha 02 1050', 'crossed alpha 04 900'],
      'counted from creation, then from the last one told',
    ],
    ['brand', ['crossed alpha 03 999', 'crossed alpha 06 980'], 'each product of the brand'],
    ['atBeta', ['price.changed beta 04 950', 'price.changed beta 05 1100'], 'one seller alone'],
    ['paused', [], 'told neither meanwhile nor later'],
    ['ending', ['price.changed alpha 02 1050'], 'until it expires'],
    ['joined', ['crossed alpha 03 900'], 'under the id that its product has become'],
    ['out', ['availability.changed alpha 03'], 'once no offer can be bought'],
    ['back', ['availability.changed alpha 04'], 'once, though two offers came back'],
    ['newSeller', ['seller.changed beta 04'], 'a seller that had none of it'],
    ['sellerLeft', ['seller.changed alpha 06'], 'its last offer, not the first of two'],
    ['violated', ['policy.violated alpha 04'], 'a price below what the brand allows'],
    ['degraded', ['match.degraded beta 06'], 'a listing that lost its code'],
    [
      'outAtAlpha',
      ['availability.changed alpha 03', 'seller.changed alpha 06'],
      'product by product, of the seller’s offers',
    ],
  ])('%s: %j, %s', async (name, expected) => {
    expect(await told(name)).toEqual(expected);
  });

  test('a crossing says what was crossed, from where, and at whom', async () => {
    const { body } = await market.server.get<Events>('/v1/events?type=price.threshold_crossed');
    expect(body.events.find(({ watch_id }) => watch_id === ids['drop'])).toMatchObject({
      percent: 10,
      threshold_minor: 1080,
      direction: 'below',
      previous: { price_minor: 1200 },
      current: { price_minor: 1050 },
      currency: 'USD',
      seller: 'alpha',
    });
  });

  test('the log has each event once, and is walked page by page from any point', async () => {
    const { server } = market;
    const whole: Record<string, unknown>[] = [];
    let url = '/v1/events?limit=7';
    for (let more = true; more; ) {
      const { body, headers } = await server.get<Events>(url);
      whole.push(...body.events);
      more = body.has_more;
      url = `/v1/events?limit=7&after=${body.next_cursor}`;
      expect(headers['link']).toContain('after=');
    }
    expect((await server.get<Events>(url)).body).toMatchObject({ events: [], has_more: false });
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    const ofFillers = whole.filter(
      ({ created_at, type }) => created_at === '2026-01-02T00:00:00.000Z' && type === 'price.changed',
    );
    expect(ofFillers).toHaveLength(31);
    const { state } = server;
    expect((await state.events.tail(0, 1_000)).map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    const third = whole[2]?.['id'];
    const behind = (await server.get<Events>(`/v1/events?limit=3&after=${String(third)}`)).body;
    expect(behind.events).toEqual(whole.slice(3, 6));
    const ofFirst = (await server.get<Events>(`/v1/events?limit=100&product=${FIRST}`)).body.events;
    expect(ofFirst.filter(({ type }) => type === 'price.changed')).toHaveLength(7);
    const atBeta = (await server.get<Events>('/v1/events?limit=100&seller=beta&type=price.changed')).body;
    expect(atBeta.events).toHaveLength(2);
    expect((await server.get('/v1/events?after=evt_0123456789abcdef')).status).toBe(410);
    expect((await server.get('/v1/events?after=nonsense')).status).toBe(400);
  });

  test('another owner sees neither crossings nor watches', async () => {
    const { server } = market;
    const { token } = await server.state.keys.create({ owner: 'other', scopes: ['read', 'watch'] });
    const asOther = (method: 'GET' | 'POST' | 'DELETE', url: string) =>
      server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' && { payload: {} }),
      });
    const crossings = '/v1/events?type=price.threshold_crossed';
    expect((await server.get<Events>(crossings)).body.events.length).toBeGreaterThan(0);
    expect((await asOther('GET', crossings)).json<Events>().events).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
      ['POST', '/redeliver'],
    ] as const)
      expect([path, (await asOther(method, `/v1/watches/${ids['below']}${path}`)).statusCode]).toEqual([
        path,
        404,
      ]);
    expect((await asOther('GET', '/v1/watches')).json()).toMatchObject({ watches: [], next_cursor: null });
  });

  test('words that name several products are refused, with what they may mean', async () => {
    const { status, body } = await market.server.post('/v1/watches', {
      target: { product: 'marker' },
      condition: { type: 'price_changed' },
      callback_url,
    });
    expect([status, body['param']]).toEqual([404, 'target.product']);
    expect(body['suggestions']).toContainEqual(expect.objectContaining({ title: 'Marker 3931' }));
  });

  test('watches are listed page by page and deleted; what waits for them is shown and goes with them', async () => {
    const { server } = market;
    const listed: string[] = [];
    for (let url: string | null = '/v1/watches?limit=5'; url !== null; ) {
      const { body }: { body: { watches: Created[]; next_cursor: string | null } } = await server.get(url);
      listed.push(...body.watches.map(({ id }) => id));
      url = body.next_cursor && `/v1/watches?limit=5&cursor=${body.next_cursor}`;
    }
    expect(new Set(listed)).toEqual(new Set(Object.values(ids)));
    expect(listed).toHaveLength(Object.keys(WATCHES).length);
    expect((await server.get<Created>(`/v1/watches/${ids['ending']}`)).body.status).toBe('expired');
    const path = `/v1/watches/${ids['atBeta']}`;
    const { body } = await server.get<{ deliveries: { state: string; attempts: unknown[] }[] }>(
      `${path}/deliveries`,
    );
    expect(body.deliveries).toMatchObject([{ state: 'pending', attempts: [] }, { state: 'pending' }]);
    expect((await server.post(`${path}/redeliver`, {})).body).toMatchObject({ redelivered: 0 });
    expect((await server.post(`${path}/redeliver`, { delivery_id: 'dlv_0123456789abcdef' })).status).toBe(
      404,
    );
    const rotated = (await server.post<Created>(`${path}/rotate-secret`, {})).body;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect((await server.delete(path)).status).toBe(204);
    expect((await server.get(path)).status).toBe(404);
    expect((await server.get(`${path}/deliveries`)).status).toBe(404);
  });

  test('what the log has dropped is said to be gone', async () => {
    const { server } = market;
    const { events, next_cursor } = (await server.get<Events>('/v1/events?limit=1')).body;
    await server.state.events.finish(5, '2026-01-06T00:00:00.000Z');
    const left = (await server.get<Events>('/v1/events?limit=100')).body.events;
    expect(new Set(left.map(({ created_at }) => created_at))).toEqual(new Set(['2026-01-06T00:00:00.000Z']));
    for (const after of [String(events[0]?.['id']), next_cursor])
      expect((await server.get(`/v1/events?after=${after}`)).body['code']).toBe('cursor_expired');
  });
});

test('what cannot be watched is refused by its field', async () => {
  const server = await indexServer(
    listedSnapshot([listing('alpha', 'a1', { gtin: '04006381333931' })], {
      categories: [{ id: 'office', parent: null, products: 1 }],
    }),
    { allow_private_callbacks: true },
  );
  const good = { target: { product: FIRST }, condition: { type: 'price_changed' }, callback_url };
  const refused = async (parts: object) => {
    const { status, body } = await server.post('/v1/watches', { ...good, ...parts });
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

test('a crossing that a retracted run told is corrected, and the watch knows what it knew before', async () => {
  await using market = await watchedMarket('alpha', 'beta');
  const at = async (day: string, alpha: string, beta = '15.00') => {
    await market.publish(day, {
      alpha: [item('a1', FIRST, alpha), ...fillers('10.00')],
      beta: [item('b1', FIRST, beta), ...fillers('10.00')],
    });
    await market.announce();
  };
  // Two files of events are there before the watches, so what was put into one file would not be theirs.
  await at('2025-12-31', '12.00');
  await at('2026-01-01', '12.25');
  await at('2026-01-02', '12.50');
  const ids: string[] = [];
  for (const condition of [
    { type: 'price_below', value_minor: 1000 },
    { type: 'price_drop_percent', percent: 20 },
    { type: 'price_changed' },
  ]) {
    const sent = { target: { product: FIRST }, condition, callback_url };
    ids.push((await market.server.post<Created>('/v1/watches', sent)).body.id);
  }
  const told = async (which: number) => {
    const { body } = await market.server.get<{ deliveries: { event_id: string }[] }>(
      `/v1/watches/${ids[which]}/deliveries?limit=50`,
    );
    const { body: log } = await market.server.get<Events>('/v1/events?limit=100');
    const wanted = new Set(body.deliveries.map(({ event_id }) => event_id));
    return log.events.filter(({ id }) => wanted.has(id as string));
  };
  const lines = async (which: number) =>
    (await told(which)).map(({ direction = '', previous, current, corrects }) =>
      [
        direction,
        (previous as { price_minor: number }).price_minor,
        (current as { price_minor: number | null }).price_minor,
        corrects === undefined ? '' : 'corrects',
      ]
        .join(' ')
        .trim(),
    );
  await at('2026-01-03', '9.00');
  expect([await lines(0), await lines(1)]).toEqual([['below 1250 900'], ['below 1250 900']]);

  const runs = await new RunLog(market.market.store, await market.market.manifest()).all({
    seller: 'alpha',
    feed: 'catalogue',
  });
  const run = runs.filter((one) => isStaged(one)).find(({ as_of }) => as_of.startsWith('2026-01-03'));
  if (!run) throw new Error('the run of the third day is not there');
  const retracted = '2026-01-03T12:00:00.000Z';
  await market.market.publish({
    retract: [{ run, by: 'ada', reason: 'no sale', at: retracted }],
    now: () => new Date(retracted),
  });
  await Promise.all([market.announce(), market.announce()]);
  await market.announce();
  const corrected = ['below 1250 900', 'above 900 1250 corrects'];
  expect([await lines(0), await lines(1), await lines(2)]).toEqual([
    corrected,
    corrected,
    ['1250 900', '900 1250 corrects'],
  ]);
  const [wrong, right] = await told(0);
  expect(right).toMatchObject({ corrects: wrong?.['id'], created_at: retracted, watch_id: ids[0] });

  // armed again; and a drop is counted from the price before the one that was none
  await at('2026-01-04', '9.50');
  expect((await lines(0)).slice(2)).toEqual(['below 1250 950']);
  expect((await lines(1)).slice(2)).toEqual(['below 1250 950']);
});
