import type { ChangePoint } from './listing.ts';
import { NOT_FOR_SALE } from './price_context.ts';

/** What a fall leaves at most, in percent of the price before; whole numbers, so that an edge is one. */
const CUT_LEAVES_PCT = 97;
const DAY_SECONDS = 86_400;

/** How one offer's price has fallen in a window: how often, how deep, how far apart. */
export interface DiscountRhythm {
  cuts: number;
  /** Median depth of the cuts in percent of the price before; null where there was none. */
  typical_depth_pct: number | null;
  /** Median distance of one cut from the next, days; null under two cuts. */
  typical_interval_days: number | null;
  /** Days since the last cut; null where there was none. */
  days_since_cut: number | null;
  /** A cut price has gone up again since, in so many of the cuts. */
  returned: number;
}

interface Cut {
  from: number;
  depth: number;
  before: number;
}

/**
 * The cuts of 3 % and more between `now - days` and `now` (epoch seconds). Steps are compared with the last price that
 * could be paid, so a stockout between them hides none; a step across a gap counts at its end.
 */
export function discountRhythm({
  changes,
  now,
  days,
}: {
  changes: readonly ChangePoint[];
  now: number;
  days: number;
}): DiscountRhythm {
  const start = now - days * DAY_SECONDS;
  const cuts: Cut[] = [];
  const open: Cut[] = [];
  let [standing, currency, returned] = [0, '', 0];
  for (const change of changes) {
    if (change.from > now || NOT_FOR_SALE.includes(change.availability)) continue;
    const { price_minor, from } = change;
    if (change.currency === currency && standing > 0) {
      for (let index = open.length - 1; index >= 0; index--)
        if (!isCut(price_minor, (open[index] as Cut).before)) {
          open.splice(index, 1);
          returned++;
        }
      if (isCut(price_minor, standing) && from >= start) {
        const cut = { from, depth: 1 - price_minor / standing, before: standing };
        cuts.push(cut);
        open.push(cut);
      }
    }
    [standing, currency] = [price_minor, change.currency];
  }
  const last = cuts.at(-1);
  return {
    cuts: cuts.length,
    typical_depth_pct: rounded(median(cuts.map(({ depth }) => 100 * depth))),
    typical_interval_days: rounded(
      median(cuts.slice(1).map(({ from }, index) => (from - (cuts[index] as Cut).from) / DAY_SECONDS)),
    ),
    days_since_cut: last ? Math.floor((now - last.from) / DAY_SECONDS) : null,
    returned,
  };
}

const isCut = (price_minor: number, before_minor: number): boolean =>
  100 * price_minor <= CUT_LEAVES_PCT * before_minor;

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
