import type { Activities, MediaRequest, MediaSummary } from './messages.ts';

/** Brings what listings show into the warehouse. A step of its own, so that no picture holds up a price. */
export function refreshMedia(
  activities: Pick<Activities, 'refreshMedia'>,
  request: MediaRequest,
): Promise<MediaSummary> {
  return activities.refreshMedia(request);
}
