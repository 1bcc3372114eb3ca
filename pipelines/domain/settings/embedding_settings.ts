import type { Static } from 'typebox';
import { Type } from './schema.ts';
import { closed, literals } from './schema_parts.ts';

const EMBEDDING_PROVIDERS = ['static', 'openai-compatible'] as const;

export const EmbeddingSchema = Type.Object(
  {
    provider: literals(EMBEDDING_PROVIDERS, 'The word table that comes with the project, or a service.'),
    url: Type.Optional(
      Type.String({ description: 'Of openai-compatible: such as https://api.openai.com/v1.' }),
    ),
    model: Type.Optional(Type.String({ minLength: 1, description: 'Of openai-compatible.' })),
    dimensions: Type.Optional(
      Type.Integer({
        minimum: 16,
        maximum: 4096,
        multipleOf: 16,
        description: 'Of openai-compatible: numbers in the model’s vectors, a multiple of 16.',
      }),
    ),
  },
  { ...closed, description: 'What intents and products are compared by. Default static, a word table.' },
);
export type EmbeddingSettings = Static<typeof EmbeddingSchema>;
