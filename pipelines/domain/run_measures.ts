/** What a run is measured by, so that it can be held against what is usual of its feed. */

/** Columns of which it is counted in how many rows they are filled. */
export const FILLED_COLUMNS = ['brand', 'mpn', 'category', 'url', 'image_url'] as const;
export type FilledColumn = (typeof FILLED_COLUMNS)[number];

/** What a file's rows are like: counts of those that could be taken, repeated ids among them. */
export interface RunShape {
  rows: number;
  /** Different titles, estimated (HyperLogLog, a few percent). */
  titles: number;
  /** Titles with signs of a text that was decoded wrongly (`Ã©`, U+FFFD). */
  garbled: number;
  valid_gtins: number;
  in_stock: number;
  /** Rows by the currency of their price. */
  currencies: Record<string, number>;
  filled: Record<FilledColumn, number>;
}

/**
 * How a run differs from its feed's last accepted one; all counts of listings. A price counts only where both runs give
 * one in the same currency; ratios are new price to old.
 */
export interface RunComparison {
  listings_before: number;
  listings: number;
  vanished: number;
  appeared: number;
  /** Another price than before. */
  changed: number;
  /** More than 1.5 times, or less than two thirds of, what it was. */
  leapt: number;
  /** More than three times, or less than a third of, what it was. */
  far: number;
  /** Dearer, and cheaper, by more than a twentieth. */
  up: number;
  down: number;
  /** Middle ratio of the changed prices; null where none changed. */
  median_ratio: number | null;
  /** Mean distance of all kept prices from their middle ratio, as a natural logarithm; one counts as 2.3 (ten times) at most. */
  scatter: number;
  /** Another valid GTIN than before, or a title without a common word. */
  renamed: number;
}

/** Shares of a run's own rows that rarely fall. */
export const LEVELS = [
  'accepted',
  'gtin',
  'distinct_titles',
  'readable_titles',
  'in_stock',
  'usual_currency',
  ...FILLED_COLUMNS,
] as const;
export type Level = (typeof LEVELS)[number];

/** How far a run has moved from the one before; 0 where nothing did. */
export const MOVES = [
  'grown',
  'shrunk',
  'vanished',
  'appeared',
  'changed',
  'leapt',
  'far',
  'both_ways',
  'scatter',
  'renamed',
] as const;
export type Move = (typeof MOVES)[number];

export type Measure = Level | Move;

/** The measures of a run, as far as it tells them. */
export type RunMeasures = Partial<Record<Measure, number>>;

/** What of a run's record the levels are made of. */
export interface MeasuredRun {
  rows_read: number;
  accepted: number;
  /** Reject code to rows. */
  rejected_by?: Readonly<Record<string, number>>;
  shape?: RunShape;
}

/** The levels of a run, 0 to 1; `currency` is the one that most of the feed's prices were in so far. */
export function levelsOf(
  { rows_read, accepted, rejected_by, shape }: MeasuredRun,
  currency?: string,
): RunMeasures {
  // A row that says that its listing is gone was read as it should be.
  const deleted = rejected_by?.['listing_deleted'] ?? 0;
  const levels: RunMeasures = { accepted: share(accepted, rows_read - deleted) };
  if (!shape) return levels;
  const { rows, titles, garbled, valid_gtins, in_stock, filled } = shape;
  const usual = currency ?? mainCurrency(shape);
  Object.assign(levels, {
    gtin: share(valid_gtins, rows),
    distinct_titles: Math.min(1, share(titles, rows)),
    readable_titles: 1 - share(garbled, rows),
    in_stock: share(in_stock, rows),
    ...(usual !== undefined && { usual_currency: share(shape.currencies[usual] ?? 0, rows) }),
  });
  for (const column of FILLED_COLUMNS) levels[column] = share(filled[column], rows);
  return levels;
}

/** The currency of most of a run's prices. */
export function mainCurrency({ currencies }: RunShape): string | undefined {
  return Object.entries(currencies).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0];
}

/** The moves of a run: shares of the listings before (of those in both runs for prices and names). */
export function movesOf(comparison: RunComparison): RunMeasures {
  const { listings_before, listings, vanished, appeared, up, down, scatter } = comparison;
  const kept = listings_before - vanished;
  return {
    grown: Math.max(0, share(listings - listings_before, listings_before)),
    shrunk: Math.max(0, share(listings_before - listings, listings_before)),
    vanished: share(vanished, listings_before),
    appeared: share(appeared, listings_before),
    changed: share(comparison.changed, kept),
    leapt: share(comparison.leapt, kept),
    far: share(comparison.far, kept),
    both_ways: share(Math.min(up, down), kept),
    scatter,
    renamed: share(comparison.renamed, kept),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
