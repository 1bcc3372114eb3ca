import { DEFAULT_MEMORY_LIMIT } from '../pipelines/domain/settings/configuration.ts';
import { inputFeeds, publishersOf, withOffers } from '../pipelines/domain/settings/publisher_settings.ts';
import { type PublishSummary, publish } from '../pipelines/snapshot/publish.ts';
import { openProductEmbedder } from '../warehouse/embedding/open_embedder.ts';
import { currentManifest, currentOrOlderManifest, type Manifest } from '../warehouse/manifest.ts';
import type { Run } from '../warehouse/run.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { type HeldRun, openRun, readHeldRuns, writeHeldRuns } from '../warehouse/runs.ts';
import type { ActivityContext, ActivityDeps } from './activity_deps.ts';
import type { PublicationOutcome, PublishRequest, RunReference } from './messages.ts';
import { noteFactors, openFactors } from './price_factors.ts';
import { rereadRuns } from './reread_runs.ts';
import { noteDecisions, openDecisions } from './run_decisions.ts';
import { rightFolder, WrongFolderError } from './wrong_folder.ts';

/** Publishes what was staged, by what people said of runs, prices and matches. */
export async function publishStaged(
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
