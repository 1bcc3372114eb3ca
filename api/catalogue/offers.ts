import { type Static, Type } from 'typebox';
import { type Listing, PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { comparePositions, offerPosition, rankOffers } from '../../pipelines/domain/offer.ts';
import {
  DESTINATION_QUERY,
  deliveredProducts,
  queriedDestination,
} from '../fulfilment/delivered_products.ts';
import { deliveryFinder } from '../fulfilment/delivery_finder.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { mediaFinder } from './media_record.ts';
import { OfferRecord, offerRecord, offerScope } from './offer_record.ts';
import { referencedProduct, requireSellers, requireVariant } from './referenced_product.ts';
import {
  Condition,
  closed,
  MatchRecord,
  NextCursor,
  ProductParams,
  SellerFilter,
  VariantFilter,
} from './schema.ts';

const query = Type.Object(
  {
    seller: SellerFilter,
    in_stock: Type.Optional(
      Type.Boolean({
        description: 'true: only offers that take an order now; false: only those that do not.',
      }),
    ),
    condition: Type.Optional(Condition),
    variant_id: VariantFilter,
    ...DESTINATION_QUERY,
    ...PAGE_QUERY,
  },
  closed,
);

function isWanted(listing: Listing, filter: Static<typeof query>): boolean {
  return (
    (filter.seller?.includes(listing.seller) ?? true) &&
    (filter.in_stock === undefined || filter.in_stock === PURCHASABLE.includes(listing.availability)) &&
    (filter.condition === undefined || filter.condition === listing.condition) &&
    (filter.variant_id === undefined || filter.variant_id === listing.variant_id)
  );
}

export const offers: Operation = {
  group: 'catalogue',
  id: 'listOffers',
  method: 'GET',
  path: '/v1/products/:id/offers',
  summary: 'Every live offer for a product',
  description:
    'All variants of the product, by landed cost (by price where delivery is unknown); what can be ordered before what cannot; other currencies last. With a destination, landed costs, their order and delivery days are those there, and offers that do not go there are left out. Ages and confidences are as of the snapshot’s newest observation.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response: Type.Object({
    product_id: Type.String(),
    match: MatchRecord,
    offers: Type.Array(OfferRecord),
    next_cursor: NextCursor,
  }),
  cacheable: true,
  async run(deps, input) {
    const { snapshot } = deps;
    const filter = input.query as Static<typeof query>;
    const destination = await queriedDestination(filter, deps);
    const page = pageOf(deps, input, { endpoint: 'listOffers' });
    const reference = { param: 'id', signal: input.signal };
    const { product, match } = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    requireSellers(snapshot, filter.seller ?? [], 'seller');
    if (filter.variant_id !== undefined) requireVariant(product, filter.variant_id);
    const { after, limit } = page;
    const positionOf = (listing: Listing) => offerPosition(listing, snapshot.currency);
    const [delivered] = await deliveredProducts(deps, [product], { destination, deliver_by: null });
    const wanted = rankOffers(delivered?.listings ?? [], snapshot.currency).filter(
      (listing) =>
        isWanted(listing, filter) && (after === null || comparePositions(positionOf(listing), after) > 0),
    );
    const shown = wanted.slice(0, limit);
    const last = shown.at(-1);
    const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
    const delivery = await deliveryFinder(deps, shown, { ...(destination && { destination }) });
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        match,
        offers: shown.map((listing) => ({
          ...offerRecord(listing, scope, media.thumb(product, listing.variant_id)),
          delivers_by: delivery(listing).delivers_by,
        })),
        next_cursor: last && wanted.length > limit ? page.next(positionOf(last)) : null,
      },
    };
  },
};
