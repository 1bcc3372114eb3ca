import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataFolder } from '../../warehouse/folder.ts';
import { FeedError } from './error.ts';

/** A file stored under its content hash. */
export interface StoredFile {
  /** Relative to the data folder. */
  path: string;
  sha256: string;
  bytes: number;
}

/**
 * Stores a stream as `landing/<seller>/<sha256><extension>`, hashing and copying in one pass. The file appears
 * under its name only when whole; what was there before under the same hash is kept. Throws `too_large`.
 */
export async function storeStream(
  source: Readable,
  options: {
    folder: DataFolder;
    seller: string;
    extension: string;
    maxBytes: number;
    name: string;
    signal?: AbortSignal | undefined;
    onBytes?: ((bytes: number) => void) | undefined;
  },
): Promise<StoredFile> {
  const scratch = options.folder.scratch('landing');
  await mkdir(scratch, { recursive: true });
  const draft = join(scratch, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > options.maxBytes) {
        done(
          new FeedError(
            'too_large',
            `${options.name} is larger than the limit of ${options.maxBytes} bytes (limits.feed_bytes)`,
          ),
        );
        return;
      }
      hash.update(chunk);
      options.onBytes?.(bytes);
      done(null, chunk);
    },
  });
  try {
    const sink = createWriteStream(draft, { flags: 'wx' });
    await pipeline(source, meter, sink, options.signal ? { signal: options.signal } : {});
    const sha256 = hash.digest('hex');
    const path = ['landing', options.seller, sha256 + options.extension].join('/');
    const target = options.folder.path(path);
    if (!(await touch(target))) await moveDurably(draft, target);
    return { path, sha256, bytes };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes a file count as of now, so that garbage collection leaves it to who found it; false where there is none. */
export async function touch(path: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(path, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Flushes a finished file to disk and gives it its name in one step. */
async function moveDurably(draft: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await flush(draft);
  await rename(draft, target);
}

/** Brings a finished file's bytes to the disk. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
