import type { IsoDay } from '../../pipelines/domain/calendar_day.ts';
import { landedMinor } from '../../pipelines/domain/delivery.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import type { Deps } from '../http/deps.ts';
import { type Destination, marketDestination } from './destination.ts';
import { type ShippingOption, shippingOptions } from './shipping_options.ts';

/** What a service makes of an offer at a destination: the default, or the cheapest that comes in time. */
export interface FoundDelivery {
  /** Price and delivery, minor units of the offer's currency; null where delivery is not known. */
  landed_minor: number | null;
  /** False where the seller's rates do not go there, or not in time; true where it states none and any day will do. */
  goes: boolean;
  /** The last day of its window, ISO; null where no window is known. */
  delivers_by: string | null;
  /** Chance that it has come by then; 0 without a window. */
  confidence: number;
}

/** An order of a moment to a destination; absent, the market's own place and the snapshot's newest observation. */
export interface AskedDelivery {
  destination?: Destination;
  order_ms?: number;
  /** The last day on which it may arrive; absent for any. */
  deliver_by?: IsoDay;
}

/**
 * What delivery of these offers costs and when they arrive, by the same rule as `POST /v1/fulfillment/estimate`. What
 * sellers say is read once for all of them.
 */
export async function deliveryFinder(
  { snapshot, market }: Pick<Deps, 'snapshot' | 'market'>,
  listings: readonly Listing[],
  asked: AskedDelivery = {},
): Promise<(listing: Listing) => FoundDelivery> {
  const destination = asked.destination ?? (await marketDestination(market));
  const order_ms = asked.order_ms ?? Date.parse(snapshot.as_of);
  const inputs = await snapshot.hold(FulfilmentInputs.open);
  const sellers = [...new Set(listings.map(({ seller }) => seller))];
  const shipping = new Map(
    await Promise.all(sellers.map(async (seller) => [seller, await inputs.shippingOf(seller)] as const)),
  );
  return (offer) => {
    const own = shipping.get(offer.seller);
    const isElsewhere = asked.destination !== undefined || asked.deliver_by !== undefined;
    if (!own || (!isElsewhere && !PURCHASABLE.includes(offer.availability)))
      return { landed_minor: offer.landed_minor, goes: true, delivers_by: null, confidence: 0 };
    const order = { offer, destination, order_ms, marketCountry: market.country };
    const { options } = shippingOptions(order, own);
    const { deliver_by } = asked;
    const isInTime = ({ window }: ShippingOption) =>
      deliver_by === undefined || (isThere(offer) && window !== null && window.latest <= deliver_by);
    const option = options.find(isInTime);
    return {
      goes: option !== undefined || (own.rates.length === 0 && deliver_by === undefined),
      landed_minor: landedMinor(offer.price_minor, option?.cost_minor ?? null),
      // What is not in stock yet leaves nobody knows when.
      delivers_by: isThere(offer) ? (option?.window?.latest ?? null) : null,
      confidence: isThere(offer) ? (option?.confidence ?? 0) : 0,
    };
  };
}

const isThere = ({ availability }: Listing): boolean =>
  availability === 'in_stock' || availability === 'low_stock';
