import { Type } from 'typebox';
import { POLICIES } from '../../pipelines/domain/policy.ts';
import { EVENT_TYPES } from '../../pipelines/domain/watch.ts';
import { Currency, nullable, oneOf, Timestamp } from '../catalogue/schema.ts';

export const EventTypeFilter = Type.Optional(
  Type.Array(oneOf(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length, description: 'Only these.' }),
);

const text = nullable(Type.String());

/** An event as log, stream and callbacks tell it. Beside the fields of all it has those of its type. */
export const EventSchema = Type.Object(
  {
    id: Type.String({ pattern: '^evt_[0-9a-f]{16}$' }),
    type: oneOf(EVENT_TYPES),
    created_at: Timestamp,
    seller: text,
    product_id: text,
    variant_id: text,
    offer_id: text,
    previous: Type.Optional(
      Type.Unknown({
        description:
          '`price_minor` and `currency` (price.changed), `price_minor` (price.threshold_crossed), `state` (availability.changed), `method` and `confidence` (match.degraded).',
      }),
    ),
    current: Type.Optional(Type.Unknown({ description: 'The same, as it is from then on.' })),
    currency: Type.Optional(Currency),
    watch_id: Type.Optional(Type.String({ description: 'Of price.threshold_crossed.' })),
    threshold_minor: Type.Optional(Type.Integer()),
    direction: Type.Optional(
      oneOf(['below', 'above'], '`above`: of what corrects a crossing that was none.'),
    ),
    corrects: Type.Optional(
      Type.String({
        description:
          'The event whose run was taken back: `previous` is what that one told, `current` what was true instead.',
      }),
    ),
    judged_at: Type.Optional({
      ...Timestamp,
      description: 'Of price.threshold_crossed, where prices of later than `created_at` were looked at.',
    }),
    percent: Type.Optional(Type.Number({ description: 'Of a watch on a drop in percent.' })),
    change: Type.Optional(oneOf(['added', 'removed'], 'Of seller.changed.')),
    policy: Type.Optional(oneOf(POLICIES, 'Of policy.violated.')),
    brand: Type.Optional(nullable(Type.String({ description: 'Of policy.violated.' }))),
    since: Type.Optional({ ...Timestamp, description: 'Of policy.violated: since when it stands.' }),
    detail: Type.Optional(
      Type.Unknown({
        description:
          'Of policy.violated: `publisher`, `minimum_minor`, `price_minor` and `currency` (minimum_price), `note` (unauthorised_seller), `list_price_minor`, `prior_minor`, `price_minor` and `currency` (reference_price_inflated).',
      }),
    ),
  },
  { title: 'Event', additionalProperties: true },
);
