import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  CancelledFailure,
  ChildWorkflowFailure,
  condition,
  executeChild,
  ParentClosePolicy,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertMemo,
} from '@temporalio/workflow';
import { inTurn } from '../../pipelines/snapshot/summary.ts';
import { collectGarbage as collectGarbageBody } from '../collect_garbage.ts';
import { type FeedProgress, ingestFeed as ingestFeedBody, stagedBy } from '../ingest_feed.ts';
import type {
  Activities,
  FeedOutcome,
  FeedRequest,
  GarbageRequest,
  GarbageSummary,
  MediaRequest,
  MediaSummary,
  PublicationOutcome,
  PublishRequest,
} from '../messages.ts';
import { type PublicationTicket, publishSnapshot as publishSnapshotBody } from '../publish_snapshot.ts';
import { refreshMedia as refreshMediaBody } from '../refresh_media.ts';
import { FEED_RETRY, PUBLISH_RETRY, type RetryPolicy } from '../retry_policy.ts';
import {
  acceptRunSignal,
  feedId,
  feedOutcomes,
  feedProgress,
  type PublicationProgress,
  publicationProgress,
  publishSignal,
  publishUpdate,
  rejectRunSignal,
  retractRunSignal,
  setPriceFactorSignal,
} from './protocol.ts';
import {
  feedAttributes,
  feedDetails,
  isSearchable,
  showOutcome,
  showPublication,
  showRequest,
} from './shown.ts';
import type { TaskQueue } from './task_queues.ts';

export { deliverEndpoint, retryDelivery } from './delivery_workflows.ts';

/** The bodies as Temporal workflows: durable timers, activities by task queue, queries and signals. */

/** What only this engine has. */
export interface EngineActivities {
  /** Publishes through the one publication workflow and waits for it. */
  publishStaged: (request: PublishRequest) => Promise<PublicationOutcome>;
}

/** A worker that died is noticed after this; a living one beats every two seconds. */
const HEARTBEAT_TIMEOUT = '20 seconds';

function activities(taskQueue: TaskQueue, policy: RetryPolicy, summary?: string) {
  return proxyActivities<Activities & EngineActivities>({
    taskQueue,
    startToCloseTimeout: '6 hours',
    heartbeatTimeout: HEARTBEAT_TIMEOUT,
    retry: {
      maximumAttempts: policy.attempts,
      initialInterval: policy.first_wait_ms,
      backoffCoefficient: policy.factor,
    },
    ...(summary !== undefined && { summary }),
  });
}

/** Reads one feed. Fails, with the outcome as detail, when an observation could not be taken. */
export async function ingestFeed(request: FeedRequest): Promise<FeedOutcome> {
  const name = `${request.seller}/${request.feed}`;
  let progress: FeedProgress | undefined;
  setHandler(feedProgress, () => {
    if (!progress) throw new Error(`${name} has not begun`);
    return progress;
  });
  showRequest(request);
  const { land, stage } = activities('ingest', FEED_RETRY, name);
  const { requestPublication } = activities('publish', PUBLISH_RETRY);
  const own = { land: inItsOwnWords(land), stage: inItsOwnWords(stage), requestPublication };
  const outcome = await ingestFeedBody(own, request, (now) => {
    progress = now;
    setCurrentDetails(feedDetails(now));
  });
  if (CancellationScope.current().consideredCancelled)
    throw new CancelledFailure(`reading ${name} was called off`);
  showOutcome(outcome);
  const [first] = outcome.failures;
  if (!first) return outcome;
  const others = outcome.failures.length > 1 ? ` (and ${outcome.failures.length - 1} more)` : '';
  throw ApplicationFailure.nonRetryable(
    `${name}: ${first.source === null ? '' : `${first.source}: `}${first.message}${others}`,
    'FeedFailed',
    outcome,
  );
}

/** The activity, failing with what went wrong in it instead of with the fact that it failed. */
function inItsOwnWords<Request, Answer>(
  activity: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return async (request) => {
    try {
      return await activity(request);
    } catch (error) {
      throw error instanceof ActivityFailure && error.cause ? error.cause : error;
    }
  };
}

/**
 * What was read is published once nothing more came for so long, though some feeds are still outstanding: twice the time
 * after which a dead worker is noticed, so that another one has begun what it left.
 */
const PATIENCE = '40 seconds';

/**
 * Reads several feeds side by side, then publishes. A feed that fails, or takes long, holds up no other: what came is
 * published meanwhile.
 */
export async function ingestFeeds(
  requests: FeedRequest[],
  publication: PublishRequest,
): Promise<{ feeds: FeedOutcome[]; publication: PublicationOutcome }> {
  const ended: FeedOutcome[] = [];
  setHandler(feedOutcomes, () => ended);
  const { publishStaged } = activities('publish', PUBLISH_RETRY);
  let isDone = false;
  const all = Promise.all(
    requests.map(async (request) => {
      const outcome = await readFeed(request);
      ended.push(outcome);
      setCurrentDetails(`${ended.length} of ${requests.length} feeds read`);
      return outcome;
    }),
  ).finally(() => {
    isDone = true;
  });
  const early = patched('publish-while-others-are-read')
    ? await publishMeanwhile(
        ended,
        () => isDone,
        () => publishStaged({ ...publication, ...stagedBy(ended) }),
      )
    : null;
  const feeds = await all;
  const last = await publishStaged({ ...publication, ...stagedBy(feeds) });
  return { feeds, publication: early ? inTurn(early, last) : last };
}

/** Publishes what ended feeds brought whenever no further one ends for a while, until all have. */
async function publishMeanwhile(
  ended: readonly FeedOutcome[],
  isDone: () => boolean,
  publish: () => Promise<PublicationOutcome>,
): Promise<PublicationOutcome | null> {
  let published: PublicationOutcome | null = null;
  let handedOn = 0;
  while (!isDone()) {
    const seen = ended.length;
    if (await condition(() => isDone() || ended.length > seen, PATIENCE)) continue;
    if (!ended.slice(handedOn).some(({ runs }) => runs.length > 0)) continue;
    handedOn = ended.length;
    const one = await publish();
    published = published ? inTurn(published, one) : one;
  }
  return published;
}

async function readFeed(request: FeedRequest): Promise<FeedOutcome> {
  try {
    return await executeChild(ingestFeed, {
      workflowId: feedId(request),
      args: [{ ...request, publish_later: true }],
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
      ...(isSearchable() && { typedSearchAttributes: feedAttributes(request) }),
    });
  } catch (error) {
    const cause = error instanceof ChildWorkflowFailure ? error.cause : undefined;
    if (cause instanceof ApplicationFailure && cause.type === 'FeedFailed')
      return cause.details?.[0] as FeedOutcome;
    if (error instanceof WorkflowExecutionAlreadyStartedError)
      return notRead(request, 'it is being read already; look at the workflow of the same name');
    if (cause instanceof CancelledFailure && !CancellationScope.current().consideredCancelled)
      return notRead(request, 'it was called off');
    throw error;
  }
}

function notRead({ seller, feed }: FeedRequest, message: string): FeedOutcome {
  const rows = { read: 0, accepted: 0, rejected: 0, rejected_by: {}, notes_by: {} };
  return { seller, feed, runs: [], rows, failures: [{ source: null, message }] };
}

/** Publishes what is staged, one publication after another, until nobody asks any more. */
export async function publishSnapshot(first: PublishRequest | null): Promise<PublicationOutcome | null> {
  const waiting: PublicationTicket[] = first === null ? [] : [{ request: first, urgent: false }];
  const progress: PublicationProgress = { state: 'gathering', waiting: 0, publications: 0, last: null };
  setHandler(publicationProgress, () => ({ ...progress, waiting: waiting.length }));
  setHandler(publishSignal, (request) => {
    waiting.push({ request, urgent: false });
  });
  setHandler(acceptRunSignal, (accepted) => {
    waiting.push({ request: { accept: [accepted] }, urgent: true });
  });
  setHandler(rejectRunSignal, (rejected) => {
    waiting.push({ request: { reject: [rejected] }, urgent: true });
  });
  setHandler(retractRunSignal, (retracted) => {
    waiting.push({ request: { retract: [retracted] }, urgent: true });
  });
  setHandler(setPriceFactorSignal, (factor) => {
    waiting.push({ request: { price_factors: [factor] }, urgent: true });
  });
  setHandler(publishUpdate, async (request) => {
    const ticket: PublicationTicket = { request, urgent: true };
    waiting.push(ticket);
    await condition(() => ticket.result !== undefined);
    return resultOf(ticket);
  });
  // An update or a signal that started the workflow is handled before this goes on.
  await condition(() => waiting.length > 0);
  const publishing = activities('publish', PUBLISH_RETRY);
  const publish = async (request: PublishRequest) => {
    progress.state = 'publishing';
    const outcome = await publishing.publish(request);
    progress.publications++;
    progress.last = outcome;
    progress.state = 'gathering';
    showPublication(outcome);
    return outcome;
  };
  try {
    return await publishSnapshotBody({ publish }, waiting, (milliseconds) => sleep(milliseconds));
  } finally {
    progress.state = 'done';
    // Who waits for an answer gets it even when the workflow fails.
    await condition(allHandlersFinished);
  }
}

function resultOf({ result }: PublicationTicket): PublicationOutcome {
  if (result && 'outcome' in result) return result.outcome;
  const { failure } = result ?? { failure: new Error('the publication ended without a result') };
  const cause = failure instanceof ActivityFailure ? failure.cause : failure;
  throw ApplicationFailure.nonRetryable(
    cause instanceof Error ? cause.message : String(cause),
    'PublicationFailed',
  );
}

export function collectGarbage(request: GarbageRequest): Promise<GarbageSummary> {
  return collectGarbageBody(activities('publish', PUBLISH_RETRY), request);
}

/** Fetches pictures and videos, on a task queue of its own. */
export async function refreshMedia(request: MediaRequest): Promise<MediaSummary> {
  const summary = await refreshMediaBody(activities('media', PUBLISH_RETRY), request);
  upsertMemo({ ...summary });
  return summary;
}
