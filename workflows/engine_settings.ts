import type { Configuration } from '../pipelines/domain/settings/configuration.ts';
import type { Progress } from '../pipelines/feeds/landed.ts';
import type { EmbedderSettings } from '../warehouse/embedding/open_embedder.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import type { BlobStore } from '../warehouse/store.ts';
import type { Decisions } from './activity_deps.ts';
import type { IngestSummary } from './ingest_summary.ts';
import type { FeedOutcome, FeedRequest, GarbageSummary, MediaSummary } from './messages.ts';
import type { RetryPolicy } from './retry_policy.ts';

/** What an embedded engine works with. */
export interface EngineSettings {
  configuration: Configuration;
  folder: DataFolder;
  store: BlobStore;
  now: () => Date;
  decisions: Decisions;
  /** What makes the products' vectors; default the word table that comes with the project. */
  embedder?: EmbedderSettings;
  /** As in ActivityDeps. */
  announce?: (() => Promise<unknown>) | undefined;
  listener?: EngineListener;
  /** How often feeds are tried again; default FEED_RETRY. */
  feedRetry?: RetryPolicy;
  /** How long good feeds wait for slow ones, milliseconds; default 15,000. */
  patienceMs?: number;
}

/** Told what happens; every part may be absent. */
export interface EngineListener {
  onFeedStart?(request: FeedRequest): void;
  onObservations?(request: FeedRequest, count: number): void;
  onObservationStaged?(request: FeedRequest): void;
  onFeedProgress?(request: FeedRequest, progress: Progress): void;
  onFeedEnd?(outcome: FeedOutcome): void;
  onPublishStep?(step: string, done: number, of: number): void;
  onRetry?(error: unknown, waitMs: number): void;
  /** A round of work of the schedule ended: what was due, or what had failed and was tried again. */
  onScheduled?(summary: IngestSummary): void;
  onGarbage?(summary: GarbageSummary): void;
  /** A round of the media step ended. */
  onMedia?(summary: MediaSummary): void;
  onMediaProgress?(done: number, of: number): void;
  onError?(error: unknown): void;
}
