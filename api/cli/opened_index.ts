import type { Command } from 'commander';
import { type Logger, pino } from 'pino';
import { DEFAULT_MEMORY_LIMIT } from '../../pipelines/domain/settings/configuration.ts';
import type { Announced } from '../../pipelines/watch/announce.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { openSharedState, openState, type State } from '../../warehouse/state/state.ts';
import { FolderStore } from '../../warehouse/store.ts';
import type { DeliveryEngine, DeliverySettings } from '../../workflows/deliver/delivery_engine.ts';
import type { Decisions, EmbeddedEngine, EngineListener } from '../../workflows/embedded.ts';
import { type Config, loadConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

/** What a command works on: the configuration and the places it names. */
export interface OpenedIndex extends AsyncDisposable {
  config: Config;
  folder: DataFolder;
  store: FolderStore;
  state: State;
  log: Logger;
  /** The embedded engine; close it before the index. */
  engine: (listener?: EngineListener) => Promise<EmbeddedEngine>;
}

/** Reads the configuration as the global options of `command` say, and opens the data folder, made when absent. */
export async function openIndex(terminal: Terminal, command: Command): Promise<OpenedIndex> {
  const config = configOf(terminal, command);
  await makeFolder(config.data);
  const folder = new DataFolder(config.data);
  const store = new FolderStore(config.data);
  const state = await (config.databaseUrl === null
    ? openState(folder.stateFile(), config.secretKey)
    : openSharedState(config.databaseUrl, config.secretKey));
  return {
    config,
    folder,
    store,
    state,
    log: pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true })),
    // The pipeline's modules take longer to read than most commands that do without it take to run.
    engine: async (listener) => {
      const { EmbeddedEngine: Engine } = await import('../../workflows/embedded.ts');
      return new Engine({
        configuration: config.configuration,
        folder,
        store,
        now: () => new Date(),
        decisions: runDecisions(state),
        embedder: config.embedder,
        announce: announcer({ config, folder, store, state }),
        ...(listener && { listener }),
      });
    },
    [Symbol.asyncDispose]: () => state.close(),
  };
}

/** Takes published events into the log of the state and holds them against the watches. */
export function announcer({
  config,
  folder,
  store,
  state,
}: Pick<OpenedIndex, 'config' | 'folder' | 'store' | 'state'>): () => Promise<Announced> {
  const { configuration } = config;
  return async () => {
    const { announce } = await import('../../pipelines/watch/announce.ts');
    return announce({
      store,
      state,
      now: () => new Date(),
      memoryLimit: configuration.memory_limit ?? DEFAULT_MEMORY_LIMIT,
      spill: folder.ownScratch('announce'),
      retentionDays: configuration.events?.retention_days,
    });
  };
}

/** Delivers what waits for callbacks, until disposed. */
export async function deliveryEngine(index: OpenedIndex): Promise<DeliveryEngine> {
  const { DeliveryEngine: Engine } = await import('../../workflows/deliver/delivery_engine.ts');
  return new Engine(deliverySettings(index));
}

/** What a process needs to deliver what waits for callbacks. */
export function deliverySettings({ config, state, log }: OpenedIndex): DeliverySettings {
  return {
    state,
    now: () => new Date(),
    allowPrivate: config.configuration.webhooks?.allow_private_addresses ?? false,
    onError: (error) => log.error({ err: error }, 'delivery failed; it is tried again'),
  };
}

/** What people decided about runs, prices and matches, as the state keeps it. */
export function runDecisions(state: State): Decisions {
  return {
    runs: () => state.runDecisions(),
    decide: (decision) => state.decideRun(decision),
    priceFactors: () => state.priceFactors(),
    setPriceFactor: (decision) => state.setPriceFactor(decision),
    matches: () => state.matchDecisions(),
  };
}

/** The configuration as the global options of `command` say. */
export function configOf({ env, cwd }: Terminal, command: Command): Config {
  const { config } = command.optsWithGlobals<{ config?: string }>();
  return loadConfig({ env, cwd, config });
}

/** Makes the data folder. Throws a plain message when that cannot be. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await new DataFolder(path).make();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(
      `cannot make the data folder ${path} (${reason}); name another with COMMERCE_INDEX_DATA`,
      { cause: error },
    );
  }
}
