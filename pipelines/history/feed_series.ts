import type { StagedRows } from '../../warehouse/listing_rows.ts';
import type { FeedPrices } from '../../warehouse/price_correction.ts';
import type { Run } from '../../warehouse/run.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import type { SupplementedSeries } from './supplemented.ts';

/** A feed and the runs to be folded into its series, oldest first. */
export interface FeedSeries {
  feed_no: number;
  seller: string;
  /** The last accepted run's rows; null before the first. */
  before: StagedRows | null;
  /** What its accepted runs told of it. */
  profile?: FeedProfile;
  pending: Run[];
  /** What people said of its prices. */
  prices?: FeedPrices;
  /** Of a feed that has supplements: what is laid over its rows. Their runs are pending here among its own. */
  supplemented?: SupplementedSeries;
  /** No events: a series that is being rebuilt tells nothing new. */
  silent: boolean;
  /** Runs that have told their events before, by id. */
  told?: ReadonlySet<string>;
}
