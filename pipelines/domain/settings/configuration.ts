import type { Static } from 'typebox';
import { POLICIES } from '../policy.ts';
import { EmbeddingSchema } from './embedding_settings.ts';
import { MarketSchema } from './market_settings.ts';
import { MediaSchema } from './media_settings.ts';
import { BrandSchema, SellerSchema } from './publisher_settings.ts';
import { Type } from './schema.ts';
import { closed, literals } from './schema_parts.ts';

/** The shape of commerce-index.yaml. `api/cli/config.ts` reads the file and the environment; nothing else does. */
export const ConfigurationSchema = Type.Object(
  {
    market: MarketSchema,
    data: Type.Optional(Type.String({ description: 'Folder of the warehouse. Default ./data.' })),
    memory_limit: Type.Optional(
      Type.String({
        pattern: '^\\d+(\\.\\d+)?\\s?(MB|GB|MiB|GiB)$',
        description: 'Of DuckDB. Default 1GiB.',
      }),
    ),
    threads: Type.Optional(Type.Integer({ minimum: 1, description: 'Of DuckDB. Default the machine’s.' })),
    trust_threshold: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Below it a match goes to review. Default 0.9.' }),
    ),
    allow_private_addresses: Type.Optional(
      Type.Boolean({ description: 'Let feed URLs reach private and loopback addresses. Default false.' }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          feed_bytes: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Most bytes of one feed, unpacked. Default 20 GB.' }),
          ),
          feed_ratio: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Most unpacked bytes per packed byte. Default 200.' }),
          ),
          fetch_seconds: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Most seconds for one fetch. Default 600.' }),
          ),
        },
        { ...closed, description: 'What stops a feed that is too large or too slow.' },
      ),
    ),
    embedding: Type.Optional(EmbeddingSchema),
    events: Type.Optional(
      Type.Object(
        {
          retention_days: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'How long the log keeps events, back from the newest observation. Default 90.',
            }),
          ),
        },
        { ...closed, description: 'The log of events.' },
      ),
    ),
    webhooks: Type.Optional(
      Type.Object(
        {
          allow_private_addresses: Type.Optional(
            Type.Boolean({
              description: 'Let callbacks of watches reach private and loopback addresses. Default false.',
            }),
          ),
        },
        { ...closed, description: 'Callbacks of watches.' },
      ),
    ),
    policies: Type.Optional(
      Type.Array(literals(POLICIES), {
        uniqueItems: true,
        description:
          'What is told as policy.violated. Default minimum_price and unauthorised_seller, of brands that publish lists.',
      }),
    ),
    media: Type.Optional(MediaSchema),
    cdn_url: Type.Optional(
      Type.String({
        pattern: '^(?:https?:/)?/[^\\s?#]*[^/\\s?#]$',
        description:
          'Where answers say that media lie: a CDN or bucket over the folder `media` of the data. Default /media, served by the API.',
      }),
    ),
    sellers: Type.Array(SellerSchema, {
      minItems: 1,
      description: 'Who sells here; of several of one kind the first one’s words name a product.',
    }),
    brands: Type.Optional(
      Type.Array(BrandSchema, { description: 'Who publishes lists and sells nothing here.' }),
    ),
  },
  closed,
);
export type Configuration = Static<typeof ConfigurationSchema>;

/** `memory_limit` where the configuration sets none. */
export const DEFAULT_MEMORY_LIMIT = '1GiB';
