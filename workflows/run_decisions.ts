import { existsSync } from 'node:fs';
import type { DataFolder } from '../warehouse/folder.ts';
import { type Manifest, ownRun } from '../warehouse/manifest.ts';
import { type ClosedRun, isStaged, type Run } from '../warehouse/run.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { openRun, pendingRuns, writeRun } from '../warehouse/runs.ts';
import type { RunDecision, RunVerdict } from '../warehouse/state/run_decisions.ts';
import type { BlobStore } from '../warehouse/store.ts';
import type { PublishRequest } from './messages.ts';

/** What people say of runs: noted in the state first, so that it outlives whatever happens to the publication. */

interface DecisionDeps {
  folder: DataFolder;
  store: BlobStore;
  decisions: {
    runs: () => Promise<readonly RunDecision[]>;
    decide: (decision: RunDecision) => Promise<void>;
  };
}

/** What a publication is to do about runs that people decided on. */
export interface DecidedRuns {
  /** Later runs of an accepted one's feed are live, so that its series is to be rebuilt. */
  isLate: boolean;
  /** Who let them pass, by run. */
  accepted: ReadonlyMap<string, string>;
  reject: { run_id: string; by: string; reason: string | null }[];
  retract: RetractedRun[];
}

/** A published run that is to be taken back. */
export interface RetractedRun {
  run: ClosedRun;
  by: string;
  reason: string | null;
  /** ISO 8601. */
  at: string;
}

/** What noting a request's decisions came to. */
export interface NotedDecisions {
  /** By accepted run, how many runs of its feed wait behind it. */
  behind: { run_id: string; runs: number }[];
}

/** Notes what the request says of runs. Throws a plain message for a run that it cannot be said of. */
export async function noteDecisions(
  deps: DecisionDeps,
  manifest: Manifest | null,
  { accept = [], reject = [], retract = [] }: PublishRequest,
  now: Date,
): Promise<NotedDecisions> {
  const noted: NotedDecisions = { behind: [] };
  const note = (run: Run, decision: RunVerdict, by: string, reason: string | null) =>
    deps.decisions.decide({
      run_id: run.run_id,
      decision,
      decided_by: by,
      decided_at: now.toISOString(),
      reason,
      seller: run.seller,
      feed: run.feed,
      as_of: run.as_of,
    });
  for (const { run_id, by, reason } of reject)
    await note(await waitingRun(deps, manifest, run_id), 'rejected', by, reason);
  for (const { run_id, by, reason } of retract)
    await note(await publishedRun(deps, manifest, run_id), 'retracted', by, reason);
  for (const { run_id, by, all = false } of accept) {
    const run = await acceptableRun(deps, manifest, run_id);
    const behind = await waitingBehind(deps, manifest, run);
    for (const one of all ? [run, ...behind] : [run]) await note(one, 'accepted', by, null);
    noted.behind.push({ run_id, runs: all ? 0 : behind.length });
  }
  return noted;
}

/** What the noted decisions ask of the next publication. */
export async function openDecisions(deps: DecisionDeps, manifest: Manifest | null): Promise<DecidedRuns> {
  const { store, decisions } = deps;
  const log = new RunLog(store, manifest);
  const accepted = new Map<string, string>();
  const decided: DecidedRuns = { isLate: false, accepted, reject: [], retract: [] };
  for (const {
    run_id,
    decision,
    decided_by: by,
    decided_at: at,
    reason,
    ...name
  } of await decisions.runs()) {
    const { seller, feed, as_of } = name;
    const logged = seller && feed && as_of ? await log.find({ run_id, seller, feed, as_of }) : null;
    if (decision === 'accepted') {
      accepted.set(run_id, by);
      if (logged) await reopen(deps, logged, at);
      const waiting = logged?.outcome.state === 'accepted' ? null : await openRun(store, run_id);
      if (waiting && isLate(manifest, waiting)) decided.isLate = true;
    }
    if (decision === 'rejected' && (await openRun(store, run_id)))
      decided.reject.push({ run_id, by, reason });
    if (decision === 'retracted' && logged?.outcome.state === 'accepted')
      decided.retract.push({ run: logged, by, reason, at });
  }
  return decided;
}

function isLate(manifest: Manifest | null, run: Run): boolean {
  const { feeds = [], inputs = [] } = manifest ?? {};
  const live = [...feeds, ...inputs].find(
    (feed) => feed.seller === run.seller && feed.feed === run.feed,
  )?.current;
  return live !== null && live !== undefined && run.as_of <= ownRun(live).as_of;
}

/** Runs of the same feed that wait and were observed later. */
async function waitingBehind({ store }: DecisionDeps, manifest: Manifest | null, run: Run): Promise<Run[]> {
  const waiting = await pendingRuns(store, new RunLog(store, manifest));
  return waiting.filter(
    ({ seller, feed, as_of }) => seller === run.seller && feed === run.feed && as_of > run.as_of,
  );
}

/** A run that waits, or one that was closed by the program or taken back and whose rows are still there: it waits again. */
async function acceptableRun(deps: DecisionDeps, manifest: Manifest | null, runId: string): Promise<Run> {
  const logged = await loggedRun(deps, manifest, runId);
  if (!logged || !canReopen(logged)) return waitingRun(deps, manifest, runId);
  if (!existsSync(deps.folder.stagedRows(logged.stage_id)))
    throw new Error(
      `the run ${runId} was ${logged.outcome.state} and its rows have been collected; read its file again with \`ingest\``,
    );
  return logged;
}

/** True of a run that was closed while nobody had turned it down, or that was taken back. */
function canReopen({ outcome }: ClosedRun): boolean {
  return outcome.state === 'passed' || outcome.state === 'retracted';
}

/** Lets a closed run wait again because a person has accepted it since, whose rows are still there. */
async function reopen({ store, folder }: DecisionDeps, logged: ClosedRun, at: string): Promise<boolean> {
  if (!canReopen(logged) || at <= logged.outcome.at) return false;
  if (!existsSync(folder.stagedRows(logged.stage_id))) return false;
  const { outcome: _, symptoms: __, measures: ___, ...run } = logged;
  await writeRun(store, { ...run, reopened_at: at });
  return true;
}

async function loggedRun(
  { store }: DecisionDeps,
  manifest: Manifest | null,
  runId: string,
): Promise<ClosedRun | null> {
  const log = new RunLog(store, manifest);
  const open = await openRun(store, runId);
  const logged = open ? await log.find(open) : await log.byId(runId);
  return logged && isStaged(logged) ? logged : null;
}

/** A published run. Throws a plain message for any other. */
async function publishedRun(deps: DecisionDeps, manifest: Manifest | null, runId: string): Promise<Run> {
  const logged = await loggedRun(deps, manifest, runId);
  if (logged?.kind !== undefined)
    throw new Error(
      `the run ${runId} is of ${logged.kind}; only runs of offers can be retracted, a corrected file of the same rows replaces it`,
    );
  if (logged?.outcome.state === 'accepted') return logged;
  if (logged)
    throw new Error(`the run ${runId} was ${logged.outcome.state}; only a published one can be retracted`);
  if (await openRun(deps.store, runId))
    throw new Error(`the run ${runId} waits and is not published; \`runs reject ${runId}\` turns it down`);
  throw new Error(`there is no run ${runId}; \`runs\` shows them`);
}

/** A run that waits for publication. Throws a plain message for one that does not, or that there is not. */
async function waitingRun({ store }: DecisionDeps, manifest: Manifest | null, runId: string): Promise<Run> {
  const log = new RunLog(store, manifest);
  const run = await openRun(store, runId);
  const logged = run ? await log.find(run) : await log.byId(runId);
  if (run?.reopened_at !== undefined && logged && run.reopened_at > logged.outcome.at) return run;
  if (logged?.outcome.state === 'accepted') throw new Error(`the run ${runId} is published already`);
  if (logged) {
    const { state, by, at } = logged.outcome;
    throw new Error(`the run ${runId} was ${state} (${by}, ${at}); it is not taken any more`);
  }
  if (!run) throw new Error(`there is no run ${runId}; \`runs\` shows them`);
  return run;
}
