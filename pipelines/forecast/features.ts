import { CUT_RATIO, type DailySeries, type WaitedDays } from './daily_series.ts';
import type { Evidence, Peers } from './peers.ts';
import { type Pooling, peersLift, pooledShare } from './pooling.ts';

/** Horizon of the past windows that features look at, days. */
export const WINDOW_DAYS = 28;
/** How far back a price is put in context, days. */
const SPANS = [28, 90, 365] as const;
/** A past price within this ratio of today's is like it. */
const LIKE = 0.05;
/** Ages whose logarithms differ by less are alike: about half as long to half as long again. */
const LIKE_AGE = 0.4;
const YEAR_DAYS = 364;
const LONG_AGO = 999;

/**
 * What is known of a series on a day, free of the price's scale: where its price stands among those before, how long it
 * has stood, the rhythm of its cuts, what came of its own past windows that began like today, and the season a year
 * ago. The last two are of its peers (pooling.ts). What is not known is NaN.
 */
export const FEATURES = [
  'horizon',
  'known_days',
  ...SPANS.flatMap((span) => [
    `to_median_${span}` as const,
    `to_low_${span}` as const,
    `to_high_${span}` as const,
    `share_below_${span}` as const,
    `share_above_${span}` as const,
  ]),
  'cuts_90',
  'cuts_365',
  'changes_90',
  'age',
  'since_cut',
  'since_rise',
  'last_step',
  'like_windows',
  'like_fell',
  'like_saving',
  'like_dearer',
  'aged_windows',
  'aged_fell',
  'aged_saving',
  'own_fell',
  'year_fall',
  'year_level',
  'year_low',
  'cut_interval',
  'cut_interval_spread',
  'cut_phase',
  'cut_step',
  'pooled_share',
  'peers_lift',
] as const;

/** A series with all that features are made of. */
export interface Subject {
  series: DailySeries;
  /** `waitedDays` over `WINDOW_DAYS`. */
  waited: WaitedDays;
  /** The others of its feed; without them nothing is known of any. */
  peers?: Peers;
}

const POOLED_SHARE = FEATURES.indexOf('pooled_share');
const PEERS_LIFT = FEATURES.indexOf('peers_lift');

/** Fills in what a row's peers tell, by how much they are to count. */
export function writePooled(row: Float64Array, evidence: Evidence, pooling: Pooling): void {
  row[POOLED_SHARE] = pooledShare(evidence, pooling);
  row[PEERS_LIFT] = peersLift(evidence, pooling);
}

/**
 * Fills `row` with the features of day `at` (an index into the series, whose price must be known), but for those of its
 * peers, which `writePooled` fills in.
 */
export function writeFeatures(row: Float64Array, subject: Subject, at: number, horizon: number): void {
  const { series } = subject;
  let next = 0;
  const write = (values: readonly number[]) => {
    for (const value of values) row[next++] = value;
  };
  write([horizon, Math.min(series.known[at] as number, 400)]);
  for (const span of SPANS) write(levels(series.prices, at, span));
  write(recentSteps(series, at));
  write(ownWindows(subject, at));
  write(yearAgo(series.prices, at));
  write(cutRhythm(series.steps, at));
  write([NaN, NaN]);
}

/** Price over median, low and high of the days up to `at`, and the shares of them at least 3 % below and above it. */
function levels(prices: Float64Array, at: number, span: number): number[] {
  const today = prices[at] as number;
  const days = new Map<number, number>();
  let [total, below, above] = [0, 0, 0];
  for (let day = at, from = Math.max(0, at - span + 1); day >= from; day--) {
    const price = prices[day] as number;
    if (price === 0) continue;
    total++;
    days.set(price, (days.get(price) ?? 0) + 1);
    if (price <= CUT_RATIO * today) below++;
    else if (price * CUT_RATIO >= today) above++;
  }
  const sorted = [...days].sort((a, b) => a[0] - b[0]);
  let passed = 0;
  const median = sorted.find(([, count]) => (passed += count) * 2 >= total)?.[0] ?? today;
  const [low, high] = [sorted[0]?.[0] ?? today, sorted.at(-1)?.[0] ?? today];
  return [today / median, today / low, today / high, below / total, above / total];
}

function recentSteps({ steps, ages }: DailySeries, at: number): number[] {
  let [cuts90, cuts365, changes90] = [0, 0, 0];
  let [sinceCut, sinceRise, lastStep] = [LONG_AGO, LONG_AGO, 1];
  for (let day = at; day >= 0 && day > at - 365; day--) {
    const step = steps[day] as number;
    if (step === 1) continue;
    const age = at - day;
    if (lastStep === 1) lastStep = step;
    if (age < 90) changes90++;
    if (step <= CUT_RATIO) {
      cuts365++;
      if (age < 90) cuts90++;
      sinceCut = Math.min(sinceCut, age);
    }
    if (step * CUT_RATIO >= 1) sinceRise = Math.min(sinceRise, age);
  }
  return [cuts90, cuts365, changes90, ages[at] as number, sinceCut, sinceRise, lastStep];
}

/** What came of the windows that had ended by `at`: of those that began at a price like today's, and as old as today's. */
function ownWindows({ series: { prices, ages }, waited }: Subject, at: number): number[] {
  const today = prices[at] as number;
  const [low, high] = [today * (1 - LIKE), today * (1 + LIKE)];
  const age = Math.log1p(ages[at] as number);
  let [all, fell, like, likeFell, likeSaving, likeDearer, aged, agedFell, agedSaving] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0,
  ];
  for (let day = 0; day <= at - WINDOW_DAYS; day++) {
    if (waited.isKnown[day] === 0) continue;
    const hasFallen = waited.fell[day] as number;
    all++;
    fell += hasFallen;
    const price = prices[day] as number;
    if (price < low || price > high) continue;
    const saving = waited.saving[day] as number;
    like++;
    likeFell += hasFallen;
    likeSaving += saving;
    if (saving < 0) likeDearer++;
    if (Math.abs(Math.log1p(ages[day] as number) - age) > LIKE_AGE) continue;
    aged++;
    agedFell += hasFallen;
    agedSaving += saving;
  }
  // Nothing over nothing is NaN: not known.
  return [
    like,
    likeFell / like,
    likeSaving / like,
    likeDearer / like,
    aged,
    agedFell / aged,
    agedSaving / aged,
    fell / all,
  ];
}

/** The same weeks a year ago: the lowest price over that day's, that day's over today's, the lowest over today's. */
function yearAgo(prices: Float64Array, at: number): number[] {
  const then = prices[at - YEAR_DAYS] ?? 0;
  if (then === 0) return [NaN, NaN, NaN];
  let low = Infinity;
  for (let day = at - YEAR_DAYS + 1; day <= at - YEAR_DAYS + WINDOW_DAYS; day++) {
    const price = prices[day] as number;
    if (price > 0) low = Math.min(low, price);
  }
  const today = prices[at] as number;
  return low === Infinity ? [NaN, then / today, NaN] : [low / then, then / today, low / today];
}

/** The item's own intervals between cuts: median, spread over mean, how far through the mean one it is, and the mean cut. */
function cutRhythm(steps: Float64Array, at: number): number[] {
  const intervals: number[] = [];
  let [last, cuts, sum] = [-1, 0, 0];
  for (let day = 0; day <= at; day++) {
    const step = steps[day] as number;
    if (step > CUT_RATIO) continue;
    if (last >= 0) intervals.push(day - last);
    last = day;
    cuts++;
    sum += step;
  }
  if (intervals.length === 0) return [NaN, NaN, NaN, sum / cuts];
  intervals.sort((a, b) => a - b);
  const mean = intervals.reduce((total, days) => total + days, 0) / intervals.length;
  const variance = intervals.reduce((total, days) => total + (days - mean) ** 2, 0) / intervals.length;
  const median = intervals[intervals.length >> 1] as number;
  return [median, Math.sqrt(variance) / mean, (at - last) / mean, sum / cuts];
}
