import type { FeedProfile } from '../pipelines/domain/feed_profile.ts';
import { DEFAULT_MEMORY_LIMIT } from '../pipelines/domain/settings/configuration.ts';
import type { LandOptions } from '../pipelines/feeds/land.ts';
import type { Landed } from '../pipelines/feeds/landed.ts';
import { landUpdates } from '../pipelines/feeds/landing.ts';
import { stageRun } from '../pipelines/feeds/stage.ts';
import { collectGarbage } from '../pipelines/snapshot/collect_garbage.ts';
import { noteFailure } from '../warehouse/failed_runs.ts';
import { tellingFullDisk } from '../warehouse/full_disk.ts';
import { KnownRuns } from '../warehouse/known_runs.ts';
import { currentOrOlderManifest } from '../warehouse/manifest.ts';
import type { Run } from '../warehouse/run.ts';
import type { BlobStore } from '../warehouse/store.ts';
import type { ActivityContext, ActivityDeps } from './activity_deps.ts';
import { feedOptions } from './feed_options.ts';
import type { Activities, FeedRequest, StageOutcome, StageRequest } from './messages.ts';
import { publishStaged } from './publication.ts';
import { StagingDatabases } from './staging_databases.ts';
import { rightFolder } from './wrong_folder.ts';

type InContext<Work> = Work extends (request: infer Request) => infer Answer
  ? (request: Request, context: ActivityContext) => Answer
  : never;

/** The activities that need the warehouse; asking for publication is the engine's own affair. */
export type WarehouseActivities = {
  [Name in Exclude<keyof Activities, 'requestPublication'>]: InContext<Activities[Name]>;
} & AsyncDisposable;

/** The real activities; dispose to close their databases, which are opened again when needed. */
export function createActivities(deps: ActivityDeps): WarehouseActivities {
  const { configuration, folder, store } = deps;
  const databases = new StagingDatabases({
    folder,
    memoryLimit: configuration.memory_limit ?? DEFAULT_MEMORY_LIMIT,
    threads: configuration.threads,
    parallel: deps.parallel,
  });
  return {
    land: (request, context) => land(deps, request, context),
    stage: async (request, context) => {
      const id = await rightFolder(deps, request.landed.folder ?? request.folder);
      const runs = await noted(deps, { step: 'stage', request, context }, () =>
        databases.lend(async (database) =>
          stageRun({
            ...feedOptions(configuration, request, context),
            folder,
            store,
            database,
            landed: request.landed,
            profile: await feedProfile(store, request),
          }),
        ),
      );
      return { ...stageOutcome(runs), folder: id };
    },
    publish: (request, context) => tellingFullDisk(folder.root, () => publishStaged(deps, request, context)),
    collectGarbage: (request, { now }) =>
      collectGarbage({
        folder,
        store,
        now,
        keepSnapshots: request.keep_snapshots,
        keepHours: request.keep_hours,
        dryRun: request.dry_run,
      }),
    refreshMedia: async (request, context) => {
      await rightFolder(deps, request.folder);
      // What reads pictures is loaded where there are pictures to read.
      const [{ refreshMedia }, { mediaOptions }] = await Promise.all([
        import('../pipelines/media/refresh.ts'),
        import('./media_options.ts'),
      ]);
      return tellingFullDisk(folder.root, () =>
        refreshMedia({
          ...mediaOptions(configuration),
          folder,
          store,
          now: context.now,
          signal: context.signal,
          onProgress: context.onMediaProgress,
        }),
      );
    },
    [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
  };
}

/** How a feed's files were written so far, as the published snapshot says. */
async function feedProfile(store: BlobStore, request: FeedRequest): Promise<FeedProfile | undefined> {
  const current = await currentOrOlderManifest(store);
  return current?.manifest.feeds.find(
    ({ seller, feed }) => seller === request.seller && feed === request.feed,
  )?.profile;
}

function stageOutcome(runs: readonly Run[]): StageOutcome {
  const sum = (value: (run: Run) => number) => runs.reduce((total, run) => total + value(run), 0);
  return {
    runs: runs.map((run) => run.run_id),
    rows: {
      read: sum((run) => run.rows_read),
      accepted: sum((run) => run.accepted),
      rejected: sum((run) => run.rejected),
      rejected_by: tally(runs, 'rejected_by'),
      notes_by: tally(runs, 'notes_by'),
    },
  };
}

/** Adds up a tally of all runs. A file with several observation times stages them all, so its runs add up too. */
function tally(runs: readonly Run[], field: 'rejected_by' | 'notes_by'): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const run of runs)
    for (const [code, rows] of Object.entries(run[field])) counts[code] = (counts[code] ?? 0) + rows;
  return counts;
}

async function land(deps: ActivityDeps, request: FeedRequest, context: ActivityContext): Promise<Landed[]> {
  const options: LandOptions = {
    ...feedOptions(deps.configuration, request, context),
    folder: deps.folder,
    asOf: request.as_of,
    fetchedAt: context.now().toISOString(),
  };
  const id = await rightFolder(deps, request.folder);
  const landed = await noted(deps, { step: 'land', request, context }, async () =>
    landUpdates(options, await (await KnownRuns.open(deps.store)).of(request), request.all === true),
  );
  return landed.map((one) => ({ ...one, folder: id }));
}

/** Does a step of reading a feed; what comes of it when it fails is written down. */
async function noted<Answer>(
  { store, folder }: ActivityDeps,
  {
    step,
    request,
    context,
  }: { step: 'land' | 'stage'; request: FeedRequest | StageRequest; context: ActivityContext },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const started = performance.now();
  try {
    return await tellingFullDisk(folder.root, work);
  } catch (error) {
    if (!context.signal?.aborted)
      await noteFailure(store, {
        seller: request.seller,
        feed: request.feed,
        reason: error instanceof Error ? error.message : String(error),
        source:
          'landed' in request ? { name: request.landed.files.map((file) => file.name).join(', ') } : null,
        at: context.now().toISOString(),
        seconds: { [step]: (performance.now() - started) / 1000 },
      });
    throw error;
  }
}
