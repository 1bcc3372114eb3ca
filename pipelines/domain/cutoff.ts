import { DateTime } from 'luxon';
import { type IsWorkday, nextWorkday } from './business_days.ts';
import { dayNumber, isoDay } from './calendar_day.ts';

/** Until when an order leaves the same day. */
export interface Cutoff {
  /** Local time of the origin, `HH:MM`. */
  time: string;
  /** IANA name, for example `America/Chicago`. */
  time_zone: string;
}

/** When an order is taken up. */
export interface Dispatch {
  /** `dayNumber` of the origin's calendar: the workday whose cutoff the order makes. */
  day: number;
  /** Epoch milliseconds of that cutoff. */
  cutoff_ms: number;
  /** The day it becomes where that cutoff is missed. */
  day_if_missed: number;
}

/** Whether a text names a time zone that is known. */
export const isTimeZone = (zone: string): boolean => DateTime.utc().setZone(zone).isValid;

/**
 * The first workday of the origin whose cutoff an order makes; an order at the very moment makes it. A cutoff that the
 * clocks skip in spring is an hour later, one that they repeat in autumn is the first of the two.
 */
export function dispatchOf(orderMs: number, { time, time_zone }: Cutoff, isWorkday: IsWorkday): Dispatch {
  let day = nextWorkday(localDay(orderMs, time_zone), isWorkday);
  let cutoff_ms = cutoffMs(day, time, time_zone);
  if (cutoff_ms < orderMs) {
    day = nextWorkday(day + 1, isWorkday);
    cutoff_ms = cutoffMs(day, time, time_zone);
  }
  return { day, cutoff_ms, day_if_missed: nextWorkday(day + 1, isWorkday) };
}

/** Clocks change on the quarter of an hour at most. */
const QUARTER_MS = 900_000;
const MOST_REMEMBERED = 200_000;
const days = new Map<string, number>();
const cutoffs = new Map<string, number>();

/** The day of a moment where the clocks show this zone; a year of orders asks for the same quarters again and again. */
export function localDay(ms: number, zone: string): number {
  return remembered(days, `${zone} ${Math.floor(ms / QUARTER_MS)}`, () => {
    const local = DateTime.fromMillis(ms, { zone });
    if (!local.isValid) throw new RangeError(`${zone} is no time zone`);
    return dayNumber(local.toISODate());
  });
}

function cutoffMs(day: number, time: string, zone: string): number {
  return remembered(cutoffs, `${zone} ${day} ${time}`, () => {
    const cutoff = DateTime.fromISO(`${isoDay(day)}T${time}`, { zone });
    if (!cutoff.isValid) throw new RangeError(`${time} in ${zone} is no time of day`);
    return Math.min(...cutoff.getPossibleOffsets().map((one) => one.toMillis()));
  });
}

function remembered(known: Map<string, number>, key: string, compute: () => number): number {
  const have = known.get(key);
  if (have !== undefined) return have;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const value = compute();
  known.set(key, value);
  return value;
}
