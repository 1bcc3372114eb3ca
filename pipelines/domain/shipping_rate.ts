import { foldKey } from '../text/fold.ts';
import { deliveryMinor, type PricedOrder } from './delivery.ts';
import type { Origin, Place, TierTiming } from './delivery_estimate.ts';
import type { TransitBand } from './transit.ts';

/** A seller's row of shipping rates (`inputs/shipping_rates.ts`), with where it leaves from. */
export interface ShippingRate {
  service: string;
  /** ISO 3166-1. */
  country: string;
  /** As stated: `CA` or `US-CA`; null for all of the country. */
  region: string | null;
  /** Postal codes or begins of them (`99*`); empty for all. */
  postal_codes: readonly string[];
  /** Price of the item from which it holds, minor units of `currency`. */
  from_price_minor: number;
  cost_minor: number;
  currency: string;
  carrier: string | null;
  /** Null where the seller does not say. */
  origin: Origin | null;
  min_handling_days: number;
  max_handling_days: number;
  min_transit_days: number | null;
  max_transit_days: number | null;
  /** `HH:MM` at the origin. */
  cutoff: string | null;
  po_box: boolean;
}

/** A row of carriers' transit times (`inputs/transit_times.ts`). */
export interface TransitTime {
  carrier: string;
  service: string | null;
  up_to_km: number;
  min_days: number;
  max_days: number;
}

/** What of a destination decides whether a rate goes there. */
export interface ServedPlace extends Pick<Place, 'country' | 'region'> {
  /** Null where only the region is known. */
  postal_code: string | null;
  kind: 'street' | 'boxes' | 'military';
}

/** A service that goes to a place. */
export interface ServedTier {
  rate: ShippingRate;
  /** Minor units of the order's currency; null in another one. */
  cost_minor: number | null;
}

const isRegion = (rate: string, place: string): boolean => {
  const [stated, asked] = [rate.toUpperCase(), place.toUpperCase()];
  return stated === asked || asked.endsWith(`-${stated}`);
};

const digits = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** The longest stated begin of a postal code that holds it, in letters; -1 where none does. */
function postalReach(stated: readonly string[], code: string): number {
  return Math.max(
    -1,
    ...stated.map((one) => {
      const text = digits(one);
      const begin = text.endsWith('*') ? text.slice(0, -1) : text;
      const isHeld = text.endsWith('*') ? digits(code).startsWith(begin) : digits(code) === begin;
      return isHeld ? begin.length : -1;
    }),
  );
}

/**
 * How exactly a rate names a place: its postal code before its region before its country; null where it does not go
 * there. A region or postal code that is asked of nobody (only the country is known) passes no narrower rate.
 */
function scopeOf(rate: ShippingRate, place: ServedPlace): number | null {
  if (rate.country !== place.country) return null;
  let scope = 0;
  if (rate.region !== null) {
    if (place.region === null || !isRegion(rate.region, place.region)) return null;
    scope += 1;
  }
  if (rate.postal_codes.length > 0) {
    const reach = place.postal_code === null ? -1 : postalReach(rate.postal_codes, place.postal_code);
    if (reach < 0) return null;
    scope += 10 + reach;
  }
  return scope;
}

/** Why none of a service's rates goes to a place, in words. */
function whyNot(rates: readonly ShippingRate[], place: ServedPlace): string {
  const near = rates.filter((rate) => scopeOf(rate, place) !== null);
  if (near.length > 0)
    return place.kind === 'military' ? 'does not go to military post' : 'does not go to post office boxes';
  const countries = [...new Set(rates.map(({ country }) => country))];
  if (!countries.includes(place.country)) return `goes to ${countries.join(', ')} only`;
  return place.region === null && place.postal_code === null
    ? 'goes to some regions only; name one'
    : 'does not go there';
}

/**
 * Of one service the rate that an order pays at a place: of the rates that name it most exactly the one with the highest
 * price that the order reaches. Null where none goes there.
 */
export function rateFor(
  rates: readonly ShippingRate[],
  order: PricedOrder | null,
  place: ServedPlace,
): ShippingRate | null {
  const reaching = rates.flatMap((rate) => {
    const scope = scopeOf(rate, place);
    const isServed = scope !== null && (place.kind === 'street' || rate.po_box);
    const isReached =
      order === null || rate.currency !== order.currency || rate.from_price_minor <= order.price_minor;
    return isServed && isReached ? [{ rate, scope }] : [];
  });
  const [best] = reaching.sort(
    (a, b) => b.scope - a.scope || b.rate.from_price_minor - a.rate.from_price_minor,
  );
  return best?.rate ?? null;
}

/**
 * The services that go to a place, the default first: the cheapest by the one rule of delivery cost, unknown costs last,
 * then the seller's order. And why the others do not. `usual`: what is known from elsewhere that an order pays in a
 * country where nothing nearer is said; it goes for the rate that is the default there.
 */
export function servedTiers(
  rates: readonly ShippingRate[],
  order: PricedOrder,
  place: ServedPlace,
  usual: { country: string; cost_minor: number } | null = null,
): { served: ServedTier[]; refused: { service: string; why: string }[] } {
  const { served, refused } = tiersOf(rates, order, place);
  if (!usual) return { served, refused };
  const anywhere = { country: usual.country, region: null, postal_code: null, kind: 'street' } as const;
  const [known] = tiersOf(rates, order, anywhere).served;
  const priced = served.map((tier) =>
    tier.rate === known?.rate ? { ...tier, cost_minor: usual.cost_minor } : tier,
  );
  return { served: priced.sort(byCost), refused };
}

const rank = ({ cost_minor }: ServedTier): number => cost_minor ?? Number.MAX_SAFE_INTEGER;
const byCost = (a: ServedTier, b: ServedTier): number => rank(a) - rank(b);

function tiersOf(rates: readonly ShippingRate[], order: PricedOrder, place: ServedPlace) {
  const served: ServedTier[] = [];
  const refused: { service: string; why: string }[] = [];
  for (const own of Map.groupBy(rates, ({ service }) => foldKey(service)).values()) {
    const rate = rateFor(own, order, place);
    if (rate) served.push({ rate, cost_minor: costOf(rate, order, place) });
    else refused.push({ service: own[0]?.service ?? '', why: whyNot(own, place) });
  }
  return { served: served.sort(byCost), refused };
}

function costOf(rate: ShippingRate, order: PricedOrder, { country }: ServedPlace): number | null {
  return deliveryMinor([{ ...rate, free_from_minor: null }], order, { country });
}

/**
 * How a rate gets its parcels there: its own transit days, else its carrier's by distance. What handling may take longer
 * than at least is added to the longest transit.
 */
export function timingOf(rate: ShippingRate, transitTimes: readonly TransitTime[]): TierTiming {
  const slack = Math.max(0, rate.max_handling_days - rate.min_handling_days);
  return {
    cutoff: rate.cutoff,
    handling_days: rate.min_handling_days,
    transit: bandsOf(rate, transitTimes).map((band) => ({ ...band, most_days: band.most_days + slack })),
  };
}

function bandsOf(rate: ShippingRate, transitTimes: readonly TransitTime[]): TransitBand[] {
  const { min_transit_days: least, max_transit_days: most, carrier, service } = rate;
  if (most !== null) return [{ up_to_km: null, least_days: Math.min(least ?? most, most), most_days: most }];
  if (carrier === null)
    return least === null ? [] : [{ up_to_km: null, least_days: least, most_days: least }];
  const own = transitTimes.filter((one) => foldKey(one.carrier) === foldKey(carrier));
  const named = own.filter((one) => one.service !== null && foldKey(one.service) === foldKey(service));
  const bands = named.length > 0 ? named : own.filter((one) => one.service === null);
  return bands.map(({ up_to_km, min_days, max_days }) => ({
    up_to_km,
    least_days: Math.min(min_days, max_days),
    most_days: Math.max(min_days, max_days),
  }));
}
