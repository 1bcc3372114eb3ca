import { type FileHandle, open } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DamagedFileError } from './damage.ts';
import { byAsOf, type FeedName, type LoggedRun } from './run.ts';

/**
 * One immutable file of the run log: blocks of runs of one feed in the order of their observation times, each a
 * JSON list packed with zstd; then the list of blocks, packed likewise; then how many bytes that list takes (float64,
 * little-endian) and `MAGIC`. So the runs of a feed for a moment are found by reading the list and one block.
 */
const MAGIC = 'ciruns01';
const TRAILER_BYTES = 16;
const BLOCK_ROWS = 512;

/** A part as a manifest names it. */
export interface RunPart {
  /** Key in the store. */
  key: string;
  rows: number;
  bytes: number;
  /** The least and the greatest observation time in it, ISO 8601 UTC. */
  from: string;
  to: string;
}

/** Some runs of one feed that lie together. */
export interface RunBlock extends FeedName {
  from: string;
  to: string;
  rows: number;
  /** Where it begins in the file. */
  at: number;
  bytes: number;
}

/** The file's bytes for these runs, in whatever order they come. */
export function packRuns(runs: readonly LoggedRun[]): Buffer {
  const blocks: RunBlock[] = [];
  const packed: Buffer[] = [];
  let at = 0;
  for (const feed of Map.groupBy(runs, ({ seller, feed: name }) => `${seller}/${name}`).values()) {
    const sorted = feed.toSorted(byAsOf);
    for (let start = 0; start < sorted.length; start += BLOCK_ROWS) {
      const rows = sorted.slice(start, start + BLOCK_ROWS);
      const [first, last] = [rows[0], rows.at(-1)] as [LoggedRun, LoggedRun];
      const block = zstdCompressSync(JSON.stringify(rows));
      const { seller, feed: name } = first;
      blocks.push({
        seller,
        feed: name,
        from: first.as_of,
        to: last.as_of,
        rows: rows.length,
        at,
        bytes: block.length,
      });
      packed.push(block);
      at += block.length;
    }
  }
  const list = zstdCompressSync(JSON.stringify(blocks));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeDoubleLE(list.length, 0);
  trailer.write(MAGIC, 8, 'latin1');
  return Buffer.concat([...packed, list, trailer]);
}

const ADVICE = 'restore it from a backup, or remove the data folder and ingest anew';

/** The list of a part's blocks. Throws DamagedFileError for a file that is cut off. */
export async function readBlocks(path: string): Promise<RunBlock[]> {
  return opened(path, async (file) => {
    const { size } = await file.stat();
    const trailer = await bytesAt(file, Math.max(0, size - TRAILER_BYTES), Math.min(size, TRAILER_BYTES));
    if (trailer.length < TRAILER_BYTES || trailer.toString('latin1', 8) !== MAGIC)
      throw new DamagedFileError(path, 'it is cut off or no file of runs', ADVICE);
    const bytes = trailer.readDoubleLE(0);
    return unpacked<RunBlock>(path, await bytesAt(file, size - TRAILER_BYTES - bytes, bytes));
  });
}

/** The runs of a block, oldest first. */
export async function readBlock(path: string, { at, bytes }: RunBlock): Promise<LoggedRun[]> {
  return opened(path, async (file) => unpacked<LoggedRun>(path, await bytesAt(file, at, bytes)));
}

async function opened<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function unpacked<Row>(path: string, packed: Buffer): Row[] {
  try {
    return JSON.parse(zstdDecompressSync(packed).toString()) as Row[];
  } catch (error) {
    throw new DamagedFileError(path, error instanceof Error ? error.message : String(error), ADVICE);
  }
}
