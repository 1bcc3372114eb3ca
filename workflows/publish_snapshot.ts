import type { Activities, PublishRequest, PublishSummary } from './messages.ts';

/** Publishes everything staged so far as one snapshot. */
export function publishSnapshot(
  activities: Pick<Activities, 'publish'>,
  request: PublishRequest,
): Promise<PublishSummary> {
  return activities.publish(request);
}
