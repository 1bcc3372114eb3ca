import { afterAll, describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

/** A pack of ten that costs 14.39 and, by what its seller asks of all, 4.95 to deliver, nothing from 40.00 on. */
const pods = (seller: string, delivery_minor: number | null) =>
  listing(seller, 'pods', {
    title: 'Tazzara Crema coffee capsules, pack of 10',
    brand: 'Tazzara',
    category: 'food_beverages_tobacco.beverages.coffee_capsules',
    price_minor: 1439,
    landed_minor: delivery_minor === null ? null : 1439 + delivery_minor,
    delivery_minor,
    attributes: { pack_size: '10' },
  });
const tier = { country: null, currency: 'USD', cost_minor: 495, free_from_minor: 4000 };

interface Answer {
  recommendation: { offer: Record<string, unknown>; why: string[] } | null;
  relax: { brings: string }[];
  not_known: string[];
}

async function decided(delivery_minor: number | null, intent: string, constraints: object = {}) {
  const server = await indexServer(
    listedSnapshot([pods('alpha', delivery_minor)], { areCategoriesStated: true }),
    { seller_tiers: new Map([['alpha', tier]]) },
    { atEnd: afterAll },
  );
  return (await server.post<Answer>('/v1/decide', { intent, constraints })).body;
}
const [here, abroad] = [{ region: 'CA' }, { region: 'ON', country: 'CA' }];

describe('what an offer that is decided for costs delivered', () => {
  test.each([
    ['one pays the seller’s delivery', '10 coffee capsules', 495, 1, 1439 + 495],
    ['two do once', '20 coffee capsules', 495, 2, 2 * 1439 + 495],
    ['three are free', '30 coffee capsules', 495, 3, 3 * 1439],
    ['what the listing states otherwise is paid once', '30 coffee capsules', 700, 3, 3 * 1439 + 700],
    ['unknown stays unknown', '30 coffee capsules', null, 3, null],
  ])('%s', async (_, intent, delivery_minor, units, landed_minor) => {
    for (const constraints of [{}, { destination: here }])
      expect((await decided(delivery_minor, intent, constraints)).recommendation?.offer).toMatchObject({
        units,
        landed_minor,
      });
  });

  test('abroad no delivery is known where the seller states none there, and only the price counts', async () => {
    const { recommendation, not_known } = await decided(495, '10 coffee capsules', { destination: abroad });
    expect(not_known).toContain('what alpha asks for delivery to CA-ON: its price alone is weighed');
    expect(recommendation?.offer).toMatchObject({ landed: null, landed_minor: null, tier: null });
    expect(recommendation?.why).toContain('$14.39 before delivery, whose cost is not known');
    const at = async (budget_minor: number) =>
      decided(495, '10 coffee capsules', { destination: abroad, budget_minor });
    expect((await at(1439)).recommendation).not.toBeNull();
    expect((await at(1438)).recommendation).toBeNull();
  });

  test('what is told of a constraint to drop is the price of all of it', async () => {
    const { relax } = await decided(null, '30 coffee capsules', { budget_minor: 2000 });
    expect(relax[0]?.brings).toBe('Tazzara Crema coffee capsules, pack of 10 for $43.17 at alpha');
  });
});
