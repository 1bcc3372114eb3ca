/** The disk of a folder is full; the cause is what the system or DuckDB said. */
export class FullDiskError extends Error {
  constructor(folder: string, cause: unknown) {
    super(`no space is left on the disk of ${folder}: make room there and run it again`, { cause });
    this.name = 'FullDiskError';
  }
}

/** Work that writes below a folder: where its disk is full the error names that folder, which the system's own words do not. */
export async function tellingFullDisk<Answer>(folder: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw isOfFullDisk(error) ? new FullDiskError(folder, error) : error;
  }
}

/** System errors of a full disk or a quota that is used up. */
const CODES = new Set(['ENOSPC', 'EDQUOT']);
/** The same in the words of DuckDB and SQLite, which give no code. */
const WORDS = /no space left on device|disk quota exceeded|database or disk is full/i;

/** Whether something failed because a disk is full. */
export function isOfFullDisk(error: unknown): boolean {
  for (let cause = error; cause instanceof Error && !(cause instanceof FullDiskError); cause = cause.cause)
    if (CODES.has((cause as NodeJS.ErrnoException).code ?? '') || WORDS.test(cause.message)) return true;
  return false;
}
