/**
 * One way to have an order delivered and what it costs, amounts in minor units of `currency`. The SQL twin of one
 * tier that reaches its destination is `tier_minor` in warehouse/sql/macros.sql (test/warehouse/delivery_sql.test.ts).
 */
export interface DeliveryTier {
  /** ISO 3166-1 country it reaches; null for everywhere. */
  country: string | null;
  /** Currency of its amounts; null where it costs nothing in any. */
  currency: string | null;
  /** Null where the seller does not say. */
  cost_minor: number | null;
  /** Orders of this price or more are delivered free; null where none are. */
  free_from_minor: number | null;
}

/** What is ordered: its price, minor units of `currency`. */
export interface PricedOrder {
  price_minor: number;
  currency: string;
}

/** Where it is to be delivered. */
export interface Destination {
  /** ISO 3166-1. */
  country: string;
}

/**
 * What delivery costs, minor units of the order's currency: the cheapest of the tiers that reach the destination.
 * Null where that is not known: no tier reaches it, or none in this currency says what it costs. An amount in
 * another currency is compared with nothing.
 */
export function deliveryMinor(
  tiers: readonly DeliveryTier[],
  order: PricedOrder,
  { country }: Destination,
): number | null {
  const costs = tiers
    .filter((tier) => tier.country === null || tier.country === country)
    .map((tier) => tierMinor(tier, order))
    .filter((cost) => cost !== null);
  return costs.length === 0 ? null : Math.min(...costs);
}

function tierMinor(
  { currency, cost_minor, free_from_minor }: DeliveryTier,
  order: PricedOrder,
): number | null {
  if (currency !== null && currency !== order.currency) return null;
  return free_from_minor !== null && order.price_minor >= free_from_minor ? 0 : cost_minor;
}

/**
 * What several of one thing cost to deliver together, where that is known of one: by the seller's tier, if that is what
 * one pays, at the price of all; what a listing states otherwise is paid once. Null where it is not known of one.
 */
export function togetherMinor(
  { price_minor, currency, delivery_minor }: PricedOrder & { delivery_minor: number | null },
  units: number,
  tier: DeliveryTier | null,
): number | null {
  const byTier = (price: number) => tier && tierMinor(tier, { price_minor: price, currency });
  return byTier(price_minor) === delivery_minor ? byTier(units * price_minor) : delivery_minor;
}

/** `landed`: price and delivery; null where delivery is not known. The SQL twin is `landed_minor`. */
export function landedMinor(price_minor: number, delivery_minor: number | null): number | null {
  return delivery_minor === null ? null : price_minor + delivery_minor;
}

/** What an offer is weighed by against others and against a limit: `landed` where it is known, else its price. */
export function weighedMinor(offer: { price_minor: number; landed_minor: number | null }): number {
  return offer.landed_minor ?? offer.price_minor;
}
