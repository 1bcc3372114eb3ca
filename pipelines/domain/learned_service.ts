import {
  countedAfter,
  DeliveryHistory,
  type ExpectedWindow,
  expectedWindow,
  type Leg,
  laneEnds,
  weightByAge,
} from './delivery_history.ts';
import type { Lag } from './lag.ts';
import { type TransitBand, transitOf } from './transit.ts';

/** A delivery of a service that was seen, as windows are made and judged by. Times are epoch milliseconds. */
export interface SeenDelivery {
  ordered_ms: number;
  /** Null where it never came. */
  delivered_ms: number | null;
  leg: Leg;
  lag: Lag;
  distance_km: number | null;
  /** What the carrier says of the service's lanes. */
  transit: readonly TransitBand[];
}

const DAY_MS = 86_400_000;
/**
 * The newest orders are left out, of which only the quick deliveries are known yet: those of the days in which so many
 * of all have come, and of no more days than this.
 */
const SETTLED = 0.98;
const MOST_UNSETTLED_DAYS = 14;
/** After so long a parcel that has not come is taken for lost. */
const LOST_MS = 30 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** Weeks that windows are made anew for: what is older hardly counts. */
const REPLAYED_WEEKS = 4;

/**
 * What a service's deliveries teach: how long they take (of those whose time is over, newer ones counting more), and how
 * far what it says has been beside what came. `newest_ms` is the newest order of its seller.
 */
export function learnedHistory(deliveries: readonly SeenDelivery[], newest_ms: number): DeliveryHistory {
  const unsettled_ms = settledAfterMs(deliveries);
  const history = historyAt(deliveries, newest_ms - unsettled_ms);
  const { sum, weight } = replayed(deliveries, newest_ms - unsettled_ms, unsettled_ms);
  history.missed = { sum, weight, at_ms: newest_ms };
  return history;
}

function settledAfterMs(deliveries: readonly SeenDelivery[]): number {
  const took = deliveries.flatMap(({ ordered_ms, delivered_ms }) =>
    delivered_ms === null ? [] : [delivered_ms - ordered_ms],
  );
  const most = took.sort((a, b) => a - b)[Math.floor(SETTLED * took.length)] ?? Number.POSITIVE_INFINITY;
  return Math.min(most, MOST_UNSETTLED_DAYS * DAY_MS);
}

/** Of the deliveries ordered until a moment, of all where there are none. */
function historyAt(deliveries: readonly SeenDelivery[], until_ms: number): DeliveryHistory {
  const settled = deliveries.filter(({ ordered_ms }) => ordered_ms <= until_ms);
  const counted = settled.length > 0 ? settled : deliveries;
  const ageOf = ({ ordered_ms }: SeenDelivery) => Math.max(0, until_ms - ordered_ms) / DAY_MS;
  const weightOf = weightByAge(counted.map(ageOf));
  const history = new DeliveryHistory();
  for (const delivery of counted) history.add(delivery.leg, delivery.lag, weightOf(ageOf(delivery)));
  return history;
}

/**
 * For each of the weeks before `until_ms` windows are made by what was known at its begin, and held against what came:
 * the sum and weight of `MissedWindows`.
 */
function replayed(
  deliveries: readonly SeenDelivery[],
  until_ms: number,
  unsettled_ms: number,
): { sum: number; weight: number } {
  const missed = { sum: 0, weight: 0 };
  for (let week = 1; week <= REPLAYED_WEEKS; week++) {
    const from = until_ms - week * WEEK_MS;
    const known = deliveries.filter((one) => (one.delivered_ms ?? one.ordered_ms + LOST_MS) < from);
    if (known.length === 0) break;
    const newest = known.reduce((latest, { ordered_ms }) => Math.max(latest, ordered_ms), 0);
    const history = historyAt(known, newest - unsettled_ms);
    const said = new Map<string, ExpectedWindow | null>();
    for (const one of deliveries) {
      if (one.ordered_ms < from || one.ordered_ms >= from + WEEK_MS) continue;
      const window = windowSaid(one, history, said);
      if (!window) continue;
      const counted = countedAfter(until_ms - one.ordered_ms);
      const held = one.lag >= window.first && one.lag <= 2 * window.most;
      missed.sum += counted * (Number(held) - window.confidence);
      missed.weight += counted;
    }
  }
  return missed;
}

/** What a history would have said of a delivery; `said` keeps it for those that differ in nothing it looks at. */
function windowSaid(
  { leg, distance_km, transit }: SeenDelivery,
  history: DeliveryHistory,
  said: Map<string, ExpectedWindow | null>,
): ExpectedWindow | null {
  const key = [leg.lane, leg.nearHoliday, distance_km, ...leg.districts].join(' ');
  const have = said.get(key);
  if (have !== undefined) return have;
  const window = expectedWindow(history, {
    distance_km,
    nearHoliday: leg.nearHoliday,
    districts: leg.districts,
    promise: (km) => transitOf(transit, km),
    ends: laneEnds(transit),
  });
  said.set(key, window);
  return window;
}
