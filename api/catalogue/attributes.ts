import { type Static, Type } from 'typebox';
import { ATTRIBUTES } from '../../pipelines/attributes/attributes.ts';
import { settleAttributes } from '../../pipelines/attributes/settle.ts';
import { ATTRIBUTE_SOURCES } from '../../pipelines/domain/attribute.ts';
import type { Operation } from '../http/operation.ts';
import { labelOf } from '../search/category_filter.ts';
import { referencedProduct, requireVariant } from './referenced_product.ts';
import { closed, MatchRecord, nullable, oneOf, ProductParams, recordOf, VariantFilter } from './schema.ts';

const query = Type.Object(
  {
    min_confidence: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0,
        description: 'Drops values with a lower confidence.',
      }),
    ),
    axes_only: Type.Optional(
      Type.Boolean({ default: false, description: 'Only attributes that vary between variants.' }),
    ),
    variant_id: VariantFilter,
  },
  closed,
);

const Value = Type.Union(
  [
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Object({ min: Type.Number(), max: Type.Number() }, { description: 'Stated as a range.' }),
  ],
  { description: 'Typed; a number is in `unit`.' },
);

const AttributeRecord = recordOf('Attribute', {
  key: Type.String({ description: '`<namespace>.<name>`; `general` is of any category.' }),
  label: Type.String(),
  value: Value,
  unit: Type.Optional(Type.String({ description: 'What a number is in; absent of counts and texts.' })),
  source: oneOf(
    ATTRIBUTE_SOURCES,
    'declared: in a field of a feed; parsed: read from a title or description; inferred: from other variants.',
  ),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Probability that the variants have this value.',
  }),
  variant_ids: Type.Array(Type.String(), { description: 'The variants that have it.' }),
});

export const attributes: Operation = {
  group: 'catalogue',
  id: 'listProductAttributes',
  method: 'GET',
  path: '/v1/products/:id/attributes',
  summary: 'What is known of a product, typed, with confidence',
  description:
    'Values that sellers declare, that their titles and descriptions state, and that follow from other variants, under one key whatever a seller calls it, numbers in one unit. Where sellers disagree the likelier value stands, and its confidence tells of the doubt. Storefront tags are left out.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response: Type.Object({
    product_id: Type.String(),
    category: nullable(Type.String({ description: 'Taxonomy node, dotted.' })),
    attributes: Type.Array(AttributeRecord),
    axes: Type.Array(Type.String(), {
      description: 'Keys that vary between variants: those that GET /v1/products/{id} places them on.',
    }),
    match: MatchRecord,
  }),
  cacheable: true,
  async run({ snapshot }, input) {
    const { min_confidence = 0, axes_only = false, variant_id } = input.query as Static<typeof query>;
    const reference = input.params['id'] ?? '';
    const { product, match } = await referencedProduct(snapshot, reference, {
      param: 'id',
      signal: input.signal,
    });
    if (variant_id !== undefined) requireVariant(product, variant_id);
    const axes = new Set(product.variants.flatMap((variant) => variant.axes.map(({ key }) => key)));
    const settled = settleAttributes(product.listings, axes);
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        category: product.category,
        attributes: settled.attributes
          .filter(({ key, confidence }) => confidence >= min_confidence && (!axes_only || axes.has(key)))
          .filter(({ variant_ids }) => variant_id === undefined || variant_ids.includes(variant_id))
          .map(({ key, value, unit, source, confidence, variant_ids }) => ({
            key,
            label: ATTRIBUTES.get(key)?.label ?? labelOf(key),
            value,
            ...(unit !== null && { unit }),
            source,
            confidence: Math.round(confidence * 1000) / 1000,
            variant_ids,
          })),
        axes: [...axes].sort(),
        match,
      },
    };
  },
};
