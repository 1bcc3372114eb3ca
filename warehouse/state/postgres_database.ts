import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { loadSql } from '../database.ts';
import type { SchemaVersion } from './migrations.ts';
import type { StateDatabase, Statement, StateParameters, StateQueries } from './state_database.ts';

const FOLDER = './sql/postgres/migrations/';
const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** Any number that nobody else takes: of processes that start at once, one makes the schema. */
const SCHEMA_LOCK = 7_230_451;
const INT8 = 20;

/** Whole numbers of 64 bits as numbers: none of ours is beyond 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** The state in PostgreSQL, for processes on several machines. */
export class PostgresStateDatabase implements StateDatabase {
  readonly dialect = 'postgres';
  readonly #pool: pg.Pool;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Connects and brings the schema up to date. The message of a failure names the server, never the password. */
  static async open(url: string): Promise<PostgresStateDatabase> {
    const pool = poolOf(url);
    const database = new PostgresStateDatabase(pool);
    try {
      await database.#migrate();
      return database;
    } catch (error) {
      await pool.end();
      throw cannotOpen(url, error);
    }
  }

  /** Where the state of an address lies (`host:port/name`) and its schema version, as it is; 0 of a database without a state. */
  static async look(url: string): Promise<SchemaVersion & { place: string }> {
    const pool = poolOf(url);
    try {
      const queries = new PostgresQueries(pool);
      const made = await queries.get<{ name: string | null }>(
        "select to_regclass('schema_version')::text as name",
      );
      const row =
        made?.name == null
          ? undefined
          : await queries.get<{ version: number }>('select version from schema_version');
      return { place: placeOf(url), version: row?.version ?? 0, newest: migrationFiles().length };
    } catch (error) {
      throw cannotOpen(url, error);
    } finally {
      await pool.end();
    }
  }

  run(text: Statement, parameters?: StateParameters): Promise<number> {
    return new PostgresQueries(this.#pool).run(text, parameters);
  }

  all<Row>(text: Statement, parameters?: StateParameters): Promise<Row[]> {
    return new PostgresQueries(this.#pool).all(text, parameters);
  }

  get<Row>(text: Statement, parameters?: StateParameters): Promise<Row | undefined> {
    return new PostgresQueries(this.#pool).get(text, parameters);
  }

  async transaction<T>(work: (queries: StateQueries) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(new PostgresQueries(client));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Files `NNNN_name.sql` in order, each applied once; `schema_version` counts them. */
  async #migrate(): Promise<void> {
    const files = migrationFiles();
    await this.transaction(async (queries) => {
      await queries.run(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
      await queries.run('create table if not exists schema_version (version bigint not null)');
      const row = await queries.get<{ version: number }>(
        'select coalesce(max(version), 0) as version from schema_version',
      );
      const version = row?.version ?? 0;
      if (version > files.length)
        throw new Error(
          `it has schema version ${version}, this program knows ${files.length}; use a newer program`,
        );
      for (const file of files.slice(version)) await queries.run(loadSql(import.meta.url, FOLDER + file));
      await queries.run('delete from schema_version');
      await queries.run('insert into schema_version (version) values ($version)', { version: files.length });
    });
  }
}

class PostgresQueries implements StateQueries {
  readonly dialect = 'postgres';
  readonly #client: pg.Pool | pg.PoolClient;

  constructor(client: pg.Pool | pg.PoolClient) {
    this.#client = client;
  }

  async run(text: Statement, parameters: StateParameters = {}): Promise<number> {
    return (await this.#query(text, parameters)).rowCount ?? 0;
  }

  async all<Row>(text: Statement, parameters: StateParameters = {}): Promise<Row[]> {
    return (await this.#query(text, parameters)).rows as Row[];
  }

  async get<Row>(text: Statement, parameters: StateParameters = {}): Promise<Row | undefined> {
    return (await this.#query(text, parameters)).rows[0] as Row | undefined;
  }

  #query(text: Statement, parameters: StateParameters): Promise<pg.QueryResult> {
    const { sql, names } = numbered(typeof text === 'string' ? text : text.postgres);
    if (names.length === 0) return this.#client.query(sql);
    return this.#client.query(
      sql,
      names.map((name) => parameters[name] ?? null),
    );
  }
}

const rewritten = new Map<string, { sql: string; names: string[] }>();

/** `$name` as `$1`, and which name stands behind which number. */
function numbered(text: string): { sql: string; names: string[] } {
  let known = rewritten.get(text);
  if (!known) {
    const names: string[] = [];
    const sql = text.replace(/\$([a-z_]\w*)/gi, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
    known = { sql, names };
    rewritten.set(text, known);
  }
  return known;
}

function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'commerce-index',
    types,
  });
  // A connection that breaks while it is idle is replaced by the pool; nobody waits for its answer.
  pool.on('error', () => undefined);
  return pool;
}

function migrationFiles(): string[] {
  return readdirSync(fileURLToPath(new URL(FOLDER, import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Says which server did not give the state, why, and what to do. */
function cannotOpen(url: string, error: unknown): Error {
  // Of a name with several addresses none answered.
  const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const said = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
  return new Error(
    `cannot open the state in PostgreSQL at ${placeOf(url)}: ${said.join('; ')}; set DATABASE_URL right, or leave it out to keep the state in SQLite`,
    { cause: error },
  );
}

/** Server and database of an address as the driver reads it, never the password. */
function placeOf(url: string): string {
  try {
    const { host, port, database } = new pg.Client({ connectionString: url });
    return `${host.startsWith('/') ? host : `${host}:${port}`}/${database}`;
  } catch {
    return 'an address that cannot be read';
  }
}
