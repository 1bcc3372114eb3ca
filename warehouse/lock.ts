import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process publishes right now. Retry later. */
export class PublishBusyError extends Error {
  constructor(path: string) {
    super(`another process is publishing (it holds ${path}); try again when it has finished`);
    this.name = 'PublishBusyError';
  }
}

/** Between two looks at a lock that another holds: soon at first, then less often. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Holds an exclusive lock for the life of `work`; throws PublishBusyError when it cannot be had within `waitMs`.
 * SQLite's file lock is used because the operating system frees it when the process dies, however it dies; a lock
 * file would stay behind. SQLite's own waiting is not used: it holds up the whole process, which may serve requests.
 */
export async function withPublishLock<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    await locked(database, path, performance.now() + waitMs);
    return await work();
  } finally {
    database.close();
  }
}

async function locked(database: DatabaseSync, path: string, untilMs: number): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !tryLock(database); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const left = untilMs - performance.now();
    if (left <= 0) throw new PublishBusyError(path);
    await delay(Math.min(pause, Math.ceil(left)));
  }
}

/** False when another holds it. */
function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    if (/locked|busy/i.test(String(error))) return false;
    throw error;
  }
}
