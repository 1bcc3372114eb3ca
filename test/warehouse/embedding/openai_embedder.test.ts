import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { EmbeddingError, OpenAiEmbedder } from '../../../warehouse/embedding/openai_embedder.ts';
import { quantise } from '../../../warehouse/embedding/vector.ts';

const DIMS = 16;
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Asked {
  url: string | undefined;
  authorization: string | undefined;
  body: { model: string; input: string[] };
}
type Reply = (input: string[], response: ServerResponse) => void;

async function serve(reply: Reply): Promise<{ base_url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
    asked.push({ url: request.url, authorization: request.headers.authorization, body });
    reply(body.input, response);
  };
  const opened = createServer((request, response) => void handle(request, response));
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return { base_url: `http://127.0.0.1:${(opened.address() as AddressInfo).port}/v1/`, asked };
}

/** A vector that tells which text it is of: its length in the first component. */
const vectorOf = (text: string) => Array.from({ length: DIMS }, (_, at) => (at === 0 ? text.length : 1));
const send = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
/** Answers in reverse order, as the API allows: `index` says which text a vector is of. */
const honest: Reply = (input, response) =>
  void send(response, 200, {
    data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed(),
  });
const open = (base_url: string, more: object = {}) =>
  new OpenAiEmbedder({ base_url, model: 'm1', dims: DIMS, ...more });

test('texts are asked in batches, answers put in the order of the texts, empty texts not sent', async () => {
  const { base_url, asked } = await serve(honest);
  const texts = ['a', 'bb', ' ', 'dddd', 'eeeee'];
  const vectors = await open(base_url, { batch: 2, key: 'secret' }).embed(texts);
  expect(asked.map(({ body }) => body.input)).toEqual([['a', 'bb'], ['dddd'], ['eeeee']]);
  expect(
    asked.every(({ url, authorization }) => url === '/v1/embeddings' && authorization === 'Bearer secret'),
  ).toBe(true);
  expect(vectors.map(({ model }) => model)).toEqual(texts.map(() => 'openai-compatible/m1/16'));
  for (const [at, text] of texts.entries())
    expect(vectors[at]?.values).toEqual(text === ' ' ? new Int8Array(DIMS) : quantise(vectorOf(text)));
});

test.each<[what: string, reply: Reply, message: RegExp, retryable: boolean]>([
  ['a refusal', (_, response) => void send(response, 401, 'bad key'), /401 .*m1.*bad key/, false],
  ['too many requests', (_, response) => void send(response, 429, 'slow down'), /429/, true],
  ['a fault', (_, response) => void send(response, 503, 'later'), /503/, true],
  ['no JSON', (_, response) => void send(response, 200, '<html>'), /no JSON: <html>/, false],
  [
    'too few vectors',
    (_, response) => void send(response, 200, { data: [] }),
    /left out vector 0 of 1/,
    false,
  ],
  [
    'another length',
    (_, response) => void send(response, 200, { data: [{ index: 0, embedding: [1, 2] }] }),
    /2 numbers where 16/,
    false,
  ],
  ['silence', () => {}, /did not answer within 200 ms/, true],
  [
    'a redirect',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    /could not be reached/,
    true,
  ],
])('%s is told, without the key', async (_, reply, message, retryable) => {
  const { base_url } = await serve(reply);
  const failed = open(base_url, { key: 'secret', timeout_ms: 200 }).embed(['text']);
  const error = await failed.then(
    () => undefined,
    (reason: unknown) => reason as EmbeddingError,
  );
  expect(error).toBeInstanceOf(EmbeddingError);
  expect(error?.message).toMatch(message);
  expect(error?.message).not.toContain('secret');
  expect(error?.retryable).toBe(retryable);
});

test('a length that the scan cannot take is refused at once', () => {
  expect(() => new OpenAiEmbedder({ base_url: 'http://127.0.0.1', model: 'm', dims: 100 })).toThrow(
    /multiple of 16.*100/,
  );
});
