import { rm } from 'node:fs/promises';
import { DEFAULT_MEMORY_LIMIT } from '../pipelines/domain/settings/configuration.ts';
import { publishersOf } from '../pipelines/domain/settings/publisher_settings.ts';
import { type Reread, rereadRun } from '../pipelines/feeds/reread.ts';
import { STAGING_VERSION } from '../pipelines/feeds/stage.ts';
import { Database } from '../warehouse/database.ts';
import { type Manifest, ownRun } from '../warehouse/manifest.ts';
import type { Run } from '../warehouse/run.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { pendingRuns } from '../warehouse/runs.ts';
import type { ActivityContext, ActivityDeps } from './activity_deps.ts';
import { feedOptions } from './feed_options.ts';

/**
 * Stages again what an earlier version of staging has read: the runs that wait, and for a rebuild those that are live
 * too. By run id; a run that cannot be read anew is left out and stays as it is.
 */
export async function rereadRuns(
  deps: ActivityDeps,
  manifest: Manifest | null,
  context: ActivityContext,
  rebuild: boolean,
): Promise<Map<string, Reread>> {
  const { configuration, folder, store } = deps;
  const runs = await olderRuns(deps, manifest, rebuild);
  const reread = new Map<string, Reread>();
  if (runs.length === 0) return reread;
  const spill = folder.ownScratch('reread');
  await using database = await Database.open({
    memoryLimit: configuration.memory_limit ?? DEFAULT_MEMORY_LIMIT,
    ...(configuration.threads !== undefined && { threads: configuration.threads }),
    spill,
  });
  try {
    for (const [done, run] of runs.entries()) {
      context.onPublishStep?.('read anew', done, runs.length);
      const options = feedOptions(configuration, run, { signal: context.signal });
      const found = await rereadRun({ ...options, folder, store, database, run });
      if (found) reread.set(run.run_id, found);
    }
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
  return reread;
}

/** Runs of configured feeds that another version of staging has read. */
async function olderRuns(
  { configuration, store }: ActivityDeps,
  manifest: Manifest | null,
  rebuild: boolean,
): Promise<Run[]> {
  const log = new RunLog(store, manifest);
  const runs = (await pendingRuns(store, log)).filter(
    ({ staging, kind }) => kind === undefined && staging !== STAGING_VERSION,
  );
  for (const { seller, feed, current } of rebuild ? (manifest?.feeds ?? []) : []) {
    if (!current || current.staging === STAGING_VERSION) continue;
    const live = await log.find({ seller, feed, ...ownRun(current) });
    if (live) runs.push(live);
  }
  return runs.filter(({ seller, feed }) =>
    publishersOf(configuration).some(
      ({ id, feeds }) => id === seller && feeds.some(({ name }) => name === feed),
    ),
  );
}
