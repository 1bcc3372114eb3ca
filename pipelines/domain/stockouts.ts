import { type Duration, medianDuration } from './kaplan_meier.ts';
import { type Availability, type ChangePoint, PURCHASABLE } from './listing.ts';
import { type Gap, withoutGaps } from './price_context.ts';

/** Best first: the state of several offers is that of the best one. */
const BEST_FIRST: readonly Availability[] = [
  'in_stock',
  'low_stock',
  'preorder',
  'backorder',
  'unknown',
  'out_of_stock',
  'discontinued',
  'gone',
];

/** The best of several states; `gone` of none. */
export function bestAvailability(states: readonly Availability[]): Availability {
  return BEST_FIRST.find((state) => states.includes(state)) ?? 'gone';
}

/** From when on something stood so; epoch seconds. It ends with the next one. */
export interface AvailabilityPoint {
  from: number;
  availability: Availability;
}

/** A stretch, epoch seconds, `to` excluded. */
interface Stretch {
  from: number;
  to: number;
  availability: Availability;
}

/**
 * How several offers of one seller stand together: at each moment as the best of them does. Oldest first; a point only
 * where it changes.
 */
export function jointAvailability(
  histories: readonly (readonly Pick<ChangePoint, 'from' | 'availability'>[])[],
): AvailabilityPoint[] {
  const moments = [...new Set(histories.flat().map(({ from }) => from))].sort((a, b) => a - b);
  const points: AvailabilityPoint[] = [];
  for (const from of moments) {
    const availability = bestAvailability(
      histories.flatMap((own) => own.findLast((point) => point.from <= from)?.availability ?? []),
    );
    if (points.at(-1)?.availability !== availability) points.push({ from, availability });
  }
  return points;
}

/** When all of several feeds were silent at once; each list's gaps do not overlap. */
export function sharedGaps(lists: readonly (readonly Gap[])[]): Gap[] {
  const [first = [], ...rest] = lists;
  return rest.reduce<readonly Gap[]>(
    (shared, gaps) =>
      shared.flatMap((a) =>
        gaps.flatMap((b) => {
          const both = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
          return both.from < both.to ? [both] : [];
        }),
      ),
    first,
  ) as Gap[];
}

export interface StockHistory {
  /** Oldest first. */
  points: readonly AvailabilityPoint[];
  /** Epoch seconds; later points are not known yet. */
  now: number;
  /** Length of the window that ends now. */
  days: number;
  /** When nothing was heard; the gap of a silence that goes on has no end (`Infinity`). */
  gaps: readonly Gap[];
}

/** How often something was sold out. */
export interface Stockouts {
  /** Outages of which some part lies in the window. */
  stockouts: number;
  /** Sold out, of the time in which it was seen either to take orders or to be sold out; null where there is none. */
  stockout_share: number | null;
  /** Median length by Kaplan and Meier, days; null where none ended, or too few. */
  median_outage_days: number | null;
}

const DAY_SECONDS = 86_400;

function stretchesOf({ points, now }: StockHistory): Stretch[] {
  return points
    .filter(({ from }) => from <= now)
    .map(({ from, availability }, index) => ({
      from,
      to: Math.min(points[index + 1]?.from ?? now, now),
      availability,
    }));
}

/**
 * How long an outage lasted. It ended where an order was taken again. It had not ended, as far as is known, where it
 * still goes on, where the seller then stopped to carry it or to say, and where the seller had fallen silent before:
 * then it lasted at least until the silence.
 */
function durationOf(outage: Stretch, next: Stretch | undefined, gaps: readonly Gap[]): Duration {
  const silence = gaps.find((gap) => gap.from < outage.to && gap.to >= outage.to);
  const seenUntil = silence ? Math.max(silence.from, outage.from) : outage.to;
  return {
    length: (seenUntil - outage.from) / DAY_SECONDS,
    ended: !silence && next !== undefined && PURCHASABLE.includes(next.availability),
  };
}

/** Stockouts of a window. An outage that began before it counts with its whole length. */
export function stockoutsOf(history: StockHistory): Stockouts {
  const start = history.now - history.days * DAY_SECONDS;
  const gaps = [...history.gaps].sort((a, b) => a.from - b.from);
  const stretches = stretchesOf(history);
  const seconds = { out: 0, for_sale: 0 };
  const outages: Duration[] = [];
  for (const [index, stretch] of stretches.entries()) {
    const isOut = stretch.availability === 'out_of_stock';
    if (!isOut && !PURCHASABLE.includes(stretch.availability)) continue;
    const seen = withoutGaps({ ...stretch, from: Math.max(stretch.from, start) }, gaps);
    for (const { from, to } of seen) seconds[isOut ? 'out' : 'for_sale'] += to - from;
    if (isOut && stretch.to > start) outages.push(durationOf(stretch, stretches[index + 1], gaps));
  }
  const total = seconds.out + seconds.for_sale;
  return {
    stockouts: outages.length,
    stockout_share: total === 0 ? null : seconds.out / total,
    median_outage_days: medianDuration(outages),
  };
}
