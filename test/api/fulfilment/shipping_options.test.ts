import { expect, test } from 'vitest';
import type { Destination } from '../../../api/fulfilment/destination.ts';
import { shippingOptions } from '../../../api/fulfilment/shipping_options.ts';
import type { ShippingRate } from '../../../pipelines/domain/shipping_rate.ts';
import { SellerHistories } from '../../../warehouse/reads/delivery_histories.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const rate = (service: string, from_price_minor: number, cost_minor: number): ShippingRate => ({
  service,
  country: 'US',
  region: null,
  postal_codes: [],
  from_price_minor,
  cost_minor,
  currency: 'USD',
  carrier: null,
  origin: null,
  min_handling_days: 0,
  max_handling_days: 0,
  min_transit_days: null,
  max_transit_days: null,
  cutoff: null,
  po_box: true,
});
const rates = [rate('standard', 0, 790), rate('standard', 50_000, 0), rate('express', 0, 1900)];
const shipping = { rates, transitTimes: [], histories: await SellerHistories.learned(rates, [], []) };
const destination: Destination = {
  country: 'US',
  region: 'US-NY',
  postal_code: '10001',
  coordinates: null,
  granularity: 'metro',
  city: null,
  kind: 'street',
  notes: [],
};
/** What each service costs for so many of a thing at 300.00, of which its own feed says what delivery costs. */
const costs = (units: number, delivery_minor: number | null) => {
  const offer = listing('alpha', 'tv', { price_minor: 30_000, delivery_minor });
  const asked = { offer, units, destination, order_ms: Date.UTC(2026, 5, 10), marketCountry: 'US' };
  const { options } = shippingOptions(asked, shipping);
  return Object.fromEntries(options.map(({ tier, cost_minor }) => [tier, cost_minor]));
};

test('one costs by its usual service what its own feed says, several together what the rates say of their price', () => {
  expect(costs(1, null)).toEqual({ standard: 790, express: 1900 });
  expect(costs(1, 450)).toEqual({ standard: 450, express: 1900 });
  expect(costs(2, 450)).toEqual({ standard: 0, express: 1900 });
  expect(costs(2, null)).toEqual({ standard: 0, express: 1900 });
});
