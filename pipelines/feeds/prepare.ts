import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { FeedError } from './error.ts';
import type { FeedLimits } from './landed.ts';

/** A feed's file on its way to the reader. */
export interface PrepareOptions {
  /** As landed. */
  path: string;
  /** For messages. */
  name: string;
  limits: FeedLimits;
  /** Folder for unpacked files. */
  scratch: string;
  signal?: AbortSignal | undefined;
}

/** A file that is unpacked, UTF-8, and begins like a feed. */
export interface Prepared {
  path: string;
  /** The first block as text, without byte order mark. */
  head: string;
}

const HEAD_BYTES = 262_144;

/**
 * Unpacks gzip and zstd, known by their first bytes, within the limits. A plain file is used where it lies.
 * Throws `empty`, `truncated`, `too_large`, and `not_a_feed` for other archives.
 */
export async function unpack(options: PrepareOptions): Promise<string> {
  let path = options.path;
  // Twice: a packed file may have been packed once more on its way.
  for (let layer = 0; layer < 2; layer++) {
    const decoder = decoderOf(await readHead(path, 4), options.name);
    if (!decoder) break;
    path = await unpackWith(decoder, { ...options, path });
  }
  return path;
}

function decoderOf(start: Buffer, name: string): Transform | null {
  if (start.length === 0) throw new FeedError('empty', `${name} is empty`);
  const magic = start.toString('hex');
  if (magic === '504b0304')
    throw new FeedError('not_a_feed', `${name} is a zip archive; serve it plain, as gzip or as zstd`);
  if (magic.startsWith('1f8b')) return createGunzip();
  return magic === '28b52ffd' ? createZstdDecompress() : null;
}

async function unpackWith(decoder: Transform, options: PrepareOptions): Promise<string> {
  const { path, name, limits, scratch, signal } = options;
  const target = join(scratch, `unpacked-${randomUUID()}`);
  const most = Math.min(limits.feed_bytes, (await stat(path)).size * limits.feed_ratio);
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const over = bytes > most;
      done(
        over
          ? new FeedError(
              'too_large',
              `${name} unpacks to more than ${most} bytes (limits.feed_bytes, limits.feed_ratio)`,
            )
          : null,
        chunk,
      );
    },
  });
  try {
    await pipeline(
      createReadStream(path),
      decoder,
      meter,
      createWriteStream(target),
      signal ? { signal } : {},
    );
  } catch (error) {
    if (error instanceof FeedError || signal?.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FeedError(
      'truncated',
      `${name} cannot be unpacked whole (${reason}); only a part of it arrived, or it is damaged`,
      { cause: error },
    );
  }
  if (bytes === 0) throw new FeedError('empty', `${name} is empty once unpacked`);
  return target;
}

/**
 * Unpacks a text feed and brings it to UTF-8: UTF-16 by its byte order mark or its zero bytes, else
 * windows-1252 where the bytes are not UTF-8. Throws also for HTML pages and binary files.
 */
export async function prepareText(options: PrepareOptions): Promise<Prepared> {
  let path = await unpack(options);
  const encoding = await detectEncoding(path, options.signal);
  if (encoding !== 'utf-8') path = await rewrite(path, encoding, options, (text) => text);
  const head = await headText(path);
  // Old Macintosh line ends: the readers of records count line feeds.
  if (head.includes('\r') && !head.includes('\n'))
    path = await rewrite(path, 'utf-8', options, (text) => text.replaceAll('\r', '\n'));
  refuseStrangers(head, options.name);
  return { path, head: path === options.path ? head : await headText(path) };
}

/** The same file with line feeds only, for files that mix them with CRLF, which DuckDB's strict reader refuses. */
export async function withLineFeeds(path: string, options: PrepareOptions): Promise<string> {
  let held = '';
  return rewrite(path, 'utf-8', options, (text) => {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    return whole
      .slice(0, whole.length - held.length)
      .replaceAll('\r\n', '\n')
      .replaceAll('\r', ' ');
  });
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

async function headText(path: string): Promise<string> {
  return new TextDecoder().decode(await readHead(path), { stream: true });
}

function refuseStrangers(head: string, name: string): void {
  const start = head.trimStart().slice(0, 2000);
  if (start === '') throw new FeedError('empty', `${name} has nothing but white space`);
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html|<head|<body)/i.test(start)) {
    const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]?.trim();
    throw new FeedError(
      'not_a_feed',
      `${name} is an HTML page${title ? ` (“${title}”)` : ''}, not a feed; check the address and its access rights`,
    );
  }
  if (head.includes('\0'))
    throw new FeedError('not_a_feed', `${name} is a binary file, not text; check the address and the format`);
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

async function detectEncoding(path: string, signal?: AbortSignal): Promise<Encoding> {
  const start = await readHead(path, 4);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start.length === 4 && start[0] !== 0 && start[1] === 0 && start[3] === 0) return 'utf-16le';
  if (start.length === 4 && start[0] === 0 && start[1] !== 0 && start[2] === 0) return 'utf-16be';
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) })) {
    const block = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    const whole = wholeCharacters(block);
    if (!isUtf8(block.subarray(0, whole))) return 'windows-1252';
    rest = block.subarray(whole);
  }
  return isUtf8(rest) ? 'utf-8' : 'windows-1252';
}

/** Bytes of a block up to a character that may be cut by its end. */
function wholeCharacters(block: Buffer): number {
  for (let back = 1; back <= Math.min(3, block.length); back++) {
    const byte = block[block.length - back] ?? 0;
    if (byte < 0x80) return block.length;
    if (byte >= 0xc0) return block.length - back;
  }
  return block.length;
}

async function rewrite(
  path: string,
  encoding: Encoding,
  options: PrepareOptions,
  change: (text: string) => string,
): Promise<string> {
  const target = join(options.scratch, `text-${randomUUID()}`);
  const decoder = new TextDecoder(encoding);
  const decode = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, change(decoder.decode(chunk, { stream: true })));
    },
    flush(done) {
      done(null, change(decoder.decode()));
    },
  });
  const source = createReadStream(path, { highWaterMark: 1 << 20 });
  await pipeline(source, decode, createWriteStream(target), options.signal ? { signal: options.signal } : {});
  return target;
}
