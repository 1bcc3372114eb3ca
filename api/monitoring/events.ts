import { type Static, Type } from 'typebox';
import { eventRecord } from '../../pipelines/domain/event_record.ts';
import { referencedProduct, requireSellers } from '../catalogue/referenced_product.ts';
import { closed, ReferenceField, SellerFilter } from '../catalogue/schema.ts';
import { DEFAULT_LIMIT, PAGE_QUERY } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { EventSchema, EventTypeFilter } from './event_schema.ts';

const query = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          'Where to continue: `next_cursor` of the page before, or the id of an event. Good as long as the log keeps what comes behind it.',
      }),
    ),
    type: EventTypeFilter,
    product: Type.Optional(ReferenceField),
    seller: SellerFilter,
    limit: PAGE_QUERY.limit,
  },
  closed,
);

/** Names the positions of the log among cursors. */
const SCOPE = 'events';

export const listEvents: Operation = {
  group: 'monitoring',
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'The log of events, to be replayed from any point',
  description:
    'In the order they were published, which never changes; ids of products are those of that time, `product` finds its events under whatever ids. `price.threshold_crossed` is seen by the owner of its watch alone. `next_cursor` is never null: ask with it again for what comes later; `has_more` says whether more is there now. Once the log has dropped what would follow, the answer is `cursor_expired`.',
  scope: 'read',
  cost: 1,
  query,
  cursorParameter: 'after',
  response: Type.Object({
    events: Type.Array(EventSchema),
    next_cursor: Type.String(),
    has_more: Type.Boolean(),
  }),
  errors: ['cursor_invalid', 'cursor_expired', 'not_found', 'invalid_identifier'],
  async run(deps, input) {
    const asked = input.query as Static<typeof query>;
    const { limit = DEFAULT_LIMIT, type: types, seller: sellers } = asked;
    const { owner } = input.caller;
    if (sellers) requireSellers(deps.snapshot, sellers, 'seller');
    const of = asked.product === undefined ? undefined : await offersOf(deps, asked.product, input.signal);
    // Looked at first: what comes in meanwhile lies behind it.
    const { last_seq, dropped_seq } = await deps.state.events.bounds();
    const after = asked.after === undefined ? dropped_seq : await placeOf(deps, asked.after, owner);
    if (after < dropped_seq) throw expired(asked.after ?? '');
    const found = await deps.state.events.page({ owner, after, limit: limit + 1, types, sellers, of });
    const shown = found.slice(0, limit);
    const has_more = found.length > limit;
    const reached = has_more
      ? (shown.at(-1)?.seq ?? after)
      : Math.max(after, last_seq, found.at(-1)?.seq ?? 0);
    const next_cursor = deps.cursors.write({
      scope: SCOPE,
      snapshot_id: '',
      issued_ms: deps.now().getTime(),
      position: [reached],
    });
    return { kind: 'json', body: { events: shown.map(eventRecord), next_cursor, has_more } };
  },
};

async function offersOf({ snapshot }: Deps, reference: string, signal: AbortSignal) {
  const { product } = await referencedProduct(snapshot, reference, { param: 'product', signal });
  return {
    offers: product.listings.map(({ offer_id }) => offer_id),
    products: [product.product_id, ...(reference.startsWith('prd_') ? [reference] : [])],
  };
}

async function placeOf({ cursors, state }: Deps, after: string, owner: string): Promise<number> {
  if (/^evt_[0-9a-f]{16}$/.test(after)) {
    const place = await state.events.placeOf(after, owner);
    if (place === null) throw expired(after);
    return place;
  }
  const content = cursors.read(after);
  if (content?.scope !== SCOPE)
    throw new ApiError('cursor_invalid', {
      param: 'after',
      detail:
        'after is neither an event id nor a `next_cursor` of this log; send one unchanged, or leave it out',
    });
  return Number(content.position[0]);
}

function expired(after: string): ApiError {
  const what = after.startsWith('evt_')
    ? `the event ${after} is not in the log (any more)`
    : 'the cursor points before the log’s beginning';
  return new ApiError('cursor_expired', {
    param: 'after',
    detail: `${what}, which drops what is older than it keeps; leave \`after\` out to begin with the oldest event there is`,
  });
}
