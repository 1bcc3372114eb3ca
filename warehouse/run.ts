import type { FileProfile } from '../pipelines/domain/feed_profile.ts';
import type { InputKind } from '../pipelines/domain/inputs/kinds.ts';
import type { GtinStatus } from '../pipelines/domain/listing.ts';
import type { RunMeasures, RunShape } from '../pipelines/domain/run_measures.ts';
import type { Symptom } from '../pipelines/domain/symptom.ts';
import { type FieldsWith, LISTING_FIELDS, type ListingField } from './listing_fields.ts';

/**
 * One observation of one feed, staged and ready to be published. Written last, by atomic rename, as
 * `runs/<run_id>.json`, so a run either exists wholly or not at all. `run_id` is derived from seller, feed,
 * as_of and stage_id: staging the same content for the same moment twice is the same run.
 */
export interface Run {
  run_id: string;
  seller: string;
  feed: string;
  /** What it brings, where that is not offers. */
  kind?: InputKind;
  /** ISO 8601 UTC: when the seller's offers stood like this. */
  as_of: string;
  /** Names the staged content: derived from seller, feed settings, content hash and staging version. */
  stage_id: string;
  /** Of a supplement: when it was laid over its listings (ISO 8601 UTC), and where its rejects are told since. */
  laid?: { at: string; stage_id: string };
  /** True when the staged file carries several observation times and this run is only its rows of `as_of`. */
  by_as_of: boolean;
  rows_read: number;
  accepted: number;
  rejected: number;
  /** Reject code to rows; sums to `rejected`. */
  rejected_by: Record<string, number>;
  /** Note code to rows that were kept all the same (a bad checksum, a duplicate field …). */
  notes_by: Record<string, number>;
  gtin: Record<GtinStatus, number>;
  source: {
    name: string;
    /** Of several files, the hash of theirs. */
    sha256: string;
    bytes: number;
    /** The hashes of several files, in their order; absent in records from before they were kept. */
    files?: string[];
    etag?: string;
    last_modified?: string;
  };
  staged_at: string;
  /** ISO 8601: when a person took it up again after it had been closed. */
  reopened_at?: string;
  /** What its file told of how the feed is written; absent in records from before it was kept. */
  profile?: FileProfile;
  /** What its rows are like; absent in records from before it was kept. */
  shape?: RunShape;
  /** Version of staging that read it; absent in records from before it was kept. */
  staging?: number;
  /** How long each step took; `publish` is the whole publication that decided about it. */
  seconds: { land: number; stage: number; publish?: number };
}

/**
 * What can become of a run. A run that waits for its first publication has no outcome yet; one that was held and that a
 * later one of its feed passed by is `passed`.
 */
const RUN_OUTCOMES = ['accepted', 'held', 'failed', 'rejected', 'passed', 'retracted'] as const;

/** What became of a run, why, and who said so. */
export interface RunOutcome {
  state: (typeof RUN_OUTCOMES)[number];
  /** Null where nothing spoke against it. */
  reason: string | null;
  /** A person's name, or `the program`. */
  by: string;
  /** ISO 8601 UTC. */
  at: string;
}

/** Who decides where no person does. */
export const THE_PROGRAM = 'the program';

/** A run that something became of, as the log keeps it. `stage_id` names the rows it stands on now. */
export interface ClosedRun extends Run {
  outcome: RunOutcome;
  /** How far it had moved from the run before; absent of a feed's first run and of those from before it was kept. */
  measures?: RunMeasures;
  /** In what it strayed from its feed. */
  symptoms?: Symptom[];
}

/** A feed that could not be read. Tries of one failure shortly after one another are one record. */
export interface FailedRun {
  run_id: string;
  seller: string;
  feed: string;
  /** ISO 8601 UTC: when it was first tried. */
  as_of: string;
  /** What of it was tried; null where nothing had been received. */
  source: { name: string } | null;
  tries: number;
  outcome: RunOutcome & { state: 'failed'; reason: string };
  /** Of all tries, without the waits between them. */
  seconds: { land?: number; stage?: number };
}

export type LoggedRun = ClosedRun | FailedRun;

/** True for a run that was staged, whatever became of it then. */
export function isStaged(run: LoggedRun): run is ClosedRun {
  return run.outcome.state !== 'failed';
}

/** A feed by name. */
export type FeedName = Pick<Run, 'seller' | 'feed'>;

/** Runs in the order of their observation times, ties by id. */
export function byAsOf(a: { as_of: string; run_id: string }, b: { as_of: string; run_id: string }): number {
  return compare(a.as_of, b.as_of) || compare(a.run_id, b.run_id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Columns of `staged/<stage_id>/rows.parquet` with their DuckDB types: one row per accepted listing and observation time. Text is
 * trimmed, entities and tags removed, never empty (null instead). `content_hash` covers what describes the item
 * and leaves out what history records: prices, delivery, availability and as_of. Columns of staging's own follow
 * these in the file (a feed without rejects is written once and never again); read by name.
 */
export const STAGED_COLUMNS = Object.fromEntries(
  Object.entries<ListingField>(LISTING_FIELDS).flatMap(([name, { staged }]) =>
    staged === undefined ? [] : [[name, staged]],
  ),
) as Record<StagedColumn, NonNullable<ListingField['staged']>>;

export type StagedColumn = FieldsWith<{ staged: string }>;

/**
 * Columns of `staged/<stage_id>/rejects.parquet`: one row per thing found wrong. `severity` `reject`: the row
 * was left out; `note`: the row was kept without the value. `file` is not in files from before it was kept.
 */
export const REJECT_COLUMNS = {
  severity: 'VARCHAR',
  file: 'VARCHAR',
  line: 'BIGINT',
  field: 'VARCHAR',
  code: 'VARCHAR',
  value: 'VARCHAR',
  detail: 'VARCHAR',
} as const;
