import { ScheduleNotFoundError, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import type { FeedSettings } from '../../pipelines/domain/settings/feed_settings.ts';
import { publishersOf } from '../../pipelines/domain/settings/publisher_settings.ts';
import { DEFAULT_SCHEDULE, intervalMinutes } from '../../pipelines/history/series.ts';
import { GARBAGE_SCHEDULE } from '../collect_garbage.ts';
import type { FeedRequest, MediaRequest } from '../messages.ts';
import { MEDIA_SCHEDULE } from '../refresh_media.ts';
import { ensureSearchAttributes, type OpenedClient } from './connection.ts';
import { feedId, GARBAGE_ID, MEDIA_ID, SEARCH_ATTRIBUTES } from './protocol.ts';
import type { TaskQueue } from './task_queues.ts';

/** A time missed by less than this is made up for; several missed times are one, because a feed is read one at a time. */
const CATCH_UP = '1 day';
/** Feeds of one minute are spread over a tenth of their interval, but at most this. */
const MAX_JITTER_MS = 60_000;

export interface AppliedSchedules {
  created: string[];
  updated: string[];
  unchanged: string[];
  removed: string[];
}

export interface ListedSchedule {
  id: string;
  schedule: string;
  paused: boolean;
  note: string;
  /** ISO 8601, or null when none is to come. */
  next: string | null;
  last: string | null;
}

/**
 * One schedule for each feed, one for media, and one for garbage; those of feeds that are gone are removed. A paused one stays paused.
 * What they start is for the data folder of this id, where one is given.
 * Resolves when the server's scheduler has taken them up.
 */
export async function applySchedules(
  opened: OpenedClient,
  configuration: Configuration,
  folder: string | null = null,
): Promise<AppliedSchedules> {
  const searchable = await ensureSearchAttributes(opened);
  const wanted = [
    ...publishersOf(configuration).flatMap((seller) =>
      seller.feeds.map((feed) => feedSchedule({ seller: seller.id, feed, folder, searchable })),
    ),
    garbageSchedule(),
    mediaSchedule(configuration.media?.schedule ?? MEDIA_SCHEDULE, folder),
  ];
  const applied: AppliedSchedules = { created: [], updated: [], unchanged: [], removed: [] };
  for (const options of wanted) applied[await applyOne(opened, options)].push(options.scheduleId);
  const ids = new Set(wanted.map((options) => options.scheduleId));
  for (const id of await ourScheduleIds(opened)) {
    if (ids.has(id)) continue;
    await opened.client.schedule.getHandle(id).delete();
    applied.removed.push(id);
  }
  for (const id of [...applied.created, ...applied.updated]) await takenUp(opened, id);
  return applied;
}

/** Every schedule of ours, by id. */
export async function listSchedules(opened: OpenedClient): Promise<ListedSchedule[]> {
  const listed: ListedSchedule[] = [];
  for (const id of await ourScheduleIds(opened)) {
    const { state, info, action } = await opened.client.schedule.getHandle(id).describe();
    listed.push({
      id,
      schedule: noted(action.memo, 'schedule'),
      paused: state.paused,
      note: state.note ?? '',
      next: info.nextActionTimes[0]?.toISOString() ?? null,
      last: info.recentActions.at(-1)?.takenAt.toISOString() ?? null,
    });
  }
  return listed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Pauses, resumes or triggers; resolves when that is done. Throws a plain message when there is no such schedule. */
export async function changeSchedule(
  opened: OpenedClient,
  id: string,
  change: 'pause' | 'resume' | 'trigger',
  note: string,
): Promise<void> {
  const handle = opened.client.schedule.getHandle(id);
  try {
    if (change === 'pause') await handle.pause(note);
    else if (change === 'resume') await handle.unpause(note);
    else await handle.trigger(ScheduleOverlapPolicy.SKIP);
  } catch (error) {
    if (error instanceof ScheduleNotFoundError)
      throw new Error(`there is no schedule ${id}; \`schedules list\` shows them`, { cause: error });
    throw error;
  }
  await takenUp(opened, id);
}

async function applyOne(
  { client }: OpenedClient,
  options: ScheduleOptions,
): Promise<'created' | 'updated' | 'unchanged'> {
  const handle = client.schedule.getHandle(options.scheduleId);
  try {
    const { action } = await handle.describe();
    const [then, now] = [action.memo, options.action.memo];
    if (noted(then, 'schedule') === noted(now, 'schedule') && noted(then, 'folder') === noted(now, 'folder'))
      return 'unchanged';
    await handle.update((previous) => ({ ...options, state: previous.state }));
    return 'updated';
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await client.schedule.create(options);
    return 'created';
  }
}

/**
 * Waits until the server's scheduler has acted on what was asked of a schedule. It makes up only for times since then,
 * so those of a server that dies before would be passed over. The scheduler itself answers a description, after all
 * that was asked before. Throws when it does not, after half a minute.
 */
async function takenUp({ client }: OpenedClient, id: string): Promise<void> {
  try {
    await client.schedule.getHandle(id).describe();
  } catch (error) {
    throw new Error(
      `the server noted what was asked of ${id}, but its scheduler does not answer; \`schedules list\` shows whether it has taken it up`,
      { cause: error },
    );
  }
}

/** Schedules that start our workflows: other users of the namespace are left alone. */
async function ourScheduleIds({ client }: OpenedClient): Promise<string[]> {
  const ids: string[] = [];
  for await (const { scheduleId, action } of client.schedule.list())
    if (
      (action?.workflowType === 'ingestFeed' && scheduleId.startsWith('ingest/')) ||
      (action?.workflowType === 'collectGarbage' && scheduleId === GARBAGE_ID) ||
      (action?.workflowType === 'refreshMedia' && scheduleId === MEDIA_ID)
    )
      ids.push(scheduleId);
  return ids;
}

function feedSchedule({
  seller,
  feed,
  folder,
  searchable,
}: {
  seller: string;
  feed: FeedSettings;
  folder: string | null;
  searchable: boolean;
}): ScheduleOptions {
  const meant = folder === null ? {} : { folder };
  const request: FeedRequest = { seller, feed: feed.name, ...meant };
  const cron = feed.schedule ?? DEFAULT_SCHEDULE;
  const jitter = Math.min(MAX_JITTER_MS, intervalMinutes(feed) * 6_000);
  return {
    ...scheduleOptions(feedId(request), cron, jitter),
    action: {
      type: 'startWorkflow',
      workflowType: 'ingestFeed',
      workflowId: feedId(request),
      taskQueue: 'ingest' satisfies TaskQueue,
      args: [request],
      memo: { seller, feed: feed.name, schedule: cron, ...meant },
      ...(searchable && {
        typedSearchAttributes: [
          { key: SEARCH_ATTRIBUTES.seller, value: seller },
          { key: SEARCH_ATTRIBUTES.feed, value: feed.name },
          { key: SEARCH_ATTRIBUTES.outcome, value: 'reading' },
        ],
      }),
    },
  };
}

function garbageSchedule(): ScheduleOptions {
  return {
    ...scheduleOptions(GARBAGE_ID, GARBAGE_SCHEDULE, 0),
    action: {
      type: 'startWorkflow',
      workflowType: 'collectGarbage',
      workflowId: GARBAGE_ID,
      taskQueue: 'publish' satisfies TaskQueue,
      args: [{}],
      memo: { schedule: GARBAGE_SCHEDULE },
    },
  };
}

function mediaSchedule(cron: string, folder: string | null): ScheduleOptions {
  const meant = folder === null ? {} : { folder };
  return {
    ...scheduleOptions(MEDIA_ID, cron, 0),
    action: {
      type: 'startWorkflow',
      workflowType: 'refreshMedia',
      workflowId: MEDIA_ID,
      taskQueue: 'media' satisfies TaskQueue,
      args: [meant satisfies MediaRequest],
      memo: { schedule: cron, ...meant },
    },
  };
}

function scheduleOptions(
  scheduleId: string,
  cron: string,
  jitterMs: number,
): Omit<ScheduleOptions, 'action'> {
  return {
    scheduleId,
    spec: { cronExpressions: [cron], jitter: jitterMs, timezone: 'UTC' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP, pauseOnFailure: false },
  };
}

/** What a schedule was made of: the cron expression, which Temporal keeps only in calendar form, and the data folder. */
function noted(memo: Record<string, unknown> | undefined, what: 'schedule' | 'folder'): string {
  const value = memo?.[what];
  return typeof value === 'string' ? value : '';
}
