import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  continueAsNew,
  ParentClosePolicy,
  proxyActivities,
  sleep,
  startChild,
  upsertMemo,
} from '@temporalio/workflow';
import type { BatchOutcome, RetryOutcome } from '../deliver/deliverer.ts';
import type { DeliverRequest, RetryRequest } from '../messages.ts';
import { retryId } from './protocol.ts';

/** Deliveries as Temporal workflows: each endpoint's batches one after another, and a timer for each that is due again. */

/** What they are made of; each attempts nothing that another is at. */
export interface DeliveryActivities {
  /** Delivers some of what is due to the endpoint and was not attempted yet. */
  deliverBatch: (request: DeliverRequest) => Promise<BatchOutcome>;
  /** Attempts one delivery that is due again. */
  retryDelivery: (request: Omit<RetryRequest, 'wait_ms'>) => Promise<RetryOutcome>;
}

// Without an end: what cannot be attempted now, for want of the state, is attempted later.
const activities = proxyActivities<DeliveryActivities>({
  taskQueue: 'deliver',
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** What became of an endpoint's deliveries since its workflow was started. */
export interface EndpointSummary {
  batches: number;
  delivered: number;
  dead: number;
  retried: number;
}

const NOTHING_YET: EndpointSummary = { batches: 0, delivered: 0, dead: 0, retried: 0 };

/** Delivers one batch, leaves each delivery that is due again to a workflow of its own, and goes on as a new run. */
export async function deliverEndpoint(
  { endpoint }: DeliverRequest,
  before: EndpointSummary = NOTHING_YET,
): Promise<EndpointSummary> {
  const { delivered, dead, retries, wait_ms } = await activities.deliverBatch({ endpoint });
  await Promise.all(
    retries.map((retry) => leaveToRetry({ delivery: retry.id, endpoint, wait_ms: retry.wait_ms })),
  );
  const summary = {
    batches: before.batches + 1,
    delivered: before.delivered + delivered,
    dead: before.dead + dead,
    retried: before.retried + retries.length,
  };
  upsertMemo({ ...summary });
  if (wait_ms === null) return summary;
  if (wait_ms > 0) await sleep(wait_ms);
  return await continueAsNew<typeof deliverEndpoint>({ endpoint }, summary);
}

async function leaveToRetry(request: RetryRequest): Promise<void> {
  try {
    await startChild(retryDelivery, {
      workflowId: retryId(request),
      args: [request],
      parentClosePolicy: ParentClosePolicy.ABANDON,
    });
  } catch (error) {
    // It waits for this delivery already.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Waits, attempts, and so down the ladder; returns what became of the delivery. */
export async function retryDelivery({ delivery, endpoint, wait_ms }: RetryRequest): Promise<RetryOutcome> {
  for (let wait = wait_ms; ; ) {
    await sleep(wait);
    const outcome = await activities.retryDelivery({ delivery, endpoint });
    if (outcome.wait_ms === null) return outcome;
    wait = outcome.wait_ms;
  }
}
