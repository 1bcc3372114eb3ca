import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../../../api/http/errors.ts';
import { operation, running } from './harness.ts';

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Refuses its body at the first piece, as a bulk match does at its first bad rows. */
const refusing = operation({
  id: 'refuse',
  method: 'POST',
  path: '/v1/refuse',
  bodyLimit: 16 * MIB,
  streamedTypes: ['text/csv'],
  async run(_deps, { body }) {
    for await (const piece of body as AsyncIterable<Buffer>)
      throw new ApiError('invalid_request', {
        detail: `the first ${piece.length > 0 ? 'bytes' : ''} are wrong`,
      });
    return { kind: 'json', body: {} };
  },
});

/** The server, and what it answers to clients that send their whole body before they read, as many do. */
async function listening() {
  const { app, token } = await running([refusing]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const open = async (headers: string[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(
      ['POST /v1/refuse HTTP/1.1', 'Host: a', 'Content-Type: text/csv', ...headers, '', ''].join('\r\n'),
    );
    return socket;
  };
  return { open, authorization: `Authorization: Bearer ${token}` };
}

async function sent(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** The status line of what has come, once something has. */
async function statusLine(socket: Socket): Promise<string> {
  const [piece] = (await once(socket.resume(), 'data')) as [Buffer];
  return piece.toString().split('\r\n')[0] ?? '';
}

test.each([
  ['refused at its first bytes', 12 * MIB, true, 'HTTP/1.1 400 Bad Request'],
  ['over the limit of its endpoint', 20 * MIB, true, 'HTTP/1.1 413 Payload Too Large'],
  ['of nobody known', 12 * MIB, false, 'HTTP/1.1 401 Unauthorized'],
])(
  'a body %s is read to its end, so that the client comes to the answer',
  async (_what, bytes, known, status) => {
    const { open, authorization } = await listening();
    const socket = await open([...(known ? [authorization] : []), `Content-Length: ${bytes}`]);
    for (let done = 0; done < bytes; done += CHUNK.length) await sent(socket, CHUNK);
    expect(await statusLine(socket)).toBe(status);
    // The connection is as good as before.
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await statusLine(socket)).toBe('HTTP/1.1 200 OK');
  },
  20_000,
);

test('in chunks too, over the limit while they come', async () => {
  const { open, authorization } = await listening();
  const socket = await open([authorization, 'Transfer-Encoding: chunked']);
  const head = `${CHUNK.length.toString(16)}\r\n`;
  for (let done = 0; done < 20 * MIB; done += CHUNK.length)
    await sent(socket, Buffer.concat([Buffer.from(head), CHUNK, Buffer.from('\r\n')]));
  socket.write('0\r\n\r\n');
  expect(await statusLine(socket)).toBe('HTTP/1.1 400 Bad Request');
}, 20_000);

test('a body without end is not read for ever: the connection is closed', async () => {
  const { open, authorization } = await listening();
  const socket = await open([authorization, 'Transfer-Encoding: chunked']);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A reset is how the end of the connection comes to one who still writes.
  socket.on('error', () => undefined);
  const piece = Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')]);
  let bytes = 0;
  while (!socket.destroyed && bytes < 1024 * MIB) {
    bytes += CHUNK.length;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => null), closed]);
  }
  await closed;
  expect(bytes).toBeGreaterThan(16 * MIB);
  expect(bytes).toBeLessThan(256 * MIB);
}, 30_000);
