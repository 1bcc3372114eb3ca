import type { FileProfile } from '../domain/feed_profile.ts';
import { GTIN_STATUSES, type GtinStatus } from '../domain/listing.ts';
import { FILLED_COLUMNS, type FilledColumn, type RunShape } from '../domain/run_measures.ts';
import { FeedError } from './error.ts';

/** What came of one observation time of a staged file; the counts of a run. */
export interface Outcome {
  /** ISO 8601 UTC. */
  as_of: string;
  rows_read: number;
  accepted: number;
  rejected: number;
  rejected_by: Record<string, number>;
  notes_by: Record<string, number>;
  gtin: Record<GtinStatus, number>;
  /** Absent in records from before it was kept. */
  shape?: RunShape;
}

/** `stage.json`: what staging a file came to, so that the same bytes are never parsed again. */
export interface StageRecord {
  outcomes: Outcome[];
  seconds: number;
  /** Epoch seconds between which no sale begins or ends: within them the prices hold for any as_of. */
  prices_hold: { from: number | null; to: number | null };
  /** What the file told of how the feed is written. */
  profile: FileProfile;
  /** True where prices were refused because nothing tells how its numbers are written: with what the feed used earlier they could be read. */
  undecided: boolean;
}

/** What is known of a file's rows once they are read and counted. */
export type Counted = Pick<StageRecord, 'outcomes' | 'prices_hold'>;

/** A row of sql/summary.sql; of sql/input_summary.sql without what describes offers. */
export interface Summary extends Record<GtinStatus, number>, Partial<OfferSummary> {
  as_of: string | null;
  rows_read: number;
  accepted: number;
  with_problems: number;
  listings: number;
  taken: number;
}

/** What describes the rows of offers. */
interface OfferSummary {
  titles: number;
  garbled: number;
  in_stock: number;
  currencies: { currency: string; rows: number }[] | null;
  filled: Record<FilledColumn, number>;
  with_valid_gtin: number;
  holds_from: number | null;
  holds_to: number | null;
}

/** A row of sql/duplicate_counts.sql. */
export interface Count {
  as_of: string | null;
  gtin_status: GtinStatus;
  rows: number;
}

/** A row of sql/problem_counts.sql. */
export interface ProblemCount {
  as_of: string | null;
  severity: 'reject' | 'note';
  code: string;
  rows: number;
}

/** The summary without the rows that repeat an id. */
export function withoutDuplicates(summary: Summary[], duplicates: Count[]): Summary[] {
  return summary.map((row) => {
    const less = { ...row };
    for (const { as_of, gtin_status, rows } of duplicates) {
      if (as_of !== row.as_of) continue;
      less.accepted -= rows;
      less[gtin_status] -= rows;
    }
    return less;
  });
}

/**
 * Counts by observation time. What cannot be told its time (malformed rows, times that are none) counts with the
 * newest. Throws when what was read is not what was accepted plus what was rejected.
 */
export function outcomesOf(
  summary: Summary[],
  problems: ProblemCount[],
  malformed: number,
  name: string,
): Counted {
  const timed = summary.filter((row) => row.as_of !== null);
  const newest = timed.at(-1)?.as_of;
  if (newest === undefined || newest === null) {
    const rows = malformed + summary.reduce((sum, row) => sum + row.rows_read, 0);
    if (rows === 0) return { outcomes: [], prices_hold: { from: null, to: null } };
    throw new FeedError(
      'malformed',
      `${name}: none of its ${rows} rows can be read; the first problem is ${problems[0]?.code ?? 'unknown'}`,
    );
  }
  const untimed = summary.filter((row) => row.as_of === null).reduce((sum, row) => sum + row.rows_read, 0);
  const outcomes = timed.map((row): Outcome => {
    const own = problems.filter((problem) => (problem.as_of ?? newest) === row.as_of);
    const rejected_by = tally(own, 'reject');
    const outcome: Outcome = {
      as_of: new Date(`${(row.as_of ?? '').replace(' ', 'T')}Z`).toISOString(),
      rows_read: row.rows_read + (row.as_of === newest ? malformed + untimed : 0),
      accepted: row.accepted,
      rejected: Object.values(rejected_by).reduce((sum, rows) => sum + rows, 0),
      rejected_by,
      notes_by: tally(own, 'note'),
      gtin: Object.fromEntries(GTIN_STATUSES.map((status) => [status, row[status]])) as Record<
        GtinStatus,
        number
      >,
      ...(isOfOffers(row) && { shape: shapeOf(row) }),
    };
    if (outcome.rows_read !== outcome.accepted + outcome.rejected) {
      throw new Error(
        `${name}: staging lost rows: ${outcome.rows_read} read, ${outcome.accepted} accepted, ${outcome.rejected} rejected`,
      );
    }
    return outcome;
  });
  const [first] = timed;
  const single = timed.length === 1 && first !== undefined;
  return {
    outcomes,
    prices_hold: {
      from: (single ? first.holds_from : null) ?? null,
      to: (single ? first.holds_to : null) ?? null,
    },
  };
}

function isOfOffers(row: Summary): row is Summary & OfferSummary {
  return row.filled !== undefined;
}

function shapeOf(row: Summary & OfferSummary): RunShape {
  const { taken, titles, garbled, with_valid_gtin, in_stock, currencies, filled } = row;
  return {
    rows: taken,
    titles: Math.min(taken, titles),
    garbled,
    valid_gtins: with_valid_gtin,
    in_stock,
    currencies: Object.fromEntries((currencies ?? []).map(({ currency, rows }) => [currency, rows])),
    filled: Object.fromEntries(
      FILLED_COLUMNS.map((column) => [column, filled[column]]),
    ) as RunShape['filled'],
  };
}

function tally(problems: ProblemCount[], severity: 'reject' | 'note'): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const problem of problems) {
    if (problem.severity === severity) counts[problem.code] = (counts[problem.code] ?? 0) + problem.rows;
  }
  return counts;
}
