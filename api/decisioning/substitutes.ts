import { type Static, Type } from 'typebox';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { confidenceOf } from '../../pipelines/equivalence/confidence.ts';
import { BestRecord, bestRecord, type OfferScope, offerScope } from '../catalogue/offer_record.ts';
import {
  Amount,
  Currency,
  closed,
  Display,
  MatchRecord,
  Minor,
  nullable,
  ReferenceField,
} from '../catalogue/schema.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { comparableVariants } from './comparable_products.ts';
import { type ComparedReference, comparedReference } from './compared_reference.ts';
import { RelationField } from './equivalence.ts';
import { keepsAll, keptKeys } from './kept_attributes.ts';
import { relating } from './relating.ts';
import { bestOf, leastGivenUp, shownSubstitutes, type Weighed, weigh } from './weighed_substitute.ts';

const body = Type.Object(
  {
    ref: ReferenceField,
    must_keep: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 20,
        description:
          'Attributes that may not regress (a key of GET /v1/products/{id}/attributes, its name without the namespace, its label, `brand`, `condition`, or `price` for as much): what has a direction must be as good or better, the rest the same. What a substitute does not state is not kept.',
      }),
    ),
    budget_minor: Type.Optional(Amount('Most to pay delivered, minor units.')),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `Most substitutes. Default ${DEFAULT_LIMIT}.`,
      }),
    ),
  },
  closed,
);

const StepRecord = Type.Object({
  attribute: Type.String({
    description: 'Attribute key, `price` or, where there is more or less in the pack, `unit_price`.',
  }),
  a: Type.String({ description: 'Of the reference.' }),
  b: Type.String({ description: 'Of the substitute.' }),
  delta: Type.Optional(Type.String({ description: 'Signed, with its unit; of numbers.' })),
});

const Substitute = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String({ description: 'The variant that gives up least.' }),
  title: Type.String(),
  relation: RelationField,
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Probability that the relation is right.' }),
  best: BestRecord,
  price_delta_minor: nullable(
    Type.Integer({
      description: 'Price less that of the reference, minor units; null where nobody sells that.',
    }),
  ),
  better: Type.Array(StepRecord),
  worse: Type.Array(StepRecord),
  same: Type.Array(Type.String(), { description: 'Attribute keys.' }),
  other: Type.Array(StepRecord, { description: 'What differs and is a matter of taste: a colour.' }),
  unstated: Type.Array(Type.String(), {
    description: 'Attribute keys of the reference that it does not state.',
  }),
});

export const substitutes: Operation = {
  group: 'decisioning',
  id: 'findSubstitutes',
  method: 'POST',
  path: '/v1/substitutes',
  summary: 'What can be bought instead',
  description:
    'Other products of the same kind, other generations among them, in the condition of the reference or a better one, with an offer that takes orders. Never the reference itself nor its variants, what goes with it, or what fits other devices. Those that give up least come first: attributes that are worse, not stated or other, and a higher price.',
  scope: 'read',
  cost: 5,
  body,
  response: Type.Object({
    reference: Type.Object({
      product_id: Type.String(),
      variant_id: Type.String(),
      title: Type.String(),
      match: MatchRecord,
      best: BestRecord,
      price: nullable(Display('Price of the best offer')),
      price_minor: nullable(Minor('Price of the best offer')),
      currency: Currency,
    }),
    substitutes: Type.Array(Substitute, { description: 'Those that give up least first.' }),
    considered: Type.Integer({ description: 'Products that may stand in for it, before must_keep.' }),
  }),
  async run(deps, { body: given, signal }) {
    const { snapshot } = deps;
    const { ref, must_keep = [], budget_minor = null, limit = DEFAULT_LIMIT } = given as Static<typeof body>;
    const reference = await comparedReference(snapshot, ref, { param: 'ref', signal });
    const { item } = reference;
    const keys = keptKeys(item, must_keep, 'must_keep');
    const relate = await relating(snapshot);
    const found = await comparableVariants(deps, item, {
      rarity: relate.rarity,
      limit_minor: budget_minor,
      signal,
    });
    const scope = offerScope(snapshot);
    const best = await bestOf(deps, reference);
    const weighed = found
      .map((one) => weigh(one, { reference, best, scope }))
      .filter((one) => keepsAll(item, one, keys));
    const shown = shownSubstitutes(item, leastGivenUp(weighed), { limit, relate });
    return {
      kind: 'json',
      body: {
        reference: {
          product_id: item.product_id,
          variant_id: item.variant_id,
          title: item.title,
          match: reference.match,
          best: bestRecord(best, scope),
          price: best && formatPrice(best.price_minor, scope.currency, scope.locale),
          price_minor: best?.price_minor ?? null,
          currency: scope.currency,
        },
        substitutes: shown.map((each) => substituteRecord(each, reference, best, scope)),
        considered: new Set(found.map((one) => one.item.product_id)).size,
      },
    };
  },
};

function substituteRecord(
  { one, comparison, price }: Weighed,
  { item }: ComparedReference,
  best: Listing | null,
  scope: OfferScope,
): Static<typeof Substitute> {
  const by = best && one.best.price_minor - best.price_minor;
  const { better, worse, same, other, unstated } = comparison;
  return {
    product_id: one.item.product_id,
    variant_id: one.item.variant_id,
    title: one.item.title,
    relation: one.found.relation,
    confidence: Math.round(confidenceOf(item, one.item, one.found, 'loose') * 1000) / 1000,
    best: bestRecord(one.best, scope),
    price_delta_minor: by,
    better: [...better, ...(price && price.by_minor < 0 ? [price.step] : [])],
    worse: [...worse, ...(price && price.by_minor > 0 ? [price.step] : [])],
    same: [...same, ...(price?.by_minor === 0 ? [price.step.attribute] : [])],
    other,
    unstated,
  };
}
