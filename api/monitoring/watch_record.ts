import { type Static, Type } from 'typebox';
import { WATCH_CONDITIONS } from '../../pipelines/domain/watch.ts';
import { WATCH_STATUSES, type Watch, type WatchStatus } from '../../warehouse/state/watches.ts';
import { Amount, closed, nullable, oneOf, ReferenceField, recordOf, Timestamp } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';

const NAME = { minLength: 1, maxLength: 200 };

export const TargetSchema = Type.Object(
  {
    product: Type.Optional(ReferenceField),
    seller: Type.Optional(
      Type.String({ ...NAME, description: 'Alone, or beside `product`: only this seller’s offers of it.' }),
    ),
    brand: Type.Optional(Type.String({ ...NAME, pattern: '[\\p{L}\\p{N}]' })),
    category: Type.Optional(Type.String({ ...NAME, description: 'Taxonomy node, with all below it.' })),
  },
  { ...closed, description: 'Exactly one of product, seller, brand and category.' },
);

export const ConditionSchema = Type.Object(
  {
    type: oneOf(
      WATCH_CONDITIONS,
      'Judged product by product, by the lowest landed price among purchasable offers, and by the stock of all offers together.',
    ),
    value_minor: Type.Optional(Amount('Of price_below: the price to fall below, minor units.')),
    percent: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        minimum: 0,
        maximum: 99,
        description:
          'Of price_drop_percent: counted from the lowest landed price at creation, then from the last one told.',
      }),
    ),
  },
  closed,
);

export const WatchParams = Type.Object({ id: Type.String({ minLength: 1, description: '`wat_…`' }) });

/** A watch as endpoints answer with it. */
export const WatchRecord = recordOf('Watch', {
  id: Type.String({ pattern: '^wat_[0-9a-f]{20}$' }),
  target: Type.Object({
    product_id: Type.Optional(Type.String()),
    seller: Type.Optional(Type.String()),
    brand: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
  }),
  condition: ConditionSchema,
  callback_url: Type.String(),
  status: oneOf(WATCH_STATUSES),
  disabled_reason: nullable(Type.String()),
  created_at: Timestamp,
  expires_at: nullable(Timestamp),
});

export const Secret = Type.String({
  pattern: '^whsec_',
  description: 'Signs what the callback receives (Standard Webhooks); shown only now.',
});

export function watchRecord(watch: Watch, now: Date): Static<typeof WatchRecord> {
  const { id, condition, value_minor, percent, callback_url, disabled_reason, created_at, expires_at } =
    watch;
  return {
    id,
    target: {
      [watch.target_kind === 'product' ? 'product_id' : watch.target_kind]: watch.target,
      ...(watch.target_seller !== null && { seller: watch.target_seller }),
    },
    condition: {
      type: condition,
      ...(value_minor !== null && { value_minor }),
      ...(percent !== null && { percent }),
    },
    callback_url,
    status: statusOf(watch, now),
    disabled_reason,
    created_at,
    expires_at,
  };
}

/** How a watch stands now. */
export function statusOf({ status, expires_at }: Watch, now: Date): WatchStatus {
  return status !== 'disabled' && expires_at !== null && Date.parse(expires_at) <= now.getTime()
    ? 'expired'
    : status;
}

/** The watch of this owner; throws `not_found`. */
export async function requireWatch(
  { state }: Pick<Deps, 'state'>,
  owner: string,
  id: string,
): Promise<Watch> {
  const watch = await state.watches.get(owner, id);
  if (!watch) throw noWatch(id);
  return watch;
}

export function noWatch(id: string): ApiError {
  const detail = `there is no watch ${id.slice(0, 200)} of this key’s owner; GET /v1/watches lists them`;
  return new ApiError('not_found', {
    detail,
    param: 'id',
    errors: [{ param: 'id', detail }],
    extras: { suggestions: [] },
  });
}
