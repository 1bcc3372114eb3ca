import type { Activities, FeedFailure, FeedOutcome, FeedRequest, Run } from './messages.ts';

/**
 * Lands a feed and stages each of its observations. One that cannot be taken is told in `failures` and does
 * not keep the others back; publication is a workflow of its own, because it takes in all feeds at once.
 */
export async function ingestFeed(
  activities: Pick<Activities, 'land' | 'stage'>,
  request: FeedRequest,
): Promise<FeedOutcome> {
  const runs: Run[] = [];
  const failures: FeedFailure[] = [];
  try {
    for (const landed of await activities.land(request)) {
      try {
        runs.push(...(await activities.stage({ ...request, landed })));
      } catch (error) {
        failures.push({
          source: landed.files.map((file) => file.name).join(', '),
          message: messageOf(error),
        });
      }
    }
  } catch (error) {
    failures.push({ source: null, message: messageOf(error) });
  }
  return { seller: request.seller, feed: request.feed, runs, failures };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
