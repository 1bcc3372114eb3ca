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
  /** The text of a small file, or null when there is none. */
  readText(key: string): Promise<string | null>;
  /** Writes a small file that may be replaced: a reader meets the old text or the new one, whole. */
  writeText(key: string, text: string): Promise<void>;
  /** Writes a small file unless there is one; false when there is. Of several at once, one wins. */
  createText(key: string, text: string): Promise<boolean>;
  /** The pointer's text, or null before the first publication. */
  pointer(): Promise<string | null>;
  /** Moves the pointer if it still reads `expected`; false when another was faster. */
  swapPointer(expected: string | null, next: string): Promise<boolean>;
}

/** Where the pointer lies. */
export const POINTER_KEY = 'current.json';

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

  async readText(key: string): Promise<string | null> {
    try {
      return await readFile(join(this.root, key), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async writeText(key: string, text: string): Promise<void> {
    await this.#drafted(key, text, (draft, target) => rename(draft, target));
  }

  async createText(key: string, text: string): Promise<boolean> {
    try {
      await this.#drafted(key, text, (draft, target) => link(draft, target));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  pointer(): Promise<string | null> {
    return this.readText(POINTER_KEY);
  }

  async swapPointer(expected: string | null, next: string): Promise<boolean> {
    if (expected === null) return this.createText(POINTER_KEY, next);
    if ((await this.pointer()) !== expected) return false;
    await this.writeText(POINTER_KEY, next);
    return true;
  }

  /** Writes the text beside its place, brings it to the disk, and lets `settle` give it its name. */
  async #drafted(
    key: string,
    text: string,
    settle: (draft: string, target: string) => Promise<void>,
  ): Promise<void> {
    const target = join(this.root, key);
    const draft = `${target}.${randomBytes(6).toString('hex')}`;
    await mkdir(dirname(target), { recursive: true });
    try {
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await settle(draft, target);
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
