import { createReadStream, type ReadStream, statSync } from 'node:fs';

const BLOCK_BYTES = 1 << 20;

/**
 * The bytes of a file, a block at a time; of a small file in one block of its size. An empty megabyte for each of many
 * small files sets the collector off as often as a full one.
 */
export function blocksOf(path: string, signal?: AbortSignal): ReadStream {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? BLOCK_BYTES;
  const highWaterMark = Math.max(1, Math.min(BLOCK_BYTES, bytes));
  return createReadStream(path, { highWaterMark, ...(signal && { signal }) });
}
