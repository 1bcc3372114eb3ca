import type { GtinStatus } from '../domain/listing.ts';

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
}

/** `stage.json`: what staging a file came to, so that the same bytes are never parsed again. */
export interface StageRecord {
  outcomes: Outcome[];
  seconds: number;
  /** Epoch seconds between which no sale begins or ends: within them the prices hold for any as_of. */
  prices_hold: { from: number | null; to: number | null };
}
