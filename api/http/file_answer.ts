import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';
import { matchesAny } from './etag.ts';
import type { FileReply, FileSource } from './operation.ts';

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one range a `Range` header asks for (RFC 9110, 14.1.2). Null when the whole is to be sent: no header,
 * another unit, several ranges or a malformed one. Throws `range_not_satisfiable` beyond the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null;
  if (first < size && first <= last) return { first, last };
  throw new ApiError('range_not_satisfiable', {
    param: 'Range',
    detail: `the range ${JSON.stringify(header)} is not inside the file of ${size} bytes`,
    headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' },
  });
}

/**
 * Sends a file as it is, so that its strong ETag and ranges hold; only a stream of text, which has neither, is
 * compressed. Answers 304, 206 and 416 where the request's headers ask for it.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): Promise<void> {
  const etag = /^(W\/)?".*"$/.test(file.etag) ? file.etag : `"${file.etag}"`;
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-disposition': disposition(file.filename),
    ...file.headers,
    etag,
  });
  reply.type(file.contentType);
  if (matchesAny(request.headers['if-none-match'], etag)) {
    discard(file);
    reply.code(304).send();
  } else if ('stream' in file.source) {
    sendStream(request, reply, file.source.stream, etag);
  } else if ('growing' in file.source) {
    sendGrowing(request, reply, file.source);
  } else {
    await sendPath(request, reply, file.source.path, etag);
  }
}

/** Closes a file answer that nobody will read. */
export function discard(file: FileReply): void {
  if ('stream' in file.source) file.source.stream.destroy();
  if ('growing' in file.source) file.source.growing.destroy();
}

/** Not compressed: it is the file that its ETag names, of which ranges are sent once it is finished. */
function sendGrowing(
  request: FastifyRequest,
  reply: FastifyReply,
  { growing, trailers }: Extract<FileSource, { growing: Readable }>,
): void {
  reply.header('accept-ranges', 'bytes');
  if (request.method === 'HEAD') {
    growing.destroy();
    reply.send(Readable.from([]));
    return;
  }
  for (const [name, value] of Object.entries(trailers)) reply.trailer(name, () => value());
  reply.send(growing);
}

function sendStream(request: FastifyRequest, reply: FastifyReply, stream: Readable, etag: string): void {
  if (request.method === 'HEAD') {
    stream.destroy();
    reply.send(Readable.from([]));
  } else if (request.headers['accept-encoding']) {
    reply.header('etag', etag.startsWith('W/') ? etag : `W/${etag}`).compress(stream);
  } else {
    reply.send(stream);
  }
}

async function sendPath(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  etag: string,
): Promise<void> {
  // Opened before anything is sent: what is measured is what is read, even if the file is replaced meanwhile.
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const range = wantsRange(request, etag) ? byteRange(request.headers.range, size) : null;
    const { first, last } = range ?? { first: 0, last: size - 1 };
    reply.header('accept-ranges', 'bytes').header('content-length', String(last - first + 1));
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
    if (request.method === 'HEAD' || size === 0) {
      await handle.close();
      reply.send(Readable.from([]));
    } else {
      reply.send(createReadStream('', { fd: handle, start: first, end: last }));
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** `If-Range` lets a range stand only while the file is still the one it was (strong comparison). */
function wantsRange(request: FastifyRequest, etag: string): boolean {
  if (request.headers.range === undefined) return false;
  const condition = request.headers['if-range'];
  return condition === undefined || (condition === etag && !etag.startsWith('W/'));
}

/** RFC 6266: an ASCII name for old clients, the true one beside it. */
function disposition(filename: string): string {
  const ascii = filename.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
