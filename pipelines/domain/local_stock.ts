/** What a store has of an article, never how many. */
export const LOCAL_STATES = ['in_stock', 'low_stock', 'out_of_stock', 'unknown'] as const;
export type LocalState = (typeof LOCAL_STATES)[number];

/** What a local inventory feed says of an article in a store. */
export interface LocalStock {
  /** Null where the feed does not count. */
  quantity: number | null;
  /** As the feed spells it (Google: in_stock, limited_availability, on_display_to_order, out_of_stock). */
  availability: string | null;
}

const FROM = [1, 3, 6, 11, 21] as const;
/** Fewer than this is little. */
const FEW = 3;

/** The range that a count lies in: `0`, `1-2`, `3-5`, `6-10`, `11-20`, `21+`; null where nobody counted. */
export function quantityBand(quantity: number | null): string | null {
  if (quantity === null) return null;
  const at = FROM.findLastIndex((from) => quantity >= from);
  if (at < 0) return '0';
  const next = FROM[at + 1];
  return next === undefined ? `${FROM[at]}+` : `${FROM[at]}-${next - 1}`;
}

/** A count as feeds write it: a whole number of pieces, perhaps with `.0` behind it; below zero is oversold. */
const COUNT = /^([+-]?)(\d{1,9})(?:[.,]0{1,2})?$/;
/** `20+`, `>20`, `more than 20` are at least so many. */
const AT_LEAST = /^(?:>=?|over|more than)\s*(\d{1,9})$|^(\d{1,9})\s*\+$/i;

/** The range of a count as a feed writes it; null where it is none, or where the range it tells is not one of ours. */
export function readStockBand(text: string): string | null {
  const trimmed = text.trim();
  const [, sign, digits] = COUNT.exec(trimmed) ?? [];
  if (digits !== undefined) return quantityBand(sign === '-' ? 0 : Number(digits));
  const [, over, plus] = AT_LEAST.exec(trimmed) ?? [];
  const least = Number(over ?? plus ?? NaN);
  return least >= FROM[FROM.length - 1]! ? quantityBand(least) : null;
}

/** The higher of several ranges; null of none. */
export function highestBand(bands: readonly (string | null)[]): string | null {
  const known = bands.filter((band) => band !== null);
  return known.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0] ?? null;
}

const STATES: Readonly<Record<string, LocalState>> = {
  in_stock: 'in_stock',
  instock: 'in_stock',
  available: 'in_stock',
  limited_availability: 'low_stock',
  limited: 'low_stock',
  low_stock: 'low_stock',
  out_of_stock: 'out_of_stock',
  outofstock: 'out_of_stock',
  // Seen in the store, to be ordered: nothing to take home.
  on_display_to_order: 'out_of_stock',
};

/** The state of an article in a store: what the feed says, and what it counts where the two disagree. */
export function localState({ quantity, availability }: LocalStock): LocalState {
  const said =
    STATES[
      (availability ?? '')
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
    ];
  if (said === 'out_of_stock' || quantity === 0) return 'out_of_stock';
  if (quantity !== null) return quantity < FEW ? 'low_stock' : (said ?? 'in_stock');
  return said ?? 'unknown';
}

const DAY_MINUTES = 1440;
/** A shop that promises the same day is taken at four hours. */
const SAME_DAY_MINUTES = 240;

/**
 * Minutes until an article can be collected, from Google's `pickup_sla` (`same_day`, `next_day`, `3_day`, `multi_week`);
 * null where it says nothing, or where it cannot be collected (`none`).
 */
export function readyInMinutes(pickupSla: string | null): number | null {
  const sla = (pickupSla ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (sla === 'same day') return SAME_DAY_MINUTES;
  if (sla === 'next day') return DAY_MINUTES;
  if (sla === 'multi week') return 7 * DAY_MINUTES;
  const days = /^([1-9]\d?) days?$/.exec(sla)?.[1];
  return days === undefined ? null : Number(days) * DAY_MINUTES;
}
