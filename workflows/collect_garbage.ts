import type { Activities, GarbageRequest, GarbageSummary } from './messages.ts';

/** Deletes what no snapshot, cursor or backfill can need any more. */
export function collectGarbage(
  activities: Pick<Activities, 'collectGarbage'>,
  request: GarbageRequest,
): Promise<GarbageSummary> {
  return activities.collectGarbage(request);
}
