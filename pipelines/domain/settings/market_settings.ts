import type { Static } from 'typebox';
import { VERDICT_CUTS } from '../price_context.ts';
import { Type } from './schema.ts';
import { closed } from './schema_parts.ts';

const Percentile = (usual: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: `Default ${usual}.` }));

export const MarketSchema = Type.Object(
  {
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1.' }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217; offers in others are kept, and compared with nothing.',
    }),
    region: Type.Optional(
      Type.String({
        description:
          'ISO 3166-2 (US-CA): where orders go that name no destination. Default all of the country.',
      }),
    ),
    locale: Type.Optional(Type.String({ description: 'BCP 47; default en-<country>.' })),
    verdict: Type.Optional(
      Type.Object(
        {
          excellent: Percentile(VERDICT_CUTS.excellent),
          good: Percentile(VERDICT_CUTS.good),
          typical: Percentile(VERDICT_CUTS.typical),
        },
        {
          ...closed,
          description:
            'Highest percentile of a price among its own past at which it is called so, ascending; above them all it is poor.',
        },
      ),
    ),
  },
  { ...closed, description: 'The country and currency that prices are compared in.' },
);
export type MarketSettings = Static<typeof MarketSchema>;
