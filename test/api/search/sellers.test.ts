import { expect, test } from 'vitest';
import { listedSnapshot } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const feed = (last_as_of: string, listings: number) => ({
  feed: 'f',
  last_as_of,
  interval_minutes: 1440,
  listings,
});

test('GET /v1/sellers lists every seller with its strength of identity and the age of its data now', async () => {
  const snapshot = listedSnapshot([], {
    sellers: [
      {
        id: 'alpha',
        products: 3,
        listings: 4,
        listings_with_gtin: 2,
        feeds: [feed('2026-06-30T00:00:00Z', 4)],
      },
      {
        id: 'mp_beta',
        kind: 'marketplace_seller',
        access: 'direct_api',
        products: 3,
        listings: 5,
        listings_with_gtin: 2,
        feeds: [feed('2026-06-30T00:30:00Z', 4), feed('2026-06-29T00:00:00Z', 1)],
      },
      { id: 'idle', products: 0, listings: 0, listings_with_gtin: 0, feeds: [] },
    ],
  });
  const server = await indexServer(snapshot);
  server.clock.ms = Date.parse('2026-06-30T01:00:00Z');
  const { body, headers } = await server.get('/v1/sellers');
  expect(body['sellers']).toEqual([
    {
      id: 'alpha',
      name: 'The alpha',
      kind: 'retailer',
      access: 'merchant_feed',
      products: 3,
      identity: 'gtin',
      median_age_minutes: 60,
    },
    {
      id: 'mp_beta',
      name: 'The mp_beta',
      kind: 'marketplace_seller',
      access: 'direct_api',
      products: 3,
      identity: 'brand+title',
      median_age_minutes: 30,
    },
    {
      id: 'idle',
      name: 'The idle',
      kind: 'retailer',
      access: 'merchant_feed',
      products: 0,
      identity: 'brand+title',
      median_age_minutes: null,
    },
  ]);
  expect(headers['etag']).toBeUndefined();
  expect((await server.get('/v1/sellers?kind=retailer')).status).toBe(400);
});
