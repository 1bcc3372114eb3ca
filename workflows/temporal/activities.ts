import { type Context as ActivityScope, Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { WarehouseActivities } from '../activities.ts';
import type { ActivityContext } from '../activity_deps.ts';
import type { Activities, PublicationOutcome, StageOutcome } from '../messages.ts';
import { failureOf } from './failure.ts';
import { requestPublication, waitForPublication } from './publication.ts';
import type { EngineActivities } from './workflows.ts';

const BEAT_MS = 2_000;

/**
 * The warehouse's activities as a worker runs them: heartbeats with progress, cancellation, the server's clock as
 * "now" (clocks of workers may differ), failures that say whether a retry can help, and metrics.
 */
export function temporalActivities(
  warehouse: WarehouseActivities,
  searchable: boolean,
): Activities & EngineActivities {
  return {
    land: (request) => living((context) => warehouse.land(request, context)),
    stage: (request) =>
      living(async (context) => {
        const outcome = await warehouse.stage(request, context);
        countRows(outcome);
        return outcome;
      }),
    publish: (request) =>
      living(async (context) => {
        const outcome = await warehouse.publish(request, context);
        countPublication(outcome);
        return outcome;
      }),
    collectGarbage: (request) => living((context) => warehouse.collectGarbage(request, context)),
    refreshMedia: (request) => living((context) => warehouse.refreshMedia(request, context)),
    requestPublication: (request) =>
      living(() => requestPublication(Context.current().client, request, searchable)),
    publishStaged: (request) =>
      living(() => {
        const { client, info } = Context.current();
        // The same for every attempt, so that a retry waits for the publication that was asked for already.
        const updateId = `${info.workflowExecution?.runId ?? info.activityId}/${info.activityId}`;
        return waitForPublication(client, request, { searchable, updateId });
      }),
  };
}

/** Does the work of an activity while it tells the server that it lives. */
export async function living<Answer>(
  work: (context: ActivityContext & { signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const scope = Context.current();
  const { cancellationSignal: signal, info } = scope;
  let progress: unknown = null;
  const beat = setInterval(() => scope.heartbeat(progress), BEAT_MS);
  try {
    return await work({
      now: () => new Date(info.currentAttemptScheduledTimestampMs),
      signal,
      onFeedProgress: ({ seller, feed }, { step, bytes, total }) => {
        progress = { seller, feed, step, bytes, total: total ?? null };
      },
      onPublishStep: (step, done, of) => {
        progress = { step, done, of };
      },
      onMediaProgress: (done, of) => {
        progress = { step: 'media', done, of };
      },
    });
  } catch (error) {
    throw signal.aborted ? calledOff(scope) : failureOf(error);
  } finally {
    clearInterval(beat);
  }
}

/** A worker that shuts down hands its work to another; everything else that calls an activity off means it. */
function calledOff({ cancellationSignal: { reason }, info }: ActivityScope): Error {
  if (reason instanceof CancelledFailure && reason.message === 'WORKER_SHUTDOWN')
    return ApplicationFailure.retryable(`the worker shut down during ${info.activityType}`, 'WorkerShutdown');
  return reason instanceof Error ? reason : new CancelledFailure(String(reason));
}

function countRows({ runs, rows }: StageOutcome): void {
  const { metricMeter } = Context.current();
  const counted = metricMeter.createCounter(
    'commerce_index_staged_rows',
    'rows',
    'Rows staged, by what became of them',
  );
  counted.add(rows.accepted, { outcome: 'accepted' });
  counted.add(rows.rejected, { outcome: 'rejected' });
  metricMeter.createCounter('commerce_index_staged_runs', 'runs', 'Observations staged').add(runs.length);
}

function countPublication({ snapshot_id, seconds, suspect }: PublicationOutcome): void {
  const { metricMeter } = Context.current();
  const outcome = snapshot_id === null ? 'nothing new' : 'published';
  metricMeter
    .createCounter('commerce_index_publications', 'publications', 'Publications')
    .add(1, { outcome });
  metricMeter
    .createCounter('commerce_index_suspect_runs', 'runs', 'Runs held for a person')
    .add(suspect.length);
  const steps = metricMeter.createHistogram(
    'commerce_index_publish_step_seconds',
    'float',
    's',
    'Seconds by step',
  );
  for (const [step, spent] of Object.entries(seconds)) steps.record(spent, { step });
}
