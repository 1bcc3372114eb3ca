import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadSql } from '../database.ts';

/** What a column of the state holds: JSON, times (ISO 8601) and 64-bit keys (hexadecimal) are texts. */
export type StateValue = string | number | null | Uint8Array;

/** Values of a statement, by name: `$name` in the SQL. Names that a statement does not use are passed over. */
export type StateParameters = Readonly<Record<string, StateValue>>;

/** SQL that both databases understand, or one text for each. */
export type Statement = string | { readonly sqlite: string; readonly postgres: string };

/** What can be asked of the state's database, in a transaction or outside of one. */
export interface StateQueries {
  readonly dialect: 'sqlite' | 'postgres';
  /** Rows that were written. */
  run(statement: Statement, parameters?: StateParameters): Promise<number>;
  all<Row>(statement: Statement, parameters?: StateParameters): Promise<Row[]>;
  get<Row>(statement: Statement, parameters?: StateParameters): Promise<Row | undefined>;
}

/** The database behind the state. */
export interface StateDatabase extends StateQueries {
  /**
   * Runs `work` in one write transaction: all of it is kept, or, when it throws, none. Of several that touch the same
   * rows one waits for the other. `work` must await nothing but what it asks through the queries that it is given.
   */
  transaction<T>(work: (queries: StateQueries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The statement `sql/NAME.sql`; where PostgreSQL writes it otherwise, its twin is `sql/postgres/NAME.sql`. */
export function statement(name: string): Statement {
  const sqlite = loadSql(import.meta.url, `./sql/${name}.sql`);
  const twin = `./sql/postgres/${name}.sql`;
  if (!existsSync(fileURLToPath(new URL(twin, import.meta.url)))) return sqlite;
  return { sqlite, postgres: loadSql(import.meta.url, twin) };
}
