import { type Static, Type } from 'typebox';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { shownPool } from '../../pipelines/domain/pool.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import {
  Currency,
  closed,
  MatchRecord,
  Minor,
  nullable,
  oneOf,
  ReferenceField,
  recordOf,
  Timestamp,
} from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import { DestinationField, GRANULARITIES, readDestination } from './destination.ts';
import { pickupOptions } from './pickup_options.ts';
import { shippingOptions } from './shipping_options.ts';

const body = Type.Object(
  {
    ref: ReferenceField,
    destination: DestinationField,
    order_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the order is placed, to test it against a cutoff. Default now.',
      }),
    ),
    options: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Every shipping tier and pickup rather than the default tier.',
      }),
    ),
  },
  closed,
);

const Day = Type.String({ format: 'date' });
const Window = Type.Object({ earliest: Day, latest: Day });

const OptionRecord = recordOf('DeliveryOption', {
  tier: Type.String({ description: 'As the seller calls it (`standard`, `express`), or `pickup`.' }),
  cost_minor: nullable(Minor('Cost of delivery; null where it is not known')),
  window: nullable(Window),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Chance that the order arrives within the window; 0 without one.',
  }),
  carrier: nullable(Type.String()),
  ships_from: Type.Optional(
    nullable(
      Type.Object({
        region: nullable(Type.String({ description: 'ISO 3166-2.' })),
        distance_km: nullable(Type.Integer({ description: 'Great circle, in steps of 10.' })),
      }),
    ),
  ),
  seen: Type.Optional(Type.Integer({ description: 'Deliveries seen on lanes of this length.' })),
  cutoff: Type.Optional(
    Type.String({ format: 'date-time', description: 'The next one that the order makes.' }),
  ),
  cutoff_in_minutes: Type.Optional(Type.Integer()),
  if_missed: Type.Optional(Window),
  location: Type.Optional(Type.String({ description: 'Of pickup: the store.' })),
  distance_km: Type.Optional(Type.Number({ description: 'Of pickup: how far the store is.' })),
  ready_in_minutes: Type.Optional(nullable(Type.Integer({ description: 'Of pickup.' }))),
});

export const estimate: Operation = {
  group: 'fulfilment',
  id: 'estimateDelivery',
  method: 'POST',
  path: '/v1/fulfillment/estimate',
  summary: 'When an order arrives, and what delivery costs',
  description:
    'Regional, never address-level. A reference to a product is estimated for its best offer. Windows are made of deliveries that were seen where there are any, else of what the carrier says; workdays are those of both ends, public holidays left out. Confidence is the chance that the window holds: it falls around holidays, on long lanes and where few deliveries are known.',
  scope: 'read',
  cost: 2,
  body,
  response: Type.Object({
    asked_at: Timestamp,
    product_id: Type.String(),
    match: MatchRecord,
    offer: nullable(Type.Object({ id: Type.String(), seller: Type.String() })),
    currency: Currency,
    options: Type.Array(OptionRecord, { description: 'The default first: the cheapest.' }),
    granularity: oneOf(GRANULARITIES, 'How near the destination is known: `metro` from a postal code.'),
    region: nullable(Type.String({ description: 'ISO 3166-2 of the destination.' })),
    metro: nullable(Type.String({ description: 'Town of the postal code.' })),
    notes: Type.Array(Type.String()),
  }),
  async run(deps, input) {
    const { snapshot, market, now } = deps;
    const { ref, destination: asked, order_at, options = false } = input.body as Static<typeof body>;
    const destination = await readDestination(asked, market.country);
    const found = await referencedProduct(snapshot, ref, { param: 'ref', signal: input.signal });
    const pool = shownPool(found.product, snapshot.currency, found.pool);
    const offer =
      found.offer ?? (await trustedBest(deps, found.product, pool.offers)).best ?? pool.offers[0] ?? null;
    const order = order_at === undefined ? now() : new Date(order_at);
    const head = {
      asked_at: order.toISOString(),
      product_id: found.product.product_id,
      match: found.match,
      offer: offer && { id: offer.offer_id, seller: offer.seller },
      currency: offer?.currency ?? snapshot.currency,
      granularity: destination.granularity,
      region: destination.region,
      metro: destination.city,
    };
    if (!offer || !PURCHASABLE.includes(offer.availability))
      return { kind: 'json', body: { ...head, options: [], notes: [...destination.notes, notSold(offer)] } };
    const inputs = await snapshot.hold(FulfilmentInputs.open);
    const delivered = shippingOptions(
      { offer, destination, order_ms: order.getTime(), marketCountry: market.country },
      await inputs.shippingOf(offer.seller),
    );
    const pickup = options ? await pickupOptions(inputs, offer, destination) : [];
    const shown = options ? [...delivered.options, ...pickup] : delivered.options.slice(0, 1);
    const notes = [...destination.notes, ...stockNotes(offer), ...delivered.notes];
    return { kind: 'json', body: { ...head, options: shown, notes } };
  },
};

const notSold = (offer: Listing | null): string =>
  offer ? `${offer.seller} takes no orders for it now (${offer.availability}).` : 'Nobody offers it now.';

/** What is not in stock leaves later than the rule says. */
const stockNotes = ({ availability }: Listing): string[] =>
  availability === 'preorder' || availability === 'backorder'
    ? [`It is on ${availability}: the window counts from when it is in stock, which is not known.`]
    : [];
