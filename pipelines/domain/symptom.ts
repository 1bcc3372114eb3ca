import type { Measure } from './run_measures.ts';

/** What a run that strays from its feed shows: a `hold` waits for a person, a `warning` is only told. */
export interface Symptom {
  measure: Measure | 'numbers' | 'encoding' | 'as_of';
  grade: 'hold' | 'warning';
  /** What was found and what is usual, as a sentence. */
  message: string;
  /** Measured, usual of the feed (null while too few runs are known), and from where on it is held or warned of. */
  value: number | null;
  usual: number | null;
  limit: number | null;
  /** Up to three of the worst listings. */
  examples: string[];
}

/** Fewer listings are nothing to stop a feed for, whatever share they are. */
export const LEAST_LISTINGS = 5;
/** A move below this many times its greatest so far is no news. */
export const NEWS = 1.5;
/** So many mean distances from the mean are nothing unusual. */
export const SPREADS = 6;

/** `46.8 %`. */
export function percent(value: number): string {
  return `${Number((value * 100).toFixed(1))} %`;
}
