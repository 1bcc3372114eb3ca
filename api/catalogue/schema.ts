import { type TProperties, type TSchema, Type } from 'typebox';
import { AVAILABILITIES, CONDITIONS, MATCH_METHODS } from '../../pipelines/domain/listing.ts';
import { CHANNELS } from '../../pipelines/domain/provenance.ts';

/** Pieces of schema that several endpoints share. */

export const closed = { additionalProperties: false } as const;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const oneOf = <T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });

/** An object that the OpenAPI document knows by a name: `Offer`. One name is one schema. */
export const recordOf = <P extends TProperties>(name: string, properties: P) =>
  Type.Object(properties, { title: name });

export const ProductParams = Type.Object({
  id: Type.String({
    minLength: 1,
    description:
      'Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly.',
  }),
});

export const OfferParams = Type.Object({
  id: Type.String({
    minLength: 1,
    description:
      'The offer, URL-encoded: its id, `<seller>:<sku>`, or a link or code that only one listing has.',
  }),
});

export const ReferenceField = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly.',
});

export const SellerFilter = Type.Optional(
  Type.Array(Type.String(), { maxItems: 100, description: 'Only these sellers.' }),
);

export const VariantFilter = Type.Optional(
  Type.String({ pattern: '^var_[0-9a-f]{16}$', description: 'Only this variant.' }),
);

export const DaysQuery = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 3650, default: 90, description: 'Length of the history window.' }),
);

export const Minor = (description: string) => Type.Integer({ description: `${description}, minor units.` });
/** An amount that a caller gives: as large as any price that is stored. */
export const Amount = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
export const Display = (description: string) =>
  Type.String({ description: `${description}, as the market’s locale writes it.` });
export const Currency = Type.String({ description: 'ISO 4217.' });
export const Timestamp = Type.String({ format: 'date-time' });
export const NextCursor = nullable(Type.String({ description: 'Null when there is no more.' }));
export const Condition = oneOf(CONDITIONS);
export const Availability = oneOf(AVAILABILITIES);

export const Source = recordOf('Source', {
  channel: oneOf(CHANNELS),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Falls with the age of the data and with doubt about the match.',
  }),
});

export const MatchRecord = Type.Object(
  {
    method: oneOf(MATCH_METHODS),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { title: 'Match', description: 'How the reference was resolved, and the probability that it is right.' },
);
