import { type DailySeries, type DayPrice, dailySeries, waitedDays } from './daily_series.ts';
import { type Subject, WINDOW_DAYS } from './features.ts';
import { type Peers, peersOf } from './peers.ts';

/** The change points of the listings of one feed, as columns: listing i's are at starts[i] … starts[i + 1]. */
export interface FeedSeries {
  feed_no: number;
  /** Day of its newest observation, since 1970. */
  until: number;
  /** Days on which it was silent, `to` excluded. */
  gaps: { from: number; to: number }[];
  listing_nos: Int32Array;
  /** Numbers of its listings' categories and brands, the same for the same one; -1 where none is known. */
  categories: Int32Array;
  brands: Int32Array;
  starts: Uint32Array;
  days: Int32Array;
  /** Minor units; 0 where nothing could be bought. */
  prices: Float64Array;
}

const EMPTY: DailySeries = {
  first: 0,
  prices: new Float64Array(1),
  steps: new Float64Array(1).fill(1),
  ages: new Int32Array(1),
  known: new Int32Array(1),
};

/** What forecasts are learned of and made for. A listing that never had a price has a series of one unknown day. */
export function subjectsOf(feed: FeedSeries): Subject[] {
  const pasts = Array.from(feed.listing_nos, (_, index) => {
    const points: DayPrice[] = [];
    for (let at = feed.starts[index] as number; at < (feed.starts[index + 1] as number); at++)
      points.push({ day: feed.days[at] as number, price_minor: feed.prices[at] as number });
    const series = dailySeries(points, feed.until, feed.gaps) ?? EMPTY;
    return { series, waited: waitedDays(series, WINDOW_DAYS) };
  });
  const groups = pasts.map((_, index) => ({
    category: feed.categories[index] as number,
    brand: feed.brands[index] as number,
  }));
  const peers = peersOf(pasts, groups);
  return pasts.map((past, index) => ({ ...past, peers: peers[index] as Peers }));
}
