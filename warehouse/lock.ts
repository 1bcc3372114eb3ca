import { DatabaseSync } from 'node:sqlite';

/** Another process publishes right now. Retry later. */
export class PublishBusyError extends Error {
  constructor(path: string) {
    super(`another process is publishing (it holds ${path}); try again when it has finished`);
    this.name = 'PublishBusyError';
  }
}

/**
 * Holds an exclusive lock for the life of `work`. SQLite's file lock is used because the operating system
 * frees it when the process dies, however it dies; a lock file would stay behind.
 */
export async function withPublishLock<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    try {
      database.exec('begin exclusive');
    } catch (error) {
      throw /locked|busy/i.test(String(error)) ? new PublishBusyError(path) : error;
    }
    return await work();
  } finally {
    database.close();
  }
}
