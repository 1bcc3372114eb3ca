import { afterAll, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const one = { product_id: 'prd_00000000000000d0', variant_id: 'var_00000000000000d0' };
const server = await indexServer(
  listedSnapshot([
    listing('alpha', 'lamp', { ...one, price_minor: 5000 }),
    listing('beta', 'lamp', { ...one, price_minor: 900, landed_minor: 900, gtin_conflict: true }),
  ]),
  {},
  { atEnd: afterAll },
);
const estimated = async (ref: string) => {
  const destination = { postal_code: '10001' };
  const asked = { ref, destination };
  return (await server.post<{ offer: { seller: string } }>('/v1/fulfillment/estimate', asked)).body.offer;
};

test('a product is estimated for the offer that compare calls the best, an offer for itself', async () => {
  const { body } = await server.post<{ best: object }>('/v1/compare', { ref: one.product_id });
  expect(body.best).toMatchObject({ seller: 'alpha' });
  expect(await estimated(one.product_id)).toMatchObject({ seller: 'alpha' });
  expect(await estimated('beta:lamp')).toMatchObject({ seller: 'beta' });
});
