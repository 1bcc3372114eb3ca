import { seededRandom } from '../../../pipelines/domain/seeded_random.ts';

/**
 * A year of deliveries as they might have happened, written from what is known of parcels and not from the rule that
 * is tested with them. It knows nothing of workdays in transit, lanes or windows. A parcel
 *
 * - waits for the warehouse: hours by a gamma-like law, longer after weekends and in the weeks before Christmas;
 *   nobody packs on Sundays and on six fixed holidays;
 * - travels by clock hours, lognormal around a median that grows with the square root of the way;
 * - arrives with the round that follows: at 16:00 local time, Saturdays only by one carrier, never on Sundays;
 * - gets lost, one in 400.
 */
export interface SimulatedCarrier {
  name: string;
  /** Median hours of a way of 1,000 km. */
  median_hours: number;
  /** Of the logarithm of hours. */
  sigma: number;
  saturdays: boolean;
}

export interface SimulatedDelivery {
  ordered_ms: number;
  delivered_ms: number | null;
  km: number;
  carrier: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Of the year that is simulated: the days when nothing moves. */
const IDLE = ['01-01', '05-25', '07-03', '09-07', '11-26', '12-25'];

/** One standard normal number, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const isIdle = (ms: number): boolean => IDLE.includes(new Date(ms).toISOString().slice(5, 10));
const weekday = (ms: number): number => new Date(ms).getUTCDay();
const atHour = (ms: number, hour: number): number => Math.floor(ms / DAY) * DAY + hour * HOUR;

function packed(orderedMs: number, random: () => number): number {
  const christmas = Date.parse('2026-12-24T00:00:00Z');
  const isRush = orderedMs > christmas - 24 * DAY && orderedMs < christmas;
  const exponential = () => -Math.log(1 - random());
  let left =
    (3 + 2 * (exponential() + exponential())) * (isRush ? 2.2 : 1) * (weekday(orderedMs) === 1 ? 1.4 : 1);
  let at = orderedMs;
  // Hours of work only: 8 to 20, not on Sundays.
  for (let guard = 0; left > 0 && guard < 1000; guard++) {
    const hour = new Date(at).getUTCHours();
    if (weekday(at) !== 0 && !isIdle(at) && hour >= 8 && hour < 20) left -= 1;
    at += HOUR;
  }
  return at;
}

function arrived(readyMs: number, carrier: SimulatedCarrier): number {
  let at = readyMs <= atHour(readyMs, 16) ? atHour(readyMs, 16) : atHour(readyMs + DAY, 16);
  const rests = (ms: number) => weekday(ms) === 0 || isIdle(ms) || (weekday(ms) === 6 && !carrier.saturdays);
  while (rests(at)) at += DAY;
  return at;
}

/** So many orders over the year 2026, ways of `km` drawn from the list. Times are of a place that keeps UTC. */
export function simulateDeliveries(
  carrier: SimulatedCarrier,
  ways: readonly number[],
  { orders, seed }: { orders: number; seed: number },
): SimulatedDelivery[] {
  const random = seededRandom(seed);
  const begin = Date.parse('2026-01-01T00:00:00Z');
  return Array.from({ length: orders }, () => {
    const ordered_ms = begin + Math.floor(random() * 365 * DAY);
    const km = ways[Math.floor(random() * ways.length)] as number;
    const left = packed(ordered_ms, random);
    const median = carrier.median_hours * (0.25 + 0.75 * Math.sqrt(km / 1000));
    const hours = median * Math.exp(carrier.sigma * normal(random));
    const lost = random() < 1 / 400;
    return {
      ordered_ms,
      km,
      carrier: carrier.name,
      delivered_ms: lost ? null : arrived(left + hours * HOUR, carrier),
    };
  });
}
