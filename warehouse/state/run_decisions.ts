import type { DatabaseSync } from 'node:sqlite';
import { loadSql } from '../database.ts';

/** What a person can say of a run: take a suspect one, turn a waiting one down, take a published one back. */
export const RUN_VERDICTS = ['accepted', 'rejected', 'retracted'] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];

/** What a person said of a run. The last word about a run holds. */
export interface RunDecision {
  run_id: string;
  decision: RunVerdict;
  decided_by: string;
  /** ISO 8601. */
  decided_at: string;
  reason: string | null;
  /** Null in decisions from before they were kept. */
  seller: string | null;
  feed: string | null;
  /** Observation time of the run. */
  as_of: string | null;
}

export class SqliteRunDecisions {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  decide({ ...decision }: RunDecision): void {
    this.#database.prepare(loadSql(import.meta.url, './sql/decide_run.sql')).run(decision);
  }

  all(): RunDecision[] {
    const rows = this.#database.prepare('select * from run_decisions order by decided_at, run_id').all();
    return rows.map((row) => ({ ...row })) as unknown as RunDecision[];
  }
}
