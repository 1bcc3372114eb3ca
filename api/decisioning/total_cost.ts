import { type Static, Type } from 'typebox';
import { CONSUMPTION, type ConsumptionKind, consumptionOf } from '../../pipelines/domain/consumption.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { shownPool, shownVariant } from '../../pipelines/domain/pool.ts';
import { readSubscription } from '../../pipelines/domain/subscription.ts';
import {
  cheapestConsumables,
  type SubscriptionCost,
  subscriptionCost,
  totalCost as totalOf,
} from '../../pipelines/domain/total_cost.ts';
import { BestRecord, bestRecord, offerScope } from '../catalogue/offer_record.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import { Currency, closed, MatchRecord, Minor, nullable, ProductParams } from '../catalogue/schema.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import { fittingConsumables, isConsumable, sureAttributes } from './consumables.ts';
import { totalCostNote } from './total_cost_note.ts';

const USAGE = 'usage.';

const usageProperties = Object.fromEntries(
  CONSUMPTION.map(({ usage, categories }) => [
    `${USAGE}${usage.name}`,
    Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: usage.most,
        description: `${usage.says}, of ${categories.join(', ')}. Default ${usage.default}.`,
      }),
    ),
  ]),
);

const query = Type.Object(
  {
    horizon_months: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 240, default: 24, description: 'How long it is kept.' }),
    ),
    ...usageProperties,
  },
  // Names that no category has are refused below, with those that the product's has.
  { ...closed, patternProperties: { [`^${USAGE.replace('.', '\\.')}`]: {} } },
);

const ConsumableRecord = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String(),
  title: Type.String(),
  seller: Type.String(),
  offer_id: Type.String(),
  slot: nullable(Type.String({ description: 'What it fills, for example a colour.' })),
  yield: Type.Number({ description: 'Uses that one unit lasts, in `yield_unit`.' }),
  yield_unit: Type.String(),
  unit_minor: Minor('One unit delivered; its price where delivery is unknown'),
  units_over_horizon: Type.Integer({ description: 'Whole units.' }),
  subtotal_minor: Minor('All of them'),
});

const SubscriptionRecord = Type.Object({
  name: Type.String(),
  unit_minor: Minor('A month'),
  months: Type.Integer({ description: 'Months that it is paid within the horizon.' }),
  subtotal_minor: Minor('All of them'),
});

export const totalCost: Operation = {
  group: 'decisioning',
  id: 'totalCost',
  method: 'GET',
  path: '/v1/products/:id/total-cost',
  summary: 'What a product costs over the time it is kept',
  description:
    'Purchase, consumables and subscriptions over a horizon. Consumables are linked by what sellers state of compatibility, never by likeness; of those that fit, each slot (a colour of ink) gets the one that costs least over the horizon, in whole units. `note` says what was assumed.',
  scope: 'read',
  cost: 2,
  params: ProductParams,
  query,
  response: Type.Object({
    product_id: Type.String(),
    variant_id: Type.String(),
    match: MatchRecord,
    horizon_months: Type.Integer(),
    usage: Type.Record(Type.String(), Type.Number(), {
      description: 'The usage that was counted with, by name.',
    }),
    currency: Currency,
    best: BestRecord,
    purchase_minor: nullable(
      Minor('The best offer of the shown pool delivered; null where nothing can be bought'),
    ),
    consumables: Type.Array(ConsumableRecord),
    subscriptions: Type.Array(SubscriptionRecord),
    total_minor: nullable(Minor('Purchase and all subtotals; null without a purchase')),
    monthly_equivalent_minor: nullable(Minor('The total by months of the horizon, rounded')),
    note: Type.String(),
  }),
  cacheable: true,
  async run(deps, input) {
    const { snapshot } = deps;
    const { horizon_months = 24, ...asked } = input.query as Static<typeof query>;
    const reference = { param: 'id', signal: input.signal };
    const {
      product,
      match,
      pool: poolAsked,
    } = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    const kind = consumptionOf(product.category);
    const usage = usageOf(kind, asked, product);
    const attributes = sureAttributes(product);
    const fitting =
      kind && !isConsumable(kind, attributes)
        ? await fittingConsumables(deps, { product, kind, attributes }, input.signal)
        : null;
    const uses = kind ? (usage[kind.usage.name] ?? 0) * kind.usage.times_per_month * horizon_months : 0;
    const consumables = cheapestConsumables(fitting?.offered ?? [], uses);
    const pool = shownPool(product, snapshot.currency, poolAsked);
    const { best } = await trustedBest(deps, product, pool.offers);
    const subscriptions = best ? subscriptionsOf(best.attributes, snapshot.currency, horizon_months) : [];
    const subtotals = [...consumables, ...subscriptions].map(({ subtotal_minor }) => subtotal_minor);
    const total = best ? totalOf(weighedMinor(best), subtotals, horizon_months) : null;
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        variant_id: shownVariant(product, pool, poolAsked),
        match,
        horizon_months,
        // A consumable uses nothing up, so its total was counted with none.
        usage: fitting ? usage : {},
        currency: snapshot.currency,
        best: bestRecord(best, offerScope(snapshot)),
        purchase_minor: best ? weighedMinor(best) : null,
        consumables: consumables.map(({ consumable, units, subtotal_minor }) => ({
          product_id: consumable.product_id,
          variant_id: consumable.variant_id,
          title: consumable.title,
          seller: consumable.offer.seller,
          offer_id: consumable.offer.offer_id,
          slot: consumable.slot === '' ? null : consumable.slot,
          yield: consumable.yield,
          yield_unit: kind?.yield.unit ?? '',
          unit_minor: consumable.unit_minor,
          units_over_horizon: units,
          subtotal_minor,
        })),
        subscriptions,
        total_minor: total?.total_minor ?? null,
        monthly_equivalent_minor: total?.monthly_equivalent_minor ?? null,
        note: totalCostNote({
          kind,
          usage,
          asked,
          fitting,
          best,
          currency: snapshot.currency,
          consumables,
          horizon_months,
        }),
      },
    };
  },
};

/** The usage of the category, from the caller or by default. Throws `invalid_request` for names it has not. */
function usageOf(
  kind: ConsumptionKind | null,
  asked: Readonly<Record<string, unknown>>,
  product: Product,
): Record<string, number> {
  const known = kind ? [`${USAGE}${kind.usage.name}`] : [];
  const errors = Object.keys(asked)
    .filter((name) => !known.includes(name))
    .map((param) => ({
      param,
      detail: kind
        ? `is not a usage of ${product.category}; known: ${known.join(', ')}`
        : `is not known: products of ${product.category ?? 'no category'} have no usage; leave it out`,
    }));
  if (errors.length > 0) {
    const detail = errors.map((one) => `${one.param} ${one.detail}`).join('; ');
    throw new ApiError('invalid_request', { detail, errors });
  }
  if (!kind) return {};
  const stated = asked[`${USAGE}${kind.usage.name}`];
  return { [kind.usage.name]: typeof stated === 'number' ? stated : kind.usage.default };
}

function subscriptionsOf(
  attributes: Readonly<Record<string, string>>,
  currency: string,
  horizonMonths: number,
): SubscriptionCost[] {
  const subscription = readSubscription(attributes, currency);
  return subscription ? [subscriptionCost(subscription, horizonMonths)] : [];
}
