import { type Configuration, DEFAULT_MEMORY_LIMIT } from '../pipelines/domain/configuration.ts';
import type { FeedProfile } from '../pipelines/domain/feed_profile.ts';
import type { MatchDecision } from '../pipelines/domain/match_decision.ts';
import type { LandOptions } from '../pipelines/feeds/land.ts';
import type { Landed, Progress } from '../pipelines/feeds/landed.ts';
import { landUpdates } from '../pipelines/feeds/landing.ts';
import { stageRun } from '../pipelines/feeds/stage.ts';
import { collectGarbage } from '../pipelines/snapshot/collect_garbage.ts';
import { type PublishSummary, publish } from '../pipelines/snapshot/publish.ts';
import { type EmbedderSettings, openProductEmbedder } from '../warehouse/embedding/open_embedder.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import { currentManifest, currentOrOlderManifest, type Manifest } from '../warehouse/manifest.ts';
import type { Run } from '../warehouse/run.ts';
import { type HeldRun, readHeldRuns, readRun, runFiles, runsOf, writeHeldRuns } from '../warehouse/runs.ts';
import type { BlobStore } from '../warehouse/store.ts';
import { feedOptions } from './feed_options.ts';
import type {
  Activities,
  FeedRequest,
  PublicationOutcome,
  PublishRequest,
  RunReference,
  StageOutcome,
} from './messages.ts';
import { rereadRuns } from './reread_runs.ts';
import { StagingDatabases } from './staging_databases.ts';

/** What people decided about suspect runs and doubtful matches. */
export interface Decisions {
  accepted: () => Promise<ReadonlySet<string>>;
  accept: (runId: string, by: string) => Promise<void>;
  /** What they said of pairs of listings, the newest of each pair. */
  matches: () => Promise<readonly MatchDecision[]>;
}

export interface ActivityDeps {
  configuration: Configuration;
  folder: DataFolder;
  store: BlobStore;
  decisions: Decisions;
  /** What makes the products' vectors; default the word table that comes with the project. */
  embedder?: EmbedderSettings | undefined;
  /** Feeds staged at the same time. */
  parallel: number;
}

/** What an activity is told of the moment it runs in. */
export interface ActivityContext {
  /** The moment the work counts as done at: observation time of what tells none. */
  now: () => Date;
  signal?: AbortSignal | undefined;
  onFeedProgress?: ((request: FeedRequest, progress: Progress) => void) | undefined;
  onPublishStep?: ((step: string, done: number, of: number) => void) | undefined;
}

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
    stage: (request, context) =>
      databases.lend(async (database) =>
        stageOutcome(
          await stageRun({
            ...feedOptions(configuration, request, context),
            folder,
            database,
            landed: request.landed,
            profile: await feedProfile(store, request),
          }),
        ),
      ),
    publish: (request, context) => publishStaged(deps, request, context),
    collectGarbage: (request, { now }) =>
      collectGarbage({
        folder,
        store,
        now,
        keepSnapshots: request.keep_snapshots,
        keepHours: request.keep_hours,
        dryRun: request.dry_run,
      }),
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

async function publishStaged(
  deps: ActivityDeps,
  { accept = [], ...request }: PublishRequest,
  context: ActivityContext,
): Promise<PublicationOutcome> {
  const { configuration, folder, store, decisions, embedder: settings = { provider: 'static' } } = deps;
  const current = await (request.rebuild ? currentOrOlderManifest : currentManifest)(store);
  const manifest = current?.manifest ?? null;
  let isLate = false;
  for (const { run_id, by } of accept) isLate = (await acceptRun(deps, manifest, run_id, by)) || isLate;
  const reread = await rereadRuns(deps, manifest, context, request.rebuild === true);
  const [acceptedByHand, matchDecisions] = [await decisions.accepted(), await decisions.matches()];
  const embedder = openProductEmbedder(settings, folder.vectorCache());
  const summary = await publish({
    folder,
    store,
    now: context.now,
    market: configuration.market,
    sellers: configuration.sellers,
    memoryLimit: configuration.memory_limit ?? DEFAULT_MEMORY_LIMIT,
    ...(configuration.threads === undefined ? {} : { threads: configuration.threads }),
    acceptedByHand,
    matchDecisions,
    trustThreshold: configuration.trust_threshold,
    embedder,
    ...request,
    reread,
    backfill: request.backfill === true || isLate,
    signal: context.signal,
    ...(context.onPublishStep === undefined ? {} : { onStep: context.onPublishStep }),
  }).finally(() => embedder[Symbol.dispose]?.());
  await writeHeldRuns(folder, heldBy(summary, await readHeldRuns(folder)));
  return {
    ...summary,
    accepted: summary.accepted.map((run) => run.run_id),
    suspect: summary.suspect.map(({ run, reason }) => ({ run: reference(run), reason })),
    late: summary.late.map(reference),
  };
}

function reference({ run_id, seller, feed, as_of }: Run): RunReference {
  return { run_id, seller, feed, as_of };
}

/** Notes that a person lets a run pass. True when later runs of its feed are live, so that its series is rebuilt. */
async function acceptRun(
  { folder, decisions }: ActivityDeps,
  manifest: Manifest | null,
  runId: string,
  by: string,
) {
  const name = (await runFiles(folder)).find((file) => file === `${runId}.json`);
  if (name === undefined) throw new Error(`there is no run ${runId}; \`runs\` shows them`);
  const run = await readRun(folder, name);
  if (manifest?.runs.some((one) => one.run_id === runId))
    throw new Error(`the run ${runId} is published already`);
  await decisions.accept(runId, by);
  const live = manifest?.feeds.find((feed) => feed.seller === run.seller && feed.feed === run.feed)?.current;
  return live !== null && live !== undefined && run.as_of <= live.as_of;
}

async function land(deps: ActivityDeps, request: FeedRequest, context: ActivityContext): Promise<Landed[]> {
  const options: LandOptions = {
    ...feedOptions(deps.configuration, request, context),
    folder: deps.folder,
    asOf: request.as_of,
    fetchedAt: context.now().toISOString(),
  };
  return landUpdates(options, await runsOf(deps.folder, request), request.all === true);
}

/** A run found suspect once stays so: when later runs are live it is late as well, but the person must still judge it. */
function heldBy({ suspect, late }: PublishSummary, earlier: readonly HeldRun[]): HeldRun[] {
  return [
    ...suspect.map(({ run, reason }): HeldRun => ({ run_id: run.run_id, why: 'suspect', reason })),
    ...late.map(
      (run): HeldRun =>
        earlier.find((one) => one.run_id === run.run_id && one.why === 'suspect') ?? {
          run_id: run.run_id,
          why: 'late',
          reason: 'its feed already has a later observation; `commerce-index ingest --backfill` takes it in',
        },
    ),
  ];
}
