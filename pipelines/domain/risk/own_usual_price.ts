import type { ChangePoint } from '../listing.ts';
import { type Gap, priceContext } from '../price_context.ts';

const WINDOW_DAYS = 90;
/** Fewer days of another price tell nothing. */
const LEAST_DAYS = 14;

/**
 * The price that a seller held for half of the time of the 90 days before the price of now came, minor units of its
 * currency; null where fewer than 14 of them were seen, or the currency was another.
 */
export function ownUsualPrice(changes: readonly ChangePoint[], gaps: readonly Gap[]): number | null {
  const current = changes.at(-1);
  if (!current) return null;
  let began = changes.length - 1;
  while (
    began > 0 &&
    changes[began - 1]?.price_minor === current.price_minor &&
    changes[began - 1]?.currency === current.currency
  )
    began--;
  const since = changes[began] as ChangePoint;
  const before = changes.slice(0, began);
  const now = since.from;
  if (before.at(-1)?.currency !== current.currency) return null;
  // A gap that is open has no end yet, and all of it lies behind the price of now.
  const past = gaps.filter(({ from }) => from < now).map(({ from, to }) => ({ from, to: Math.min(to, now) }));
  const context = priceContext({ changes: before, now, days: WINDOW_DAYS, gaps: past });
  return context && context.covered_days >= LEAST_DAYS ? context.median_minor : null;
}
