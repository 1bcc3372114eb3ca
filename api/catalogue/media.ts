import { type Static, Type } from 'typebox';
import { MEDIA_ROLES, type MediaRole, RENDITIONS } from '../../pipelines/domain/media.ts';
import { type ProductMedia, primaryMedia } from '../../warehouse/reads/product_media.ts';
import type { Operation } from '../http/operation.ts';
import { MediaRecord, mediaFinder, mediaRecord } from './media_record.ts';
import { referencedProduct, requireVariant } from './referenced_product.ts';
import { closed, MatchRecord, oneOf, ProductParams, VariantFilter } from './schema.ts';

const query = Type.Object(
  {
    variant_id: VariantFilter,
    role: Type.Optional(oneOf(MEDIA_ROLES, 'Only this role; `counts` still tell of all.')),
    rendition: Type.Optional(oneOf(RENDITIONS, 'Keeps only this rendition of each item.')),
  },
  closed,
);

const Counts = Type.Object(
  Object.fromEntries(['total', ...MEDIA_ROLES].map((name) => [name, Type.Integer()])) as Record<
    'total' | MediaRole,
    ReturnType<typeof Type.Integer>
  >,
  { description: 'Items of the product, or of the variant asked for, by role.' },
);

export const media: Operation = {
  group: 'catalogue',
  id: 'getProductMedia',
  method: 'GET',
  path: '/v1/products/:id/media',
  summary: 'Pictures and videos of a product',
  description:
    'Each picture once, however many sellers list it, with the role that it was found to have. A variant without a primary picture of its own inherits the product’s, which says so in `inherited_from`.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response: Type.Object({
    product_id: Type.String(),
    match: MatchRecord,
    media: Type.Array(MediaRecord),
    counts: Counts,
  }),
  cacheable: true,
  async run(deps, input) {
    const { snapshot, cdn_url } = deps;
    const { variant_id, role, rendition: only } = input.query as Static<typeof query>;
    const reference = { param: 'id', signal: input.signal };
    const { product, match } = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    if (variant_id !== undefined) requireVariant(product, variant_id);
    const all = (await mediaFinder(deps)).of(product);
    const own = variant_id === undefined ? all : all.filter((one) => one.variant_ids.includes(variant_id));
    const inherited =
      variant_id !== undefined && !own.some((one) => one.role === 'primary')
        ? primaryMedia(all, variant_id)
        : null;
    const items = inherited ? [inherited, ...own] : own;
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        match,
        media: items
          .filter((item) => role === undefined || item.role === role)
          .map((item) =>
            mediaRecord(item, {
              product,
              cdn_url,
              only,
              inherited_from: item === inherited ? product.product_id : null,
            }),
          ),
        counts: countsOf(items),
      },
    };
  },
};

function countsOf(items: readonly ProductMedia[]): Record<string, number> {
  const of = (role: MediaRole) => items.filter((item) => item.role === role).length;
  return { total: items.length, ...Object.fromEntries(MEDIA_ROLES.map((role) => [role, of(role)])) };
}
