import { seededRandom } from '../domain/seeded_random.ts';
import { waited } from './daily_series.ts';
import { FEATURES, type Subject, writeFeatures, writePooled } from './features.ts';
import { type Evidence, evidenceAt } from './peers.ts';
import type { Pooling } from './pooling.ts';

/** Horizons that windows are learned at, days; the middle ones more often, since they are asked for most. */
const HORIZONS = [3, 7, 7, 14, 14, 21, 28, 28, 28, 28, 35, 42];

/** Days of known prices before a window may begin. */
export const LEAST_KNOWN_DAYS = 28;
/** Windows of one series begin so many days apart. */
const EVERY_DAYS = 7;

/** Windows of the past: what was known when each began, and what came of it. Arrays are by window. */
export interface Windows {
  count: number;
  /** Row after row of `FEATURES`. */
  features: Float64Array;
  /** Which subject it is of. */
  subjects: Int32Array;
  /** Day it began, since 1970. */
  days: Int32Array;
  horizons: Int32Array;
  fell: Float64Array;
  saving: Float64Array;
  /** Price of the last day over that of the first. */
  ratio: Float64Array;
  /** What was known of it and of its peers when it began. */
  evidence: Evidence[];
}

/** One window: where it begins in its series. */
interface Place {
  subject: number;
  at: number;
  horizon: number;
}

/** Windows of all subjects that had ended by `until` (a day), at most about `most` of them, drawn evenly. */
export function drawWindows(subjects: readonly Subject[], until: number, most: number): Windows {
  const random = seededRandom(subjects.length + until);
  const places: Place[] = [];
  for (const [subject, { series }] of subjects.entries()) {
    // What came later may not even move a draw.
    const end = Math.min(series.prices.length, until - series.first + 1);
    for (let at = LEAST_KNOWN_DAYS - 1 + Math.floor(random() * EVERY_DAYS); at < end; at += EVERY_DAYS) {
      const horizon = HORIZONS[Math.floor(random() * HORIZONS.length)] as number;
      if (series.first + at + horizon > until) continue;
      if ((series.known[at] as number) >= LEAST_KNOWN_DAYS) places.push({ subject, at, horizon });
    }
  }
  const share = Math.min(1, most / places.length);
  return takeWindows(subjects, share === 1 ? places : places.filter(() => random() < share));
}

/** The windows at these places; those without a price at an end are left out. */
function takeWindows(subjects: readonly Subject[], places: readonly Place[]): Windows {
  const width = FEATURES.length;
  const windows: Windows = {
    count: 0,
    features: new Float64Array(places.length * width),
    subjects: new Int32Array(places.length),
    days: new Int32Array(places.length),
    horizons: new Int32Array(places.length),
    fell: new Float64Array(places.length),
    saving: new Float64Array(places.length),
    ratio: new Float64Array(places.length),
    evidence: [],
  };
  for (const { subject: number, at, horizon } of places) {
    const subject = subjects[number] as Subject;
    const { prices, first } = subject.series;
    const outcome = waited(prices, at, horizon);
    const end = prices[at + horizon] ?? 0;
    if (!outcome || end === 0) continue;
    const row = windows.count++;
    writeFeatures(windows.features.subarray(row * width, (row + 1) * width), subject, at, horizon);
    windows.subjects[row] = number;
    windows.days[row] = first + at;
    windows.horizons[row] = horizon;
    windows.fell[row] = outcome.fell ? 1 : 0;
    windows.saving[row] = outcome.saving;
    windows.ratio[row] = end / (prices[at] as number);
    windows.evidence.push(evidenceAt(subject, subject.peers, at));
  }
  return windows;
}

/** Fills in what the windows' peers tell. */
export function poolWindows({ features, evidence }: Windows, pooling: Pooling): void {
  const width = FEATURES.length;
  for (const [row, known] of evidence.entries())
    writePooled(features.subarray(row * width, (row + 1) * width), known, pooling);
}

/** The windows that are wanted, in their order. */
export function selectWindows(
  windows: Windows,
  isWanted: (window: { day: number; horizon: number }) => boolean,
): Windows {
  const rows: number[] = [];
  for (let row = 0; row < windows.count; row++)
    if (isWanted({ day: windows.days[row] as number, horizon: windows.horizons[row] as number }))
      rows.push(row);
  const width = FEATURES.length;
  const features = new Float64Array(rows.length * width);
  for (const [index, row] of rows.entries())
    features.set(windows.features.subarray(row * width, (row + 1) * width), index * width);
  const integers = (column: Int32Array) => Int32Array.from(rows, (row) => column[row] as number);
  const numbers = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] as number);
  return {
    count: rows.length,
    features,
    subjects: integers(windows.subjects),
    days: integers(windows.days),
    horizons: integers(windows.horizons),
    fell: numbers(windows.fell),
    saving: numbers(windows.saving),
    ratio: numbers(windows.ratio),
    evidence: rows.map((row) => windows.evidence[row] as Evidence),
  };
}
