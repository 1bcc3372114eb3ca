import { weighedMinor } from './delivery.ts';
import { type Availability, type Listing, PURCHASABLE } from './listing.ts';

/** What ranking needs of a listing. Prices in minor units of `currency`; `landed_minor` null where delivery is unknown. */
export type RankedFields = Pick<
  Listing,
  'offer_id' | 'currency' | 'price_minor' | 'landed_minor' | 'availability'
>;

/** Whether the listing is an offer at all: its seller still carries it. */
export function isLive(listing: Pick<Listing, 'availability'>): boolean {
  return listing.availability !== 'gone';
}

/** 0: an order is taken now; 1: the feed does not say; 2: none is taken. */
function availabilityTier(availability: Availability): 0 | 1 | 2 {
  if (PURCHASABLE.includes(availability)) return 0;
  return availability === 'unknown' ? 1 : 2;
}

/** Where an offer stands among others: first difference decides; the id last, so no two are equal. */
export type OfferPosition = readonly [
  foreign: 0 | 1,
  availability: 0 | 1 | 2,
  landed_minor: number,
  price_minor: number,
  offer_id: string,
];

/**
 * By landed cost, or by price where delivery is unknown; what can be ordered before what cannot. An amount in
 * another currency than the market's is compared with nothing: such offers come last.
 */
export function offerPosition(offer: RankedFields, currency: string): OfferPosition {
  return [
    offer.currency === currency ? 0 : 1,
    availabilityTier(offer.availability),
    weighedMinor(offer),
    offer.price_minor,
    offer.offer_id,
  ];
}

/** Negative when `a` comes first. Works on positions of any equal shape, such as those of a cursor; null is as ''. */
export function comparePositions(
  a: readonly (string | number | boolean | null)[],
  b: readonly (string | number | boolean | null)[],
): number {
  for (const [index, value] of a.entries()) {
    const [left, right] = [value ?? '', b[index] ?? ''];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** The live ones of some listings in rank order. */
export function rankOffers<T extends RankedFields>(listings: readonly T[], currency: string): T[] {
  return listings
    .filter(isLive)
    .map((offer) => ({ offer, position: offerPosition(offer, currency) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ offer }) => offer);
}

/**
 * The offers that are weighed against one another: live, in the market's currency, and such as take an order;
 * where no feed says so, those of which it is not known. Rank order.
 */
export function comparableOffers<T extends RankedFields>(listings: readonly T[], currency: string): T[] {
  const ranked = rankOffers(listings, currency).filter((offer) => offer.currency === currency);
  const tier = ranked[0] ? availabilityTier(ranked[0].availability) : 2;
  return tier === 2 ? [] : ranked.filter((offer) => availabilityTier(offer.availability) === tier);
}

/** The cheapest offer to buy and, minor units, the distance between the dearest and the cheapest price. */
export interface OfferSummary<T> {
  best: T | null;
  spread_minor: number | null;
}

/** Both null where nothing can be bought. */
export function summariseOffers<T extends RankedFields>(
  listings: readonly T[],
  currency: string,
): OfferSummary<T> {
  const offers = comparableOffers(listings, currency);
  const prices = offers.map((offer) => offer.price_minor);
  return {
    best: offers[0] ?? null,
    spread_minor: offers.length === 0 ? null : Math.max(...prices) - Math.min(...prices),
  };
}
