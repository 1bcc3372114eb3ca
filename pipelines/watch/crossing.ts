import type { LoggedCrossing, NewEvent } from '../../warehouse/state/events.ts';
import type { Watch } from '../../warehouse/state/watches.ts';
import { key64 } from '../domain/key.ts';
import {
  type LowestOffer,
  type PriceCondition,
  type PriceWatchState,
  type ToldCrossing,
  thresholdOf,
} from '../domain/watch.ts';

const idOf = (...parts: readonly string[]): string =>
  `evt_${key64('event', ...parts)
    .toString(16)
    .padStart(16, '0')}`;

/** The moment of an event as change points have it: epoch seconds. */
export const momentOf = ({ created_at }: Pick<NewEvent, 'created_at'>): number =>
  Math.floor(Date.parse(created_at) / 1000);

/** Where a threshold was crossed, and what made it so. */
export interface Crossed {
  watch: Watch;
  condition: PriceCondition;
  /** What the watch knew until then. */
  state: PriceWatchState;
  event: NewEvent;
  product_id: string;
  lowest: LowestOffer;
  /** The moment whose prices were looked at, epoch seconds: later than the event where that came late. */
  at: number;
  currency: string;
}

/** The crossing of a watch's threshold, as its owner alone is told it. */
export function crossingOf(crossed: Crossed): NewEvent {
  const { watch, condition, state, event, product_id, lowest, at, currency } = crossed;
  return {
    id: idOf('threshold', watch.id, product_id, String(at), event.id),
    type: 'price.threshold_crossed',
    created_at: event.created_at,
    seller: lowest.offer.seller,
    product_id,
    variant_id: lowest.offer.variant_id,
    offer_id: lowest.offer.offer_id,
    owner: watch.owner,
    payload: {
      watch_id: watch.id,
      threshold_minor: thresholdOf(condition, state),
      direction: 'below',
      ...('percent' in condition && { percent: condition.percent }),
      previous: { price_minor: 'percent' in condition ? state.base_minor : state.last_minor },
      current: { price_minor: lowest.price_minor },
      currency,
      ...(at !== momentOf(event) && { judged_at: new Date(at * 1000).toISOString() }),
    },
  };
}

interface CrossingPayload {
  watch_id: string;
  threshold_minor: number;
  previous: { price_minor: number | null };
  current: { price_minor: number };
  judged_at?: string;
}

/** A crossing of the log as it is taken back, and the moment whose prices it was judged by, epoch seconds. */
export function toldCrossing(crossing: LoggedCrossing): ToldCrossing & { watch_id: string; at: number } {
  const { watch_id, threshold_minor, previous, current, judged_at } =
    crossing.payload as unknown as CrossingPayload;
  return {
    watch_id,
    threshold_minor,
    price_minor: current.price_minor,
    previous_minor: previous.price_minor,
    is_last: crossing.is_last,
    at: momentOf({ created_at: judged_at ?? crossing.created_at }),
  };
}

/** What corrects a told crossing: the price that it told, the right one, and on which side of the threshold that is. */
export function correctionOf(
  crossing: LoggedCrossing,
  { event, right, stands }: { event: NewEvent; right: number | null; stands: boolean },
): NewEvent {
  const { current } = crossing.payload as unknown as CrossingPayload;
  const { type, seller, product_id, variant_id, offer_id, owner } = crossing;
  return {
    type,
    seller,
    product_id,
    variant_id,
    offer_id,
    owner,
    id: idOf('crossing corrected', crossing.id, String(right)),
    created_at: event.created_at,
    payload: {
      ...crossing.payload,
      direction: stands ? 'below' : 'above',
      previous: current,
      current: { price_minor: right },
      corrects: crossing.id,
    },
  };
}
