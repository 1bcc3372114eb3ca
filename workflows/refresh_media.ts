import type { Activities, MediaRequest, MediaSummary } from './messages.ts';

/** When media are refreshed where the configuration names no other time: new listings get their pictures soon. */
export const MEDIA_SCHEDULE = '*/15 * * * *';

/** Brings what listings show into the warehouse. A step of its own, so that no picture holds up a price. */
export function refreshMedia(
  activities: Pick<Activities, 'refreshMedia'>,
  request: MediaRequest,
): Promise<MediaSummary> {
  return activities.refreshMedia(request);
}
