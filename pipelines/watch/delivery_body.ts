import type { NewDelivery, NewEvent } from '../../warehouse/state/events.ts';
import type { Watch } from '../../warehouse/state/watches.ts';
import { type EventRecord, eventRecord } from '../domain/event_record.ts';
import { key64 } from '../domain/key.ts';

/** What a callback receives: the event as `GET /v1/events` has it, its time once more as Standard Webhooks name it, and the watch. */
export type DeliveryBody = EventRecord & { timestamp: string; watch_id: string };

/** The delivery of an event to a watch: one, however often it is asked for. The endpoint is the callback's origin. */
export function deliveryOf(watch: Pick<Watch, 'id' | 'callback_url'>, event: NewEvent): NewDelivery {
  const body: DeliveryBody = { ...eventRecord(event), timestamp: event.created_at, watch_id: watch.id };
  return {
    id: `dlv_${key64('delivery', watch.id, event.id).toString(16).padStart(16, '0')}`,
    watch_id: watch.id,
    event_id: event.id,
    endpoint: new URL(watch.callback_url).origin,
    body: JSON.stringify(body),
  };
}
