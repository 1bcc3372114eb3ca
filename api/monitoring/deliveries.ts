import { type Static, Type } from 'typebox';
import { DELIVERY_STATES, type Delivery } from '../../warehouse/state/deliveries.ts';
import { closed, NextCursor, nullable, oneOf, recordOf, Timestamp } from '../catalogue/schema.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { requireWatch, WatchParams } from './watch_record.ts';

const AttemptRecord = recordOf('DeliveryAttempt', {
  at: Timestamp,
  duration_ms: Type.Integer(),
  status: nullable(Type.Integer({ description: 'HTTP status; null where none came.' })),
  error: nullable(Type.String()),
  answer: nullable(Type.String({ description: 'First bytes of the answer.' })),
});

const DeliveryRecord = recordOf('Delivery', {
  id: Type.String({ pattern: '^dlv_[0-9a-f]{16}$' }),
  event_id: Type.String({ description: 'Sent as `webhook-id`.' }),
  state: oneOf(DELIVERY_STATES, '`held`: its watch is paused; `dead`: given up, until it is redelivered.'),
  next_attempt_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
  attempts: Type.Array(AttemptRecord, { description: 'Oldest first.' }),
});

const query = Type.Object({ state: Type.Optional(oneOf(DELIVERY_STATES)), ...PAGE_QUERY }, closed);

export const listDeliveries: Operation = {
  group: 'monitoring',
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/watches/:id/deliveries',
  summary: 'What was sent to a watch’s callback, attempt by attempt',
  description: 'Newest first. What has ended is shown for 30 days.',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  query,
  response: Type.Object({ deliveries: Type.Array(DeliveryRecord), next_cursor: NextCursor }),
  async run(deps, input) {
    const { id = '' } = input.params;
    const { state = null } = input.query as Static<typeof query>;
    await requireWatch(deps, input.caller.owner, id);
    const page = pageOf(deps, input, { endpoint: 'listDeliveries' });
    const after = page.after && { created_ms: Number(page.after[0]), id: String(page.after[1]) };
    const found = await deps.state.deliveries.page(id, { after, state, limit: page.limit + 1 });
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      kind: 'json',
      body: {
        deliveries: shown.map(deliveryRecord),
        next_cursor: last && found.length > page.limit ? page.next([last.created_ms, last.id]) : null,
      },
    };
  },
};

function deliveryRecord(delivery: Delivery): Static<typeof DeliveryRecord> {
  const { id, event_id, state, next_attempt_ms, ended_ms, log } = delivery;
  return {
    id,
    event_id,
    state,
    next_attempt_at: state === 'pending' ? new Date(next_attempt_ms).toISOString() : null,
    ended_at: ended_ms === null ? null : new Date(ended_ms).toISOString(),
    attempts: log,
  };
}

const body = Type.Object(
  {
    delivery_id: Type.Optional(
      Type.String({ pattern: '^dlv_[0-9a-f]{16}$', description: 'Only this one; default all dead letters.' }),
    ),
  },
  closed,
);

export const redeliver: Operation = {
  group: 'monitoring',
  id: 'redeliver',
  method: 'POST',
  path: '/v1/watches/:id/redeliver',
  summary: 'Send dead letters, or one delivery, again',
  description: 'Under the same `webhook-id`, with a retry ladder of their own.',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  body,
  response: Type.Object({ redelivered: Type.Integer() }),
  async run(deps, input) {
    const { id = '' } = input.params;
    const { delivery_id = null } = input.body as Static<typeof body>;
    await requireWatch(deps, input.caller.owner, id);
    const redelivered = await deps.state.deliveries.redeliver(id, delivery_id, deps.now().getTime());
    if (delivery_id !== null && redelivered === 0) {
      const detail = `the watch ${id} has no delivery ${delivery_id} that has ended`;
      throw new ApiError('not_found', {
        detail,
        param: 'delivery_id',
        errors: [{ param: 'delivery_id', detail }],
        extras: { suggestions: [] },
      });
    }
    return { kind: 'json', body: { redelivered } };
  },
};
