import { type StateDatabase, statement } from './state_database.ts';

/** A person let a suspect run pass. */
export interface RunDecision {
  run_id: string;
  decision: 'accepted';
  decided_by: string;
  /** ISO 8601. */
  decided_at: string;
}

/** Decisions about suspect runs as the state's database keeps them. */
export class StoredRunDecisions {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async accept(runId: string, who: string): Promise<void> {
    const decided_at = new Date().toISOString();
    await this.#database.run(statement('accept_run'), { run_id: runId, decided_by: who, decided_at });
  }

  all(): Promise<RunDecision[]> {
    return this.#database.all('select * from run_decisions order by decided_at, run_id');
  }
}
