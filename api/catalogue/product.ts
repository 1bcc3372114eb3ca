import { Type } from 'typebox';
import { isLive } from '../../pipelines/domain/offer.ts';
import type { Operation } from '../http/operation.ts';
import { GroupingRecord, groupingRecords } from './grouping.ts';
import { mediaFinder, Thumb } from './media_record.ts';
import {
  AxisRecord,
  AxisValues,
  axisRecords,
  axisValues,
  byAxes,
  PoolRecord,
  poolRecords,
} from './pool_record.ts';
import { referencedProduct } from './referenced_product.ts';
import { MatchRecord, nullable, ProductParams } from './schema.ts';

const Attributes = Type.Record(Type.String(), Type.String(), {
  description: 'Attribute key, `<namespace>.<name>`, to value.',
});
const Gtin = nullable(Type.String({ description: '14 digits, checksum-verified.' }));

const response = Type.Object({
  product_id: Type.String(),
  gtin: Gtin,
  brand: nullable(Type.String()),
  title: Type.String(),
  category: nullable(Type.String({ description: 'Taxonomy node, dotted.' })),
  attributes: Attributes,
  variants: Type.Integer({ description: 'Count of variants.' }),
  sellers: Type.Integer({ description: 'Count of sellers carrying it now.' }),
  variant_list: Type.Array(
    Type.Object({
      variant_id: Type.String(),
      gtin: Gtin,
      title: Type.String(),
      attributes: Attributes,
      axes: AxisValues,
    }),
    { description: 'In the order of their values on the axes.' },
  ),
  axes: Type.Array(AxisRecord, { description: 'What the variants differ in.' }),
  pools: Type.Array(PoolRecord, {
    description:
      'Offers that are weighed against one another, and the best of each; of one condition, new first.',
  }),
  grouping: Type.Array(GroupingRecord, {
    description: 'Why its variants are one product: what each seller states, and what titles say.',
  }),
  thumb: Thumb,
  match: MatchRecord,
});

export const product: Operation = {
  group: 'catalogue',
  id: 'getProduct',
  method: 'GET',
  path: '/v1/products/:id',
  summary: 'One canonical product',
  description:
    'The record of one real-world product, assembled from its listings. An id that became another answers with the product of today.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  response,
  cacheable: true,
  async run(deps, { params, signal }) {
    const { snapshot } = deps;
    const { product: record, match } = await referencedProduct(snapshot, params['id'] ?? '', {
      param: 'id',
      signal,
    });
    const { product_id, gtin, brand, title, category, attributes, variants, listings } = record;
    return {
      kind: 'json',
      body: {
        product_id,
        gtin,
        brand,
        title,
        category,
        attributes,
        variants: variants.length,
        sellers: new Set(listings.filter(isLive).map(({ seller }) => seller)).size,
        variant_list: variants
          .toSorted(byAxes)
          .map(({ axes, ...variant }) => ({ ...variant, axes: axisValues(axes) })),
        axes: axisRecords(record),
        pools: await poolRecords(deps, record),
        grouping: groupingRecords(record),
        thumb: (await mediaFinder(deps)).thumb(record, null),
        match,
      },
    };
  },
};
