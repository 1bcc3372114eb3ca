import { type DeliveryTier, deliveryMinor, type PricedOrder } from './delivery.ts';
import type { Place, TierTiming } from './delivery_estimate.ts';

/** One way in which a seller has orders delivered: what it costs, where it goes, and when. */
export interface ShippingTier extends DeliveryTier, TierTiming {
  /** `standard`, `express`, … in the seller's words. */
  tier: string;
  carrier: string | null;
  /** Regions (ISO 3166-2) it goes to; empty for all of its country. */
  regions: readonly string[];
  /** Regions it does not go to. */
  excluded_regions: readonly string[];
  /** Whether it goes to post office boxes and military post. */
  po_boxes: boolean;
}

/** What of a destination decides whether a tier goes there. */
export interface ServedPlace extends Pick<Place, 'country' | 'region'> {
  kind: 'street' | 'boxes' | 'military';
}

/** Why a tier does not go to a place, in words; null where it does. A region that is not known is let pass. */
export function whyNotServed(tier: ShippingTier, { country, region, kind }: ServedPlace): string | null {
  if (tier.country !== null && tier.country !== country) return `goes to ${tier.country} only`;
  if (region !== null && tier.excluded_regions.includes(region)) return `does not go to ${region}`;
  if (region !== null && tier.regions.length > 0 && !tier.regions.includes(region))
    return `goes to ${tier.regions.join(', ')} only`;
  if (kind !== 'street' && !tier.po_boxes)
    return kind === 'boxes' ? 'does not go to post office boxes' : 'does not go to military post';
  return null;
}

/** Delivery cost of one tier that serves the place, minor units; null where it is not known. */
export const tierCost = (tier: ShippingTier, order: PricedOrder, { country }: ServedPlace): number | null =>
  deliveryMinor([tier], order, { country });

/** A tier that serves a place, with its cost. */
export interface PricedTier {
  tier: ShippingTier;
  cost_minor: number | null;
}

/**
 * The tiers that serve a place, the default first: the cheapest (`deliveryMinor` of them all), an unknown cost last,
 * then the seller's order. And why the others do not.
 */
export function servedTiers(
  tiers: readonly ShippingTier[],
  order: PricedOrder,
  place: ServedPlace,
): { served: PricedTier[]; refused: { tier: ShippingTier; why: string }[] } {
  const refused: { tier: ShippingTier; why: string }[] = [];
  const served: PricedTier[] = [];
  for (const tier of tiers) {
    const why = whyNotServed(tier, place);
    if (why === null) served.push({ tier, cost_minor: tierCost(tier, order, place) });
    else refused.push({ tier, why });
  }
  const rank = ({ cost_minor }: PricedTier) => cost_minor ?? Number.POSITIVE_INFINITY;
  served.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return { served, refused };
}
