import type { Logger } from 'pino';
import type { DeliveryTier } from '../../pipelines/domain/delivery.ts';
import type { MarketSettings } from '../../pipelines/domain/settings/market_settings.ts';
import type { Embedder } from '../../warehouse/embedding/embedder.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { RunReads } from '../../warehouse/run_reads.ts';
import type { State } from '../../warehouse/state/state.ts';
import type { Cursors } from './cursor.ts';

/** What every operation may use. `snapshot` is held for the length of the request, so an answer is of one state. */
export interface Deps {
  snapshot: Snapshot;
  state: State;
  /** What was read of the feeds, as it stands now. */
  runs: RunReads;
  /** For `pageOf`. */
  cursors: Cursors;
  market: MarketSettings;
  /** Matches below this probability are marked for review. */
  trust_threshold: number;
  /** What delivery costs where no feed says, by seller. */
  seller_tiers: ReadonlyMap<string, DeliveryTier>;
  /** Where media are served, without trailing slash; renditions lie below it by content. */
  cdn_url: string;
  /** Address the service is known by, without trailing slash; '' when it is not told. */
  public_url: string;
  /** What makes vectors of intents. */
  embedder: Embedder;
  /** Lets callbacks of watches reach private and loopback addresses. */
  allow_private_callbacks: boolean;
  /** Folder for files made for one answer (filtered exports), emptied at start. */
  scratch: string;
  now: () => Date;
  log: Logger;
}
