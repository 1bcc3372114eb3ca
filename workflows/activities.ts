import type { FeedProfile } from '../pipelines/domain/feed_profile.ts';
import type { MatchDecision } from '../pipelines/domain/match_decision.ts';
import { type Configuration, DEFAULT_MEMORY_LIMIT } from '../pipelines/domain/settings/configuration.ts';
import { inputFeeds, publishersOf, withOffers } from '../pipelines/domain/settings/publisher_settings.ts';
import type { LandOptions } from '../pipelines/feeds/land.ts';
import type { Landed, Progress } from '../pipelines/feeds/landed.ts';
import { landUpdates } from '../pipelines/feeds/landing.ts';
import { stageRun } from '../pipelines/feeds/stage.ts';
import { collectGarbage } from '../pipelines/snapshot/collect_garbage.ts';
import { type PublishSummary, publish } from '../pipelines/snapshot/publish.ts';
import { type EmbedderSettings, openProductEmbedder } from '../warehouse/embedding/open_embedder.ts';
import { noteFailure } from '../warehouse/failed_runs.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import { folderId } from '../warehouse/folder_id.ts';
import { KnownRuns } from '../warehouse/known_runs.ts';
import { currentManifest, currentOrOlderManifest, type Manifest } from '../warehouse/manifest.ts';
import type { Run } from '../warehouse/run.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { type HeldRun, openRun, readHeldRuns, writeHeldRuns } from '../warehouse/runs.ts';
import type { PriceFactorDecision } from '../warehouse/state/price_factors.ts';
import type { RunDecision } from '../warehouse/state/run_decisions.ts';
import type { BlobStore } from '../warehouse/store.ts';
import { feedOptions } from './feed_options.ts';
import type {
  Activities,
  FeedRequest,
  PublicationOutcome,
  PublishRequest,
  RunReference,
  StageOutcome,
  StageRequest,
} from './messages.ts';
import { noteFactors, openFactors } from './price_factors.ts';
import { rereadRuns } from './reread_runs.ts';
import { noteDecisions, openDecisions } from './run_decisions.ts';
import { StagingDatabases } from './staging_databases.ts';
import { WrongFolderError } from './wrong_folder.ts';

/** What people decided about runs, prices of feeds and doubtful matches. */
export interface Decisions {
  /** What they said of runs, the last word of each. */
  runs: () => Promise<readonly RunDecision[]>;
  decide: (decision: RunDecision) => Promise<void>;
  /** What they said of feeds' prices. */
  priceFactors: () => Promise<readonly PriceFactorDecision[]>;
  setPriceFactor: (decision: PriceFactorDecision) => Promise<void>;
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
  /** Takes the events of what was published into the log and holds them against the watches; absent where none are kept. */
  announce?: (() => Promise<unknown>) | undefined;
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
  /** Told after each address of a batch. */
  onMediaProgress?: ((done: number, of: number) => void) | undefined;
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
    refreshMedia: async (request, context) => {
      await rightFolder(deps, request.folder);
      // What reads pictures is loaded where there are pictures to read.
      const [{ refreshMedia }, { mediaOptions }] = await Promise.all([
        import('../pipelines/media/refresh.ts'),
        import('./media_options.ts'),
      ]);
      return refreshMedia({
        ...mediaOptions(configuration),
        folder,
        store,
        now: context.now,
        signal: context.signal,
        onProgress: context.onMediaProgress,
      });
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

async function publishStaged(
  deps: ActivityDeps,
  request: PublishRequest,
  context: ActivityContext,
): Promise<PublicationOutcome> {
  const { configuration, folder, store, decisions, embedder: settings = { provider: 'static' } } = deps;
  const current = await (request.rebuild ? currentOrOlderManifest : currentManifest)(store);
  const manifest = current?.manifest ?? null;
  await findStaged(deps, manifest, request.staged ?? []);
  const { behind } = await noteDecisions(deps, manifest, request, context.now());
  await noteFactors(deps, manifest, request.price_factors ?? [], context.now());
  const reread = await rereadRuns(deps, manifest, context, request.rebuild === true);
  const { isLate, accepted, reject, retract } = await openDecisions(deps, manifest);
  const matchDecisions = await decisions.matches();
  const embedder = openProductEmbedder(settings, folder.vectorCache());
  const summary = await publish({
    folder,
    store,
    now: context.now,
    market: configuration.market,
    sellers: withOffers(configuration.sellers),
    inputs: inputFeeds(publishersOf(configuration)),
    ...(configuration.policies && { policies: configuration.policies }),
    memoryLimit: configuration.memory_limit ?? DEFAULT_MEMORY_LIMIT,
    ...(configuration.threads === undefined ? {} : { threads: configuration.threads }),
    acceptedByHand: new Set(accepted.keys()),
    acceptedBy: accepted,
    reject,
    retract,
    priceFactors: await openFactors(deps),
    matchDecisions,
    trustThreshold: configuration.trust_threshold,
    embedder,
    rebuild: request.rebuild,
    relearn: request.relearn,
    reread,
    backfill: request.backfill === true || isLate,
    signal: context.signal,
    ...(context.onPublishStep === undefined ? {} : { onStep: context.onPublishStep }),
  }).finally(() => embedder[Symbol.dispose]?.());
  await deps.announce?.();
  await writeHeldRuns(store, heldBy(summary, await readHeldRuns(store), context.now()));
  return {
    ...summary,
    accepted: summary.accepted.map((run) => run.run_id),
    suspect: summary.suspect.map(({ run, reason }) => ({ run: reference(run), reason })),
    late: summary.late.map(reference),
    passed: summary.passed.map(({ run, reason }) => ({ run: reference(run), reason })),
    behind,
    warned: summary.warned.map(({ run, symptoms }) => ({
      run: reference(run),
      warnings: symptoms.map(({ message }) => message),
    })),
  };
}

function reference({ run_id, seller, feed, as_of }: Run): RunReference {
  return { run_id, seller, feed, as_of };
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

/** The id of our data folder. Throws WrongFolderError where another one is meant. */
async function rightFolder({ folder, store }: ActivityDeps, meant: string | undefined): Promise<string> {
  const ours = await folderId(store);
  if (meant !== undefined && meant !== ours)
    throw new WrongFolderError(`the data folder ${meant} is meant`, `${folder.root} (${ours})`);
  return ours;
}

/** Throws WrongFolderError unless every run that was staged for this publication is here. */
async function findStaged(
  deps: ActivityDeps,
  manifest: Manifest | null,
  staged: NonNullable<PublishRequest['staged']>,
): Promise<void> {
  const asked = new Set<string>();
  for (const { folder, runs } of staged) {
    await rightFolder(deps, folder);
    for (const run of runs) asked.add(run);
  }
  const { store, folder } = deps;
  for (const id of asked) if (await openRun(store, id)) asked.delete(id);
  const missing = await new RunLog(store, manifest).without(asked);
  const [first] = missing;
  if (first !== undefined)
    throw new WrongFolderError(
      `${missing.size === 1 ? `the run ${first} was` : `${missing.size} runs (${first} …) were`} staged for this publication and cannot be found`,
      folder.root,
    );
}

/** Does a step of reading a feed; what comes of it when it fails is written down. */
async function noted<Answer>(
  { store }: ActivityDeps,
  {
    step,
    request,
    context,
  }: { step: 'land' | 'stage'; request: FeedRequest | StageRequest; context: ActivityContext },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const started = performance.now();
  try {
    return await work();
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

/** A run found suspect once stays so: when later runs are live it is late as well, but the person must still judge it. */
function heldBy({ suspect, late }: PublishSummary, earlier: readonly HeldRun[], now: Date): HeldRun[] {
  const held = [
    ...suspect.map(
      ({ run, reason, symptoms }): HeldRun => ({
        run_id: run.run_id,
        why: 'suspect',
        reason,
        symptoms,
      }),
    ),
    ...late.map(
      (run): HeldRun =>
        earlier.find((one) => one.run_id === run.run_id && one.why === 'suspect') ?? {
          run_id: run.run_id,
          why: 'late',
          reason: 'its feed already has a later observation; `commerce-index ingest --backfill` takes it in',
        },
    ),
  ];
  return held.map((run) => {
    const before = earlier.find((one) => one.run_id === run.run_id && one.reason === run.reason);
    return { ...run, at: run.at ?? before?.at ?? now.toISOString() };
  });
}
