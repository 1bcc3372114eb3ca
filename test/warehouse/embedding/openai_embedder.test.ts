import { afterEach, expect, test } from 'vitest';
import { EmbeddingError, OpenAiEmbedder } from '../../../warehouse/embedding/openai_embedder.ts';
import { quantise } from '../../../warehouse/embedding/vector.ts';
import { EmbeddingService, type Reply, send, vectors } from './embedding_service.ts';

const DIMS = 16;
let service: EmbeddingService | undefined;
afterEach(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function serve(reply: Reply): Promise<EmbeddingService> {
  service = await EmbeddingService.open(reply);
  return service;
}

/** A vector that tells which text it is of: its length in the first component. */
const vectorOf = (text: string) => Array.from({ length: DIMS }, (_, at) => (at === 0 ? text.length : 1));
const open = (url: string, more: object = {}) =>
  new OpenAiEmbedder({ url, model: 'm1', dims: DIMS, ...more });

test('texts are asked in batches, answers put in the order of the texts, empty texts not sent', async () => {
  const { url, asked } = await serve(vectors(vectorOf));
  const texts = ['a', 'bb', ' ', 'dddd', 'eeeee'];
  const found = await open(`${url}/`, { batch: 2, key: 'secret' }).embed(texts);
  expect(asked.map(({ body }) => body.input)).toEqual([['a', 'bb'], ['dddd'], ['eeeee']]);
  expect(asked.every((each) => each.url === '/v1/embeddings' && each.authorization === 'Bearer secret')).toBe(
    true,
  );
  expect(found.map(({ model }) => model)).toEqual(texts.map(() => 'openai-compatible/m1/16'));
  for (const [at, text] of texts.entries())
    expect(found[at]?.values).toEqual(text === ' ' ? new Int8Array(DIMS) : quantise(vectorOf(text)));
});

test.each<[what: string, reply: Reply, message: RegExp, retryable: boolean]>([
  ['a refusal', (_, response) => send(response, 401, 'bad key'), /401 .*m1.*bad key/, false],
  ['too many requests', (_, response) => send(response, 429, 'slow down'), /429/, true],
  ['a fault', (_, response) => send(response, 503, 'later'), /503/, true],
  ['no JSON', (_, response) => send(response, 200, '<html>'), /no JSON: <html>/, false],
  ['too few vectors', (_, response) => send(response, 200, { data: [] }), /left out vector 0 of 1/, false],
  [
    'another length',
    (_, response) => send(response, 200, { data: [{ index: 0, embedding: [1, 2] }] }),
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
])('%s is told, without the key', async (what, reply, message, retryable) => {
  const { url } = await serve(reply);
  const failed = open(url, { key: 'secret', ...(what === 'silence' && { timeout_ms: 200 }) }).embed(['text']);
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
  expect(() => new OpenAiEmbedder({ url: 'http://127.0.0.1', model: 'm', dims: 100 })).toThrow(
    /multiple of 16.*100/,
  );
});

test.each([
  ['3', 3000],
  [new Date(Date.now() + 60_000).toUTCString(), 60_000],
  [new Date(0).toUTCString(), 0],
  ['soon', null],
  [undefined, null],
])('a busy service that says to come back after %s is believed', async (header, expected) => {
  const { url } = await serve((_, response) =>
    send(response, 429, 'slow down', header === undefined ? {} : { 'retry-after': header }),
  );
  const error = (await open(url)
    .embed(['text'])
    .catch((reason: unknown) => reason)) as EmbeddingError;
  if (expected === null) expect(error.wait_ms).toBeNull();
  else expect(Math.abs((error.wait_ms as number) - expected)).toBeLessThan(5000);
});
