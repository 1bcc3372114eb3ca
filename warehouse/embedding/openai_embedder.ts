import type { Embedder } from './embedder.ts';
import { quantise, type Vector } from './vector.ts';

/** Where and how to ask an embeddings service with OpenAI's API. */
export interface OpenAiSettings {
  /** Such as `https://api.openai.com/v1`; `/embeddings` is asked below it. */
  url: string;
  /** Sent as a bearer token; none for services that need none. */
  key?: string;
  model: string;
  /** Numbers in the model's vectors, a multiple of 16. An answer of another length is an error. */
  dims: number;
  /** Texts of one request, 64 by default. */
  batch?: number;
  /** Milliseconds until one request is given up, 30,000 by default. */
  timeout_ms?: number;
}

/** The service could not be used: what it was asked, what it said. `retryable` where a later try may succeed. */
export class EmbeddingError extends Error {
  readonly retryable: boolean;
  /** After how many milliseconds the service asks to be asked again, or null. */
  readonly wait_ms: number | null;

  constructor(
    message: string,
    retryable: boolean,
    { cause, wait_ms = null }: { cause?: unknown; wait_ms?: number | null } = {},
  ) {
    super(message, { cause });
    this.name = 'EmbeddingError';
    this.retryable = retryable;
    this.wait_ms = wait_ms;
  }
}

/** Characters of one text that are sent, about 2,000 tokens: more than a product's title and description have. */
const LONGEST_TEXT = 8000;
/** Bytes of one answer: 64 vectors of 4,096 numbers take about 6 MB as JSON. */
const LARGEST_ANSWER = 32 * 1024 * 1024;
const SHOWN_OF_ANSWER = 200;

interface Answer {
  data: { index: number; embedding: number[] }[];
}

/** Vectors of a service with OpenAI's embeddings API. Batches are asked one after another; nothing is tried twice. */
export class OpenAiEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly #settings: OpenAiSettings;
  readonly #url: string;

  constructor(settings: OpenAiSettings) {
    if (!Number.isInteger(settings.dims / 16) || settings.dims <= 0)
      throw new RangeError(`Embedding dims must be a multiple of 16, not ${settings.dims}.`);
    this.#settings = settings;
    this.#url = `${settings.url.replace(/\/+$/, '')}/embeddings`;
    this.dims = settings.dims;
    this.id = `openai-compatible/${settings.model}/${settings.dims}`;
  }

  /** Throws EmbeddingError where the service cannot be reached, refuses, or answers something else than asked. */
  async embed(texts: readonly string[]): Promise<Vector[]> {
    const size = this.#settings.batch ?? 64;
    const vectors: Vector[] = [];
    for (let from = 0; from < texts.length; from += size)
      vectors.push(...(await this.#embedBatch(texts.slice(from, from + size))));
    return vectors;
  }

  /** Services refuse empty texts, so those are not sent. */
  async #embedBatch(texts: readonly string[]): Promise<Vector[]> {
    const sent = [...texts.keys()].filter((at) => texts[at]?.trim() !== '');
    const components = sent.length === 0 ? [] : await this.#ask(sent.map((at) => texts[at] as string));
    const none: Vector = { model: this.id, values: new Int8Array(this.dims) };
    const vectors: Vector[] = texts.map(() => none);
    for (const [row, at] of sent.entries())
      vectors[at] = { model: this.id, values: quantise(components[row] as number[]) };
    return vectors;
  }

  async #ask(texts: readonly string[]): Promise<number[][]> {
    const { key, model, timeout_ms = 30_000 } = this.#settings;
    const body = { model, input: texts.map((text) => text.slice(0, LONGEST_TEXT)), encoding_format: 'float' };
    const response = await this.#reach(body, key, timeout_ms);
    const text = await this.#readBody(response);
    if (!response.ok)
      throw new EmbeddingError(
        `${this.#url} answered ${response.status} for model ${model}: ${text.slice(0, SHOWN_OF_ANSWER)}`,
        response.status === 429 || response.status >= 500,
        { wait_ms: waitOf(response.headers.get('retry-after')) },
      );
    return this.#vectorsOf(text, texts.length);
  }

  async #reach(body: object, key: string | undefined, timeout_ms: number): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    };
    const signal = AbortSignal.timeout(timeout_ms);
    try {
      return await fetch(this.#url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal,
        redirect: 'error',
      });
    } catch (error) {
      const why = signal.aborted ? `did not answer within ${timeout_ms} ms` : 'could not be reached';
      throw new EmbeddingError(`${this.#url} ${why}.`, true, { cause: error });
    }
  }

  async #readBody(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        if (bytes > LARGEST_ANSWER) break;
        chunks.push(chunk);
      }
    } catch (error) {
      throw new EmbeddingError(`${this.#url} broke off its answer.`, true, { cause: error });
    }
    if (bytes > LARGEST_ANSWER)
      throw new EmbeddingError(`${this.#url} answered more than ${LARGEST_ANSWER} bytes.`, false);
    return Buffer.concat(chunks).toString('utf8');
  }

  #vectorsOf(text: string, count: number): number[][] {
    const vectors = new Map((this.#parse(text).data ?? []).map(({ index, embedding }) => [index, embedding]));
    return Array.from({ length: count }, (_, at) => {
      const vector = vectors.get(at);
      if (!Array.isArray(vector))
        throw new EmbeddingError(`${this.#url} left out vector ${at} of ${count}.`, false);
      if (vector.length !== this.dims || !vector.every(Number.isFinite))
        throw new EmbeddingError(
          `${this.#url} answered ${vector.length} numbers where ${this.dims} are configured for ${this.#settings.model}.`,
          false,
        );
      return vector;
    });
  }

  #parse(text: string): Partial<Answer> {
    try {
      return JSON.parse(text) as Partial<Answer>;
    } catch (error) {
      throw new EmbeddingError(`${this.#url} answered no JSON: ${text.slice(0, SHOWN_OF_ANSWER)}`, false, {
        cause: error,
      });
    }
  }
}

/** Milliseconds that a Retry-After header asks for, in seconds or as a date; null without one. */
function waitOf(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
