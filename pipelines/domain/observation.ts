import type { ChangePoint } from './listing.ts';
import { type Gap, NOT_FOR_SALE, withoutGaps } from './price_context.ts';

const DAY_SECONDS = 86_400;

/** How an offer stood from `from` until `to` (epoch seconds, excluded). Prices in minor units. */
export interface Observation {
  from: number;
  to: number;
  currency: string;
  /** Minor units of `currency`. */
  price_minor: number;
  landed_minor: number | null;
  availability: ChangePoint['availability'];
}

export interface ObservationWindow {
  /** Epoch seconds. */
  from: number;
  to: number;
  gaps: readonly Gap[];
}

/**
 * The change points of one offer as stretches inside a window, oldest first; what a gap covers is left out. What was
 * seen at the window's last moment, and not before it, is a stretch of no length: it is how the offer stands.
 */
export function observations(changes: readonly ChangePoint[], window: ObservationWindow): Observation[] {
  const gaps = [...window.gaps].sort((a, b) => a.from - b.from);
  return changes.flatMap((change, index) => {
    const from = Math.max(change.from, window.from);
    const to = Math.min(changes[index + 1]?.from ?? window.to, window.to);
    const parts = withoutGaps({ ...change, from, to }, gaps);
    const stands = change.from <= window.to && (changes[index + 1]?.from ?? Infinity) > window.to;
    const isSeen = !gaps.some((gap) => gap.from < window.to && gap.to > window.to);
    if (stands && isSeen && parts.at(-1)?.to !== window.to)
      parts.push({ ...change, from: window.to, to: window.to });
    return parts;
  });
}

/** One stretch per UTC day in which something was observed: what stood last on that day. */
export function byDay<T extends Observation>(stretches: readonly T[]): T[] {
  const days = new Map<number, T>();
  for (const stretch of stretches) {
    const first = Math.floor(stretch.from / DAY_SECONDS);
    for (let day = first; day === first || day * DAY_SECONDS < stretch.to; day++) {
      const from = days.get(day)?.from ?? Math.max(stretch.from, day * DAY_SECONDS);
      days.set(day, { ...stretch, from, to: Math.min(stretch.to, (day + 1) * DAY_SECONDS) });
    }
  }
  return [...days.values()];
}

/** Whole days in which at least one of the offers was seen and could be bought. */
export function coveredDays(stretches: readonly Observation[]): number {
  let seconds = 0;
  let end = Number.NEGATIVE_INFINITY;
  const forSale = stretches.filter((stretch) => !NOT_FOR_SALE.includes(stretch.availability));
  for (const { from, to } of forSale.sort((a, b) => a.from - b.from)) {
    seconds += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return Math.floor(seconds / DAY_SECONDS);
}

/** The days a stretch lasted, two decimals. */
export function daysOf({ from, to }: Pick<Observation, 'from' | 'to'>): number {
  return Math.round(((to - from) / DAY_SECONDS) * 100) / 100;
}

/** A feed silent for longer than this many of its intervals leaves a gap. */
const GAP_INTERVALS = 3;

/**
 * The gap that a silence from the last observation to the next, or to now, leaves, or null: longer than three
 * intervals, and beginning one interval after the last observation. Epoch seconds.
 */
export function gapBetween(lastSeen: number, next: number, intervalMinutes: number): Gap | null {
  const interval = intervalMinutes * 60;
  return next - lastSeen > GAP_INTERVALS * interval ? { from: lastSeen + interval, to: next } : null;
}
