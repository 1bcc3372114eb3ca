import { type DeliveryTier, togetherMinor } from '../../pipelines/domain/delivery.ts';
import { estimateArrival, type Origin } from '../../pipelines/domain/delivery_estimate.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { type ServedTier, servedTiers, timingOf } from '../../pipelines/domain/shipping_rate.ts';
import type { SellerShipping } from '../../warehouse/reads/fulfilment_inputs.ts';
import type { Destination } from './destination.ts';

/** One way to have an order delivered, as answers show it; dates are ISO. */
export interface ShippingOption {
  tier: string;
  cost_minor: number | null;
  window: { earliest: string; latest: string } | null;
  /** Chance that the window holds, two decimals; 0 without a window. */
  confidence: number;
  carrier: string | null;
  ships_from: { region: string | null; distance_km: number | null } | null;
  /** Deliveries seen on lanes of this length. */
  seen: number;
  cutoff?: string;
  cutoff_in_minutes?: number;
  if_missed?: { earliest: string; latest: string };
}

/** What is ordered, to where and when. */
export interface OrderAsked {
  offer: Listing;
  /** How many of it are ordered together; default one. */
  units?: number;
  /** What the seller asks for delivery where no feed says; needed of several. */
  tier?: DeliveryTier | null;
  destination: Destination;
  /** Epoch milliseconds. */
  order_ms: number;
  marketCountry: string;
}

/** The ways to have an order delivered, and what is to be said of them. */
export interface ShippingOptions {
  /** The default first: the cheapest that is known. */
  options: ShippingOption[];
  notes: string[];
}

/** Deliveries below which a confidence rests mostly on what the carrier says. */
const THIN = 30;
/** Kilometres are told in steps of this, since places are known as regions. */
const KM_STEP = 10;

/** Every service of the seller that goes to the destination, with its cost and its window, and why others do not. */
export function shippingOptions(asked: OrderAsked, shipping: SellerShipping): ShippingOptions {
  const { offer, destination } = asked;
  if (shipping.rates.length === 0)
    return {
      options: withoutRates(asked),
      notes: [
        `${offer.seller} states no shipping rates, so delivery times are not known.`,
        ...(destination.country === asked.marketCountry
          ? []
          : [
              `What ${offer.seller} asks for delivery to ${destination.country}, or whether it delivers there, is not known.`,
            ]),
      ],
    };
  const order = { ...offer, price_minor: offer.price_minor * (asked.units ?? 1) };
  const { served, refused } = servedTiers(shipping.rates, order, destination, usualCost(asked));
  const notes = refused.map(({ service, why }) => `${service} ${why}.`);
  if (served.length === 0) notes.push(`${offer.seller} does not deliver there.`);
  const holidays = new Set<string>();
  const options = served.map((tier) => {
    const { option, holiday } = optionOf(tier, asked, shipping);
    if (holiday !== null) holidays.add(holiday);
    return option;
  });
  if (holidays.size > 0)
    notes.push(
      `Near a public holiday (${[...holidays].join('; ')}): no workday, and carriers may be slower around it.`,
    );
  const thin = options.filter(({ window, seen }) => window !== null && seen < THIN);
  if (thin.length > 0)
    notes.push(
      `Few deliveries on such lanes are known (${thin.map(({ tier, seen }) => `${tier}: ${seen}`).join(', ')}), so the window rests on other lanes and on what the carrier says.`,
    );
  return { options, notes };
}

const UNTIMED = { window: null, confidence: 0, seen: 0 } as const;

/** Of a seller without rates: what its feed says that delivery in the market costs. */
function withoutRates({ offer, units = 1, tier = null, ...to }: OrderAsked): ShippingOption[] {
  const cost_minor = togetherMinor(offer, units, tier);
  if (cost_minor === null || to.destination.country !== to.marketCountry) return [];
  return [{ tier: 'standard', cost_minor, carrier: null, ships_from: null, ...UNTIMED }];
}

/** What `landed` says that the seller's usual service costs in the market; a listing's own feed may set it. */
const usualCost = ({ offer, units = 1, marketCountry }: OrderAsked) =>
  // Of several together the rates say what their price brings: a feed says it of one.
  offer.delivery_minor === null || units > 1
    ? null
    : { country: marketCountry, cost_minor: offer.delivery_minor };

function optionOf(
  { rate, cost_minor }: ServedTier,
  { destination, order_ms }: OrderAsked,
  { transitTimes, histories }: SellerShipping,
): { option: ShippingOption; holiday: string | null } {
  const { origin, service: tier, carrier } = rate;
  const bare = { tier, cost_minor, carrier };
  const found =
    origin &&
    estimateArrival(
      order_ms,
      { origin, destination, timing: timingOf(rate, transitTimes) },
      histories.of(rate.service),
    );
  if (!found)
    return {
      option: { ...bare, ...UNTIMED, ships_from: origin && shipsFrom(origin, null) },
      holiday: null,
    };
  const { cutoff } = found;
  return {
    option: {
      ...bare,
      window: found.window,
      confidence: Math.round(found.confidence * 100) / 100,
      ships_from: shipsFrom(origin, found.distance_km),
      seen: found.seen,
      ...(cutoff && {
        cutoff: new Date(cutoff.at_ms).toISOString(),
        cutoff_in_minutes: cutoff.in_minutes,
        if_missed: cutoff.if_missed,
      }),
    },
    holiday: found.near_holiday,
  };
}

const shipsFrom = ({ region }: Origin, km: number | null) => ({
  region,
  distance_km: km === null ? null : Math.round(km / KM_STEP) * KM_STEP,
});
