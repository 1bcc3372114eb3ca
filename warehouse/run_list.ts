import type { RunMeasures } from '../pipelines/domain/run_measures.ts';
import type { Symptom } from '../pipelines/domain/symptom.ts';
import { openFailures } from './failed_runs.ts';
import { KnownRuns } from './known_runs.ts';
import {
  byAsOf,
  type FailedRun,
  type FeedName,
  isStaged,
  type LoggedRun,
  type Run,
  THE_PROGRAM,
} from './run.ts';
import type { RunLog } from './run_log.ts';
import { type HeldRun, openRun, readHeldRuns } from './runs.ts';
import type { BlobStore } from './store.ts';

export const RUN_STATES = [
  'waiting',
  'held',
  'late',
  'accepted',
  'failed',
  'rejected',
  'passed',
  'retracted',
] as const;

/** A run and what became of it so far, whoever asks: the command line, HTTP, metrics. */
export interface RunRecord extends FeedName {
  run_id: string;
  /** Observation time, ISO 8601 UTC; of a failed run when it was first tried. */
  as_of: string;
  /** `waiting` for its first publication, `held` for a person, `late` for a backfill; the others are its outcome. */
  state: (typeof RUN_STATES)[number];
  /** Why; null where nothing spoke against it. */
  reason: string | null;
  /** In what it strays from its feed, what holds it first. */
  symptoms: Symptom[];
  /** How far it had moved from the run before, by measure. */
  measures: RunMeasures | null;
  /** A person's name, or `the program`; null while nobody decided. */
  decided_by: string | null;
  decided_at: string | null;
  /** Rows; null where the feed could not be read. */
  rows_read: number | null;
  accepted: number | null;
  rejected: number | null;
  rejected_by: Record<string, number>;
  notes_by: Record<string, number>;
  /** Names of the files; null where nothing was received. */
  source: string | null;
  /** Tries of a failed one. */
  tries: number;
  /** That the feed itself took; its publication is shared with others. */
  seconds: number;
  /** Names the staged rows; null where there are none. */
  stage_id: string | null;
}

export interface RunFilter {
  seller?: string | undefined;
  feed?: string | undefined;
  state?: RunRecord['state'] | undefined;
}

/**
 * Every run: what waits, which needs a person, then what became of the others, each newest first. Reads no further than
 * it is asked.
 */
export async function* listRuns(store: BlobStore, filter: RunFilter = {}): AsyncGenerator<RunRecord> {
  for await (const run of allRuns(store, filter)) if ((filter.state ?? run.state) === run.state) yield run;
}

async function* allRuns(store: BlobStore, { seller, feed }: RunFilter): AsyncGenerator<RunRecord> {
  const known = await KnownRuns.open(store);
  const held = new Map((await readHeldRuns(store)).map((one) => [one.run_id, one]));
  const isWanted = (run: FeedName) =>
    (seller ?? run.seller) === run.seller && (feed ?? run.feed) === run.feed;
  const failures = [...(await openFailures(store)).values()].filter(isWanted);
  const waiting = (await known.waiting()).filter(isWanted).sort(byAsOf).reverse();
  for (const run of waiting) yield waitingRecord(run, held.get(run.run_id));
  const isWaiting = new Set(waiting.map(({ run_id }) => run_id));
  const name = { ...(seller !== undefined && { seller }), ...(feed !== undefined && { feed }) };
  for await (const run of newestFirst(failures, known.log, name))
    if (!isWaiting.has(run.run_id)) yield loggedRecord(run);
}

/** One run, or null. May read the whole log. */
export async function findRun(store: BlobStore, runId: string): Promise<RunRecord | null> {
  const known = await KnownRuns.open(store);
  const waiting = (await known.waiting()).find(({ run_id }) => run_id === runId);
  if (waiting) {
    const held = (await readHeldRuns(store)).find(({ run_id }) => run_id === runId);
    return waitingRecord(waiting, held);
  }
  for (const failure of (await openFailures(store)).values())
    if (failure.run_id === runId) return loggedRecord(failure);
  const open = await openRun(store, runId);
  const logged = open ? await known.log.find(open) : await known.log.byId(runId);
  return logged && loggedRecord(logged);
}

/** What is ill now. */
export interface IllFeeds {
  /** Runs that wait for a person: held, or late. */
  waiting: RunRecord[];
  /** The newest run of each feed that could not be read when it was last tried. */
  failing: RunRecord[];
}

/**
 * What waits, and the feeds of which nothing could be read since they failed. Reads one run of each feed, of one that
 * failed those down to the newest that did not.
 */
export async function illFeeds(store: BlobStore): Promise<IllFeeds> {
  const ill: IllFeeds = { waiting: [], failing: [] };
  const known = await KnownRuns.open(store);
  const held = new Map((await readHeldRuns(store)).map((one) => [one.run_id, one]));
  const waiting = await known.waiting();
  for (const run of waiting) {
    const one = held.get(run.run_id);
    if (one) ill.waiting.push(waitingRecord(run, one));
  }
  const failures = [...(await openFailures(store)).values()];
  const names = [...(await known.log.feeds()), ...failures];
  for (const { seller, feed } of new Map(names.map((name) => [nameOf(name), name])).values()) {
    const mine = (run: FeedName) => run.seller === seller && run.feed === feed;
    const fresh = failures.filter(mine).sort(byAsOf).at(-1);
    const [staged] = waiting
      .filter(mine)
      .map(({ staged_at }) => staged_at)
      .sort()
      .toReversed();
    const logged = await newestTries(known.log, { seller, feed });
    const failed = fresh ?? logged.failed;
    const since = [staged, logged.staged].filter((at) => at !== undefined);
    if (failed && since.every((at) => at < failed.outcome.at)) ill.failing.push(loggedRecord(failed));
  }
  return ill;
}

function nameOf({ seller, feed }: FeedName): string {
  return `${seller}/${feed}`;
}

/**
 * The failure that the log of a feed begins with, and when the newest run that is none was staged. A failure is dated by
 * its try and a run by its file, so what was read after a failure may stand behind it.
 */
async function newestTries(
  log: RunLog,
  name: FeedName,
): Promise<{ failed?: LoggedRun | undefined; staged?: string }> {
  let failed: LoggedRun | undefined;
  for await (const run of log.newestFirst(name)) {
    if (isStaged(run)) return { failed, staged: run.staged_at };
    failed ??= run;
  }
  return { failed };
}

/** What the log holds, with what failed since the last publication in its place. */
async function* newestFirst(
  failures: FailedRun[],
  log: RunLog,
  name: Partial<FeedName>,
): AsyncGenerator<LoggedRun> {
  const fresh = failures.sort(byAsOf);
  const isFresh = new Set(fresh.map((run) => run.run_id));
  for await (const run of log.newestFirst(name)) {
    for (let next = fresh.at(-1); next && next.as_of >= run.as_of; next = fresh.at(-1)) {
      yield next;
      fresh.pop();
    }
    if (!isFresh.has(run.run_id)) yield run;
  }
  yield* fresh.reverse();
}

function waitingRecord(run: Run, held: HeldRun | undefined): RunRecord {
  return {
    ...counted(run),
    state: held === undefined ? 'waiting' : held.why === 'late' ? 'late' : 'held',
    reason: held?.reason ?? null,
    symptoms: held?.symptoms ?? [],
    measures: null,
    decided_by: held ? THE_PROGRAM : null,
    decided_at: held?.at ?? null,
  };
}

function loggedRecord(run: LoggedRun): RunRecord {
  const { state, reason, by, at } = run.outcome;
  const decided = { state, reason, decided_by: by, decided_at: at };
  if ('stage_id' in run)
    return { ...counted(run), ...decided, symptoms: run.symptoms ?? [], measures: run.measures ?? null };
  const { run_id, seller, feed, as_of, source, tries, seconds } = run;
  return {
    run_id,
    seller,
    feed,
    as_of,
    ...decided,
    symptoms: [],
    measures: null,
    tries,
    rows_read: null,
    accepted: null,
    rejected: null,
    rejected_by: {},
    notes_by: {},
    source: source?.name ?? null,
    seconds: (seconds.land ?? 0) + (seconds.stage ?? 0),
    stage_id: null,
  };
}

type Counted = Omit<RunRecord, 'state' | 'reason' | 'symptoms' | 'measures' | 'decided_by' | 'decided_at'>;

function counted(run: Run): Counted {
  const { run_id, seller, feed, as_of, rows_read, accepted, rejected, rejected_by, notes_by } = run;
  return {
    run_id,
    seller,
    feed,
    as_of,
    rows_read,
    accepted,
    rejected,
    rejected_by,
    notes_by,
    source: run.source.name,
    tries: 1,
    seconds: run.seconds.land + run.seconds.stage,
    stage_id: run.laid?.stage_id ?? run.stage_id,
  };
}
