import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import { keepToOwner } from './owner_only.ts';
import type { StateDatabase, Statement, StateParameters, StateQueries } from './state_database.ts';

/** How long a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * The state in a SQLite file (WAL). Statements run at once; while a transaction is open, those of others wait for its
 * end, since they would become part of it.
 */
export class SqliteStateDatabase implements StateDatabase {
  readonly dialect = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #queries: StateQueries;
  /** Ends with the transaction that is open; null while there is none. */
  #open: Promise<void> | null = null;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.#queries = new SqliteQueries(database);
  }

  /** Opens the file, made when absent (`:memory:` for tests), and brings its schema up to date. */
  static open(path: string): SqliteStateDatabase {
    let database: DatabaseSync | undefined;
    try {
      keepToOwner(path);
      database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
      database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
      migrate(database);
      return new SqliteStateDatabase(database);
    } catch (error) {
      database?.close();
      throw new Error(`cannot open the state ${path}: ${String(error)}`, { cause: error });
    }
  }

  async run(text: Statement, parameters?: StateParameters): Promise<number> {
    while (this.#open) await this.#open;
    return this.#queries.run(text, parameters);
  }

  async all<Row>(text: Statement, parameters?: StateParameters): Promise<Row[]> {
    while (this.#open) await this.#open;
    return this.#queries.all(text, parameters);
  }

  async get<Row>(text: Statement, parameters?: StateParameters): Promise<Row | undefined> {
    while (this.#open) await this.#open;
    return this.#queries.get(text, parameters);
  }

  async transaction<T>(work: (queries: StateQueries) => Promise<T>): Promise<T> {
    while (this.#open) await this.#open;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#open = promise;
    try {
      this.#database.exec('begin immediate');
      const result = await work(this.#queries);
      this.#database.exec('commit');
      return result;
    } finally {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      this.#open = null;
      resolve();
    }
  }

  async close(): Promise<void> {
    while (this.#open) await this.#open;
    this.#database.close();
  }
}

class SqliteQueries implements StateQueries {
  readonly dialect = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async run(text: Statement, parameters: StateParameters = {}): Promise<number> {
    return Number(this.#prepare(text).run(parameters).changes);
  }

  async all<Row>(text: Statement, parameters: StateParameters = {}): Promise<Row[]> {
    return this.#prepare(text).all(parameters) as unknown as Row[];
  }

  async get<Row>(text: Statement, parameters: StateParameters = {}): Promise<Row | undefined> {
    return this.#prepare(text).get(parameters) as unknown as Row | undefined;
  }

  #prepare(text: Statement): StatementSync {
    const sql = typeof text === 'string' ? text : text.sqlite;
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      prepared = this.#database.prepare(sql);
      prepared.setAllowUnknownNamedParameters(true);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}
