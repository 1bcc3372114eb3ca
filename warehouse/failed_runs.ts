import { createHash } from 'node:crypto';
import { readOrSetAside } from './damage.ts';
import { type FailedRun, type FeedName, THE_PROGRAM } from './run.ts';
import type { BlobStore } from './store.ts';

/** `failed/<seller>/<feed>/<time>.json`: what could not be read since the last publication, which takes it into the log. */
const FOLDER = 'failed';
/** Tries of one failure so shortly after one another are one record: the retries of a policy lie within it. */
export const ONE_FAILURE_MS = 10 * 60_000;
/** While nothing is published nothing goes into the log; then so many of a feed are enough. */
export const FAILURES_KEPT = 100;

/** A try that came to nothing. */
export interface Failure extends FeedName {
  reason: string;
  source: { name: string } | null;
  /** ISO 8601. */
  at: string;
  seconds: FailedRun['seconds'];
}

/** The record of a failure: that of the try before, counted up, or a new one. */
function failedRun(before: FailedRun | null, failure: Failure): FailedRun {
  const { seller, feed, reason, source, at, seconds } = failure;
  const outcome = { state: 'failed', reason, by: THE_PROGRAM, at } as const;
  if (before && isSameFailure(before, failure))
    return {
      ...before,
      tries: before.tries + 1,
      outcome,
      seconds: {
        ...before.seconds,
        ...Object.fromEntries(
          (['land', 'stage'] as const)
            .filter((step) => seconds[step] !== undefined)
            .map((step) => [step, (before.seconds[step] ?? 0) + (seconds[step] ?? 0)]),
        ),
      },
    };
  const digits = createHash('sha256').update(JSON.stringify([seller, feed, 'failed', at, source?.name]));
  const run_id = `run_${digits.digest('hex').slice(0, 20)}`;
  return { run_id, seller, feed, as_of: at, source, tries: 1, outcome, seconds };
}

function isSameFailure(before: FailedRun, { reason, source, at }: Failure): boolean {
  return (
    before.outcome.reason === reason &&
    before.source?.name === source?.name &&
    Date.parse(at) - Date.parse(before.as_of) < ONE_FAILURE_MS
  );
}

/** Writes down that a feed could not be read. */
export async function noteFailure(store: BlobStore, failure: Failure): Promise<void> {
  const keys = await store.list(`${FOLDER}/${failure.seller}/${failure.feed}`);
  const newest = keys.at(-1);
  const before = newest === undefined ? null : await readOrSetAside<FailedRun>(store, newest);
  const run = failedRun(before, failure);
  await store.writeText(keyOf(run), `${JSON.stringify(run, null, 1)}\n`);
}

function keyOf({ seller, feed, as_of, run_id }: FailedRun): string {
  return `${FOLDER}/${seller}/${feed}/${as_of.replaceAll(/[-:.]/g, '')}-${run_id}.json`;
}

/** What failed and is in no log yet, by key. */
export async function openFailures(store: BlobStore): Promise<Map<string, FailedRun>> {
  const failures = new Map<string, FailedRun>();
  for (const key of await store.list(FOLDER)) {
    const run = key.endsWith('.json') ? await readOrSetAside<FailedRun>(store, key) : null;
    if (run) failures.set(key, run);
  }
  return failures;
}

/** Keys of the failures past the newest of each feed. */
export async function surplusFailures(store: BlobStore): Promise<string[]> {
  const keys = await store.list(FOLDER);
  const feeds = Map.groupBy(keys, (key) => key.slice(0, key.lastIndexOf('/')));
  return [...feeds.values()].flatMap((mine) => mine.toSorted().slice(0, -FAILURES_KEPT));
}
