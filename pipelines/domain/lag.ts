import type { IsWorkday } from './business_days.ts';
import type { TransitDays } from './transit.ts';

/**
 * How long a delivery took, in half steps: 2 k is the k-th workday after dispatch (0: the day itself), 2 k + 1 a day
 * without work between the k-th and the next. Before dispatch is -1, never is `NEVER`.
 */
export type Lag = number;

export const NEVER: Lag = 10_000;
const EARLY: Lag = -1;
/** Workdays counted; what takes longer counts as this. */
const MOST_WORKDAYS = 120;

/** The lag of a delivery on `delivered`, dispatched on `dispatched`; both `dayNumber`. */
export function lagOf(dispatched: number, delivered: number, isWorkday: IsWorkday): Lag {
  if (delivered < dispatched) return EARLY;
  let workdays = 0;
  for (let day = dispatched + 1; day <= delivered && workdays < MOST_WORKDAYS; day++)
    if (isWorkday(day)) workdays++;
  return delivered > dispatched && !isWorkday(delivered) ? 2 * workdays + 1 : 2 * workdays;
}

/** Chances of lags; their sum is 1. */
export type Chances = ReadonlyMap<Lag, number>;
/** How often each lag was seen. */
export type Counts = ReadonlyMap<Lag, number>;

/** Window in workdays after dispatch, both ends included. */
export interface LagWindow {
  least: number;
  most: number;
  /** Chance that a delivery falls into it. */
  confidence: number;
}

/** Chance that a delivery takes `least` to `most` workdays. */
export function coverage(chances: Chances, least: number, most: number): number {
  let sum = 0;
  for (const [lag, chance] of chances) if (lag >= 2 * least && lag <= 2 * most) sum += chance;
  return sum;
}

/** A window begins where more than this share of deliveries has come within it. */
const NEXT_TO_NOTHING = 0.01;

/**
 * Where a window begins that nothing to speak of comes at the begin of: what is dispatched on a Friday and comes on the
 * Saturday at the earliest is not awaited on the Friday. And what the window holds from there on.
 */
export function begunLater(
  chances: Chances,
  { least, most, confidence }: LagWindow,
): { first: Lag; confidence: number } {
  let first = 2 * least;
  let before = chances.get(first) ?? 0;
  let left = 0;
  while (before <= NEXT_TO_NOTHING && first < 2 * most) {
    left = before;
    first++;
    before += chances.get(first) ?? 0;
  }
  return { first, confidence: confidence - left };
}

/** Sums of chances up to each lag, so that a window is a difference. */
function sumsOf(chances: Chances): Float64Array {
  const timed = [...chances].filter(([lag]) => lag >= 0 && lag !== NEVER);
  const latest = Math.max(0, ...timed.map(([lag]) => lag));
  const sums = new Float64Array(latest + 2);
  for (const [lag, chance] of timed) sums[lag + 1] = chance;
  for (let at = 1; at < sums.length; at++) sums[at] = (sums[at] as number) + (sums[at - 1] as number);
  return sums;
}

function bestOf(sums: Float64Array, width: number): LagWindow {
  const upTo = (lag: number) => sums[Math.min(sums.length - 1, lag + 1)] as number;
  let best: LagWindow = { least: 0, most: width, confidence: upTo(2 * width) };
  for (let least = 1; 2 * least < sums.length; least++) {
    const confidence = upTo(2 * (least + width)) - upTo(2 * least - 1);
    if (confidence > best.confidence + 1e-9) best = { least, most: least + width, confidence };
  }
  return best;
}

/** The window of so many workdays (0: one day) that holds most; the earlier among equals. */
export const bestWindow = (chances: Chances, width: number): LagWindow => bestOf(sumsOf(chances), width);

/** The narrowest window that holds at least `share`, of at most `mostWidth` workdays. */
export function narrowestWindow(
  chances: Chances,
  share: number,
  mostWidth: number,
  leastWidth = 0,
): LagWindow {
  const sums = sumsOf(chances);
  for (let width = leastWidth; ; width++) {
    const window = bestOf(sums, width);
    if (window.confidence >= share || width >= mostWidth) return window;
  }
}

/**
 * What was seen, drawn towards what was to be expected as if `weight` more deliveries had been as expected: a few say
 * little, thousands say all.
 */
export function drawn(expected: Chances, seen: Counts, weight: number): Chances {
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0) + weight;
  const chances = new Map<Lag, number>();
  for (const [lag, chance] of expected) chances.set(lag, (chance * weight) / total);
  for (const [lag, count] of seen) chances.set(lag, (chances.get(lag) ?? 0) + count / total);
  return chances;
}

/** As expected, but a share of the deliveries takes a workday longer. */
export function delayed(chances: Chances, share: number): Chances {
  const later = new Map<Lag, number>();
  const add = (lag: Lag, chance: number) => later.set(lag, (later.get(lag) ?? 0) + chance);
  for (const [lag, chance] of chances) {
    add(lag, chance * (1 - share));
    add(lag === NEVER ? lag : lag + 2, chance * share);
  }
  return later;
}

/** Of deliveries that a carrier promises in a time: the share that keeps it, on the shortest and on long lanes. */
const KEPT = 0.8;
const KEPT_ON_LONG_LANES = 0.65;
const LONG_LANE_KM = 4000;
/** Of those that do not keep it, the share that comes a workday early. */
const EARLY_SHARE = 0.2;
const LATE_WORKDAYS = 6;

/**
 * What to expect where nothing was seen: what the carrier says, kept by four in five and by fewer on long lanes and
 * lanes of unknown length (null); the others mostly late, each further day half as likely. Assumptions, which the
 * first deliveries that are seen replace.
 */
export function promisedChances({ least_days, most_days }: TransitDays, distance_km: number | null): Chances {
  const length = distance_km === null ? 1 : Math.min(1, distance_km / LONG_LANE_KM);
  const kept = KEPT - (KEPT - KEPT_ON_LONG_LANES) * length;
  const chances = new Map<Lag, number>();
  for (let day = least_days; day <= most_days; day++)
    chances.set(2 * day, kept / (most_days - least_days + 1));
  const early = least_days > 0 ? (1 - kept) * EARLY_SHARE : 0;
  if (early > 0) chances.set(2 * (least_days - 1), early);
  const late = 1 - kept - early;
  const shares = Array.from({ length: LATE_WORKDAYS }, (_, at) => 0.5 ** (at + 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  for (const [at, share] of shares.entries()) chances.set(2 * (most_days + 1 + at), (late * share) / sum);
  return chances;
}
