import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`) / 1000;
const point = (day: string, price_minor: number) => ({
  from: at(day),
  currency: 'USD',
  price_minor,
  landed_minor: null,
  availability: 'in_stock' as const,
});
const offer = (seller: string, parts: Partial<Listing> = {}) =>
  listing(seller, 's1', { gtin: GTIN, title: 'Kestrix Aerie 13 Laptop', ...parts });

interface Risk {
  risk: string;
  flags: { code: string; severity: string; detail: string }[];
  recommendation: string;
}

async function riskOf(listings: Listing[], reference: string) {
  const server = await indexServer(listedSnapshot(listings));
  return server.get<Risk>(`/v1/offers/${encodeURIComponent(reference)}/risk`);
}

const market = [
  offer('alpha', { changes: [point('01-01', 100_000)] }),
  offer('beta', { changes: [point('01-01', 104_000)] }),
  offer('gamma', { changes: [point('01-01', 98_000)] }),
];

describe('GET /v1/offers/:id/risk', () => {
  test('an offer like the others has nothing to tell', async () => {
    const { body } = await riskOf(market, market[0]?.offer_id ?? '');
    expect(body).toMatchObject({
      offer_id: market[0]?.offer_id,
      seller: 'alpha',
      risk: 'none',
      flags: [],
      recommendation: 'Nothing was observed that speaks against this offer.',
    });
  });

  test('a price far under the market, by a newcomer, of another region', async () => {
    const cheap = offer('mp_delta', {
      title: 'Kestrix Aerie 13 Laptop EU version',
      changes: [point('06-20', 35_000)],
    });
    const { body } = await riskOf([...market, cheap], 'mp_delta:s1');
    expect(body.risk).toBe('high');
    expect(body.flags).toEqual([
      {
        code: 'price_implausible',
        severity: 'high',
        detail:
          'It costs $350.00, 35 % of the $1,000.00 that is usual for it (3 other sellers and its own past).',
      },
      {
        code: 'region_variant',
        severity: 'medium',
        detail: 'Its title says “eu version”, while the market is US.',
      },
      {
        code: 'seller_new_to_listing',
        severity: 'low',
        detail: 'The seller has listed it since 2026-06-20; others have carried the product for longer.',
      },
    ]);
    expect(body.recommendation).toBe(
      'Look closely before ordering, or take another offer. Ask why it costs so little: condition, what is in the box, terms of sale. Check plug, language and warranty for your region. Look at the seller’s other listings, since this one has little history.',
    );
  });

  test('a used one is not held against new ones, nor one of another variant', async () => {
    const used = offer('delta', { condition: 'used', changes: [point('01-01', 30_000)] });
    expect((await riskOf([...market, used], 'delta:s1')).body.flags).toEqual([]);
    const small = offer('delta', {
      variant_id: 'var_0000000000000001',
      changes: [point('01-01', 30_000)],
    });
    expect((await riskOf([...market, small], 'delta:s1')).body.flags).toEqual([]);
  });

  test('a doubtful match, a contradiction, a contested GTIN, another currency, a struck-out price', async () => {
    const odd = offer('delta', { confidence: 0.8, list_price_minor: 150_000, gtin_conflict: true });
    const changes = [{ ...point('01-01', 100_000), currency: 'EUR' }];
    const { body } = await riskOf(
      [...market, { ...odd, currency: 'EUR', price_minor: 100_000, changes }],
      'delta:s1',
    );
    expect(body.flags.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'gtin_conflict high',
      'match_doubtful medium',
      'reference_price_inflated medium',
      'region_variant medium',
    ]);
    const bigger = [
      offer('alpha', { title: 'Kestrix Aerie 13 Laptop 512 GB' }),
      offer('beta', { title: 'Kestrix Aerie 13 Laptop 1 TB' }),
    ];
    expect((await riskOf(bigger, 'beta:s1')).body.flags).toEqual([
      {
        code: 'match_doubtful',
        severity: 'low',
        detail: 'The listing says 1 tb, the product 512 gb (capacity).',
      },
    ]);
  });

  test('nothing of an offer that is no longer carried', async () => {
    const gone = offer('delta', {
      confidence: 0.5,
      changes: [point('01-01', 1000), { ...point('06-01', 1000), availability: 'gone' }],
    });
    expect((await riskOf([...market, gone], 'delta:s1')).body).toMatchObject({ risk: 'none', flags: [] });
  });

  test('refuses what is no offer', async () => {
    expect(await riskOf(market, GTIN)).toMatchObject({
      status: 422,
      body: { code: 'ambiguous_offer', param: 'id', offers: [{}, {}, {}] },
    });
    expect(await riskOf(market, 'off_0000000000000001')).toMatchObject({ status: 404 });
    expect(await riskOf(market, '4006381333932')).toMatchObject({
      status: 422,
      body: { code: 'invalid_identifier' },
    });
  });
});

test('what codes and runs tell of an offer', async () => {
  await using published = await TestMarket.open('alpha');
  const kettle = { sku: 'a1', title: 'Kettle 1.7 l', brand: 'Ardentis', gtin: '4006381333931' };
  const lamp = { sku: 'a1', title: 'Desk lamp oak', brand: 'Nordlicht', gtin: '5901234123457' };
  const cheese = { sku: 'a2', title: 'Gouda', gtin: '2000101000006' };
  await published.observe('alpha', '2026-01-01', [kettle, cheese]);
  await published.observe('alpha', '2026-01-02', [lamp, cheese]);
  await published.publish();
  await published.read(async (snapshot) => {
    const server = await indexServer(snapshot);
    expect((await server.get('/v1/offers/alpha:a1/risk')).body).toMatchObject({
      risk: 'elevated',
      flags: [
        {
          code: 'identity_changed',
          detail: 'Until 2026-01-02 the seller used this sku for another article.',
        },
      ],
    });
    expect((await server.get('/v1/offers/alpha:a2/risk')).body).toMatchObject({
      risk: 'low',
      flags: [{ code: 'restricted_code', severity: 'low' }],
    });
  });
});
