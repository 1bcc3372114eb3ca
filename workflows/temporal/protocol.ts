import { defineSearchAttributeKey } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { FeedProgress } from '../ingest_feed.ts';
import type {
  AcceptedRun,
  DecidedFactor,
  DecidedRun,
  FeedOutcome,
  FeedRequest,
  PublicationOutcome,
  PublishRequest,
  RetryRequest,
} from '../messages.ts';

/** What clients, schedules, workers and workflows agree on. Safe to load inside a workflow. */

/** Feeds of a selection, read together and published once. */
export const INGEST_ID = 'ingest';
export const PUBLISH_ID = 'publish';
export const GARBAGE_ID = 'gc';
export const MEDIA_ID = 'media';
/** Also the id of the feed's schedule. */
export const feedId = ({ seller, feed }: Pick<FeedRequest, 'seller' | 'feed'>) => `ingest/${seller}/${feed}`;

/** One at a time delivers to an endpoint, the origin of callbacks. */
export const endpointId = (endpoint: string) => `deliver/${endpoint}`;
/** Of the workflow that waits until a delivery is due again. */
export const retryId = ({ endpoint, delivery }: Pick<RetryRequest, 'endpoint' | 'delivery'>) =>
  `${endpointId(endpoint)}/${delivery}`;

/** What a list of workflows can be filtered by and shown with. */
export const SEARCH_ATTRIBUTES = {
  seller: defineSearchAttributeKey('CommerceIndexSeller', 'KEYWORD'),
  feed: defineSearchAttributeKey('CommerceIndexFeed', 'KEYWORD'),
  rows: defineSearchAttributeKey('CommerceIndexRows', 'INT'),
  outcome: defineSearchAttributeKey('CommerceIndexOutcome', 'KEYWORD'),
} as const;

export interface PublicationProgress {
  state: 'gathering' | 'publishing' | 'done';
  /** Requests that the next publication will take in. */
  waiting: number;
  publications: number;
  last: PublicationOutcome | null;
}

export const feedProgress = defineQuery<FeedProgress>('progress');
/** Of the workflow that reads several feeds: the outcomes so far. */
export const feedOutcomes = defineQuery<FeedOutcome[]>('progress');
export const publicationProgress = defineQuery<PublicationProgress>('progress');

/** Publish soon, together with what else is staged by then. */
export const publishSignal = defineSignal<[PublishRequest]>('publish');
/** Lets a suspect run pass and publishes it. */
export const acceptRunSignal = defineSignal<[AcceptedRun]>('acceptRun');
/** Turns a waiting run down and publishes what else waits. */
export const rejectRunSignal = defineSignal<[DecidedRun]>('rejectRun');
/** Takes a published run back. */
export const retractRunSignal = defineSignal<[DecidedRun]>('retractRun');
/** Says that a feed's prices are to be multiplied from a moment on, published runs' too. */
export const setPriceFactorSignal = defineSignal<[DecidedFactor]>('setPriceFactor');
/** Publish now; answered with the publication that took in everything staged before. */
export const publishUpdate = defineUpdate<PublicationOutcome, [PublishRequest]>('publishNow');
