import { INTERVAL_LEVEL } from '../domain/forecast.ts';
import { FEATURES, type Subject } from './features.ts';
import { chanceOf, learnOutlooks, type OutlookTrees, type RawOutlook, rawOutlook } from './model.ts';
import { drawWindows, type Windows } from './windows.ts';

/** Raise it with whatever learns otherwise than before, or reads other features. */
export const FORECAST_FORMAT = 1;

/** What was learned of all series of a market. */
export interface ForecastModel {
  format: number;
  /** Day, since 1970, until which prices were known. */
  learned_until: number;
  /** Series it was learned of. */
  series: number;
  /** Learned of windows that had ended by `judged_from`, to be judged, and to judge others, by those that began later. */
  earlier: OutlookTrees;
  judged_from: number;
  /** Learned of all windows. */
  trees: OutlookTrees;
  /** Waiting is worth it where the expected saving is above this much of the chance to end dearer. */
  wait_ratio: number;
  /** What the bounds of intervals are moved outwards by, as a share of the price, so that they hold what they should. */
  widening: number;
  judged: Judged;
}

/** How the earlier trees did on the windows behind them. */
export interface Judged {
  windows: number;
  /** Mean squared error of the chance of a fall, and of the share that fell. */
  brier: number;
  brier_of_share: number;
  /** Share of the windows whose price lay in the interval. */
  coverage: number;
  /** Of all windows, those in which waiting would have ended dearer. */
  dearer: number;
}

/** Windows to learn from; more teach little and take longer. */
const MOST_WINDOWS = 40_000;
/** Fewer are too few to learn from, or to judge by. */
const LEAST_LEARNED = 1000;
const LEAST_JUDGED = 300;
/** The last part of the time is kept for judging. */
const JUDGED_SHARE = 0.3;
/** Waiting may end dearer in so many of all decisions; less than the one in a hundred that is promised. */
const MOST_DEARER = 0.007;
const WAIT_RATIOS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1];

/** Learns of all series what is known by `until`; null where the past is too short or too small to learn from. */
export function learnForecasts(subjects: readonly Subject[], until: number): ForecastModel | null {
  const all = drawWindows(subjects, until, MOST_WINDOWS);
  if (all.count < LEAST_LEARNED) return null;
  const days = all.days.slice(0, all.count).sort();
  const judgedFrom = days[Math.floor(all.count * (1 - JUDGED_SHARE))] as number;
  const past = selected(
    all,
    (row) => (all.days[row] as number) + (all.horizons[row] as number) <= judgedFrom,
  );
  const later = selected(all, (row) => (all.days[row] as number) >= judgedFrom);
  if (past.count < LEAST_LEARNED || later.count < LEAST_JUDGED) return null;
  const earlier = learnOutlooks(past);
  const raw = outlooksOf(earlier, later);
  const waitRatio = chooseWaitRatio(raw, later);
  const widening = chooseWidening(raw, later);
  return {
    format: FORECAST_FORMAT,
    learned_until: until,
    series: subjects.length,
    earlier,
    judged_from: judgedFrom,
    trees: learnOutlooks(all),
    wait_ratio: waitRatio,
    widening,
    judged: judged(raw, later, { waitRatio, widening }),
  };
}

function selected(windows: Windows, isWanted: (row: number) => boolean): Windows {
  const rows = Array.from({ length: windows.count }, (_, row) => row).filter(isWanted);
  const width = FEATURES.length;
  const features = new Float64Array(rows.length * width);
  for (const [index, row] of rows.entries())
    features.set(windows.features.subarray(row * width, (row + 1) * width), index * width);
  const pick = <T extends Int32Array | Float64Array>(column: T): T =>
    (column as Float64Array).filter((_, row) => isWanted(row) && row < windows.count) as T;
  return {
    count: rows.length,
    features,
    subjects: pick(windows.subjects),
    days: pick(windows.days),
    horizons: pick(windows.horizons),
    fell: pick(windows.fell),
    saving: pick(windows.saving),
    ratio: pick(windows.ratio),
  };
}

function outlooksOf(trees: OutlookTrees, windows: Windows): RawOutlook[] {
  const width = FEATURES.length;
  return Array.from({ length: windows.count }, (_, row) =>
    rawOutlook(trees, windows.features.subarray(row * width, (row + 1) * width)),
  );
}

export const isWorthWaiting = (
  { saving, dearer }: Pick<RawOutlook, 'saving' | 'dearer'>,
  waitRatio: number,
): boolean => saving > 0 && saving > waitRatio * dearer;

/** The most daring ratio that would have kept to `MOST_DEARER`. */
function chooseWaitRatio(raw: readonly RawOutlook[], { saving }: Windows): number {
  const dearerAt = (ratio: number) =>
    raw.filter((outlook, row) => (saving[row] as number) < 0 && isWorthWaiting(outlook, ratio)).length /
    raw.length;
  return WAIT_RATIOS.find((ratio) => dearerAt(ratio) <= MOST_DEARER) ?? (WAIT_RATIOS.at(-1) as number);
}

/**
 * Split conformal prediction (Romano, Patterson and Candès, Conformalized quantile regression, 2019): the share of the
 * price that bounds must move outwards by so that they hold `INTERVAL_LEVEL` of the windows; never inwards.
 */
function chooseWidening(raw: readonly RawOutlook[], { ratio }: Windows): number {
  const outside = raw
    .map(({ low, high }, row) => Math.max(low - (ratio[row] as number), (ratio[row] as number) - high))
    .sort((a, b) => a - b);
  return Math.max(
    0,
    outside[Math.min(outside.length - 1, Math.ceil(INTERVAL_LEVEL * (outside.length + 1)) - 1)] ?? 0,
  );
}

function judged(
  raw: readonly RawOutlook[],
  windows: Windows,
  { waitRatio, widening }: { waitRatio: number; widening: number },
): Judged {
  const mean = (value: (outlook: RawOutlook, row: number) => number) =>
    raw.reduce((sum, outlook, row) => sum + value(outlook, row), 0) / raw.length;
  const fell = (row: number) => windows.fell[row] as number;
  const share = mean((_, row) => fell(row));
  return {
    windows: raw.length,
    brier: mean(({ fall_odds }, row) => (chanceOf(fall_odds) - fell(row)) ** 2),
    brier_of_share: share * (1 - share),
    coverage: mean(({ low, high }, row) => {
      const ratio = windows.ratio[row] as number;
      return ratio >= low - widening - 1e-9 && ratio <= high + widening + 1e-9 ? 1 : 0;
    }),
    dearer: mean((outlook, row) =>
      (windows.saving[row] as number) < 0 && isWorthWaiting(outlook, waitRatio) ? 1 : 0,
    ),
  };
}
