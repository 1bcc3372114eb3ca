import { type Static, Type } from 'typebox';
import { rankOffers } from '../../pipelines/domain/offer.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { PlacementRecord, placementsOf } from './placement.ts';
import { referencedProduct, requireSellers } from './referenced_product.ts';
import { Currency, closed, MatchRecord, nullable, ReferenceField } from './schema.ts';

/** A product may have thousands of listings, and a waterfall takes a fraction of a millisecond. */
const MAX_EXPLAINED = 100;

const body = Type.Object(
  {
    ref: ReferenceField,
    sellers: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        description: 'Restricts the sources searched. Default every seller.',
      }),
    ),
    explain: Type.Optional(
      Type.Boolean({ description: 'Adds how each listing came to its variant. Default false.' }),
    ),
  },
  closed,
);

const response = Type.Object({
  product_id: Type.String(),
  variant_id: nullable(
    Type.String({ description: 'The variant that the reference names, if it names one.' }),
  ),
  gtin: nullable(Type.String({ description: 'Of the variant named, else of the product.' })),
  brand: nullable(Type.String()),
  title: Type.String(),
  match: MatchRecord,
  listings: Type.Array(
    Type.Object({
      seller: Type.String(),
      sku: Type.String(),
      price: Type.Integer({ description: 'Minor units.' }),
      currency: Currency,
      offer_id: Type.String(),
      variant_id: Type.String(),
    }),
    { description: 'Live listings of the variant named, else of the product; cheapest first.' },
  ),
  explanation: Type.Optional(
    Type.Array(PlacementRecord, {
      description: `With \`explain\`: of the listings, at most ${MAX_EXPLAINED}, how each came to its variant.`,
    }),
  ),
});

export const resolve: Operation = {
  group: 'catalogue',
  id: 'resolve',
  method: 'POST',
  path: '/v1/resolve',
  summary: 'Which product an identifier, link or text names',
  description:
    'A code that fails its checksum is `invalid_identifier`; the detail says the digit expected. A seller’s own in-store code needs its seller: `<seller>:<code>`. A text is resolved only when one product fits clearly; else `not_found` carries `suggestions`.',
  scope: 'read',
  cost: 1,
  body,
  response,
  async run({ snapshot }, input) {
    const { ref, sellers, explain = false } = input.body as Static<typeof body>;
    requireSellers(snapshot, sellers ?? [], 'sellers');
    const reference = { param: 'ref', signal: input.signal };
    const { product, match, named, variant_id } = await referencedProduct(snapshot, ref, reference);
    const live = rankOffers(named, snapshot.currency);
    const listings = live.filter(({ seller }) => sellers?.includes(seller) ?? true);
    if (sellers && listings.length === 0) {
      const carriers = [...new Set(live.map(({ seller }) => seller))];
      const detail = `none of ${sellers.join(', ')} carries ${ref}; ${carriers.length === 0 ? 'no seller does now' : `these do: ${carriers.join(', ')}`}`;
      throw new ApiError('not_found', { detail, param: 'ref', extras: { suggestions: [] } });
    }
    const explanation = explain
      ? await placementsOf(snapshot, product, listings.slice(0, MAX_EXPLAINED))
      : undefined;
    const variant = product.variants.find((candidate) => candidate.variant_id === variant_id);
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        variant_id,
        gtin: variant ? variant.gtin : product.gtin,
        brand: product.brand,
        title: variant?.title ?? product.title,
        match,
        listings: listings.map(
          ({ seller, sku, price_minor, currency, offer_id, variant_id: variant_of }) => ({
            seller,
            sku,
            price: price_minor,
            currency,
            offer_id,
            variant_id: variant_of,
          }),
        ),
        ...(explanation && { explanation }),
      },
    };
  },
};
