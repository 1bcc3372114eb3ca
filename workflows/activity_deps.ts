import type { MatchDecision } from '../pipelines/domain/match_decision.ts';
import type { Configuration } from '../pipelines/domain/settings/configuration.ts';
import type { Progress } from '../pipelines/feeds/landed.ts';
import type { EmbedderSettings } from '../warehouse/embedding/open_embedder.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import type { PriceFactorDecision } from '../warehouse/state/price_factors.ts';
import type { RunDecision } from '../warehouse/state/run_decisions.ts';
import type { BlobStore } from '../warehouse/store.ts';
import type { FeedRequest } from './messages.ts';

/** What people decided about runs, prices of feeds and doubtful matches. */
export interface Decisions {
  /** What they said of runs, the last word of each. */
  runs: () => Promise<readonly RunDecision[]>;
  decide: (decision: RunDecision) => Promise<void>;
  /** What they said of feeds' prices. */
  priceFactors: () => Promise<readonly PriceFactorDecision[]>;
  setPriceFactor: (decision: PriceFactorDecision) => Promise<void>;
  /** What they said of pairs of listings, the newest of each pair. */
  matches: () => Promise<readonly MatchDecision[]>;
}

export interface ActivityDeps {
  configuration: Configuration;
  folder: DataFolder;
  store: BlobStore;
  decisions: Decisions;
  /** What makes the products' vectors; default the word table that comes with the project. */
  embedder?: EmbedderSettings | undefined;
  /** Takes the events of what was published into the log and holds them against the watches; absent where none are kept. */
  announce?: (() => Promise<unknown>) | undefined;
  /** Feeds staged at the same time. */
  parallel: number;
}

/** What an activity is told of the moment it runs in. */
export interface ActivityContext {
  /** The moment the work counts as done at: observation time of what tells none. */
  now: () => Date;
  signal?: AbortSignal | undefined;
  onFeedProgress?: ((request: FeedRequest, progress: Progress) => void) | undefined;
  onPublishStep?: ((step: string, done: number, of: number) => void) | undefined;
  /** Told after each address of a batch. */
  onMediaProgress?: ((done: number, of: number) => void) | undefined;
}
