import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Cron } from 'croner';
import type { FeedRuns } from '../../warehouse/known_runs.ts';
import type { FeedSettings } from '../domain/settings/feed_settings.ts';
import { DEFAULT_SCHEDULE } from '../history/series.ts';
import { localPaths } from './land.ts';
import { asOfColumn, asOfFromName } from './observed.ts';

/** Local files that together are one observation not staged yet; `as_of` null when the file's rows say it. */
export interface Observation {
  as_of: string | null;
  paths: string[];
}

/** A feed that is read from this machine and says itself when its offers stood so: each new file is a run. */
export function isDated(feed: FeedSettings): boolean {
  return feed.as_of !== undefined && !isRemote(feed);
}

export function isRemote(feed: FeedSettings): boolean {
  return /^https?:\/\//i.test(feed.url);
}

/**
 * Whether a feed should be read now; `runs` are this feed's. A dated local feed is due when a file is
 * not staged yet, whatever the schedule; any other when it was last read before its schedule last came round.
 */
export async function isDue(feed: FeedSettings, runs: FeedRuns, now: Date): Promise<boolean> {
  if (runs.latest.length === 0) return true;
  if (isDated(feed)) return (await newObservations(feed, runs)).length > 0;
  // A timer may fire at the very millisecond or one early; the second that begins counts as come.
  const soon = new Date(now.getTime() + 1000);
  const cron = new Cron(feed.schedule ?? DEFAULT_SCHEDULE, { timezone: 'UTC', paused: true });
  const [last] = cron.previousRuns(1, soon);
  return last === undefined || runs.latest.every((run) => Date.parse(run.staged_at) < last.getTime());
}

/**
 * The observations of a dated local feed that no run holds, oldest first. A file counts as known by its
 * observation time, size and age, so that nothing is read to find out. Throws FeedError `as_of_invalid`.
 */
export async function newObservations(feed: FeedSettings, runs: FeedRuns): Promise<Observation[]> {
  const groups = new Map<string | null, string[]>();
  const pattern = feed.as_of ?? '';
  for (const path of await localPaths(feed.url)) {
    const asOf = asOfColumn(pattern) === null ? asOfFromName(basename(path), pattern) : null;
    groups.set(asOf, [...(groups.get(asOf) ?? []), path]);
  }
  const observations: Observation[] = [];
  for (const [as_of, paths] of [...groups].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))) {
    const files = await Promise.all(paths.map((path) => stat(path)));
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const changed = Math.max(...files.map((file) => file.mtimeMs));
    const mine = as_of === null ? runs.latest : await runs.at(as_of);
    const known = mine.some((run) => run.source.bytes === bytes && changed <= Date.parse(run.staged_at));
    if (!known) observations.push({ as_of, paths });
  }
  return observations;
}
