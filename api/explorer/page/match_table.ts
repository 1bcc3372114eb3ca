import type { Schemas } from '../../client/client.ts';
import { badge, h, note, table } from './element.ts';
import { hrefOf } from './route.ts';
import { methodInWords, percent } from './wording.ts';

const COLUMNS = [
  { label: 'Listing' },
  { label: 'Title of the seller' },
  { label: 'Matched by' },
  { label: 'Confidence', numeric: true },
  { label: 'Compared' },
];

/** Why each listing is of this product, and why its variants are one. */
export function matchTable({ grouping }: Schemas['GetProductAnswer'], offers: readonly Schemas['Offer'][]) {
  if (offers.length === 0) return [note('No seller lists it now.')];
  const first = Map.groupBy(offers, ({ variant_id }) => variant_id);
  return [
    table(
      'Every listing of the product that stands now, those of one variant together.',
      COLUMNS,
      [...first.values()].flat().map((offer) => {
        const beside = first.get(offer.variant_id)?.find(({ id }) => id !== offer.id);
        return [
          h('code', {}, `${offer.seller}:${offer.sku}`),
          offer.title,
          [
            methodInWords(offer.match.method),
            offer.gtin_conflict && [' ', badge('GTIN claimed by another item too', 'warn')],
          ],
          percent(offer.match.confidence),
          beside ? h('a', { href: pairHref(offer, beside) }, `with ${beside.seller}`) : '—',
        ];
      }),
    ),
    grouping.length > 0 &&
      note('The variants are one product: ', grouping.map(groupingWords).join('; '), '.'),
  ];
}

function pairHref(one: Schemas['Offer'], other: Schemas['Offer']): string {
  return hrefOf(['reviews', `${one.seller}:${one.sku}=${other.seller}:${other.sku}`]);
}

function groupingWords({ by, seller, item_group_id, variant_ids }: Schemas['Grouping']): string {
  return by === 'item_group'
    ? `${seller} lists ${variant_ids.length} of them as one item (${item_group_id})`
    : 'brand and title say the same but for what variants differ in';
}
