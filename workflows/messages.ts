import type { Landed } from '../pipelines/feeds/landed.ts';
import type { MediaSummary } from '../pipelines/media/refresh.ts';
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
  /** Whoever asked publishes, so the feed need not ask for it. */
  publish_later?: boolean;
  /** Id of the data folder that is meant; who has none at hand leaves it out. */
  folder?: string;
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

/** What became of rows; `read` = `accepted` + `rejected`, always. */
export interface RowCounts {
  read: number;
  accepted: number;
  rejected: number;
  /** Reject code to rows. */
  rejected_by: Record<string, number>;
  /** Note code to rows that were kept all the same. */
  notes_by: Record<string, number>;
}

export interface StageOutcome {
  /** Ids of the runs staged: one, or one for each observation time of the file. */
  runs: string[];
  rows: RowCounts;
  /** Id of the data folder that they were staged in. */
  folder?: string;
}

export interface FeedOutcome extends StageOutcome {
  seller: string;
  feed: string;
  failures: FeedFailure[];
}

/** A run by name. */
export type RunReference = Pick<Run, 'run_id' | 'seller' | 'feed' | 'as_of'>;

/** What a publication came to. */
export interface PublicationOutcome
  extends Omit<PublishSummary, 'accepted' | 'suspect' | 'late' | 'warned' | 'passed'> {
  /** Ids of the runs it took in. */
  accepted: string[];
  suspect: { run: RunReference; reason: string }[];
  /** Runs that were taken although they stray from their feed: what `runs` shows of them. */
  warned: { run: RunReference; warnings: string[] }[];
  late: RunReference[];
  /** Suspect runs that a later one passed by: they wait no more. */
  passed: { run: RunReference; reason: string }[];
  /** How many runs wait behind each that a person accepted in this request. */
  behind: { run_id: string; runs: number }[];
}

/** A suspect run that a person lets pass; with `all` those of its feed that wait behind it, too. */
export interface AcceptedRun {
  run_id: string;
  by: string;
  all?: boolean;
}

/** What a person says of a run, and why. */
export interface DecidedRun {
  run_id: string;
  by: string;
  reason: string | null;
}

/** From when on a feed's prices are to be multiplied, by what, who says so, and why. */
export interface DecidedFactor {
  seller: string;
  feed: string;
  /** ISO 8601, a moment or a day of UTC: observations from then on. */
  from: string;
  /** A decimal number above 0; 1 ends the one before. */
  factor: string;
  by: string;
  reason: string | null;
}

export interface PublishRequest {
  /** Takes late runs in by rebuilding their feed's series. */
  backfill?: boolean;
  /** Writes every table anew. */
  rebuild?: boolean;
  /** With `rebuild`: learns anew what titles are weighed by. */
  relearn?: boolean;
  /** Suspect runs that a person lets pass, and who. */
  accept?: AcceptedRun[];
  /** Runs that wait and that a person turns down, who, and why. */
  reject?: DecidedRun[];
  /** Published runs that a person takes back, who, and why. */
  retract?: DecidedRun[];
  /** Feeds whose prices are to be multiplied. */
  price_factors?: DecidedFactor[];
  /** Runs that were staged for this publication, and the id of the data folder: it must find them. */
  staged?: { folder: string; runs: string[] }[];
}

export interface GarbageRequest {
  keep_snapshots?: number;
  keep_hours?: number;
  dry_run?: boolean;
}

/** Refresh media now. */
export interface MediaRequest {
  /** Id of the data folder that is meant; who has none at hand leaves it out. */
  folder?: string;
}

/** Deliver what is due to an endpoint, the origin of callbacks. */
export interface DeliverRequest {
  endpoint: string;
}

/** Attempt a delivery again after so many milliseconds. */
export interface RetryRequest extends DeliverRequest {
  delivery: string;
  wait_ms: number;
}

/** What the workflows are made of. Each is idempotent: done twice it is the same as once. */
export interface Activities {
  /** Brings a feed's new observations into the landing folder, oldest first. */
  land: (request: FeedRequest) => Promise<Landed[]>;
  /** Turns one observation into typed rows and rejects. */
  stage: (request: StageRequest) => Promise<StageOutcome>;
  /** Sees to it that what is staged gets published soon, and does not wait for it. */
  requestPublication: (request: PublishRequest) => Promise<void>;
  publish: (request: PublishRequest) => Promise<PublicationOutcome>;
  collectGarbage: (request: GarbageRequest) => Promise<GarbageSummary>;
  /** Fetches the pictures and videos that are due and publishes what it found. */
  refreshMedia: (request: MediaRequest) => Promise<MediaSummary>;
}

export type { GarbageSummary, Landed, MediaSummary };
