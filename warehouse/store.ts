import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Where immutable files live. Keys are paths with `/`, relative to the data folder. A file under a key never
 * changes; the pointer is the only thing that does, and it moves by compare-and-swap. This is the seam for a
 * bucket: `put` uploads under a new key, `local` fetches, the swap uses a conditional write.
 */
export interface BlobStore {
  /** Makes the finished local file `source` available under `key`; it is moved. Doing it again is the same as once. */
  put(source: string, key: string): Promise<void>;
  /** A path on this machine's disk that holds the file of `key`. */
  local(key: string): Promise<string>;
  exists(key: string): Promise<boolean>;
  /** Keys below a prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  delete(key: string): Promise<void>;
  /** The pointer's text, or null before the first publication. */
  pointer(): Promise<string | null>;
  /** Moves the pointer if it still reads `expected`; false when another was faster. */
  swapPointer(expected: string | null, next: string): Promise<boolean>;
}

/** The store as a folder on this machine. */
export class FolderStore implements BlobStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async put(source: string, key: string): Promise<void> {
    const target = join(this.root, key);
    await mkdir(dirname(target), { recursive: true });
    await flush(source);
    await rename(source, target);
  }

  local(key: string): Promise<string> {
    return Promise.resolve(join(this.root, key));
  }

  exists(key: string): Promise<boolean> {
    return Promise.resolve(existsSync(join(this.root, key)));
  }

  async list(prefix: string): Promise<string[]> {
    const folder = join(this.root, prefix);
    if (!existsSync(folder)) return [];
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.root, key), { recursive: true, force: true });
  }

  async pointer(): Promise<string | null> {
    try {
      return await readFile(join(this.root, 'current.json'), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async swapPointer(expected: string | null, next: string): Promise<boolean> {
    const target = join(this.root, 'current.json');
    const draft = `${target}.${randomBytes(6).toString('hex')}`;
    const file = await open(draft, 'wx');
    await file.writeFile(next);
    await file.sync();
    await file.close();
    try {
      if (expected === null) {
        await link(draft, target);
        return true;
      }
      if ((await this.pointer()) !== expected) return false;
      await rename(draft, target);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }
}

/** Bytes of a local file. */
export async function fileBytes(path: string): Promise<number> {
  return (await stat(path)).size;
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
