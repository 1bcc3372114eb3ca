import { type Static, Type } from 'typebox';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { summariseOffers } from '../../pipelines/domain/offer.ts';
import { shownPool, shownVariant } from '../../pipelines/domain/pool.ts';
import { mediaFinder, Thumb } from '../catalogue/media_record.ts';
import {
  BestRecord,
  bestRecord,
  OfferRecord,
  type OfferScope,
  offerRecord,
  offerScope,
} from '../catalogue/offer_record.ts';
import { PooledVariants } from '../catalogue/pool_record.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import {
  Condition,
  Currency,
  closed,
  Display,
  MatchRecord,
  Minor,
  nullable,
  ReferenceField,
} from '../catalogue/schema.ts';
import { DestinationOption, deliveredProducts } from '../fulfilment/delivered_products.ts';
import { readDestination } from '../fulfilment/destination.ts';
import type { Operation } from '../http/operation.ts';
import { type TrustedBest, trustedBest } from '../trust/trusted_best.ts';
import { Verdict, verdictOf } from './price_verdict.ts';

const body = Type.Object({ ref: ReferenceField, destination: DestinationOption }, closed);

const Entry = Type.Pick(OfferRecord, [
  'id',
  'seller',
  'variant_id',
  'price',
  'price_minor',
  'landed',
  'landed_minor',
  'currency',
  'comparable',
  'condition',
  'availability',
  'purchasable',
  'thumb',
  'source',
]);

export const compare: Operation = {
  group: 'intelligence',
  id: 'compare',
  method: 'POST',
  path: '/v1/compare',
  summary: 'One product’s offers beside one another',
  description:
    'Compares the offers of one pool: of variants that cost the same, in one condition. A reference that names a variant (GTIN, offer, listing, or words such as `512 GB`) has its pool, any other the one that most sellers carry. `best` and `spread` look at offers in the market’s currency that take an order now (where no feed says, at those of which it is not known); `spread` is the distance of their prices. An offer about which something grave was observed (a flag of severity `high` in GET /v1/offers/{id}/risk, such as an implausible price) stands in its place among `offers`, but is `best` only where no other is left; `note` tells it.',
  scope: 'read',
  cost: 1,
  body,
  response: Type.Object({
    product_id: Type.String(),
    variant_id: Type.String({ description: 'The variant named, else the one that stands for the pool.' }),
    pooled_variants: PooledVariants,
    condition: Condition,
    title: Type.String(),
    thumb: Thumb,
    match: MatchRecord,
    best: BestRecord,
    note: nullable(
      Type.String({
        description: 'Cheaper offers that are not `best`, each with what was observed about it.',
      }),
    ),
    verdict: Verdict,
    spread: nullable(Display('Highest minus lowest price')),
    spread_minor: nullable(Minor('Highest minus lowest price')),
    currency: Currency,
    offers: Type.Array(Entry, { description: 'Every live offer of the pool, ranked by landed cost.' }),
  }),
  async run(deps, input) {
    const { snapshot } = deps;
    const { ref, destination: place } = input.body as Static<typeof body>;
    const destination = place ? await readDestination(place, deps.market.country) : null;
    const reference = { param: 'ref', signal: input.signal };
    const { product: whole, match, pool: asked } = await referencedProduct(snapshot, ref, reference);
    const [product = whole] = await deliveredProducts(deps, [whole], { destination, deliver_by: null });
    const pool = shownPool(product, snapshot.currency, asked);
    const variant_id = shownVariant(product, pool, asked);
    const { spread_minor } = summariseOffers(pool.offers, snapshot.currency);
    const { best, left_aside } = await trustedBest(deps, product, pool.offers);
    const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        variant_id,
        pooled_variants: pool.variant_ids,
        condition: pool.condition,
        title: product.variants.find((variant) => variant.variant_id === variant_id)?.title ?? product.title,
        thumb: media.thumb(product, variant_id),
        match,
        best: bestRecord(best, scope),
        note: asideNote(left_aside, scope),
        verdict: best && verdictOf(snapshot, best),
        spread: spread_minor === null ? null : formatPrice(spread_minor, snapshot.currency, snapshot.locale),
        spread_minor,
        currency: snapshot.currency,
        offers: pool.offers.map((listing) => {
          const offer = offerRecord(listing, scope, media.thumb(product, listing.variant_id));
          return Object.fromEntries(ENTRY_FIELDS.map((field) => [field, offer[field]]));
        }),
      },
    };
  },
};

/** What was left aside and why, or null. */
function asideNote(left_aside: TrustedBest['left_aside'], scope: OfferScope): string | null {
  const told = left_aside.map(
    ({ offer, detail }) =>
      `left aside: the offer of ${offer.seller} for ${formatPrice(offer.price_minor, offer.currency, scope.locale)}: ${detail}`,
  );
  return told.length === 0 ? null : told.join(' ');
}

const ENTRY_FIELDS = Object.keys(Entry.properties) as (keyof Static<typeof Entry>)[];
