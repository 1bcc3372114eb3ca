import { FORECAST_HORIZONS } from '../domain/forecast.ts';
import { FEATURES } from './features.ts';
import type { RawOutlook } from './outlook_trees.ts';
import type { Windows } from './windows.ts';

const place = (feature: (typeof FEATURES)[number]): number => FEATURES.indexOf(feature);
const [LIKE_FELL, LIKE_WINDOWS, YEAR_FALL] = [place('like_fell'), place('like_windows'), place('year_fall')];
const [SINCE_CUT, CUTS] = [place('since_cut'), place('cuts_365')];
const POOLED_SHARE = place('pooled_share');
/** A fall a year ago, as here: 3 %. */
const FALL = 0.97;

/** How many of these bounds a value is at or above; -1 where it is not known. */
const step = (value: number, bounds: readonly number[]): number =>
  Number.isNaN(value) ? -1 : bounds.filter((bound) => value >= bound).length;

const SHARES = [0.01, 0.1, 0.3, 0.6, 0.9];
const POOLED = [0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9];
const SINCE = [7, 14, 28, 56, 91, 182, 365];
const COUNTS = [1, 2, 4, 7];

/**
 * Plain ways to forecast: each says which past windows are like one, by what is known of it; what came of those is
 * expected again.
 */
export const LIKENESSES = {
  /** All are alike: the price stays, with the residuals that prices have. */
  last_value: () => 0,
  /** Those that had, or had not, a fall in the same weeks a year ago. */
  seasonal_naive: (row: Float64Array) => step(row[YEAR_FALL] as number, [FALL + 1e-9]) + 1,
  /** Those of which as many of their own past windows from a like price had fallen. */
  own_windows: (row: Float64Array) =>
    row[LIKE_WINDOWS] === 0 ? 0 : step(row[LIKE_FELL] as number, SHARES) + 1,
  /**
   * The hazard of a discount: those whose last cut lies as far back and who had as many, pooled over all series since
   * one alone has too few.
   */
  discount_hazard: (row: Float64Array) =>
    step(row[SINCE_CUT] as number, SINCE) * (COUNTS.length + 1) + step(row[CUTS] as number, COUNTS),
  /**
   * The hazard of those whose own windows, and those of their category and brand at their seller, fell as often: a new
   * price is like its peers.
   */
  pooled_hazard: (row: Float64Array) => step(row[POOLED_SHARE] as number, POOLED) + 1,
} as const satisfies Record<string, (row: Float64Array) => number>;
export type Likeness = keyof typeof LIKENESSES;

/** What came of past windows, by likeness and horizon; numbers in the order of `RawOutlook`. */
export interface OutcomeTable {
  likeness: Likeness;
  /** By horizon: of all windows. */
  all: number[][];
  /** By cell and horizon; null where too few were alike. */
  cells: (number[] | null)[][];
}

/** Fewer windows say no more than all do. */
const LEAST_ALIKE = 30;
/** All windows count as so many alike ones, so that a few do not promise certainty. */
const SHRINKAGE = 20;

/** Learns from windows of the past what comes of windows that are alike. */
export function learnTable(likeness: Likeness, windows: Windows): OutcomeTable {
  const width = FEATURES.length;
  const cells: number[][][] = [];
  const byHorizon: number[][] = FORECAST_HORIZONS.map(() => []);
  for (let row = 0; row < windows.count; row++) {
    const horizon = FORECAST_HORIZONS.indexOf(windows.horizons[row] as (typeof FORECAST_HORIZONS)[number]);
    const cell = LIKENESSES[likeness](windows.features.subarray(row * width, (row + 1) * width));
    cells[cell] ??= FORECAST_HORIZONS.map(() => []);
    cells[cell][horizon]?.push(row);
    byHorizon[horizon]?.push(row);
  }
  const all = byHorizon.map((rows) => outcomeOf(windows, rows, null));
  return {
    likeness,
    all,
    cells: Array.from(cells, (horizons) =>
      FORECAST_HORIZONS.map((_, horizon) => {
        const rows = horizons?.[horizon] ?? [];
        return rows.length < LEAST_ALIKE ? null : outcomeOf(windows, rows, all[horizon] as number[]);
      }),
    ),
  };
}

function outcomeOf(windows: Windows, rows: readonly number[], all: readonly number[] | null): number[] {
  const [weight, known] = all ? [SHRINKAGE, all] : [0, [0, 0, 0]];
  const mean = (value: (row: number) => number, index: number) =>
    (rows.reduce((sum, row) => sum + value(row), 0) + weight * (known[index] as number)) /
    (rows.length + weight || 1);
  const ratios = rows.map((row) => windows.ratio[row] as number).sort((a, b) => a - b);
  const quantile = (share: number) =>
    ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))] ?? 1;
  return [
    mean((row) => windows.fell[row] as number, 0),
    mean((row) => windows.saving[row] as number, 1),
    mean((row) => ((windows.saving[row] as number) < 0 ? 1 : 0), 2),
    quantile(0.1),
    quantile(0.5),
    quantile(0.9),
  ];
}

/** What is expected of a row of features. The interval holds today's price. */
export function tableOutlook({ likeness, all, cells }: OutcomeTable, row: Float64Array): RawOutlook {
  const horizon = FORECAST_HORIZONS.indexOf(row[0] as (typeof FORECAST_HORIZONS)[number]);
  const found = cells[LIKENESSES[likeness](row)]?.[horizon] ?? all[horizon];
  const [fell = 0, saving = 0, dearer = 0, low = 1, middle = 1, high = 1] = found ?? [];
  const chance = Math.min(0.999, Math.max(0.001, fell));
  return {
    fall_odds: Math.log(chance / (1 - chance)),
    saving,
    dearer,
    low: Math.min(1, low),
    middle,
    high: Math.max(1, high),
  };
}
