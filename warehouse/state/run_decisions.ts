import type { DatabaseSync } from 'node:sqlite';
import { loadSql } from '../database.ts';

/** A person let a suspect run pass. */
export interface RunDecision {
  run_id: string;
  decision: 'accepted';
  decided_by: string;
  /** ISO 8601. */
  decided_at: string;
}

export class SqliteRunDecisions {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  accept(runId: string, who: string): void {
    this.#database
      .prepare(loadSql(import.meta.url, './sql/accept_run.sql'))
      .run({ run_id: runId, decided_by: who, decided_at: new Date().toISOString() });
  }

  all(): RunDecision[] {
    const rows = this.#database.prepare('select * from run_decisions order by decided_at, run_id').all();
    return rows as unknown as RunDecision[];
  }
}
