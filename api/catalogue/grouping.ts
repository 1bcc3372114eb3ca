import { type Static, Type } from 'typebox';
import type { Product } from '../../pipelines/domain/listing.ts';
import { nullable, oneOf, recordOf } from './schema.ts';

/** Why variants are of one product. */
export const GroupingRecord = recordOf('Grouping', {
  by: oneOf(
    ['item_group', 'title'],
    '`item_group`: a seller lists them as variants of one item; `title`: brand and title say the same but for colour, size, memory and capacity.',
  ),
  seller: nullable(Type.String({ description: 'Whose item group it is.' })),
  item_group_id: nullable(Type.String({ description: 'The seller’s own.' })),
  variant_ids: Type.Array(Type.String()),
});

/** Every seller's groups of the product's variants; the titles where these alone do not tie all of them. */
export function groupingRecords({ listings, variants }: Product): Static<typeof GroupingRecord>[] {
  const groups = Map.groupBy(
    listings.filter(({ item_group_id }) => item_group_id !== null),
    ({ seller, item_group_id }) => `${seller}\0${item_group_id}`,
  );
  const stated = [...groups.values()].flatMap((own) => {
    const variant_ids = [...new Set(own.map(({ variant_id }) => variant_id))];
    const { seller, item_group_id } = own[0] as (typeof own)[0];
    return variant_ids.length < 2 ? [] : [{ by: 'item_group' as const, seller, item_group_id, variant_ids }];
  });
  const all = variants.map(({ variant_id }) => variant_id);
  const isTied = reachable(all, stated).size === all.length;
  const titles = { by: 'title' as const, seller: null, item_group_id: null, variant_ids: all };
  return isTied ? stated : [...stated, titles];
}

/** What the first variant is tied to by groups, step by step. */
function reachable(all: readonly string[], groups: readonly { variant_ids: string[] }[]): Set<string> {
  const reached = new Set(all.slice(0, 1));
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { variant_ids } of groups)
      if (variant_ids.some((id) => reached.has(id))) for (const id of variant_ids) reached.add(id);
  }
  return reached;
}
