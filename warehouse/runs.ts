import type { Symptom } from '../pipelines/domain/symptom.ts';
import { readOrSetAside } from './damage.ts';
import { byAsOf, type ClosedRun, type Run } from './run.ts';
import type { RunLog } from './run_log.ts';
import type { BlobStore } from './store.ts';

/**
 * The runs that wait: `runs/<run_id>.json` is there from when a run is staged until a snapshot's log holds it. So there
 * are few of them, however many were read before.
 */
const FOLDER = 'runs';
const KEY = /^runs\/(run_[0-9a-f]+)\.json$/;
/** Records read at once. */
const AT_ONCE = 64;

function keyOf(runId: string): string {
  return `${FOLDER}/${runId}.json`;
}

/** The record of a run that waits, or null. A damaged one is set aside: the observation will be read again. */
export async function openRun(store: BlobStore, runId: string): Promise<Run | null> {
  return /^run_[0-9a-f]+$/.test(runId) ? readOrSetAside<Run>(store, keyOf(runId)) : null;
}

/** Notes that a run waits. The last thing that staging does: a run is there wholly or not at all. */
export async function writeRun(store: BlobStore, run: Run): Promise<void> {
  await store.writeText(keyOf(run.run_id), `${JSON.stringify(run, null, 2)}\n`);
}

/** Every run record there is, oldest first; what the log knows by name is not read. Damaged ones are set aside. */
export async function openRuns(store: BlobStore, log: RunLog): Promise<Run[]> {
  const ids = (await store.list(FOLDER)).flatMap((key) => KEY.exec(key)?.[1] ?? []);
  const unknown = ids.filter((id) => !log.knows(id));
  const runs: Run[] = [];
  for (let start = 0; start < unknown.length; start += AT_ONCE) {
    const records = unknown.slice(start, start + AT_ONCE).map((id) => openRun(store, id));
    runs.push(...(await Promise.all(records)).filter((run) => run !== null));
  }
  return runs.sort(byAsOf);
}

/** What the records of `runs/` are, oldest first. */
export interface SortedRuns {
  /** Not in the log. */
  pending: Run[];
  /** In the log and staged again since. */
  again: Run[];
  /** In the log as they are: what a process that was killed did not remove. */
  done: Run[];
}

/** A run that was closed, and that a person took up again since. */
function isReopened(run: Run, { outcome }: ClosedRun): boolean {
  return run.reopened_at !== undefined && run.reopened_at > outcome.at;
}

export async function sortedRuns(store: BlobStore, log: RunLog): Promise<SortedRuns> {
  const sorted: SortedRuns = { pending: [], again: [], done: [] };
  for (const run of await openRuns(store, log)) {
    const logged = await log.find(run);
    if (!logged || isReopened(run, logged)) sorted.pending.push(run);
    else sorted[logged.staged_at < run.staged_at ? 'again' : 'done'].push(run);
  }
  return sorted;
}

/** Staged runs that the log does not hold, oldest first within each feed. */
export async function pendingRuns(store: BlobStore, log: RunLog): Promise<Run[]> {
  return (await sortedRuns(store, log)).pending;
}

/**
 * Removes the records of runs that the log holds as they are. One that was staged again since stays until the log has
 * that too.
 */
export async function dropLoggedRuns(store: BlobStore, log: RunLog): Promise<void> {
  for (const run of (await sortedRuns(store, log)).done) await store.delete(keyOf(run.run_id));
}

/** A staged run that the last publication left out, and why. */
export interface HeldRun {
  run_id: string;
  why: 'suspect' | 'late';
  reason: string;
  /** In what it strayed from its feed. Absent in records from before it was kept. */
  symptoms?: Symptom[];
  /** ISO 8601: when it was first left out for this reason. Absent in records from before it was kept. */
  at?: string;
}

const HELD = 'held.json';

/** What the last publication left out. Derived: where it is missing or damaged, the next publication says it anew. */
export async function readHeldRuns(store: BlobStore): Promise<HeldRun[]> {
  return (await readOrSetAside<HeldRun[]>(store, HELD)) ?? [];
}

export async function writeHeldRuns(store: BlobStore, held: readonly HeldRun[]): Promise<void> {
  await store.writeText(HELD, `${JSON.stringify(held, null, 1)}\n`);
}
