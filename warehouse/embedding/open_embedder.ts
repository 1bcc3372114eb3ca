import type { Embedder } from './embedder.ts';
import { OpenAiEmbedder, type OpenAiSettings } from './openai_embedder.ts';
import { StaticEmbedder } from './static_embedder.ts';

/** Which embedder an index uses. */
export type EmbedderSettings = { provider: 'static' } | ({ provider: 'openai-compatible' } & OpenAiSettings);

/** The embedder of a configuration. */
export const openEmbedder = (settings: EmbedderSettings): Embedder =>
  settings.provider === 'static' ? StaticEmbedder.open() : new OpenAiEmbedder(settings);
