import { describe, expect, test } from 'vitest';
import type { ChangePoint } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`) / 1000;
const point = (day: string, price_minor: number, availability: ChangePoint['availability'] = 'in_stock') => ({
  from: at(day),
  currency: 'USD',
  price_minor,
  landed_minor: price_minor + 500,
  availability,
});
const GTIN = '04006381333931';
const first = listing('alpha', 'a1', {
  gtin: GTIN,
  changes: [point('01-01', 1000), point('06-10', 900), point('06-20', 950)],
});
const left = listing('beta', 'b1', {
  gtin: GTIN,
  changes: [point('05-01', 1100), point('06-15', 1100, 'gone')],
});
const green = listing('beta', 'b2', { product_id: first.product_id, changes: [point('06-25', 700)] });
const snapshot = listedSnapshot([first, left, green], {
  gaps: { 'alpha/catalogue': [{ from: at('06-12'), to: at('06-14') }] },
});
const path = `/v1/products/${first.product_id}/history`;

interface History {
  observations: { seller: string; from: string; to: string | null; price_minor: number; days: number }[];
  covered_days: number;
  next_cursor: string | null;
}
const lines = ({ observations }: History) =>
  observations.map(
    ({ seller, price_minor, from, to, days }) =>
      `${seller} ${price_minor} ${from.slice(5, 10)} ${to?.slice(5, 10) ?? 'now'} ${days}`,
  );

describe('GET /v1/products/:id/history', () => {
  test('changes of every offer, oldest first, cut at the window and at silences', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<History>(`${path}?days=30`);
    const sorted = [first, left].sort((a, b) => (a.offer_id < b.offer_id ? -1 : 1));
    const opening = sorted.map(({ seller }) =>
      seller === 'alpha' ? 'alpha 1000 05-31 06-10 10' : 'beta 1100 05-31 06-15 15',
    );
    expect(lines(body)).toEqual([
      ...opening,
      'alpha 900 06-10 06-12 2',
      'alpha 900 06-14 06-20 6',
      'beta 1100 06-15 now 15',
      'alpha 950 06-20 now 10',
      'beta 700 06-25 now 5',
    ]);
    expect(body.covered_days).toBe(30);
    expect(body.observations.find(({ price_minor }) => price_minor === 950)).toEqual({
      seller: 'alpha',
      offer_id: first.offer_id,
      variant_id: first.variant_id,
      price_minor: 950,
      price: '$9.50',
      landed_minor: 1450,
      currency: 'USD',
      availability: 'in_stock',
      from: '2026-06-20T00:00:00.000Z',
      to: null,
      days: 10,
    });
  });

  test('a price that was followed by another at the newest observation does not stand any more', async () => {
    const moved = listing('alpha', 'a3', { changes: [point('06-01', 800), point('06-30', 750)] });
    const server = await indexServer(listedSnapshot([moved]));
    const { body } = await server.get<History>(`/v1/products/${moved.product_id}/history`);
    expect(lines(body)).toEqual(['alpha 800 06-01 06-30 29', 'alpha 750 06-30 now 0']);
  });

  test('by day, one observation per offer and observed day', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<History>(`${path}?days=20&granularity=day&seller=alpha`);
    expect(body.observations).toHaveLength(18);
    expect(body.observations.map(({ days }) => days)).toEqual(Array.from({ length: 18 }, () => 1));
    expect(lines(body).slice(0, 3)).toEqual([
      'alpha 900 06-10 06-11 1',
      'alpha 900 06-11 06-12 1',
      'alpha 900 06-14 06-15 1',
    ]);
    expect(body.covered_days).toBe(18);
  });

  test.each([
    ['seller=beta', ['beta 1100 06-10 06-15 5', 'beta 1100 06-15 now 15', 'beta 700 06-25 now 5'], 10],
    [`variant_id=${green.variant_id}`, ['beta 700 06-25 now 5'], 5],
  ])('filtered by %s', async (query, expected, covered) => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<History>(`${path}?days=20&${query}`);
    expect(lines(body)).toEqual(expected);
    expect(body.covered_days).toBe(covered);
  });

  test('pages give every observation once', async () => {
    const server = await indexServer(snapshot);
    const query = 'days=30&granularity=day';
    const whole = lines((await server.get<History>(`${path}?${query}&limit=100`)).body);
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: History } = await server.get<History>(
        `${path}?${query}&limit=7${cursor && `&cursor=${cursor}`}`,
      );
      walked.push(...lines(body));
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(whole);
    expect(new Set(walked).size).toBe(whole.length);
  });

  test.each([
    ['granularity=week', 400, 'granularity'],
    ['seller=nobody', 404, 'seller'],
    ['variant_id=var_0000000000000001', 404, 'variant_id'],
  ])('refuses %s', async (query, status, param) => {
    const server = await indexServer(snapshot);
    expect(await server.get(`${path}?${query}`)).toMatchObject({ status, body: { param } });
  });
});
