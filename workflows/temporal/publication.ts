import { type Client, WithStartWorkflowOperation } from '@temporalio/client';
import type { PublicationOutcome, PublishRequest } from '../messages.ts';
import { PUBLISH_ID, publishSignal, publishUpdate, SEARCH_ATTRIBUTES } from './protocol.ts';
import type { TaskQueue } from './task_queues.ts';
import type { publishSnapshot } from './workflows.ts';

/** Asks the one publication workflow; starts it when it does not run. */

const start = (searchable: boolean) => ({
  workflowId: PUBLISH_ID,
  taskQueue: 'publish' satisfies TaskQueue,
  args: [null] as [null],
  ...(searchable && {
    typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.outcome, value: 'publishing' }],
  }),
});

/** Returns at once; what is staged until then is published soon. */
export async function requestPublication(
  client: Client,
  request: PublishRequest,
  searchable: boolean,
): Promise<void> {
  await client.workflow.signalWithStart<typeof publishSnapshot, [PublishRequest]>('publishSnapshot', {
    ...start(searchable),
    signal: publishSignal,
    signalArgs: [request],
  });
}

/** Returns the publication that took in what was staged until then. `updateId` makes asking again the same question. */
export function waitForPublication(
  client: Client,
  request: PublishRequest,
  { searchable, updateId }: { searchable: boolean; updateId?: string },
): Promise<PublicationOutcome> {
  return client.workflow.executeUpdateWithStart(publishUpdate, {
    args: [request],
    ...(updateId !== undefined && { updateId }),
    startWorkflowOperation: new WithStartWorkflowOperation<typeof publishSnapshot>('publishSnapshot', {
      ...start(searchable),
      workflowIdConflictPolicy: 'USE_EXISTING',
    }),
  });
}
