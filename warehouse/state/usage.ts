import { type StateDatabase, statement } from './state_database.ts';

/** What one key used on one day (UTC). */
export interface Usage {
  key_id: string;
  /** YYYY-MM-DD */
  day: string;
  calls: number;
  /** Metering units. */
  units: number;
}

/** Metering totals. Callers add up in memory and hand over batches. */
export interface UsageStore {
  /** Adds to the totals, all or nothing. */
  add(batch: readonly Usage[]): Promise<void>;
  /** Totals from `day` on, by day and key. */
  since(day: string): Promise<Usage[]>;
}

/** The totals as the state's database keeps them. */
export class StoredUsage implements UsageStore {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async add(batch: readonly Usage[]): Promise<void> {
    await this.#database.run(statement('add_usage'), { batch: JSON.stringify(batch) });
  }

  since(day: string): Promise<Usage[]> {
    return this.#database.all(
      'select key_id, day, calls, units from usage where day >= $day order by day, key_id',
      { day },
    );
  }
}
