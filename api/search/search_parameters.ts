import { type Static, Type } from 'typebox';
import type { Listing } from '../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SORTS } from '../../warehouse/text/search_request.ts';
import { Amount, oneOf, SellerFilter } from '../catalogue/schema.ts';
import { DESTINATION_QUERY } from '../fulfilment/delivered_products.ts';
import { PAGE_QUERY } from '../http/cursor.ts';
import { ATTRIBUTE_QUERY } from './attribute_filter.ts';
import { isChosen, type OfferChoice } from './product_result.ts';

export const SearchParameters = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'Plain language, brand, model or any identifier. Without it every product that passes the filters, those of most sellers first.',
      }),
    ),
    category: Type.Optional(
      Type.String({ description: 'Taxonomy node from /v1/categories; what is below it counts too.' }),
    ),
    seller: SellerFilter,
    in_stock: Type.Optional(Type.Boolean({ description: 'true: only offers to buy now; false: all.' })),
    max_price: Type.Optional(
      Amount('Minor units; filters landed cost, or the price where delivery is unknown.'),
    ),
    sort: Type.Optional(oneOf(SORTS, 'Default relevance. Prices are of the best offer that passes.')),
    literal: Type.Optional(
      Type.Boolean({
        description:
          'true: every word of q is a word. Default false: price, sellers, condition, measures, what must be there and what must not are read from it (`understood`); parameters win over it.',
      }),
    ),
    ...DESTINATION_QUERY,
    facets: Type.Optional(Type.Boolean({ description: 'Also count what can narrow the answer.' })),
    ...PAGE_QUERY,
  },
  ATTRIBUTE_QUERY,
);

export type SearchParameters = Static<typeof SearchParameters>;

/** What of them chooses offers, as the engine takes it. */
export function choiceOf({ seller, in_stock, max_price }: SearchParameters): OfferChoice {
  return {
    ...(seller === undefined ? {} : { sellers: seller }),
    ...(in_stock ? { in_stock } : {}),
    ...(max_price === undefined ? {} : { max_price_minor: max_price }),
  };
}

/** Which offers of a product count; `variants` are those that meet the attribute filters, null for all. */
export function passing(
  snapshot: Snapshot,
  request: SearchParameters,
  variants: ReadonlySet<string> | null,
): (listing: Listing) => boolean {
  const choice = choiceOf(request);
  return (listing) =>
    isChosen(listing, choice, snapshot.currency) && (variants === null || variants.has(listing.variant_id));
}
