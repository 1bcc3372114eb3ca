import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

const OWNER_ONLY = 0o600;

/** A SQLite database and what it keeps beside itself while it is open. */
export function stateFiles(path: string): string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

/**
 * Makes the files of a SQLite database readable by their owner alone, the database itself where there is none yet:
 * whatever SQLite makes beside it takes over its rights. Files of another user are left as they are; `doctor` tells.
 */
export function keepToOwner(path: string): void {
  if (path === ':memory:') return;
  // Only a file that is not there is opened: closing one would drop the locks that this process holds on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
  for (const file of stateFiles(path)) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.()) chmodSync(file, OWNER_ONLY);
  }
}
