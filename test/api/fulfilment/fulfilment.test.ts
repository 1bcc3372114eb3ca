import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FulfilmentInputs } from '../../../warehouse/reads/fulfilment_inputs.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { indexServer } from '../index_server.ts';

/**
 * The three endpoints over one market whose feeds are staged and published for real. `alpha` states everything, `beta`
 * nothing, `gamma` has rates and no deliveries.
 */
let market: TestMarket;
let snapshot: OpenSnapshot;
let server: Awaited<ReturnType<typeof indexServer>>;
let close: () => Promise<void>;
const television = {
  sku: 'tv',
  title: 'Ardentis Vista 55 Television',
  brand: 'Ardentis',
  gtin: '4006381333931',
  category: 'Electronics > Video > Televisions',
};

const RATES =
  'service,country,region,postal_codes,from_price,cost,carrier,origin_postal_code,min_handling_days,max_handling_days,cutoff,time_zone,po_box';
const TRANSIT = 'carrier,service,up_to_km,min_days,max_days';
const DELIVERIES = 'order_id,sku,ordered_at,delivered_at,postal_code,country,carrier,service,status';
const STORES = 'store_code,name,postal_code,latitude,longitude,pickup';
const LOCAL = 'store_code,sku,availability,quantity,price,pickup_sla';
const TERMS =
  'category,condition,sku,returnable,window_days,fee,restocking_pct,restocking_applies_to,free_return,warranty_months,warranty_by,holiday_from,holiday_to,holiday_until';

/** 200 orders a lane, on Mondays to Wednesdays before the cutoff; nine of ten come two days later, the others three. */
const delivered = (postal: string, service: string) =>
  Array.from({ length: 200 }, (_, n) => {
    const day = new Date(Date.UTC(2025, 1, 3 + 7 * (n % 40) + (n % 3)));
    const came = new Date(day.getTime() + (n % 10 === 0 ? 3 : 2) * 86_400_000);
    const iso = (date: Date) => date.toISOString().slice(0, 10);
    return `o${service}${postal}${n},tv,${iso(day)}T17:00:00Z,${iso(came)},${postal},US,,${service},delivered`;
  });

beforeAll(async () => {
  market = await TestMarket.open('alpha', 'beta', 'gamma');
  for (const seller of ['alpha', 'beta', 'gamma'])
    await market.observe(seller, '2026-01-05', [
      { ...television, price: seller === 'alpha' ? '499.00' : '520.00' },
      { sku: 'gone', title: `Thing of ${seller}`, price: '10.00', availability: 'out of stock' },
      { sku: 'later', title: `Novelty of ${seller}`, price: '30.00', availability: 'preorder' },
    ]);
  const input = async (seller: string, kind: Parameters<TestMarket['addInput']>[1], lines: string[]) => {
    market.addInput(seller, kind);
    await market.observeInput(seller, kind, '2026-01-05', lines);
  };
  await input('alpha', 'shipping_rates', [
    RATES,
    'standard,US,,,,7.90,Parcelone,60607,0,0,15:00,America/Chicago,true',
    'standard,US,,,500.00,0.00,Parcelone,60607,0,0,15:00,America/Chicago,true',
    'standard,US,AK,,,29.00,Parcelone,60607,0,0,15:00,America/Chicago,true',
    'express,US,,"606*,100*",,19.00,Swift,60607,0,0,17:00,America/Chicago,false',
    'freight,CA,,,,99.00,Bigbox,60607,0,0,,,true',
  ]);
  await input('alpha', 'transit_times', [
    TRANSIT,
    'Parcelone,,600,1,2',
    'Parcelone,,5000,3,5',
    'Swift,,5000,1,1',
  ]);
  await input('alpha', 'deliveries', [
    DELIVERIES,
    ...delivered('10001', 'standard'),
    ...delivered('60607', 'standard'),
  ]);
  await input('alpha', 'stores', [
    STORES,
    'S1,Alpha Loop,60607,,,true',
    'S2,Alpha Evanston,60201,42.0451,-87.6877,true',
    'S3,Alpha Far,10001,,,true',
    'S4,Alpha Nowhere,00000,,,true',
    'S5,Alpha Window,60607,,,false',
  ]);
  await input('alpha', 'local_inventory', [
    LOCAL,
    'S1,tv,in_stock,2,,same day',
    'S2,tv,in_stock,30,479.00 USD,next day',
    'S3,tv,in_stock,9,,same day',
    'S4,tv,in_stock,9,,same day',
    'S5,tv,limited_availability,,,',
    'S9,tv,in_stock,9,,same day',
  ]);
  await input('alpha', 'return_terms', [
    TERMS,
    ',,,true,30,,,,true,24,manufacturer,2026-11-01,2026-12-31,2027-01-31',
    'Televisions,,,,14,5.00,15,"opened,no box",false,,,,,',
    ',,gone,false,,,,,,,,,,',
  ]);
  await input('gamma', 'shipping_rates', [RATES, 'standard,US,,,,5.00,Parcelone,94105,1,1,,,false']);
  await input('gamma', 'transit_times', [TRANSIT, 'Parcelone,,5000,2,4']);
  await market.publish();
  const limits = { memoryLimit: '256MiB', timeLimitMs: 10_000 };
  snapshot = await OpenSnapshot.open(await market.manifest(), market.store, limits);
  const atEnd = (end: () => Promise<void>) => {
    close = end;
  };
  server = await indexServer(snapshot, {}, { atEnd });
}, 60_000);
afterAll(async () => {
  await close();
  snapshot.close();
  await market[Symbol.asyncDispose]();
});

type Json = Record<string, unknown>;
interface Estimate extends Json {
  options: (Json & {
    window: { earliest: string; latest: string } | null;
    confidence: number;
    tier: string;
    seen: number;
  })[];
  notes: string[];
}

const asked = <T = Estimate>(
  work: (ask: (body: Json, path?: string) => Promise<{ status: number; body: T }>) => Promise<void>,
) => work((body, path = '/v1/fulfillment/estimate') => server.post<T>(path, body));

describe('POST /v1/fulfillment/estimate', () => {
  // Monday 2026-02-02, 08:00 in Chicago; the cutoff is 15:00, which is 21:00 UTC; no holiday is near
  const order_at = '2026-02-02T14:00:00Z';

  test('is the default tier of the best offer, learned from deliveries, with its cutoff', () =>
    asked(async (ask) => {
      const { body } = await ask({ ref: 'alpha:tv', destination: { postal_code: '10001' }, order_at });
      expect(body).toMatchObject({
        asked_at: '2026-02-02T14:00:00.000Z',
        offer: { seller: 'alpha' },
        granularity: 'metro',
        region: 'US-NY',
        metro: 'New York',
        options: [
          {
            tier: 'standard',
            cost_minor: 790,
            carrier: 'Parcelone',
            // the carrier says three to five workdays; what was seen is two, seldom three
            window: { earliest: '2026-02-04', latest: '2026-02-05' },
            ships_from: { region: 'US-IL', distance_km: 1150 },
            cutoff: '2026-02-02T21:00:00.000Z',
            cutoff_in_minutes: 420,
            if_missed: { earliest: '2026-02-05', latest: '2026-02-06' },
            seen: 195,
          },
        ],
      });
      expect(body.options).toHaveLength(1);
      expect(body.options[0]?.confidence).toBeGreaterThan(0.8);
    }));

  test('with options shows every tier that goes there and pickup, and says why others do not', () =>
    asked(async (ask) => {
      const { body } = await ask({
        ref: 'alpha:tv',
        destination: { postal_code: '60607' },
        order_at,
        options: true,
      });
      expect(body.options).toMatchObject([
        { tier: 'standard', cost_minor: 790 },
        {
          tier: 'express',
          cost_minor: 1900,
          window: { earliest: '2026-02-03', latest: '2026-02-03' },
          seen: 0,
        },
        { tier: 'pickup', cost_minor: 0, location: 'Alpha Loop', ready_in_minutes: 240 },
        { tier: 'pickup', location: 'Alpha Evanston', ready_in_minutes: 1440 },
      ]);
      expect(body.notes.join(' ')).toMatch(/freight goes to CA only/);
      expect(body.notes.join(' ')).toMatch(/Few deliveries.*express: 0/);
    }));

  test('a region has a rate of its own, and is known less nearly', () =>
    asked(async (ask) => {
      const { body } = await ask({ ref: 'alpha:tv', destination: { region: 'AK' }, order_at });
      expect(body).toMatchObject({
        granularity: 'region',
        region: 'US-AK',
        metro: null,
        options: [{ cost_minor: 2900 }],
      });
    }));

  test('a product is estimated for its best offer; without deliveries the carrier’s word counts less', () =>
    asked(async (ask) => {
      const { body } = await ask({ ref: '4006381333931', destination: { postal_code: '94105' }, order_at });
      expect(body).toMatchObject({ offer: { seller: 'alpha' } });
      const other = await ask({ ref: 'gamma:tv', destination: { postal_code: '10001' }, order_at });
      // taken up on Monday, handed over on Tuesday, two to four workdays
      expect(other.body.options).toMatchObject([
        { window: { earliest: '2026-02-05', latest: '2026-02-09' }, seen: 0 },
      ]);
      expect(other.body.options[0]).not.toHaveProperty('cutoff');
      expect(other.body.options[0]?.confidence).toBeLessThan(0.8);
    }));

  test('where no clock is stated a day is that of the place it leaves from', () =>
    asked(async (ask) => {
      // Friday evening in San Francisco, Saturday by UTC; handed over on Monday. The twelfth is a holiday in New York.
      const late = '2026-02-07T02:00:00Z';
      const { body } = await ask({ ref: 'gamma:tv', destination: { postal_code: '10001' }, order_at: late });
      expect(body.options).toMatchObject([{ window: { earliest: '2026-02-11', latest: '2026-02-17' } }]);
    }));

  test('says clearly what does not go', () =>
    asked(async (ask) => {
      const boxes = await ask({ ref: 'gamma:tv', destination: { postal_code: '00501' }, order_at });
      expect(boxes.body).toMatchObject({ options: [], region: 'US-NY' });
      expect(boxes.body.notes.join(' ')).toMatch(
        /no street addresses.*does not go to post office boxes.*gamma does not deliver there/,
      );
      const abroad = await ask({ ref: 'alpha:tv', destination: { region: 'ON', country: 'CA' }, order_at });
      expect(abroad.body.options).toMatchObject([
        { tier: 'freight', window: null, confidence: 0, cost_minor: 9900 },
      ]);
      const silent = await ask({ ref: 'beta:tv', destination: { postal_code: '10001' }, order_at });
      expect(silent.body).toMatchObject({
        options: [],
        notes: [expect.stringMatching(/beta states no shipping rates/)],
      });
      const far = await ask({ ref: 'beta:tv', destination: { region: 'ON', country: 'CA' }, order_at });
      expect(far.body.notes).toEqual([
        'beta states no shipping rates, so delivery times are not known.',
        'What beta asks for delivery to CA, or whether it delivers there, is not known.',
      ]);
      const gone = await ask({ ref: 'alpha:gone', destination: { postal_code: '10001' }, order_at });
      expect(gone.body).toMatchObject({ options: [], notes: [expect.stringMatching(/takes no orders/)] });
    }));

  test.each([
    [{ postal_code: '00000' }, 'destination.postal_code', /no postal code of US/],
    [{ postal_code: '9410' }, 'destination.postal_code', /five digits/],
    [{ postal_code: '94105', region: 'NY' }, 'destination.postal_code', /lies in US-CA and not in US-NY/],
    [{ region: 'ZZ' }, 'destination.region', /no region of US; known: .*US-WY/],
    [
      { postal_code: '1011', country: 'DE' },
      'destination.postal_code',
      /a postal code of DE has five digits/,
    ],
    [{ postal_code: 'D1A', country: 'CA' }, 'destination.postal_code', /a letter, a digit and a letter/],
    [{ postal_code: '1011', country: 'XX' }, 'destination.country', /is XX, which is no country/],
    [{ region: 'ENG', country: 'UK' }, 'destination.country', /is UK, for which ISO 3166-1 has GB/],
    [{}, 'destination.postal_code', /is missing; send it or destination.region/],
    [{ postal_code: '94105', street: 'x' }, 'destination.street', /not known/],
  ])('%o is refused', (destination, param, detail) =>
    asked<Json>(async (ask) => {
      const { status, body } = await ask({ ref: 'alpha:tv', destination });
      expect([status, body['param']]).toEqual([400, param]);
      expect(body['detail']).toMatch(detail);
    }),
  );
});

describe('landed costs and days elsewhere than at the market’s own place', () => {
  interface Shown {
    seller: string;
    landed: string | null;
    delivers_by: string | null;
  }
  const shown = (offers: Shown[]) => offers.map(({ seller, landed }) => `${seller} ${landed}`);
  const offers = async (query: string) => {
    const { body: found } = await server.get<{ product_id: string }>('/v1/products/4006381333931');
    return server.get<{ offers: Shown[]; param?: string }>(`/v1/products/${found.product_id}/offers${query}`);
  };

  test('are those of the estimate: offers, compare and search rank by them', async () => {
    const here = ['alpha $506.90', 'beta null', 'gamma $525.00'];
    expect(shown((await offers('?destination.region=IL')).body.offers)).toEqual(here);
    const alaska = ['beta null', 'gamma $525.00', 'alpha $528.00'];
    expect(shown((await offers('?destination.region=AK')).body.offers)).toEqual(alaska);
    const compared = await server.post<{ offers: Shown[]; best: { seller: string } }>('/v1/compare', {
      ref: '4006381333931',
      destination: { postal_code: '99501' },
    });
    expect(shown(compared.body.offers)).toEqual(alaska);
    expect(compared.body.best.seller).toBe('beta');
    const best = async (query: string) => {
      const { body } = await server.get<{ results: { best: { seller: string } }[] }>(`/v1/search?${query}`);
      return body.results.map((one) => one.best.seller);
    };
    const q = 'q=ardentis+television&seller=alpha&seller=gamma';
    expect(await best(`${q}&destination.region=IL`)).toEqual(['alpha']);
    expect(await best(`${q}&destination.region=AK`)).toEqual(['gamma']);
    expect(await best(`${q}&max_price=52600&destination.region=AK`)).toEqual(['gamma']);
    expect(await best(`${q}&max_price=52400&destination.region=AK`)).toEqual([]);
    expect(await best(`q=4006381333931&seller=alpha&seller=gamma&destination.region=AK`)).toEqual(['gamma']);
  });

  test('leave out what does not go there, and refuse a place that is none', async () => {
    const abroad = await offers('?destination.region=ON&destination.country=CA');
    // alpha has a rate in dollars of the market; what beta does is not known
    expect(shown(abroad.body.offers)).toEqual(['beta null', 'alpha $598.00']);
    expect(await offers('?destination.postal_code=00000')).toMatchObject({
      status: 400,
      body: { param: 'destination.postal_code' },
    });
  });

  test('a deadline in words is a must, by the cheapest service that keeps it', async () => {
    // Monday 2026-02-02, 08:00 in Chicago
    server.clock.ms = Date.parse('2026-02-02T14:00:00Z');
    interface Found {
      understood: { deliver_by: string; words: string };
      results: { best: { seller: string } }[];
    }
    const found = async (intent: string, destination: Json) =>
      (
        await server.post<Found>('/v1/search/semantic', {
          intent,
          constraints: { destination, budget_minor: 51_700 },
        })
      ).body;
    const chicago = { postal_code: '60607' };
    const late = await found('ardentis television by friday', chicago);
    expect(late.understood).toMatchObject({ deliver_by: '2026-02-06', words: 'ardentis television' });
    expect(late.results.map(({ best }) => best.seller)).toEqual(['alpha']);
    // by tomorrow only with express, and delivered that costs too much
    expect((await found('ardentis television by tomorrow', chicago)).results).toEqual([]);
    const decided = await server.post<{
      recommendation: { offer: Shown & { tier: string } } | null;
      relax: { constraint: string }[];
      understood: { deliver_by: string };
    }>('/v1/decide', {
      intent: 'ardentis television by tomorrow',
      constraints: { destination: chicago },
    });
    expect(decided.body.understood.deliver_by).toBe('2026-02-03');
    expect(decided.body.recommendation?.offer).toMatchObject({
      seller: 'alpha',
      tier: 'express',
      landed: '$518.00',
      delivers_by: '2026-02-03',
    });
    const never = await server.post<{ recommendation: null; relax: { constraint: string }[] }>('/v1/decide', {
      intent: 'ardentis television by today',
      constraints: { destination: { region: 'AK' } },
    });
    expect(never.body.recommendation).toBeNull();
    expect(never.body.relax.map(({ constraint }) => constraint)).toEqual(['arrival by 2026-02-02']);
  });

  test('the last day of a window is in time, and who says nothing of delivery is never known to be', async () => {
    server.clock.ms = Date.parse('2026-02-02T14:00:00Z');
    const destination = { postal_code: '60607' };
    const { body } = await server.post<Estimate>('/v1/fulfillment/estimate', {
      ref: 'alpha:tv',
      destination,
    });
    const latest = body.options[0]?.window?.latest ?? '';
    const before = new Date(Date.parse(latest) - 86_400_000).toISOString().slice(0, 10);
    const sellers = async (deliver_by: string, seller: string) => {
      const constraints = {
        destination,
        seller: [seller],
        budget_minor: 52_000,
        ...(seller === 'alpha' && { budget_minor: 51_700 }),
      };
      const intent = `ardentis television by ${deliver_by}`;
      const found = await server.post<{ results: object[] }>('/v1/search/semantic', { intent, constraints });
      return found.body.results.length;
    };
    expect([await sellers(latest, 'alpha'), await sellers(before, 'alpha')]).toEqual([1, 0]);
    expect(await sellers('2026-06-30', 'beta')).toBe(0);
  });

  test('nothing is decided for that does not go there', async () => {
    const decided = async (postal_code: string) =>
      (
        await server.post<{ recommendation: object | null }>('/v1/decide', {
          intent: 'ardentis television',
          constraints: { destination: { postal_code }, seller: ['gamma'] },
        })
      ).body.recommendation;
    expect(await decided('10001')).not.toBeNull();
    // post office boxes alone, where gamma does not deliver
    expect(await decided('00501')).toBeNull();
  });

  test('tomorrow is that of the place where it goes', async () => {
    // Tuesday in New York, still Monday in Honolulu
    server.clock.ms = Date.parse('2026-02-03T06:00:00Z');
    const deadline = async (region: string) =>
      (
        await server.post<{ understood: { deliver_by: string } }>('/v1/decide', {
          intent: 'television by tomorrow',
          constraints: { destination: { region } },
        })
      ).body.understood.deliver_by;
    expect([await deadline('NY'), await deadline('HI')]).toEqual(['2026-02-04', '2026-02-03']);
  });
});

describe('POST /v1/fulfillment/nearby', () => {
  const nearby = (near: Json, more: Json = {}) => ({ ref: '4006381333931', near, ...more });

  test('shows the stores near by, nearest first, with a band and the local price', () =>
    asked<Json>(async (ask) => {
      const { body } = await ask(nearby({ postal_code: '60607' }), '/v1/fulfillment/nearby');
      expect(body['locations']).toMatchObject([
        {
          name: 'Alpha Loop',
          state: 'low_stock',
          quantity_band: '1-2',
          ready_in_minutes: 240,
          price_minor: 49900,
        },
        { name: 'Alpha Window', state: 'low_stock', quantity_band: null, ready_in_minutes: null },
        {
          name: 'Alpha Evanston',
          state: 'in_stock',
          quantity_band: '21+',
          ready_in_minutes: 1440,
          price: '$479.00',
        },
      ]);
      expect(JSON.stringify(body)).not.toMatch(/"quantity":/);
    }));

  test('availability tells what a seller’s stores have together, as a band', async () => {
    const { body } = await server.get('/v1/products/4006381333931/availability');
    expect(body).toMatchObject({
      sellers: expect.arrayContaining([
        expect.objectContaining({ seller: 'alpha', quantity_band: '21+' }),
        expect.objectContaining({ seller: 'beta', quantity_band: null }),
      ]),
    });
    const inputs = await snapshot.hold(FulfilmentInputs.open);
    const listings = [
      { seller: 'alpha', sku: 'tv' },
      { seller: 'beta', sku: 'tv' },
      { seller: 'alpha', sku: 'gone' },
    ];
    // 2 + 30 + 9 + 9: one store does not count, and one is not known.
    expect(await inputs.countedStock(listings)).toEqual(new Map([['alpha', 50]]));
  });

  test('a radius bounds it, a place may be a point, and a store without a place is never near', () =>
    asked<{ locations: { name: string; distance_km: number }[] }>(async (ask) => {
      const names = async (near: Json, radius_km?: number) =>
        (
          await ask(nearby(near, radius_km === undefined ? {} : { radius_km }), '/v1/fulfillment/nearby')
        ).body.locations.map(({ name }) => name);
      expect(await names({ lat: 42.0451, lng: -87.6877 }, 1)).toEqual(['Alpha Evanston']);
      expect(await names({ postal_code: '94105' })).toEqual([]);
      expect(await names({ postal_code: '94105' }, 1000)).toEqual([]);
      const notes = async (ref: string, near: Json) =>
        (await server.post<{ notes: string[] }>('/v1/fulfillment/nearby', { ref, near })).body.notes;
      expect(await notes('alpha:tv', { postal_code: '94105' })).toEqual([
        expect.stringMatching(/^No store within 40 km has it; .* Alpha Evanston \(alpha\), 29\d\d/),
      ]);
      expect(await notes('beta:gone', { postal_code: '10001' })).toEqual(['No store is known to have it.']);
      expect(await notes('alpha:tv', { postal_code: '10001' })).toEqual([]);
      expect(await names({ postal_code: '10001' })).toEqual(['Alpha Far']);
    }));

  test.each([
    [{}, 'near', /either postal_code or both/],
    [{ lat: 1 }, 'near', /either postal_code or both/],
    [{ postal_code: '60607', lat: 1, lng: 1 }, 'near', /either postal_code or both/],
    [{ postal_code: '00000' }, 'near.postal_code', /no postal code/],
    [{ lat: 91, lng: 0 }, 'near.lat', /must be <= 90/],
  ])('%o is refused', (near, param, detail) =>
    asked<Json>(async (ask) => {
      const { status, body } = await ask(nearby(near), '/v1/fulfillment/nearby');
      expect([status, body['param']]).toEqual([400, param]);
      expect(body['detail']).toMatch(detail);
    }),
  );
});

describe('GET /v1/offers/{id}/returns', () => {
  const returns = async (id: string, now = '2026-11-21T12:00:00Z') => {
    server.clock.ms = Date.parse(now);
    return (await server.get(`/v1/offers/${id}/returns`)).body;
  };

  test('are the terms of the offer: its category before the seller at large', async () => {
    expect(await returns('alpha:tv')).toMatchObject({
      seller: 'alpha',
      returnable: true,
      window_days: 14,
      return_shipping: 'buyer_pays',
      return_fee_minor: 500,
      currency: 'USD',
      restocking_fee_pct: 15,
      restocking_applies_to: ['opened', 'no box'],
      warranty: { months: 24, honoured_by: 'manufacturer' },
      source: { channel: 'listing_view' },
    });
  });

  test('tell what the holidays do to an order of today, and nothing once they are over', async () => {
    expect(await returns('alpha:tv', '2026-11-21T12:00:00Z')).toMatchObject({
      window_note:
        'Orders from 2026-11-01 to 2026-12-31, which an order of today is, may be returned until 2027-01-31.',
    });
    expect(await returns('alpha:tv', '2026-09-01T12:00:00Z')).toMatchObject({
      window_note: 'Orders from 2026-11-01 to 2026-12-31 may be returned until 2027-01-31.',
    });
    // It is still the last of December where the market is.
    expect(await returns('alpha:tv', '2027-01-01T03:00:00Z')).toMatchObject({
      window_note: expect.stringContaining('which an order of today is') as string,
    });
    expect(await returns('alpha:tv', '2027-01-01T12:00:00Z')).toMatchObject({ window_note: null });
  });

  test('of what is never taken back are no window, but the warranty', async () => {
    expect(await returns('alpha:gone')).toMatchObject({
      returnable: false,
      window_days: null,
      window_note: null,
      warranty: { months: 24 },
    });
  });

  test('that nobody states are unknown with confidence 0, never false', async () => {
    expect(await returns('beta:tv')).toMatchObject({
      returnable: null,
      window_days: null,
      window_note: null,
      return_shipping: null,
      restocking_fee_pct: null,
      warranty: null,
      source: { confidence: 0 },
    });
  });
});

test('offers say when the usual service would bring them, by the same rule', async () => {
  const { body } = await server.get<{ offers: Json[] }>('/v1/products/alpha:tv/offers');
  const by = new Map(body.offers.map(({ seller, delivers_by }) => [seller, delivers_by]));
  // ordered as of Monday 2026-01-05, handed over on Tuesday, at most four workdays on the way
  expect(by.get('gamma')).toBe('2026-01-12');
  expect(by.get('alpha')).toMatch(/^2026-01-(?:0[6-9]|1\d)$/);
  expect(by.get('beta')).toBeNull();
  // Of what is not in stock yet nobody knows when it leaves.
  const later = await server.get<{ offers: Json[] }>('/v1/products/alpha:later/offers');
  expect(later.body.offers).toMatchObject([{ seller: 'alpha', delivers_by: null }]);
});
