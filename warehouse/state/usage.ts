import type { DatabaseSync } from 'node:sqlite';
import { loadSql } from '../database.ts';

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

export class SqliteUsage implements UsageStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async add(batch: readonly Usage[]): Promise<void> {
    this.#database
      .prepare(loadSql(import.meta.url, './sql/add_usage.sql'))
      .run({ batch: JSON.stringify(batch) });
  }

  async since(day: string): Promise<Usage[]> {
    const rows = this.#database
      .prepare('select key_id, day, calls, units from usage where day >= $day order by day, key_id')
      .all({ day });
    return rows as unknown as Usage[];
  }
}
