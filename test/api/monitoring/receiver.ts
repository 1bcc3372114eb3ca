import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as a callback got it. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Answers nothing at all. */
  hangs?: boolean;
  /** Sends its status and body, and never ends. */
  goesOn?: boolean;
}

/** A server that keeps what it receives and answers as it is told. */
export async function receiver(answer: (received: Received) => Answer = () => ({ status: 204 })) {
  const got: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      got.push(received);
      const { status, headers = {}, body = '', hangs, goesOn } = answer(received);
      if (goesOn) response.writeHead(status, headers).write(body);
      else if (!hangs) response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}
