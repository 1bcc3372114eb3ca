import { type Static, Type } from 'typebox';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import {
  byDay,
  coveredDays,
  daysOf,
  type Observation,
  observations,
} from '../../pipelines/domain/observation.ts';
import { comparePositions } from '../../pipelines/domain/offer.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { referencedProduct, requireSellers, requireVariant } from '../catalogue/referenced_product.ts';
import {
  Availability,
  Currency,
  closed,
  DaysQuery,
  Display,
  MatchRecord,
  Minor,
  NextCursor,
  nullable,
  oneOf,
  ProductParams,
  recordOf,
  SellerFilter,
  Timestamp,
  VariantFilter,
} from '../catalogue/schema.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { gapsOf, knownUntil, timestamp } from './seller_history.ts';

const DAY_SECONDS = 86_400;

const query = Type.Object(
  {
    seller: SellerFilter,
    variant_id: VariantFilter,
    days: DaysQuery,
    granularity: Type.Optional(
      oneOf(
        ['change', 'day'],
        'One observation per change (default), or per UTC day: what stood last on it.',
      ),
    ),
    ...PAGE_QUERY,
  },
  closed,
);

const ObservationRecord = recordOf('Observation', {
  seller: Type.String(),
  offer_id: Type.String(),
  variant_id: Type.String(),
  price_minor: Minor('Price'),
  price: Display('Price'),
  landed_minor: nullable(Minor('Price and delivery; null where the cost of delivery is unknown')),
  currency: Currency,
  availability: Availability,
  from: Timestamp,
  to: nullable({ ...Timestamp, description: 'Null where it still stands.' }),
  days: Type.Number({ description: 'How long it stood inside the window, so far.' }),
});

interface Entry extends Observation {
  listing: Listing;
}

const positionOf = ({ from, listing }: Entry) => [from, listing.offer_id] as const;

/** The stretches of every listing in the window, each cut at its feed's gaps. */
function stretchesOf(snapshot: Snapshot, listings: readonly Listing[], days: number): Entry[][] {
  const to = knownUntil(snapshot);
  const from = to - days * DAY_SECONDS;
  return listings.map((listing) =>
    observations(listing.changes, { from, to, gaps: gapsOf(snapshot, listing) }).map((stretch) => ({
      ...stretch,
      listing,
    })),
  );
}

function observationRecord({ listing, ...stretch }: Entry, until: number, locale: string) {
  const { currency, price_minor, landed_minor, availability, from, to } = stretch;
  // One that ended at the newest observation was followed by another at that moment.
  const isLast = (listing.changes.at(-1)?.from ?? 0) <= from;
  return {
    seller: listing.seller,
    offer_id: listing.offer_id,
    variant_id: listing.variant_id,
    price_minor,
    price: formatPrice(price_minor, currency, locale),
    landed_minor,
    currency,
    availability,
    from: timestamp(from),
    to: to === until && isLast ? null : timestamp(to),
    days: daysOf(stretch),
  };
}

export const history: Operation = {
  group: 'intelligence',
  id: 'getHistory',
  method: 'GET',
  path: '/v1/products/:id/history',
  summary: 'The price observation series',
  description:
    'Every seller and variant of the product, oldest first. The window ends with the snapshot’s newest observation; what a seller’s silence covers is left out. `gone`: the seller stopped carrying it.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response: Type.Object({
    product_id: Type.String(),
    match: MatchRecord,
    observations: Type.Array(ObservationRecord),
    covered_days: Type.Integer({
      description: 'Days of the window in which at least one of these offers was seen and could be bought.',
    }),
    next_cursor: NextCursor,
  }),
  cacheable: true,
  async run(deps, input) {
    const { snapshot } = deps;
    const { seller, variant_id, days = 90, granularity = 'change' } = input.query as Static<typeof query>;
    const page = pageOf(deps, input, { endpoint: 'getHistory', snapshotBound: true });
    const reference = { param: 'id', signal: input.signal };
    const { product, match } = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    requireSellers(snapshot, seller ?? [], 'seller');
    if (variant_id !== undefined) requireVariant(product, variant_id);
    const listings = product.listings.filter(
      (listing) =>
        (seller?.includes(listing.seller) ?? true) &&
        (variant_id === undefined || listing.variant_id === variant_id),
    );
    const stretches = stretchesOf(snapshot, listings, days);
    const { after, limit } = page;
    const wanted = stretches
      .flatMap((series) => (granularity === 'day' ? byDay(series) : series))
      .filter((entry) => after === null || comparePositions(positionOf(entry), after) > 0)
      .sort((a, b) => comparePositions(positionOf(a), positionOf(b)));
    const shown = wanted.slice(0, limit);
    const last = shown.at(-1);
    const until = knownUntil(snapshot);
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        match,
        observations: shown.map((entry) => observationRecord(entry, until, snapshot.locale)),
        covered_days: coveredDays(stretches.flat()),
        next_cursor: last && wanted.length > limit ? page.next(positionOf(last)) : null,
      },
    };
  },
};
