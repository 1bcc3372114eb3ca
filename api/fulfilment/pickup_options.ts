import type { Listing } from '../../pipelines/domain/listing.ts';
import type { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import type { Destination } from './destination.ts';
import { localOffers, shownKm } from './local_offers.ts';

/** Stores farther away are no way to have an order. */
const RADIUS_KM = 40;
/** Stores shown. */
const MOST = 3;

/** Collecting an order from the seller's stores near the destination, nearest first. */
export async function pickupOptions(inputs: FulfilmentInputs, offer: Listing, { coordinates }: Destination) {
  if (!coordinates) return [];
  const near = await localOffers(inputs, [offer], coordinates);
  return near
    .filter(({ state, pickup, distance_km }) => pickup && state !== 'unknown' && distance_km <= RADIUS_KM)
    .slice(0, MOST)
    .map(({ name, distance_km, ready_in_minutes }) => ({
      tier: 'pickup',
      cost_minor: 0,
      window: null,
      confidence: 0,
      carrier: null,
      location: name,
      distance_km: shownKm(distance_km),
      ready_in_minutes,
    }));
}
