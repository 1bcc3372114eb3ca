import {
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities } from '../activities.ts';
import type { ActivityDeps } from '../activity_deps.ts';
import { AT_ONCE, type DeliverySettings } from '../deliver/deliverer.ts';
import { temporalActivities } from './activities.ts';
import { bundleWorkflows } from './bundle.ts';
import {
  connectionSettings,
  ensureSearchAttributes,
  openClient,
  type TemporalEnvironment,
  unreachable,
} from './connection.ts';
import { type WorkerDeliveries, workerDeliveries } from './deliveries.ts';
import type { TaskQueue } from './task_queues.ts';
import { startTracing } from './tracing.ts';

export interface WorkerSettings extends Omit<ActivityDeps, 'parallel'> {
  env: TemporalEnvironment;
  queues: readonly TaskQueue[];
  /** Of the queue `deliver`. */
  deliveries: DeliverySettings;
  /** Feeds staged at the same time. */
  parallel: number;
  /** `host:port` that `/metrics` is served on; null for none. */
  metricsAddress: string | null;
  /** Sends traces to where the variables of OpenTelemetry say. */
  traces: boolean;
  log: Logger;
}

const STEP_SECONDS = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000];
/** Running activities get this long to notice that the worker stops; then another worker does them again. */
const SHUTDOWN_GRACE = '10 seconds';

/** Publication is one at a time by its workflow; the other slots are for those who wait for it. */
const WAITING_SLOTS = 10;

/** Workers of this process, one for each task queue, polling. */
export interface RunningWorkers {
  /** Ends when the workers have stopped; rejects when one failed. */
  ended: Promise<void>;
  /** Stops polling, lets activities notice, and closes. */
  stop: () => Promise<void>;
}

/** Starts the workers. Throws a plain message when the server cannot be reached. */
export async function startWorkers(settings: WorkerSettings): Promise<RunningWorkers> {
  const { options, namespace } = connectionSettings(settings.env);
  // Before the runtime, whose threads would keep a process alive that has nothing to do.
  const searchable = await searchAttributes(settings.env);
  const tracing = settings.traces ? await startTracing(settings.log) : undefined;
  installRuntime(settings);
  const connection = await NativeConnection.connect(options).catch((error: unknown) => {
    throw unreachable(options.address, error);
  });
  const warehouse = createActivities(settings);
  let deliveries: WorkerDeliveries | undefined;
  const close = async () => {
    await deliveries?.[Symbol.asyncDispose]();
    await warehouse[Symbol.asyncDispose]();
    await connection.close();
    await tracing?.[Symbol.asyncDispose]();
  };
  try {
    const workflowBundle = await bundleWorkflows({
      env: settings.env,
      log: settings.log,
      modules: tracing?.workflowModules,
    });
    if (settings.queues.includes('deliver'))
      deliveries = await workerDeliveries(settings.env, settings.deliveries);
    const activities = { ...temporalActivities(warehouse, searchable), ...deliveries?.activities };
    const workers = await Promise.all(
      settings.queues.map((taskQueue) =>
        Worker.create({
          connection,
          namespace,
          taskQueue,
          workflowBundle,
          activities,
          ...tracing?.worker,
          shutdownGraceTime: SHUTDOWN_GRACE,
          maxConcurrentActivityTaskExecutions: slots(taskQueue, settings.parallel),
          // Cancellation reaches an activity with the answer to its heartbeat.
          maxHeartbeatThrottleInterval: '2 seconds',
          defaultHeartbeatThrottleInterval: '2 seconds',
        }),
      ),
    );
    deliveries?.begin();
    return running(workers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Activities of a queue that a process works on at the same time. */
function slots(queue: TaskQueue, feeds: number): number {
  return queue === 'ingest' ? feeds : queue === 'deliver' ? AT_ONCE : WAITING_SLOTS;
}

function running(workers: readonly Worker[], close: () => Promise<void>): RunningWorkers {
  const shutdown = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const ended = Promise.all(
    // Of several workers, one that fails takes the others with it.
    workers.map((worker) => worker.run().finally(shutdown)),
  ).then(close, async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ended,
    stop: async () => {
      shutdown();
      await ended;
    },
  };
}

let installed = false;
/** Log and metrics of the SDK. One for a process, so a second call changes nothing. */
function installRuntime({ log, metricsAddress }: WorkerSettings): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const fields = meta ?? {};
      if (level === 'ERROR') log.error(fields, message);
      else if (level === 'WARN') log.warn(fields, message);
      else log.debug(fields, message);
    }),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      ...(metricsAddress !== null && {
        metrics: {
          prometheus: {
            bindAddress: metricsAddress,
            histogramBucketOverrides: { commerce_index_publish_step_seconds: STEP_SECONDS },
          },
        },
      }),
    },
  });
}

async function searchAttributes(env: TemporalEnvironment): Promise<boolean> {
  await using opened = await openClient(env);
  return await ensureSearchAttributes(opened);
}
