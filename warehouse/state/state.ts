import { DatabaseSync } from 'node:sqlite';
import { type IdempotencyStore, SqliteIdempotency } from './idempotency.ts';
import { type KeyStore, SqliteKeys } from './keys.ts';
import { type NotedMatchDecision, SqliteMatchDecisions } from './match_decisions.ts';
import { migrate } from './migrations.ts';
import { keepToOwner } from './owner_only.ts';
import { type RunDecision, SqliteRunDecisions } from './run_decisions.ts';
import { type SecretStore, SqliteSecrets } from './secrets.ts';
import { SqliteUsage, type UsageStore } from './usage.ts';

/**
 * What the index must remember beside its data: keys, secrets, usage, answers to repeat, decisions of people.
 * Every method is asynchronous so that a server's database can stand behind it too; several processes may
 * use one state at once.
 */
export interface State {
  readonly keys: KeyStore;
  readonly secrets: SecretStore;
  readonly usage: UsageStore;
  readonly idempotency: IdempotencyStore;
  /** Notes what a person said of a run; the last word holds, and what is said twice stands as it was said first. */
  decideRun(decision: RunDecision): Promise<void>;
  /** All decisions about runs, oldest first. */
  runDecisions(): Promise<RunDecision[]>;
  /** Notes what a person said of two listings; earlier decisions are kept, the last one holds. `left` below `right`. */
  decideMatch(decision: NotedMatchDecision): Promise<void>;
  /** The decision that holds for each pair of listings, by their keys. */
  matchDecisions(): Promise<NotedMatchDecision[]>;
  /** Every decision about a pair, oldest first; the listing keys in any order. */
  matchDecisionLog(pair: readonly [bigint, bigint]): Promise<NotedMatchDecision[]>;
  close(): Promise<void>;
}

/** How long a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000;

/** Opens the state kept in a SQLite file (made when absent, `:memory:` for tests) and brings it up to date. */
export function openState(path: string): Promise<State> {
  return Promise.resolve().then(() => {
    let database: DatabaseSync | undefined;
    try {
      keepToOwner(path);
      database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
      database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
      migrate(database);
      return new SqliteState(database);
    } catch (error) {
      database?.close();
      throw new Error(`cannot open the state ${path}: ${String(error)}`, { cause: error });
    }
  });
}

class SqliteState implements State {
  readonly #database: DatabaseSync;
  readonly #runs: SqliteRunDecisions;
  readonly #matches: SqliteMatchDecisions;
  readonly keys: KeyStore;
  readonly secrets: SecretStore;
  readonly usage: UsageStore;
  readonly idempotency: IdempotencyStore;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#runs = new SqliteRunDecisions(database);
    this.#matches = new SqliteMatchDecisions(database);
    this.keys = new SqliteKeys(database);
    this.secrets = new SqliteSecrets(database);
    this.usage = new SqliteUsage(database);
    this.idempotency = new SqliteIdempotency(database);
  }

  async decideRun(decision: RunDecision): Promise<void> {
    this.#runs.decide(decision);
  }

  async runDecisions(): Promise<RunDecision[]> {
    return this.#runs.all();
  }

  async decideMatch(decision: NotedMatchDecision): Promise<void> {
    this.#matches.add(decision);
  }

  async matchDecisions(): Promise<NotedMatchDecision[]> {
    return this.#matches.newest();
  }

  async matchDecisionLog([one, other]: readonly [bigint, bigint]): Promise<NotedMatchDecision[]> {
    return this.#matches.log(one, other);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
