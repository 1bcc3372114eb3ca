/** How a value reached the index. `verified_agent` is for values that an agent confirmed on the seller's page. */
export const CHANNELS = ['direct_api', 'verified_agent', 'listing_view'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * What a channel is worth while its data is fresh: a seller's own interface says what it will charge, a
 * merchant feed is a copy of its listings made for others and may lag behind the shop.
 */
const CHANNEL_CONFIDENCE: Readonly<Record<Channel, number>> = {
  direct_api: 0.99,
  verified_agent: 0.97,
  listing_view: 0.95,
};

/** A seller read through its interface is `direct_api`; one read through a merchant feed is a view of its listings. */
export function channelOf(access: 'direct_api' | 'merchant_feed'): Channel {
  return access === 'direct_api' ? 'direct_api' : 'listing_view';
}

export interface Observed {
  channel: Channel;
  /** Since the value was last seen. */
  age_minutes: number;
  /** Between two observations of its feed, when all goes well. */
  interval_minutes: number;
}

/** Three silent intervals are a gap in the history; by then half of the confidence is gone. */
const HALF_LIFE_INTERVALS = 3;

/**
 * How sure a value still holds, 0 to 1, two decimals: the channel's worth until the feed is due again, then half
 * of it for every three intervals that it is overdue.
 */
export function valueConfidence({ channel, age_minutes, interval_minutes }: Observed): number {
  const overdue = Math.max(0, age_minutes / interval_minutes - 1);
  return round2(CHANNEL_CONFIDENCE[channel] * 0.5 ** (overdue / HALF_LIFE_INTERVALS));
}

/** How sure an offer as a whole is: its value holds and its listing is this product (`match_confidence`). */
export function offerConfidence(observed: Observed, matchConfidence: number): number {
  return round2(valueConfidence(observed) * matchConfidence);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The age, whole minutes, that half of a seller's listings do not exceed; a feed's listings are as old as its
 * last observation. Null where nothing was ever seen.
 */
export function medianAgeMinutes(
  feeds: readonly { last_as_of: string; listings: number }[],
  nowMs: number,
): number | null {
  const ages = feeds
    .map(({ last_as_of, listings }) => ({
      minutes: Math.max(0, Math.floor((nowMs - Date.parse(last_as_of)) / 60_000)),
      // a feed that was read and is empty still says how fresh the seller is, where no other does
      weight: listings === 0 ? 1e-9 : listings,
    }))
    .sort((a, b) => a.minutes - b.minutes);
  const total = ages.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  return ages.find(({ weight }) => (sum += weight) * 2 >= total)?.minutes ?? null;
}
