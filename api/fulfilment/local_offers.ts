import { type Coordinates, distanceKm } from '../../pipelines/domain/great_circle.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import {
  type LocalState,
  localState,
  quantityBand,
  readyInMinutes,
} from '../../pipelines/domain/local_stock.ts';
import type { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';

/** What a store near by has of a product. */
export interface LocalOffer {
  listing: Listing;
  name: string;
  /** Great circle. */
  distance_km: number;
  state: LocalState;
  quantity_band: string | null;
  ready_in_minutes: number | null;
  /** False where the store hands nothing out that was ordered. */
  pickup: boolean;
  /** Of the store, else of the listing; minor units. */
  price_minor: number;
  currency: string;
}

/** Stores that have one of these listings or may have it, and whose place is known; nearest first. */
export async function localOffers(
  inputs: FulfilmentInputs,
  listings: readonly Listing[],
  at: Coordinates,
): Promise<LocalOffer[]> {
  const byKey = new Map(listings.map((listing) => [`${listing.seller}\n${listing.sku}`, listing]));
  const stocks = await inputs.stockOf(listings);
  return stocks
    .flatMap((stock): LocalOffer[] => {
      const listing = byKey.get(`${stock.seller}\n${stock.sku}`);
      const state = localState(stock);
      if (!listing || state === 'out_of_stock' || !stock.coordinates) return [];
      return [
        {
          listing,
          name: stock.name,
          distance_km: distanceKm(at, stock.coordinates),
          state,
          quantity_band: quantityBand(stock.quantity),
          ready_in_minutes: readyInMinutes(stock.pickup_sla),
          pickup: stock.pickup_sla !== 'none',
          price_minor: stock.price_minor ?? listing.price_minor,
          currency: stock.currency ?? listing.currency,
        },
      ];
    })
    .sort(
      (a, b) => a.distance_km - b.distance_km || a.price_minor - b.price_minor || (a.name < b.name ? -1 : 1),
    );
}

/** A distance as answers show it. */
export const shownKm = (km: number): number => Math.round(km * 10) / 10;
