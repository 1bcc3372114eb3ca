import type { Availability, ChangePoint } from './listing.ts';

/**
 * How the current price of one offer stands against its own past. Statistics are weighted by the time each price
 * was held, never by the number of changes; time that was not observed or in which nothing could be bought does
 * not count.
 */
export type Verdict = 'excellent' | 'good' | 'typical' | 'poor' | 'flat';

/** A stretch in which the seller was not heard from, epoch seconds, `to` excluded. */
export interface Gap {
  from: number;
  to: number;
}

export interface PriceHistory {
  /** Oldest first. */
  changes: readonly ChangePoint[];
  /** Epoch seconds; change points after it are not known yet. */
  now: number;
  /** Length of the window that ends now. */
  days: number;
  gaps: readonly Gap[];
  /** Default `VERDICT_CUTS`. */
  cuts?: VerdictCuts;
}

/** The highest percentile of each verdict, ascending; above them all is poor. */
export interface VerdictCuts {
  excellent: number;
  good: number;
  typical: number;
}

/** Prices in minor units; `percentile` 0 to 100, low is cheap; `last_seen_lower` epoch seconds. */
export interface PriceContext {
  verdict: Verdict;
  current_minor: number;
  percentile: number;
  covered_days: number;
  low_minor: number;
  median_minor: number;
  high_minor: number;
  last_seen_lower: number | null;
}

interface Held {
  from: number;
  to: number;
  price_minor: number;
}

/** States whose time does not count: nothing could be bought. */
export const NOT_FOR_SALE: readonly Availability[] = ['out_of_stock', 'discontinued', 'gone'];
const DAY_SECONDS = 86_400;

/** Where a market sets none. A price held most of the time has about 50 and is typical. */
export const VERDICT_CUTS: VerdictCuts = { excellent: 10, good: 25, typical: 75 };

/** The parts of a stretch that no gap covers, none where it lasts no time; gaps sorted by their beginning. */
export function withoutGaps<T extends { from: number; to: number }>(held: T, gaps: readonly Gap[]): T[] {
  const parts: T[] = [];
  let from = held.from;
  for (const gap of gaps) {
    if (gap.to <= from) continue;
    if (gap.from >= held.to) break;
    if (gap.from > from) parts.push({ ...held, from, to: gap.from });
    from = gap.to;
  }
  if (from < held.to) parts.push({ ...held, from });
  return parts;
}

/** When which price of this currency was seen and could be paid, oldest first. */
function observed({ changes, now, gaps }: PriceHistory, currency: string): Held[] {
  const sorted = [...gaps].sort((a, b) => a.from - b.from);
  return changes.flatMap((change, index) => {
    const to = Math.min(changes[index + 1]?.from ?? now, now);
    if (NOT_FOR_SALE.includes(change.availability) || change.currency !== currency) return [];
    return withoutGaps({ from: change.from, to, price_minor: change.price_minor }, sorted);
  });
}

/** Seconds per price, cheapest first. */
function secondsByPrice(held: readonly Held[]): [price_minor: number, seconds: number][] {
  const seconds = new Map<number, number>();
  for (const { from, to, price_minor } of held)
    seconds.set(price_minor, (seconds.get(price_minor) ?? 0) + to - from);
  return [...seconds].sort((a, b) => a[0] - b[0]);
}

/** The smallest price below or at which at least half of the time was spent. */
function weightedMedian(weights: readonly [number, number][], total: number): number | undefined {
  let sum = 0;
  return weights.find(([, seconds]) => (sum += seconds) * 2 >= total)?.[0];
}

/**
 * Price context at `now`, or null before the first change point. Percentile is the mid-distribution function,
 * 100 (T(p < current) + T(p = current) / 2) / T(all), over the seconds each price was held in the window. With no
 * time covered the current price is all there is: 50, flat. Prices in another currency than now are no part of it.
 */
export function priceContext(history: PriceHistory): PriceContext | null {
  const stands = history.changes.findLast((change) => change.from <= history.now);
  if (!stands) return null;
  const current = stands.price_minor;
  const start = history.now - Math.round(history.days * DAY_SECONDS);
  const all = observed(history, stands.currency);
  const window = all
    .filter((held) => held.to > start)
    .map((held) => ({ ...held, from: Math.max(held.from, start) }));
  const weights = secondsByPrice(window);
  const sum = (kept: (price: number) => boolean) =>
    weights.reduce((total, [price, seconds]) => (kept(price) ? total + seconds : total), 0);
  const total = sum(() => true);
  const percentile =
    total === 0
      ? 50
      : (100 * (sum((price) => price < current) + sum((price) => price === current) / 2)) / total;
  // The price of now may have come this second, or be of something sold out: it has no time then, and still counts.
  const low_minor = Math.min(weights[0]?.[0] ?? current, current);
  const high_minor = Math.max(weights.at(-1)?.[0] ?? current, current);
  const flat = low_minor === current && high_minor === current;
  return {
    verdict: flat ? 'flat' : verdictAt(percentile, history.cuts ?? VERDICT_CUTS),
    current_minor: current,
    percentile,
    covered_days: Math.floor(total / DAY_SECONDS),
    low_minor,
    median_minor: weightedMedian(weights, total) ?? current,
    high_minor,
    last_seen_lower: all.findLast((held) => held.price_minor < current)?.to ?? null,
  };
}

function verdictAt(percentile: number, { excellent, good, typical }: VerdictCuts): Verdict {
  if (percentile <= excellent) return 'excellent';
  if (percentile <= good) return 'good';
  return percentile <= typical ? 'typical' : 'poor';
}
