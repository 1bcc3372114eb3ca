import type { Landed } from '../pipelines/feeds/landed.ts';
import type { GarbageSummary } from '../pipelines/snapshot/collect_garbage.ts';
import type { PublishSummary } from '../pipelines/snapshot/publish.ts';
import type { Run } from '../warehouse/run.ts';

/** What goes between workflows, activities and those who start them: references and counts, never rows. */

/** Read this feed now. */
export interface FeedRequest {
  seller: string;
  feed: string;
  /** ISO 8601; overrides the observation time. */
  as_of?: string;
  /** Looks at every file of a dated local feed again, staged or not. */
  all?: boolean;
}

export interface StageRequest extends FeedRequest {
  landed: Landed;
}

/** One observation, or the feed as a whole, could not be taken. */
export interface FeedFailure {
  /** The files, or null when none could be had. */
  source: string | null;
  message: string;
}

export interface FeedOutcome {
  seller: string;
  feed: string;
  runs: Run[];
  failures: FeedFailure[];
}

export interface PublishRequest {
  /** Takes late runs in by rebuilding their feed's series. */
  backfill?: boolean;
  /** Writes every table anew. */
  rebuild?: boolean;
}

export interface GarbageRequest {
  keep_snapshots?: number;
  keep_hours?: number;
  dry_run?: boolean;
}

/** What the workflows are made of. Each is idempotent: done twice it is the same as once. */
export interface Activities {
  /** Brings a feed's new observations into the landing folder, oldest first. */
  land: (request: FeedRequest) => Promise<Landed[]>;
  /** Turns one observation into typed rows and rejects. */
  stage: (request: StageRequest) => Promise<Run[]>;
  publish: (request: PublishRequest) => Promise<PublishSummary>;
  collectGarbage: (request: GarbageRequest) => Promise<GarbageSummary>;
}

export type { GarbageSummary, Landed, PublishSummary, Run };
