import { INTERVAL_LEVEL } from '../domain/forecast.ts';
import { scoreTrees } from './boosted_trees.ts';
import { FEATURES, type Subject, WINDOW_DAYS } from './features.ts';
import { learnTable, type OutcomeTable } from './outcome_table.ts';
import { chanceOf, learnFalls, type RawOutlook } from './outlook_trees.ts';
import { learnMethod, METHODS, type Method, type Outlooks, outlookOf } from './outlooks.ts';
import { learnPooling, type PastWindow, type Pooling, poolingError } from './pooling.ts';
import { drawWindows, poolWindows, selectWindows, type Windows } from './windows.ts';

/** Raise it with whatever learns otherwise than before, reads other features, or stores a forecast otherwise. */
export const FORECAST_FORMAT = 3;

/** What was learned of all series of a market. */
export interface ForecastModel {
  format: number;
  /** Day, since 1970, until which prices were known. */
  learned_until: number;
  /** Series it was learned of. */
  series: number;
  /** Learned of windows that had ended by `judged_from`, to be judged by those that began later. */
  earlier: Outlooks;
  judged_from: number;
  /** By the same method, learned of all windows. */
  outlooks: Outlooks;
  /** How much a price's peers count. */
  pooling: Pooling;
  /** What is expected of a price of whose own past too little is known: learned of all windows by what their peers did. */
  pooled: OutcomeTable;
  /** Waiting is worth it where the expected saving is above this much of the chance to end dearer. */
  wait_ratio: number;
  /** What the bounds of intervals are moved outwards by, as a share of the price, so that they hold what they should. */
  widening: number;
  /** How every method that was tried did; the one with the least `brier` was taken. */
  judged: Partial<Record<Method, Judged>>;
}

/** How a method did on windows that began after those that it had learned of had ended. */
export interface Judged {
  windows: number;
  /** Mean squared error of the chance of a fall. The share that fell, said of each, has `brier_of_share`. */
  brier: number;
  brier_of_share: number;
  /** Mean absolute error of the middle price over that of the last value. */
  mase: number;
}

/** Windows to learn from; more teach little and take longer. */
const MOST_WINDOWS = 60_000;
/** Fewer are too few to learn from, by method, or to judge by. */
const LEAST_LEARNED = 200;
const LEAST_FOR_TREES = 3000;
const LEAST_JUDGED = 100;
/** The last part of the time is kept for judging. */
const JUDGED_SHARE = 0.3;
/** Waiting may end dearer in so many of all decisions; less than the one in a hundred that is promised. */
const MOST_DEARER = 0.007;
/** Nobody is told to wait for what ends dearer more often, whatever the later months showed. */
const LIKELY_DEARER = 0.1;
const WAIT_RATIOS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1];

/** Learns of all series what is known by `until`; null where the past is too short or too small to learn from. */
export function learnForecasts(subjects: readonly Subject[], until: number): ForecastModel | null {
  const all = drawWindows(subjects, until, MOST_WINDOWS);
  if (all.count === 0) return null;
  const days = all.days.slice(0, all.count).sort();
  const judgedFrom = days[Math.floor(all.count * (1 - JUDGED_SHARE))] as number;
  const past = selectWindows(all, ({ day, horizon }) => day + horizon <= judgedFrom);
  const later = selectWindows(all, ({ day }) => day >= judgedFrom);
  if (past.count < LEAST_LEARNED || later.count < LEAST_JUDGED) return null;
  const pooling = choosePooling(past, later);
  for (const windows of [all, past, later]) poolWindows(windows, pooling);
  const isForTrees = past.count >= LEAST_FOR_TREES;
  const seesPeers = isForTrees && helpsTrees(past, later);
  const tried = METHODS.filter((method) => method !== 'boosted_trees' || isForTrees).map((method) => {
    const earlier = learnMethod(method, past, seesPeers);
    const raw = rawOutlooks(earlier, later);
    return { method, earlier, raw, judged: judge(raw, later) };
  });
  const [best] = tried.toSorted((a, b) => a.judged.brier - b.judged.brier);
  if (!best) return null;
  return {
    format: FORECAST_FORMAT,
    learned_until: until,
    series: subjects.length,
    earlier: best.earlier,
    judged_from: judgedFrom,
    outlooks: learnMethod(best.method, all, seesPeers),
    pooling,
    pooled: learnTable('pooled_hazard', all),
    wait_ratio: chooseWaitRatio(best.raw, later),
    widening: chooseWidening(best.raw, later),
    judged: Object.fromEntries(tried.map(({ method, judged }) => [method, judged])),
  };
}

/** The pooling that was best on past windows; with peers only where they did no harm on later ones. */
function choosePooling(past: Windows, later: Windows): Pooling {
  const [learned, judged] = [past, later].map(pastWindows) as [PastWindow[], PastWindow[]];
  const [alone, apart] = [learnPooling(learned, false), learnPooling(learned, true)];
  return poolingError(judged, apart) < poolingError(judged, alone) ? apart : alone;
}

function pastWindows({ evidence, fell, horizons }: Windows): PastWindow[] {
  return evidence.flatMap((known, row) =>
    horizons[row] === WINDOW_DAYS ? [{ evidence: known, fell: fell[row] as number }] : [],
  );
}

/** Whether trees tell a fall better, on later windows, if they see what the peers of a price did. */
function helpsTrees(past: Windows, later: Windows): boolean {
  const lift = FEATURES.indexOf('peers_lift');
  const liftOf = (row: number) => past.features[row * FEATURES.length + lift] as number;
  // Nothing is known of peers, or they do not count.
  if (past.evidence.every((_, row) => Number.isNaN(liftOf(row)) || liftOf(row) === 0)) return false;
  const [without, withPeers] = [false, true].map((seesPeers) => {
    const trees = learnFalls(past, seesPeers);
    return later.evidence.reduce((sum, _, row) => {
      const known = later.features.subarray(row * FEATURES.length, (row + 1) * FEATURES.length);
      return sum + (chanceOf(scoreTrees(trees, known)) - (later.fell[row] as number)) ** 2;
    }, 0);
  }) as [number, number];
  return withPeers < without;
}

function rawOutlooks(outlooks: Outlooks, windows: Windows): RawOutlook[] {
  const width = FEATURES.length;
  return Array.from({ length: windows.count }, (_, row) =>
    outlookOf(outlooks, windows.features.subarray(row * width, (row + 1) * width)),
  );
}

export const isWorthWaiting = (
  { saving, dearer }: Pick<RawOutlook, 'saving' | 'dearer'>,
  waitRatio: number,
): boolean => saving > 0 && dearer <= LIKELY_DEARER && saving > waitRatio * dearer;

/**
 * The most daring ratio that would have kept to `MOST_DEARER`. One by which hardly anything would have waited has not
 * shown that, and of none that has the strictest is taken.
 */
function chooseWaitRatio(raw: readonly RawOutlook[], { saving }: Windows): number {
  const isProven = (ratio: number) => {
    const waits = raw.flatMap((outlook, row) =>
      isWorthWaiting(outlook, ratio) ? [saving[row] as number] : [],
    );
    const dearer = waits.filter((saved) => saved < 0).length;
    return waits.length >= LEAST_JUDGED && dearer <= MOST_DEARER * raw.length;
  };
  return WAIT_RATIOS.find(isProven) ?? (WAIT_RATIOS.at(-1) as number);
}

/**
 * Split conformal prediction (Romano, Patterson and Candès, Conformalized quantile regression, 2019): the share of the
 * price that bounds must move outwards by so that they hold `INTERVAL_LEVEL` of the windows; never inwards.
 */
function chooseWidening(raw: readonly RawOutlook[], { ratio }: Windows): number {
  const outside = raw
    .map(({ low, high }, row) => Math.max(low - (ratio[row] as number), (ratio[row] as number) - high))
    .sort((a, b) => a - b);
  const rank = Math.ceil(INTERVAL_LEVEL * (outside.length + 1)) - 1;
  return Math.max(0, outside[Math.min(outside.length - 1, rank)] ?? 0);
}

/** What must be added to log odds so that their mean chance is `share`; at most 5 either way. */
export function shiftTo(odds: readonly number[], share: number): number {
  let [low, high] = [-5, 5];
  for (let step = 0; step < 30; step++) {
    const shift = (low + high) / 2;
    const mean = odds.reduce((sum, own) => sum + chanceOf(own + shift), 0) / odds.length;
    if (mean < share) low = shift;
    else high = shift;
  }
  return low;
}

function judge(raw: readonly RawOutlook[], windows: Windows): Judged {
  const mean = (value: (outlook: RawOutlook, row: number) => number) =>
    raw.reduce((sum, outlook, row) => sum + value(outlook, row), 0) / raw.length;
  const fell = (row: number) => windows.fell[row] as number;
  const ratio = (row: number) => windows.ratio[row] as number;
  const share = mean((_, row) => fell(row));
  return {
    windows: raw.length,
    brier: mean(({ fall_odds }, row) => (chanceOf(fall_odds) - fell(row)) ** 2),
    brier_of_share: share * (1 - share),
    mase:
      mean(({ middle }, row) => Math.abs(middle - ratio(row))) / mean((_, row) => Math.abs(1 - ratio(row))),
  };
}
