import type { BlobStore } from './store.ts';

/** Where damaged files are set aside. */
export const DAMAGED_FOLDER = 'damaged';

/** A file of the data folder that is cut off, empty or no JSON. Says which, and what to do. */
export class DamagedFileError extends Error {
  readonly key: string;

  constructor(key: string, why: string, advice: string) {
    super(`${key} is damaged (${why}); ${advice}`);
    this.name = 'DamagedFileError';
    this.key = key;
  }
}

/** What a small file says, or null when there is none. Throws DamagedFileError with this advice. */
export async function readJson<T>(store: BlobStore, key: string, advice: string): Promise<T | null> {
  const text = await store.readText(key);
  return text === null ? null : parseJson<T>(text, key, advice);
}

/** What the text of a file says. Throws DamagedFileError for what is no JSON object or list. */
export function parseJson<T>(text: string, key: string, advice: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = text.trim() === '' ? 'it is empty' : error instanceof Error ? error.message : String(error);
    throw new DamagedFileError(key, why, advice);
  }
  if (typeof value !== 'object' || value === null)
    throw new DamagedFileError(key, `it holds ${text.slice(0, 40)}`, advice);
  return value as T;
}

/**
 * The same for what can be made again: a damaged file is set aside under `damaged/`, where `doctor` finds it, and
 * counts as not there.
 */
export async function readOrSetAside<T>(store: BlobStore, key: string): Promise<T | null> {
  try {
    return await readJson<T>(store, key, 'it is set aside');
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    await setAside(store, key);
    return null;
  }
}

/** Moves a damaged file to `damaged/`, unless somebody else just did. */
export async function setAside(store: BlobStore, key: string): Promise<void> {
  try {
    await store.put(await store.local(key), `${DAMAGED_FOLDER}/${key}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await store.delete(key);
}

/** Keys of the files that were set aside, as they were called before. */
export async function damagedFiles(store: BlobStore): Promise<string[]> {
  return (await store.list(DAMAGED_FOLDER)).map((key) => key.slice(DAMAGED_FOLDER.length + 1));
}
