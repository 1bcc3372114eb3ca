import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers; a function answers by itself. */
export type Answer =
  | { type?: string; body: Buffer | string; status?: number; headers?: Record<string, string> }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A server of pictures on this machine that counts what it is asked for. */
export class PictureServer implements AsyncDisposable {
  readonly answers = new Map<string, Answer>();
  /** Paths in the order in which they were asked for. */
  readonly asked: string[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));

  static async open(answers: Record<string, Answer> = {}): Promise<PictureServer> {
    const server = new PictureServer();
    for (const [path, answer] of Object.entries(answers)) server.answers.set(path, answer);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push(path);
    const answer = this.answers.get(path);
    if (answer === undefined) response.writeHead(404).end('none');
    else if (typeof answer === 'function') answer(request, response);
    else
      response
        .writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'image/jpeg', ...answer.headers })
        .end(answer.body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
