import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the service got it. */
export interface Asked {
  url: string | undefined;
  authorization: string | undefined;
  body: { model: string; input: string[] };
}
/** Answers a request, or leaves it unanswered. */
export type Reply = (input: string[], response: ServerResponse) => void;

export const send = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));

/** Answers in reverse order, as the API allows: `index` says which text a vector is of. */
export const vectors =
  (vectorOf: (text: string) => number[]): Reply =>
  (input, response) =>
    send(response, 200, {
      data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed(),
    });

/** A local service that speaks OpenAI's embeddings API. */
export class EmbeddingService implements AsyncDisposable {
  readonly asked: Asked[] = [];
  /** Replies to the next requests, one each; then `reply` answers. */
  readonly next: Reply[] = [];
  reply: Reply;
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  private constructor(reply: Reply) {
    this.reply = reply;
  }

  static async open(reply: Reply): Promise<EmbeddingService> {
    const service = new EmbeddingService(reply);
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** All texts asked for since this was last called. */
  takeTexts(): string[] {
    return this.asked.splice(0).flatMap(({ body }) => body.input);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
    this.asked.push({ url: request.url, authorization: request.headers.authorization, body });
    (this.next.shift() ?? this.reply)(body.input, response);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
