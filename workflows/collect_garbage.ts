import type { Activities, GarbageRequest, GarbageSummary } from './messages.ts';

/** Once a day, when feeds are quiet. */
export const GARBAGE_SCHEDULE = '30 3 * * *';

/** Deletes what no snapshot, cursor or backfill can need any more. */
export function collectGarbage(
  activities: Pick<Activities, 'collectGarbage'>,
  request: GarbageRequest,
): Promise<GarbageSummary> {
  return activities.collectGarbage(request);
}
