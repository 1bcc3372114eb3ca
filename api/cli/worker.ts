import { Command, InvalidArgumentError } from 'commander';
import { currentManifest, WarehouseFormatError } from '../../warehouse/manifest.ts';
import { TASK_QUEUES, type TaskQueue } from '../../workflows/temporal/task_queues.ts';
import { wholeNumber } from './gc.ts';
import { announcer, deliverySettings, openIndex, runDecisions } from './opened_index.ts';
import { untilStopped } from './stop.ts';
import type { Terminal } from './terminal.ts';

interface WorkerOptions {
  queues: TaskQueue[];
  feeds: number;
}

/** A process that does the work Temporal hands out. */
export function workerCommand(terminal: Terminal): Command {
  return new Command('worker')
    .description('do the work that a Temporal server hands out')
    .option(
      '--queues <names>',
      `task queues, separated by commas, of ${TASK_QUEUES.join(', ')}`,
      taskQueues,
      [...TASK_QUEUES],
    )
    .option('--feeds <number>', 'feeds staged at the same time', wholeNumber(1), 2)
    .action(async ({ queues, feeds }: WorkerOptions, command: Command) => {
      const stopped = untilStopped();
      await using index = await openIndex(terminal, command);
      const { config, folder, store, state, log } = index;
      // It starts all the same: `rebuild --temporal` is done by workers.
      await currentManifest(store).catch((error: unknown) => {
        if (!(error instanceof WarehouseFormatError)) throw error;
        terminal.err(`nothing can be published: ${error.message}\n`);
      });
      const { startWorkers } = await import('../../workflows/temporal/worker.ts');
      const workers = await startWorkers({
        configuration: config.configuration,
        folder,
        store,
        decisions: runDecisions(state),
        embedder: config.embedder,
        announce: announcer(index),
        env: terminal.env,
        queues,
        deliveries: deliverySettings(index),
        parallel: feeds,
        metricsAddress: config.workerMetrics,
        traces: config.otlpEndpoint !== null,
        log,
      });
      terminal.out(`worker of ${queues.join(', ')} is ready\n`);
      if (config.workerMetrics !== null) terminal.out(`metrics   http://${config.workerMetrics}/metrics\n`);
      await Promise.race([stopped, workers.ended]);
      terminal.err('stopping: work under way goes to another worker\n');
      await workers.stop();
    });
}

function taskQueues(text: string): TaskQueue[] {
  return text.split(',').map((name) => {
    const queue = TASK_QUEUES.find((one) => one === name.trim());
    if (queue === undefined)
      throw new InvalidArgumentError(`${name} is no task queue; there is ${TASK_QUEUES.join(', ')}.`);
    return queue;
  });
}
