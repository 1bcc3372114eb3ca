import { type Static, Type } from 'typebox';
import type { IsoDay } from '../../pipelines/domain/calendar_day.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import type { Deps } from '../http/deps.ts';
import { deliveryFinder } from './delivery_finder.ts';
import { type AskedDestination, type Destination, DestinationField, readDestination } from './destination.ts';

/** A destination in the query of a GET. */
export const DESTINATION_QUERY = {
  'destination.postal_code': DestinationField.properties.postal_code,
  'destination.region': DestinationField.properties.region,
  'destination.country': DestinationField.properties.country,
};
export type DestinationQuery = Partial<Record<keyof typeof DESTINATION_QUERY, string>>;

/** A destination in the body of a POST. */
export const DestinationOption = Type.Optional({
  ...DestinationField,
  description: 'Where it goes; what does not go there is left out. Default the market’s own.',
});
export type DestinationOption = Static<typeof DestinationOption>;

/** What a query says of a destination; null for nothing. Throws `invalid_request` as `readDestination` does. */
export async function queriedDestination(
  query: DestinationQuery,
  { market }: Pick<Deps, 'market'>,
): Promise<Destination | null> {
  const asked: AskedDestination = {
    ...(query['destination.postal_code'] !== undefined && { postal_code: query['destination.postal_code'] }),
    ...(query['destination.region'] !== undefined && { region: query['destination.region'] }),
    ...(query['destination.country'] !== undefined && { country: query['destination.country'] }),
  };
  return Object.keys(asked).length === 0 ? null : readDestination(asked, market.country);
}

/** How products are looked at: to where, ordered when, and by when it must be there. */
export interface DeliveryAsked {
  /** Null for the market's own place, whose landed costs the offers carry. */
  destination: Destination | null;
  /** Epoch milliseconds; absent, the snapshot's newest observation. */
  order_ms?: number;
  /** What is not known to arrive by then is left out; null for any. */
  deliver_by: IsoDay | null;
}

/** Whether a question changes what an offer costs or which of them count. */
export const changesOffers = ({ destination, deliver_by }: DeliveryAsked): boolean =>
  destination !== null || deliver_by !== null;

/**
 * The products with their offers as they are at a destination: `landed_minor` and `delivery_minor` by the one rule of
 * delivery (null where its cost is not known) for the cheapest service that comes in time, without those that do not go
 * there or are not known to come in time.
 */
export async function deliveredProducts(
  deps: Pick<Deps, 'snapshot' | 'market'>,
  products: readonly Product[],
  asked: DeliveryAsked,
): Promise<Product[]> {
  if (!changesOffers(asked)) return [...products];
  const { destination, order_ms, deliver_by } = asked;
  const find = await deliveryFinder(
    deps,
    products.flatMap(({ listings }) => listings),
    {
      ...(destination && { destination }),
      ...(order_ms !== undefined && { order_ms }),
      ...(deliver_by !== null && { deliver_by }),
    },
  );
  return products.map((product) => ({
    ...product,
    listings: product.listings.flatMap((listing) => {
      const { landed_minor, goes } = find(listing);
      if (!goes) return [];
      const delivery_minor = landed_minor === null ? null : landed_minor - listing.price_minor;
      return [{ ...listing, landed_minor, delivery_minor }];
    }),
  }));
}
