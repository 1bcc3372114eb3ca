import { type Static, Type } from 'typebox';
import { closed, NextCursor, nullable, recordOf } from '../catalogue/schema.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { googleIdOf, labelOf, requireCategory } from './category_filter.ts';

const query = Type.Object(
  {
    parent: Type.Optional(
      Type.String({ description: 'Only what is below this node. Default the whole tree.' }),
    ),
    depth: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, default: 1, description: 'Levels below the parent.' }),
    ),
    ...PAGE_QUERY,
  },
  closed,
);

const CategoryRecord = recordOf('Category', {
  id: Type.String({ description: 'Dotted path.' }),
  label: Type.String(),
  parent: nullable(Type.String()),
  products: Type.Integer({ description: 'Products in this node and below.' }),
  children: Type.Integer({ description: 'Count of nodes directly below.' }),
  google_product_category: nullable(
    Type.Integer({
      description:
        'Id in Google’s product taxonomy; of a node that is finer than Google’s, that of the one it is part of; null for a seller’s own category that no node is meant by.',
    }),
  ),
});

const levelOf = (id: string | undefined) => (id === undefined ? 0 : id.split('.').length);

export const categories: Operation = {
  group: 'search',
  id: 'listCategories',
  method: 'GET',
  path: '/v1/categories',
  summary: 'One taxonomy across all sellers',
  description: 'Nodes that hold a product, or lie above one that does, in the order of their ids.',
  scope: 'read',
  cost: 1,
  query,
  response: Type.Object({ categories: Type.Array(CategoryRecord), next_cursor: NextCursor }),
  cacheable: true,
  errors: ['not_found'],
  run(deps, input) {
    const { parent: asked, depth = 1 } = input.query as Static<typeof query>;
    const page = pageOf(deps, input, { endpoint: 'listCategories' });
    const { limit, after } = page;
    const all = deps.snapshot.categories();
    const parent = asked === undefined ? undefined : requireCategory(deps.snapshot, asked, 'parent');
    const children = Map.groupBy(all, (category) => category.parent);
    const wanted = all
      .filter(({ id }) => parent === undefined || id.startsWith(`${parent}.`))
      .filter(({ id }) => levelOf(id) - levelOf(parent) <= depth)
      .filter(({ id }) => after === null || id > String(after[0]))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const shown = wanted.slice(0, limit);
    const last = shown.at(-1);
    return {
      kind: 'json',
      body: {
        categories: shown.map(({ id, parent: above, products }) => ({
          id,
          label: labelOf(id),
          parent: above,
          products,
          children: children.get(id)?.length ?? 0,
          google_product_category: googleIdOf(id),
        })),
        next_cursor: last && wanted.length > limit ? page.next([last.id]) : null,
      },
    };
  },
};
