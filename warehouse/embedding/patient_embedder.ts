import { setTimeout as delay } from 'node:timers/promises';
import type { Embedder } from './embedder.ts';
import { EmbeddingError } from './openai_embedder.ts';
import type { Vector } from './vector.ts';

/** Milliseconds before each further try, where the service does not say. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];
/** A service that asks for more patience is taken to be away. */
const LONGEST_WAIT_MS = 60_000;

/** Asks a service again where a later try may succeed, and waits as long as it asks to. */
export class PatientEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly #service: Embedder;

  constructor(service: Embedder) {
    this.id = service.id;
    this.dims = service.dims;
    this.#service = service;
  }

  /** Throws EmbeddingError where the service refuses, or failed five times. */
  async embed(texts: readonly string[]): Promise<Vector[]> {
    for (const pause of WAITS_MS) {
      try {
        return await this.#service.embed(texts);
      } catch (error) {
        if (!(error instanceof EmbeddingError) || !error.retryable) throw error;
        const wait = error.wait_ms ?? pause;
        if (wait > LONGEST_WAIT_MS) throw error;
        await delay(wait);
      }
    }
    return this.#service.embed(texts);
  }
}
