import { openFailures } from '../../warehouse/failed_runs.ts';
import type { Manifest } from '../../warehouse/manifest.ts';
import {
  type ClosedRun,
  type LoggedRun,
  type Run,
  type RunOutcome,
  THE_PROGRAM,
} from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import type { RunPart } from '../../warehouse/run_part.ts';
import { dropLoggedRuns, openRun, sortedRuns } from '../../warehouse/runs.ts';
import type { SuspectRun } from '../history/fold.ts';
import type { HistorySummary } from '../history/history.ts';
import type { Publication, PublishSettings } from '../publication.ts';

/** What became of runs that are not taken in now, and is to go into the log with the next manifest. */
export interface ClosedRuns {
  log: RunLog;
  runs: LoggedRun[];
  /** True when it is a reason to publish by itself: a person's word, or runs that lie as an earlier program left them. */
  urgent: boolean;
  /** Removes the records that the log of this manifest holds. Done again after a crash, it is the same. */
  drop: (published: Manifest) => Promise<void>;
}

/** Gathers the runs that failed, were turned down, were staged again or read anew since the snapshot `before`. */
export async function openClosedRuns(
  settings: PublishSettings,
  before: Manifest | null,
): Promise<ClosedRuns> {
  const { store } = settings;
  const log = new RunLog(store, before);
  const failures = await openFailures(store);
  const rejected = await rejectedRuns(settings, log);
  return {
    log,
    runs: [
      ...failures.values(),
      ...(await stagedAgain(settings, log)),
      ...(await readAnew(settings, log, before)),
      ...rejected,
      ...retractedRuns(settings),
    ],
    urgent: rejected.length > 0 || (settings.retract?.length ?? 0) > 0 || log.oldRuns > 0,
    drop: async (published) => {
      await dropLoggedRuns(store, new RunLog(store, published));
      for (const key of failures.keys()) await store.delete(key);
    },
  };
}

/** The parts of the log with these runs and the accepted ones in it. */
export async function appendClosedRuns(
  publication: Publication,
  closed: ClosedRuns,
  { accepted, checks, suspect }: Pick<HistorySummary, 'accepted' | 'checks' | 'suspect'>,
): Promise<RunPart[]> {
  const { settings, name } = publication;
  const at = settings.now().toISOString();
  const publish = Object.values(publication.seconds).reduce((sum, seconds) => sum + seconds, 0);
  const taken = accepted.map((run): ClosedRun => {
    const person = settings.acceptedBy?.get(run.run_id);
    const outcome: RunOutcome = { state: 'accepted', reason: null, by: person ?? THE_PROGRAM, at };
    return { ...run, ...checks.get(run.run_id), seconds: { ...run.seconds, publish }, outcome };
  });
  const passed = passedBy(publication, suspect).map(
    ({ run, reason, symptoms }): ClosedRun => ({
      ...run,
      symptoms,
      outcome: { state: 'passed', reason, by: THE_PROGRAM, at },
    }),
  );
  return closed.log.append([...closed.runs, ...taken, ...passed], {
    key: `facts/runs/${name}`,
    draft: await publication.draft('runs'),
  });
}

/** Suspect runs that a later one of their feed has passed by. */
export function passedBy(live: LiveFeeds, suspect: readonly SuspectRun[]): SuspectRun[] {
  return suspect.filter(({ run }) => isPassed(live, run));
}

/** The others. */
export function stillHeld(live: LiveFeeds, suspect: readonly SuspectRun[]): SuspectRun[] {
  return suspect.filter(({ run }) => !isPassed(live, run));
}

/** Where the feeds of offers and of other inputs stand. */
type LiveFeeds = Pick<Publication, 'feeds' | 'inputs'>;

function isPassed({ feeds, inputs }: LiveFeeds, { run_id, seller, feed, as_of }: Run): boolean {
  const current = [...feeds, ...inputs].find(
    (state) => state.seller === seller && state.feed === feed,
  )?.current;
  if (current === null || current === undefined) return false;
  return as_of < current.as_of || (as_of === current.as_of && run_id !== current.run_id);
}

function retractedRuns({ retract = [] }: PublishSettings): ClosedRun[] {
  return retract.map(({ run, by, reason, at }) => ({
    ...run,
    outcome: { state: 'retracted', reason, by, at },
  }));
}

async function rejectedRuns({ store, reject = [], now }: PublishSettings, log: RunLog): Promise<ClosedRun[]> {
  const rejected: ClosedRun[] = [];
  for (const { run_id, by, reason } of reject) {
    const run = await openRun(store, run_id);
    if (run && !(await log.find(run)))
      rejected.push({ ...run, outcome: { state: 'rejected', reason, by, at: now().toISOString() } });
  }
  return rejected;
}

/** Runs of the log that were staged again since: a file's age is held against when that was. */
async function stagedAgain({ store }: PublishSettings, log: RunLog): Promise<ClosedRun[]> {
  const again: ClosedRun[] = [];
  for (const run of (await sortedRuns(store, log)).again) {
    const logged = await log.find(run);
    if (logged) again.push({ ...logged, staged_at: run.staged_at });
  }
  return again;
}

/** Runs of the log whose rows lie elsewhere since staging has read them anew. */
async function readAnew(
  { reread }: PublishSettings,
  log: RunLog,
  before: Manifest | null,
): Promise<ClosedRun[]> {
  const anew: ClosedRun[] = [];
  for (const { seller, feed, current } of before?.feeds ?? []) {
    const found = current && reread?.get(current.run_id);
    const logged = found && (await log.find({ seller, feed, ...current }));
    if (logged) anew.push({ ...logged, ...found });
  }
  return anew;
}
