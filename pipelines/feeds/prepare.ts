import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib';
import type { TextEncoding } from '../domain/feed_profile.ts';
import { blocksOf } from './blocks.ts';
import { isBinary, utf16Of } from './encoding.ts';
import { FeedError } from './error.ts';
import type { Finding } from './finding.ts';
import type { FeedLimits } from './landed.ts';
import { dropLargeLines, mendText } from './mend.ts';
import { surveyText } from './survey.ts';
import { isZip, openZipEntry } from './zip.ts';

/** A feed's file on its way to the reader. */
export interface PrepareOptions {
  /** As landed. */
  path: string;
  /** For messages. */
  name: string;
  limits: FeedLimits;
  /** Folder for unpacked files. */
  scratch: string;
  /** Texts that a line of this feed holds, where the file has other feeds' lines too. */
  concerns: readonly string[];
  /** By its WHATWG name, where the settings say it. */
  encoding?: string | undefined;
  /** Told how its text is encoded, where it is in one encoding and has more than ASCII. */
  onEncoding?: (encoding: TextEncoding) => void;
  signal?: AbortSignal | undefined;
}

/** A file that is unpacked, UTF-8, and begins like a feed. */
export interface Prepared {
  path: string;
  /** The first block as text, without byte order mark. */
  head: string;
  /** As in Survey. */
  longest: number;
  /** What was mended or left out on the way. */
  findings: Finding[];
}

const HEAD_BYTES = 262_144;

/**
 * Unpacks gzip, zstd and a zip archive of one file, known by their first bytes, within the limits. A plain file is used where it lies.
 * Throws `empty`, `truncated`, `too_large`, and `not_a_feed` for other archives.
 */
export async function unpack(options: PrepareOptions): Promise<string> {
  let path = options.path;
  // Twice: a packed file may have been packed once more on its way.
  for (let layer = 0; layer < 2; layer++) {
    if (await isZip(path)) {
      path = await unzip({ ...options, path });
      continue;
    }
    const decoder = decoderOf(await readHead(path, 4), options.name);
    if (!decoder) break;
    path = await unpackWith(decoder, { ...options, path });
  }
  return path;
}

function decoderOf(start: Buffer, name: string): Transform | null {
  if (start.length === 0) throw new FeedError('empty', `${name} is empty`);
  const magic = start.toString('hex');
  if (magic.startsWith('1f8b')) return createGunzip();
  return magic === '28b52ffd' ? createZstdDecompress() : null;
}

/** The one file of a zip archive. Throws `not_a_feed` where there are several. */
async function unzip(options: PrepareOptions): Promise<string> {
  const { start, end, isStored } = await openZipEntry(options.path, options.name);
  const source = createReadStream(options.path, { start, end });
  return unpackStream(source, isStored ? new PassThrough() : createInflateRaw(), options);
}

function unpackWith(decoder: Transform, options: PrepareOptions): Promise<string> {
  return unpackStream(createReadStream(options.path), decoder, options);
}

async function unpackStream(source: Readable, decoder: Transform, options: PrepareOptions): Promise<string> {
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
    await pipeline(source, decoder, meter, createWriteStream(target), signal ? { signal } : {});
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
 * Unpacks a text feed and brings it to UTF-8: UTF-16 by its byte order mark or its zero bytes, else windows-1252
 * line by line where the bytes are not UTF-8. NUL characters are left out. Throws also for HTML pages and binary files.
 */
export async function prepareText(options: PrepareOptions): Promise<Prepared> {
  const { name, signal } = options;
  let path = await unpack(options);
  const utf16 = options.encoding === undefined ? utf16Of(await readHead(path, 4)) : null;
  if (options.encoding !== undefined) path = await rewrite(path, options.encoding, options, (text) => text);
  if (utf16) path = await rewrite(path, utf16, options, (text) => text);
  refuseStrangers(await headText(path), name);
  if (isBinary(await readHead(path)))
    throw new FeedError('not_a_feed', `${name} is a binary file, not text; check the address and the format`);
  const findings: Finding[] = [];
  let { utf8, ascii, nul, longest } = await surveyText(path, signal);
  if (!utf8 || nul) {
    const target = scratchFile(options);
    findings.push(...(await mendText(path, target, options)));
    path = target;
    ({ longest } = await surveyText(path, signal));
  }
  const isMixed = findings.some(({ code }) => code === 'text_encoding');
  if (!ascii && !isMixed) options.onEncoding?.(utf16 ? 'utf-16' : utf8 ? 'utf-8' : 'windows-1252');
  let head = await headText(path);
  // Old Macintosh line ends: the readers of records count line feeds.
  if (head.includes('\r') && !head.includes('\n')) {
    path = await rewrite(path, 'utf-8', options, (text) => text.replaceAll('\r', '\n'));
    head = await headText(path);
  }
  return { path, head, longest, findings };
}

/** The same file of records, one a line, with those left out that are too large to be read. */
export async function withoutLargeLines(
  prepared: Prepared,
  options: PrepareOptions,
  mostBytes: number,
): Promise<Prepared> {
  if (prepared.longest <= mostBytes) return prepared;
  const path = scratchFile(options);
  const findings = await dropLargeLines(prepared.path, path, mostBytes, options);
  return { ...prepared, path, head: await headText(path), findings: [...prepared.findings, ...findings] };
}

/** A new path for a rewritten file. */
function scratchFile({ scratch }: PrepareOptions): string {
  return join(scratch, `text-${randomUUID()}`);
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
    const most = Math.min(bytes, (await file.stat()).size);
    if (most === 0) return Buffer.alloc(0);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
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
}

async function rewrite(
  path: string,
  encoding: string,
  options: PrepareOptions,
  change: (text: string) => string,
): Promise<string> {
  const target = scratchFile(options);
  const decoder = new TextDecoder(encoding);
  const decode = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, change(decoder.decode(chunk, { stream: true })));
    },
    flush(done) {
      done(null, change(decoder.decode()));
    },
  });
  const source = blocksOf(path);
  await pipeline(source, decode, createWriteStream(target), options.signal ? { signal: options.signal } : {});
  return target;
}
