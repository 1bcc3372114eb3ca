import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const READ_BYTES = 256 * 1024;
/** How often a file that has nothing new is looked at. */
const LOOK_MS = 25;

/**
 * The bytes of a file that is being written at its end and nowhere else, until `finished` says where it then lies;
 * fails with it. What the reader does not take stays in the file, so a slow one costs no memory and holds up nobody.
 */
export function growingFile(path: string, finished: Promise<{ path: string }>): Readable {
  return Readable.from(bytesOf(path, finished), { objectMode: false, highWaterMark: READ_BYTES });
}

async function* bytesOf(path: string, finished: Promise<{ path: string }>): AsyncGenerator<Buffer> {
  const state = { path, done: false };
  const end = finished.then((file) => {
    state.path = file.path;
    state.done = true;
  });
  // The failure is met where it is awaited below, or nobody reads any more.
  end.catch(() => undefined);
  let file: FileHandle | null = null;
  try {
    for (;;) {
      // Asked before reading: what was there at the end is read once more.
      const { done, path: place } = state;
      file ??= await openIfThere(place);
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      const bytes = file === null ? 0 : (await file.read(buffer, 0, READ_BYTES, null)).bytesRead;
      if (bytes > 0) yield buffer.subarray(0, bytes);
      else if (done) return;
      else await Promise.race([end, pause(LOOK_MS)]);
    }
  } finally {
    await file?.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
