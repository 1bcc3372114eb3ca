import type { Listing } from '../../pipelines/domain/listing.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import type { Destination } from '../fulfilment/destination.ts';
import { type ShippingOption, shippingOptions } from '../fulfilment/shipping_options.ts';
import type { Deps } from '../http/deps.ts';

const DAY_MS = 86_400_000;

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

/** Days from the day of a moment to a date. */
export const daysUntil = (date: string, from: Date): number =>
  Math.round((Date.parse(date) - Date.parse(from.toISOString().slice(0, 10))) / DAY_MS);

/**
 * The ways to have an offer delivered, ordered now, by what POST /v1/fulfillment/estimate answers with; one of which
 * nothing is known where the destination is not known or the seller says nothing, none where it does not deliver there.
 */
export async function deliveriesOf(
  { snapshot, market, now }: Pick<Deps, 'snapshot' | 'market' | 'now'>,
  offer: Listing,
  destination: Destination | null,
): Promise<OptionDelivery[]> {
  if (destination === null) return [UNKNOWN];
  const inputs = await snapshot.hold(FulfilmentInputs.open);
  const shipping = await inputs.shippingOf(offer.seller);
  const ordered = now();
  const asked = { offer, destination, order_ms: ordered.getTime(), marketCountry: market.country };
  const { options } = shippingOptions(asked, shipping);
  if (options.length > 0) return options.map((option) => deliveryOf(option, ordered));
  return shipping.rates.length > 0 ? [] : [UNKNOWN];
}

function deliveryOf({ tier, cost_minor, window }: ShippingOption, ordered: Date): OptionDelivery {
  const latest = window?.latest ?? null;
  return {
    tier,
    cost_minor,
    delivers_by: latest,
    days: latest === null ? null : Math.max(0, daysUntil(latest, ordered)),
  };
}
