import { CachedEmbedder } from './cached_embedder.ts';
import type { Embedder } from './embedder.ts';
import { OpenAiEmbedder, type OpenAiSettings } from './openai_embedder.ts';
import { PatientEmbedder } from './patient_embedder.ts';
import { staticEmbedder } from './static_embedder.ts';

/** Which embedder an index uses. */
export type EmbedderSettings = { provider: 'static' } | ({ provider: 'openai-compatible' } & OpenAiSettings);

/** A shopper does not wait longer for a ranking that words give at once. */
const QUERY_TIMEOUT_MS = 2_000;

/** For what is asked of the index: a service is asked once, and not for long. */
export const openQueryEmbedder = (settings: EmbedderSettings): Embedder =>
  settings.provider === 'static'
    ? staticEmbedder()
    : new OpenAiEmbedder({ ...settings, timeout_ms: QUERY_TIMEOUT_MS });

/** For publication: a service is asked with patience, and only for texts that the file `cache` does not hold. */
export function openProductEmbedder(
  settings: EmbedderSettings,
  cache: string,
): Embedder & Partial<Disposable> {
  if (settings.provider === 'static') return staticEmbedder();
  return new CachedEmbedder(cache, new PatientEmbedder(new OpenAiEmbedder(settings)));
}
