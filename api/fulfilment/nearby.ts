import { type Static, Type } from 'typebox';
import type { Coordinates } from '../../pipelines/domain/great_circle.ts';
import { LOCAL_STATES } from '../../pipelines/domain/local_stock.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { isLive } from '../../pipelines/domain/offer.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import {
  Currency,
  closed,
  Display,
  MatchRecord,
  Minor,
  nullable,
  oneOf,
  ReferenceField,
  recordOf,
} from '../catalogue/schema.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { readDestination } from './destination.ts';
import { type LocalOffer, localOffers, shownKm } from './local_offers.ts';

const body = Type.Object(
  {
    ref: ReferenceField,
    near: Type.Object(
      {
        postal_code: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })),
        country: Type.Optional(
          Type.String({
            pattern: '^[A-Z]{2}$',
            description: 'Of the postal code, ISO 3166-1. Default the market’s.',
          }),
        ),
        lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' })),
        lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' })),
      },
      { ...closed, description: 'A postal code, or lat and lng.' },
    ),
    radius_km: Type.Optional(Type.Number({ minimum: 0.1, maximum: 1000, default: 40 })),
  },
  closed,
);

/** Locations of one answer. */
const MOST = 100;

const LocationRecord = recordOf('Location', {
  seller: Type.String(),
  name: Type.String({ description: 'Of the store.' }),
  offer_id: Type.String(),
  variant_id: Type.String(),
  distance_km: Type.Number({ description: 'Great circle.' }),
  state: oneOf(LOCAL_STATES),
  quantity_band: nullable(
    Type.String({ description: '`1-2`, `3-5`, `6-10`, `11-20` or `21+`; null where nobody counts.' }),
  ),
  ready_in_minutes: nullable(Type.Integer({ description: 'Until it can be collected.' })),
  price: Display('The price in the store, else online'),
  price_minor: Minor('The same'),
  currency: Currency,
});

export const nearby: Operation = {
  group: 'fulfilment',
  id: 'findNearby',
  method: 'POST',
  path: '/v1/fulfillment/nearby',
  summary: 'Which stores near by have a product',
  description:
    'From sellers’ local inventory, nearest first. Stock is told as a band, never as a count; a store that has none is left out. The local price can differ from the one online.',
  scope: 'read',
  cost: 2,
  body,
  response: Type.Object({
    product_id: Type.String(),
    match: MatchRecord,
    locations: Type.Array(LocationRecord),
    notes: Type.Array(Type.String()),
  }),
  async run({ snapshot, market }, input) {
    const { ref, near, radius_km = 40 } = input.body as Static<typeof body>;
    const at = await placeOf(near, market.country);
    const { product, match, named } = await referencedProduct(snapshot, ref, {
      param: 'ref',
      signal: input.signal,
    });
    const inputs = await snapshot.hold(FulfilmentInputs.open);
    const stores = at ? await localOffers(inputs, named.filter(isLive), at) : [];
    const found = stores.filter(({ distance_km }) => distance_km <= radius_km);
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        match,
        locations: found.slice(0, MOST).map(({ listing, name, distance_km, state, ...local }) => ({
          seller: listing.seller,
          name,
          offer_id: listing.offer_id,
          variant_id: listing.variant_id,
          distance_km: shownKm(distance_km),
          state,
          quantity_band: local.quantity_band,
          ready_in_minutes: local.ready_in_minutes,
          price: formatPrice(local.price_minor, local.currency, snapshot.locale),
          price_minor: local.price_minor,
          currency: local.currency,
        })),
        notes: found.length > 0 ? [] : [nothingNear(at, radius_km, stores)],
      },
    };
  },
};

/** Why nothing is near, and the nearest that is not. */
function nothingNear(at: Coordinates | null, radius_km: number, [nearest]: readonly LocalOffer[]): string {
  if (!at) return 'Where this postal code lies is not known, so nothing is near it.';
  if (!nearest) return 'No store is known to have it.';
  const { name, listing, distance_km } = nearest;
  return `No store within ${radius_km} km has it; the nearest that does is ${name} (${listing.seller}), ${shownKm(distance_km)} km away.`;
}

type Near = Static<typeof body>['near'];

/** Where `near` is; null for a postal code whose place is not known. Throws `invalid_request` where it says neither or both. */
async function placeOf(
  { postal_code, country, lat, lng }: Near,
  marketCountry: string,
): Promise<Coordinates | null> {
  if (postal_code !== undefined && lat === undefined && lng === undefined) {
    const { coordinates } = await readDestination(
      { postal_code, ...(country !== undefined && { country }) },
      marketCountry,
      'near',
    );
    return coordinates;
  }
  if (postal_code === undefined && lat !== undefined && lng !== undefined)
    return { latitude: lat, longitude: lng };
  const detail = 'takes either postal_code or both lat and lng';
  throw new ApiError('invalid_request', { detail: `near ${detail}`, errors: [{ param: 'near', detail }] });
}
