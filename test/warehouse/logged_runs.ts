import type { Manifest } from '../../warehouse/manifest.ts';
import { type ClosedRun, isStaged, type LoggedRun } from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import type { BlobStore } from '../../warehouse/store.ts';

/** What the log of a snapshot holds, oldest first. */
export async function loggedRuns(
  store: BlobStore,
  manifest: Pick<Manifest, 'run_log' | 'runs'>,
): Promise<LoggedRun[]> {
  const runs: LoggedRun[] = [];
  for await (const run of new RunLog(store, manifest).newestFirst()) runs.unshift(run);
  return runs;
}

/** The published runs among them. */
export async function publishedRuns(
  store: BlobStore,
  manifest: Pick<Manifest, 'run_log' | 'runs'>,
): Promise<ClosedRun[]> {
  const staged = (await loggedRuns(store, manifest)).filter((run) => isStaged(run));
  return staged.filter((run) => run.outcome.state === 'accepted');
}
