import { type StateDatabase, statement } from './state_database.ts';

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

/** Decisions about suspect runs as the state's database keeps them. */
export class StoredRunDecisions {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async decide(decision: RunDecision): Promise<void> {
    await this.#database.run(statement('decide_run'), { ...decision });
  }

  all(): Promise<RunDecision[]> {
    return this.#database.all('select * from run_decisions order by decided_at, run_id');
  }
}
