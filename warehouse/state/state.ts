import { type DeliveryStore, StoredDeliveries } from './deliveries.ts';
import { type EventLog, StoredEvents } from './events.ts';
import { type IdempotencyStore, StoredIdempotency } from './idempotency.ts';
import { type KeyStore, StoredKeys } from './keys.ts';
import { type NotedMatchDecision, StoredMatchDecisions } from './match_decisions.ts';
import { type MemoryStore, StoredMemory } from './memory.ts';
import { type PriceFactorDecision, StoredPriceFactors } from './price_factors.ts';
import { type RunDecision, StoredRunDecisions } from './run_decisions.ts';
import { type SecretStore, StoredSecrets } from './secrets.ts';
import { SqliteStateDatabase } from './sqlite_database.ts';
import type { StateDatabase } from './state_database.ts';
import { StoredUsage, type UsageStore } from './usage.ts';
import { StoredWatches, type WatchStore } from './watches.ts';

/**
 * What the index must remember beside its data: keys, secrets, usage, answers to repeat, decisions of people.
 * Several processes may use one state at once.
 */
export interface State {
  readonly keys: KeyStore;
  readonly secrets: SecretStore;
  readonly usage: UsageStore;
  readonly idempotency: IdempotencyStore;
  readonly memory: MemoryStore;
  readonly events: EventLog;
  readonly watches: WatchStore;
  readonly deliveries: DeliveryStore;
  /** Notes what a person said of a run; the last word holds, and what is said twice stands as it was said first. */
  decideRun(decision: RunDecision): Promise<void>;
  /** All decisions about runs, oldest first. */
  runDecisions(): Promise<RunDecision[]>;
  /** Notes what a person said of a feed's prices; the last word about a feed and moment holds. */
  setPriceFactor(decision: PriceFactorDecision): Promise<void>;
  /** All price factors, by feed and moment. */
  priceFactors(): Promise<PriceFactorDecision[]>;
  /** Notes what a person said of two listings; earlier decisions are kept, the last one holds. `left` below `right`. */
  decideMatch(decision: NotedMatchDecision): Promise<void>;
  /** The decision that holds for each pair of listings, by their keys. */
  matchDecisions(): Promise<NotedMatchDecision[]>;
  /** Every decision about a pair, oldest first; the listing keys in any order. */
  matchDecisionLog(pair: readonly [bigint, bigint]): Promise<NotedMatchDecision[]>;
  close(): Promise<void>;
}

/** Opens the state kept in a SQLite file (made when absent, `:memory:` for tests) and brings it up to date. */
export async function openState(path: string, key: Buffer | null = null): Promise<State> {
  return stateIn(SqliteStateDatabase.open(path), key);
}

/** Opens the state kept in PostgreSQL, for processes on several machines, and brings it up to date. */
export async function openSharedState(url: string, key: Buffer | null = null): Promise<State> {
  // Read where it is asked for alone: a command over SQLite starts without the driver.
  const { PostgresStateDatabase } = await import('./postgres_database.ts');
  return stateIn(await PostgresStateDatabase.open(url), key);
}

/** The state in a database that is open; `close` closes it. `key` seals secrets of watches; null keeps them as they are. */
export function stateIn(database: StateDatabase, key: Buffer | null = null): State {
  const runs = new StoredRunDecisions(database);
  const factors = new StoredPriceFactors(database);
  const matches = new StoredMatchDecisions(database);
  return {
    keys: new StoredKeys(database),
    secrets: new StoredSecrets(database),
    usage: new StoredUsage(database),
    idempotency: new StoredIdempotency(database, key),
    memory: new StoredMemory(database),
    events: new StoredEvents(database),
    watches: new StoredWatches(database, key),
    deliveries: new StoredDeliveries(database, key),
    decideRun: (decision) => runs.decide(decision),
    runDecisions: () => runs.all(),
    setPriceFactor: (decision) => factors.set(decision),
    priceFactors: () => factors.all(),
    decideMatch: (decision) => matches.add(decision),
    matchDecisions: () => matches.newest(),
    matchDecisionLog: ([one, other]) => matches.log(one, other),
    close: () => database.close(),
  };
}
