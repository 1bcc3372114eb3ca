import { setTimeout as delay } from 'node:timers/promises';
import { Deliverer, type DeliverySettings } from '../deliver/deliverer.ts';
import { DueEndpoints } from '../deliver/due_endpoints.ts';
import { living } from './activities.ts';
import { openClient, type TemporalEnvironment } from './connection.ts';
import type { DeliveryActivities } from './delivery_workflows.ts';
import { endpointId } from './protocol.ts';
import type { TaskQueue } from './task_queues.ts';
import type { deliverEndpoint } from './workflows.ts';

/** Deliveries of one run of an endpoint's workflow: with all of them failing, its history has 2,000 events. */
const BATCH = 500;
/** So long a run goes on beginning deliveries. */
const BATCH_LASTS_MS = 60_000;
/** A retry that is late by this has lost its workflow, and goes with the next batch. */
const RETRY_GRACE_MS = 60_000;
/** The workflow of an endpoint is not asked for again before. */
const STARTED_MS = 2_000;

/** The deliveries' part of a worker: its activities, and asking for a workflow where something is due. */
export interface WorkerDeliveries extends AsyncDisposable {
  activities: DeliveryActivities;
  /** Begins to look for what is due. */
  begin: () => void;
}

/**
 * Whether a delivery is due is the state's to say, so that whoever writes one (a publication, the command line, the API)
 * need not reach the Temporal server.
 */
export async function workerDeliveries(
  env: TemporalEnvironment,
  settings: DeliverySettings,
): Promise<WorkerDeliveries> {
  const opened = await openClient(env);
  const deliverer = new Deliverer(settings);
  const start = (endpoint: string) =>
    opened.client.workflow.start<typeof deliverEndpoint>('deliverEndpoint', {
      workflowId: endpointId(endpoint),
      taskQueue: 'deliver' satisfies TaskQueue,
      args: [{ endpoint }],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
  let due: DueEndpoints | undefined;
  return {
    activities: {
      deliverBatch: ({ endpoint }) =>
        living(({ signal }) =>
          deliverer.deliver(endpoint, {
            signal,
            most: BATCH,
            lastsMs: BATCH_LASTS_MS,
            retryGraceMs: RETRY_GRACE_MS,
          }),
        ),
      retryDelivery: ({ delivery, endpoint }) =>
        living(({ signal }) => deliverer.retry({ id: delivery, endpoint, signal })),
    },
    begin: () => {
      due = new DueEndpoints({
        ...settings,
        retryGraceMs: RETRY_GRACE_MS,
        serve: async (endpoint, signal) => {
          await start(endpoint);
          await delay(STARTED_MS, undefined, { signal }).catch(() => undefined);
        },
      });
    },
    [Symbol.asyncDispose]: async () => {
      await due?.[Symbol.asyncDispose]();
      await deliverer[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}
