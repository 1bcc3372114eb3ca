import type { IncomingMessage } from 'node:http';

/** Of a body that was refused, read and thrown away at most: four times the largest one that is taken. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MS = 30_000;

/**
 * Reads and throws away what is still to come of a body that was refused. Many clients send all of it before they read
 * the answer, and an answer on a closed connection is lost to them. One that goes on for too long loses the connection.
 */
export function drain(request: IncomingMessage): void {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // A request made inside this process is never `complete`.
  if (!hasBody || request.complete || request.readableEnded) return;
  const timer = setTimeout(() => request.destroy(), MOST_MS).unref();
  let bytes = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) request.destroy();
  });
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timer));
  request.resume();
}
