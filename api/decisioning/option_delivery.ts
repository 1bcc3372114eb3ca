import { dayNumber, type IsoDay, isoDay } from '../../pipelines/domain/calendar_day.ts';
import { togetherMinor } from '../../pipelines/domain/delivery.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import type { Destination } from '../fulfilment/destination.ts';
import { type ShippingOption, shippingOptions } from '../fulfilment/shipping_options.ts';
import type { Deps } from '../http/deps.ts';

/** One way to have an offer delivered. */
export interface OptionDelivery {
  tier: string | null;
  /** Minor units; null where it is not known. */
  cost_minor: number | null;
  /** Date; null where it is not known. */
  delivers_by: string | null;
  /** Days until then. */
  days: number | null;
}

const UNKNOWN: OptionDelivery = { tier: null, cost_minor: null, delivers_by: null, days: null };

/** An order of now. */
export interface DecisionOrder {
  destination: Destination | null;
  /** The day of now at the destination. */
  today: IsoDay;
}

/** The day so many days after another. */
export const dayAfter = (from: IsoDay, days: number): IsoDay => isoDay(dayNumber(from) + days);

/** Days from one day to another. */
export const daysUntil = (date: IsoDay, from: IsoDay): number => dayNumber(date) - dayNumber(from);

/**
 * The ways to have so many units of an offer delivered, ordered now and together, by what POST /v1/fulfillment/estimate
 * answers with. Where the destination is not known, one at the usual cost in the market; where the seller says nothing of
 * delivery there, one of which nothing is known; none where it does not deliver there.
 */
export async function deliveriesOf(
  { snapshot, market, seller_tiers, now }: Pick<Deps, 'snapshot' | 'market' | 'seller_tiers' | 'now'>,
  offer: Listing,
  { destination, today, units }: DecisionOrder & { units: number },
): Promise<OptionDelivery[]> {
  const tier = seller_tiers.get(offer.seller) ?? null;
  if (destination === null) return [{ ...UNKNOWN, cost_minor: togetherMinor(offer, units, tier) }];
  const inputs = await snapshot.hold(FulfilmentInputs.open);
  const shipping = await inputs.shippingOf(offer.seller);
  const asked = { offer, units, tier, destination, order_ms: now().getTime(), marketCountry: market.country };
  const { options } = shippingOptions(asked, shipping);
  if (options.length > 0) return options.map((option) => deliveryOf(option, today));
  return shipping.rates.length > 0 ? [] : [UNKNOWN];
}

function deliveryOf({ tier, cost_minor, window }: ShippingOption, today: IsoDay): OptionDelivery {
  const latest = window?.latest ?? null;
  return {
    tier,
    cost_minor,
    delivers_by: latest,
    days: latest === null ? null : Math.max(0, daysUntil(latest, today)),
  };
}
