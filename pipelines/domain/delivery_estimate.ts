import {
  addWorkdays,
  type IsWorkday,
  type RestCalendar,
  restCalendarOf,
  timeZoneOf,
  workdays,
} from './business_days.ts';
import { isoDay } from './calendar_day.ts';
import { type Dispatch, dispatchOf, localDay } from './cutoff.ts';
import {
  type DeliveryHistory,
  districtsOf,
  type ExpectedWindow,
  expectedError,
  expectedWindow,
  isNearHoliday,
  laneEnds,
  laneOf,
} from './delivery_history.ts';
import { type Coordinates, distanceKm } from './great_circle.ts';
import { lagOf, NEVER } from './lag.ts';
import type { SeenDelivery } from './learned_service.ts';
import { type TransitBand, transitOf } from './transit.ts';

/** A place as far as an estimate goes: never an address. */
export interface Place {
  /** ISO 3166-1. */
  country: string;
  /** ISO 3166-2 (`US-CA`); null where only the country is known. */
  region: string | null;
  /** The middle of the place; null where it is not known. */
  coordinates: Coordinates | null;
  /** Its begins tell districts apart, where it is known. */
  postal_code?: string | null;
}

/** Where a seller's parcels leave. */
export interface Origin extends Place {
  /** IANA name. */
  time_zone: string;
}

/** How and when a tier gets its parcels there; what it costs is `DeliveryTier`. */
export interface TierTiming {
  /** Local time of the origin until when an order is taken up the same day, `HH:MM`; null where none is stated. */
  cutoff: string | null;
  /** Workdays of the origin between taking up an order and handing it over. */
  handling_days: number;
  transit: readonly TransitBand[];
}

/** A lane: from where, to where, by which tier. */
export interface Lane {
  origin: Origin;
  destination: Place;
  timing: TierTiming;
}

/** When an order arrives. Days are ISO dates. */
export interface ArrivalEstimate {
  window: { earliest: string; latest: string };
  confidence: number;
  /** Deliveries seen on lanes of this length. */
  seen: number;
  distance_km: number | null;
  /** Present where the tier states a cutoff; the next one that the order makes. */
  cutoff: { at_ms: number; in_minutes: number; if_missed: { earliest: string; latest: string } } | null;
  /** A public holiday of either end is near. */
  near_holiday: string | null;
}

/** Kilometres between two places; null where one of them is not known. */
function laneKm(a: Place, b: Place): number | null {
  return a.coordinates && b.coordinates ? distanceKm(a.coordinates, b.coordinates) : null;
}

/** Without a stated cutoff an order is taken up on its day. */
const END_OF_DAY = '23:59:59.999';

interface LaneCalendars {
  /** Of the origin and of the destination. */
  calendars: RestCalendar[];
  /** Of the origin, on which orders are taken up. */
  atOrigin: IsWorkday;
  /** Of both ends, on which parcels travel. */
  between: IsWorkday;
}

function calendarsOf({ origin, destination }: Lane): LaneCalendars {
  const own = restCalendarOf(origin.country, origin.region);
  const there = restCalendarOf(destination.country, destination.region);
  return { calendars: [own, there], atOrigin: workdays([own]), between: workdays([own, there]) };
}

const dispatched = (orderMs: number, { origin, timing }: Lane, atOrigin: IsWorkday): Dispatch =>
  dispatchOf(orderMs, { time: timing.cutoff ?? END_OF_DAY, time_zone: origin.time_zone }, atOrigin);

/** When an order of a moment arrives; null where the carrier says nothing and no delivery was seen. */
export function estimateArrival(
  orderMs: number,
  lane: Lane,
  history: DeliveryHistory,
): ArrivalEstimate | null {
  const { origin, destination, timing } = lane;
  const { calendars, atOrigin, between } = calendarsOf(lane);
  const { day, cutoff_ms, day_if_missed } = dispatched(orderMs, lane, atOrigin);
  const handedOver = (taken: number) => addWorkdays(taken, timing.handling_days, atOrigin);
  const distance_km = laneKm(origin, destination);
  const nearHoliday = isNearHoliday(handedOver(day), calendars);
  const promise = (km: number | null) => transitOf(timing.transit, km);
  const ends = laneEnds(timing.transit);
  const districts = districtsOf(destination);
  const error = expectedError(history.missed, orderMs);
  const window = expectedWindow(history, { distance_km, nearHoliday, promise, districts, ends, error });
  if (!window) return null;
  const days = (from: number) => windowDays(from, window, between);
  return {
    window: days(handedOver(day)),
    confidence: window.confidence,
    seen: window.seen,
    distance_km,
    cutoff:
      timing.cutoff === null
        ? null
        : {
            at_ms: cutoff_ms,
            in_minutes: Math.floor((cutoff_ms - orderMs) / 60_000),
            if_missed: days(handedOver(day_if_missed)),
          },
    near_holiday: nearHoliday ? firstHoliday(handedOver(day), calendars) : null,
  };
}

function windowDays(from: number, { first, most }: ExpectedWindow, between: IsWorkday) {
  // The day of dispatch is day 0 even where carriers rest on it.
  const after = (count: number) => (count === 0 ? from : addWorkdays(from + 1, count - 1, between));
  const earliest = after(Math.floor(first / 2)) + (first % 2);
  return { earliest: isoDay(earliest), latest: isoDay(after(most)) };
}

function firstHoliday(day: number, calendars: readonly RestCalendar[]): string | null {
  for (let at = day - 2; at <= day + 7; at++)
    for (const calendar of calendars) {
      const name = calendar.holidayOn(at);
      if (name !== null) return `${name}, ${isoDay(at)}`;
    }
  return null;
}

/** When an order was placed and came. */
export interface TimedDelivery {
  ordered_ms: number;
  /** Null where it never came. Midnight UTC to the millisecond is a day without a time, of the place itself. */
  delivered_ms: number | null;
}

const DAY_MS = 86_400_000;

/** How long a delivery took and where it went, by the same days as an estimate is made of. */
export function seenDelivery(delivery: TimedDelivery, lane: Lane): SeenDelivery {
  const { calendars, atOrigin, between } = calendarsOf(lane);
  const { day } = dispatched(delivery.ordered_ms, lane, atOrigin);
  const from = addWorkdays(day, lane.timing.handling_days, atOrigin);
  const lag =
    delivery.delivered_ms === null
      ? NEVER
      : lagOf(from, dayAt(lane.destination, delivery.delivered_ms), between);
  const { transit } = lane.timing;
  const distance_km = laneKm(lane.origin, lane.destination);
  const leg = {
    lane: laneOf(distance_km, laneEnds(transit)),
    nearHoliday: isNearHoliday(from, calendars),
    districts: districtsOf(lane.destination),
  };
  return { ...delivery, leg, lag, distance_km, transit };
}

/** The day that it is where a parcel arrives. */
const dayAt = ({ country, region }: Place, ms: number): number =>
  ms % DAY_MS === 0 ? ms / DAY_MS : localDay(ms, timeZoneOf(country, region));
