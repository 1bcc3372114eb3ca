import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in one write transaction: all of it is kept, or, when it throws, none. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
