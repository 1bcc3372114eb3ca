import type { DailySeries, WaitedDays } from './daily_series.ts';

const WEEK = 7;
/** Days of the windows that are counted, as of `waitedDays`. */
const WINDOW_DAYS = 28;

/** What a listing has in common with others of its feed; -1: not known. Numbers mean nothing outside the feed. */
export interface Groups {
  category: number;
  brand: number;
}

/**
 * Windows of a group of listings, one a week for each of them, and how many of them fell by 3 %: sums up to and with
 * each week, weeks counted since 1970.
 */
interface Tally {
  first: number;
  known: Uint32Array;
  fell: Uint32Array;
}

/** The tallies that a listing is part of. */
export interface Peers {
  category: Tally | null;
  brand: Tally | null;
  feed: Tally;
}

interface Past {
  series: DailySeries;
  waited: WaitedDays;
}

/** Windows that were seen, and how many of them fell. */
export interface Seen {
  known: number;
  fell: number;
}

/** What had come of windows by a day: the listing's own, those of others of its category and brand, those of its feed. */
export interface Evidence {
  own: Seen;
  category: Seen;
  brand: Seen;
  feed: Seen;
}

/** Peers of each of a feed's listings; `groups` in their order. */
export function peersOf(pasts: readonly Past[], groups: readonly Groups[]): Peers[] {
  const priced = pasts.filter(({ series }) => isPriced(series));
  const [first, last] = priced.reduce(
    ([from, to], { series }) => [
      Math.min(from, Math.floor(series.first / WEEK)),
      Math.max(to, Math.floor((series.first + series.prices.length - 1) / WEEK)),
    ],
    [Infinity, 0] as [number, number],
  );
  const weeks = Math.max(0, last - first + 1);
  const newTally = (): Tally => ({ first, known: new Uint32Array(weeks), fell: new Uint32Array(weeks) });
  const feed = newTally();
  const [categories, brands] = [new Map<number, Tally>(), new Map<number, Tally>()];
  const tallyOf = (tallies: Map<number, Tally>, group: number): Tally | null => {
    if (group < 0) return null;
    const tally = tallies.get(group) ?? newTally();
    tallies.set(group, tally);
    return tally;
  };
  const peers = pasts.map(({ series, waited }, index) => {
    const { category, brand } = groups[index] ?? { category: -1, brand: -1 };
    const own = { category: tallyOf(categories, category), brand: tallyOf(brands, brand), feed };
    if (!isPriced(series)) return own;
    const tallies = [own.category, own.brand, feed].filter((tally) => tally !== null);
    for (let day = firstWindow(series); day < series.prices.length; day += WEEK) {
      const week = (series.first + day) / WEEK - first;
      for (const { known, fell } of tallies) {
        known[week]! += waited.isKnown[day] as number;
        fell[week]! += waited.fell[day] as number;
      }
    }
    return own;
  });
  for (const { known, fell } of [feed, ...categories.values(), ...brands.values()])
    for (let week = 1; week < weeks; week++) {
      known[week]! += known[week - 1] as number;
      fell[week]! += fell[week - 1] as number;
    }
  return peers;
}

const isPriced = ({ known }: DailySeries): boolean => (known.at(-1) ?? 0) > 0;

/** The first day of a series, counted from its beginning, on which a window that is counted begins. */
const firstWindow = ({ first }: DailySeries): number => (WEEK - (first % WEEK)) % WEEK;

const NOTHING: Seen = { known: 0, fell: 0 };

/** What was known on day `at` of a series: of windows that had ended by then. Its own are not among its peers'. */
export function evidenceAt(past: Past, peers: Peers | undefined, at: number): Evidence {
  const own = { known: 0, fell: 0 };
  for (let day = firstWindow(past.series); day + WINDOW_DAYS <= at; day += WEEK) {
    own.known += past.waited.isKnown[day] as number;
    own.fell += past.waited.fell[day] as number;
  }
  if (!peers) return { own, category: NOTHING, brand: NOTHING, feed: own };
  const until = past.series.first + at;
  const others = (tally: Tally | null): Seen => {
    const all = seenBy(tally, until);
    return tally ? { known: all.known - own.known, fell: all.fell - own.fell } : NOTHING;
  };
  return {
    own,
    category: others(peers.category),
    brand: others(peers.brand),
    feed: seenBy(peers.feed, until),
  };
}

function seenBy(tally: Tally | null, until: number): Seen {
  if (!tally) return NOTHING;
  const week = Math.min(Math.floor((until - WINDOW_DAYS) / WEEK) - tally.first, tally.known.length - 1);
  if (week < 0) return NOTHING;
  return { known: tally.known[week] as number, fell: tally.fell[week] as number };
}
