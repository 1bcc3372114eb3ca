/** A price that stood from a day on; days are counted since 1970-01-01 UTC. 0: unknown, or nothing could be bought. */
export interface DayPrice {
  day: number;
  price_minor: number;
}

/** A fall or rise counts from this ratio on: 3 %. */
export const CUT_RATIO = 0.97;

/**
 * The price of one offer on each day, as a step function: what stood last on the day. Steps are kept as they are,
 * nothing is smoothed. Arrays are indexed by day minus `first`.
 */
export interface DailySeries {
  /** Day of the first element. */
  first: number;
  /** Minor units; 0 where it is not known, because the seller was silent or had none. */
  prices: Float64Array;
  /** On days of a change: the price over the last known one; 1 on all others. */
  steps: Float64Array;
  /** Days since the price last changed, or since it was first known. */
  ages: Int32Array;
  /** Days whose price is known, up to and with this one. */
  known: Int32Array;
}

/**
 * The series of points (oldest first) until `last`, that day included; days inside `gaps` (`to` excluded) are unknown.
 * Null where nothing is known.
 */
export function dailySeries(
  points: readonly DayPrice[],
  last: number,
  gaps: readonly { from: number; to: number }[] = [],
): DailySeries | null {
  const first = points.find(({ price_minor }) => price_minor > 0)?.day ?? Infinity;
  if (first > last) return null;
  const prices = new Float64Array(last - first + 1);
  for (const [index, { day, price_minor }] of points.entries()) {
    const end = Math.min(points[index + 1]?.day ?? last + 1, last + 1);
    if (end > first) prices.fill(price_minor, Math.max(day, first) - first, end - first);
  }
  for (const { from, to } of gaps)
    if (to > first && from <= last) prices.fill(0, Math.max(from - first, 0), Math.min(to, last + 1) - first);
  return withSteps(first, prices);
}

function withSteps(first: number, prices: Float64Array): DailySeries {
  const steps = new Float64Array(prices.length).fill(1);
  const ages = new Int32Array(prices.length);
  const known = new Int32Array(prices.length);
  let [standing, age, count] = [0, 0, 0];
  for (let at = 0; at < prices.length; at++) {
    const price = prices[at] as number;
    age++;
    if (price > 0) {
      count++;
      if (price !== standing) {
        if (standing > 0) steps[at] = price / standing;
        age = 0;
      }
      standing = price;
    }
    ages[at] = age;
    known[at] = count;
  }
  return { first, prices, steps, ages, known };
}

/** What came of waiting from a day on, for so many days. */
export interface Waited {
  /** It fell to `CUT_RATIO` of the price or below. */
  fell: boolean;
  /** What waiting for that fall saved, as a share of the price: negative where it had risen instead on the last day. */
  saving: number;
}

/**
 * Waiting for a fall: pays the first price at or below `CUT_RATIO` of today's within the horizon, else the price of its
 * last day. Null where today's or that price is not known.
 */
export function waited(prices: Float64Array, at: number, horizon: number): Waited | null {
  const today = prices[at] ?? 0;
  if (today === 0) return null;
  const end = at + horizon;
  for (let day = at + 1; day <= end && day < prices.length; day++) {
    const price = prices[day] as number;
    if (price > 0 && price <= CUT_RATIO * today) return { fell: true, saving: (today - price) / today };
  }
  const last = prices[end] ?? 0;
  return last === 0 ? null : { fell: false, saving: (today - last) / today };
}

/** `waited` of every day of a series at once. `isKnown` is 0 where that is null. */
export interface WaitedDays {
  isKnown: Uint8Array;
  fell: Uint8Array;
  saving: Float64Array;
}

/** In one pass, since most days have the same price as the next. */
export function waitedDays({ prices }: DailySeries, horizon: number): WaitedDays {
  const days = prices.length;
  const result = {
    isKnown: new Uint8Array(days),
    fell: new Uint8Array(days),
    saving: new Float64Array(days),
  };
  // The next day at or below the bound of the price that stands, found once for each stretch of it.
  let [standing, next] = [0, -1];
  for (let at = 0; at < days; at++) {
    const today = prices[at] as number;
    if (today === 0) continue;
    if (today !== standing || next <= at) {
      standing = today;
      next = at + 1;
      while (next < days && !((prices[next] as number) > 0 && (prices[next] as number) <= CUT_RATIO * today))
        next++;
    }
    const fell = next < days && next <= at + horizon;
    const paid = fell ? (prices[next] as number) : (prices[at + horizon] ?? 0);
    if (paid === 0) continue;
    result.isKnown[at] = 1;
    result.fell[at] = fell ? 1 : 0;
    result.saving[at] = (today - paid) / today;
  }
  return result;
}
