import { pino } from 'pino';
import { DataFolder } from '../../../warehouse/folder.ts';
import type { State } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import type { TemporalEnvironment } from '../../../workflows/temporal/connection.ts';
import { type RunningWorkers, startWorkers } from '../../../workflows/temporal/worker.ts';
import { NO_DECISIONS } from '../no_decisions.ts';

/** A worker of the queue `deliver` in this process, with a ladder of its own, for callbacks on this machine. */
export function startDeliveringWorker({
  data,
  state,
  env,
  ladderMs,
}: {
  data: string;
  state: State;
  env: TemporalEnvironment;
  ladderMs: readonly number[];
}): Promise<RunningWorkers> {
  return startWorkers({
    configuration: { market: { country: 'US', currency: 'USD' }, sellers: [] },
    folder: new DataFolder(data),
    store: new FolderStore(data),
    decisions: NO_DECISIONS,
    env,
    queues: ['deliver'],
    deliveries: {
      state,
      now: () => new Date(),
      allowPrivate: true,
      onError: (error) => console.error(error),
      ladderMs,
      pollMs: 100,
    },
    parallel: 1,
    metricsAddress: null,
    traces: false,
    log: pino({ level: 'warn' }, pino.destination(2)),
  });
}
